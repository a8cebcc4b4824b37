//===- Command.cpp - A compile command ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "Words.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace cuda_capture;
using namespace cuda_capture::compdb;
using namespace llvm;

static Error problem(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

/// \returns what is wrong with the entry; null if nothing.
static const char *parseEntry(const json::Value &Entry, Command &Result) {
  const json::Object *O = Entry.getAsObject();
  if (!O)
    return "is not an object";
  auto Text = [&](StringRef Key, std::string &Into) {
    std::optional<StringRef> Value = O->getString(Key);
    if (Value)
      Into = Value->str();
    return Value.has_value();
  };
  if (!Text("directory", Result.Directory))
    return "has no text 'directory'";
  if (!Text("file", Result.File) || Result.File.empty())
    return "has no text 'file'";
  Text("output", Result.Output);
  if (const json::Value *Arguments = O->get("arguments")) {
    const json::Array *List = Arguments->getAsArray();
    if (!List)
      return "has 'arguments' that are no list";
    for (const json::Value &A : *List) {
      std::optional<StringRef> Word = A.getAsString();
      if (!Word)
        return "has 'arguments' that are not all texts";
      Result.Arguments.push_back(Word->str());
    }
  } else {
    std::string Whole;
    if (!Text("command", Whole))
      return "has neither a text 'command' nor a list 'arguments'";
    Result.Arguments = shellWords(Whole);
  }
  return Result.Arguments.empty() ? "has an empty command" : nullptr;
}

Expected<std::vector<Command>> compdb::parseDatabase(StringRef Text,
                                                     StringRef Name) {
  if (Text.trim().empty())
    return problem(Name + " is empty");
  Expected<json::Value> Parsed = json::parse(Text);
  if (!Parsed)
    return problem(Name +
                   " is not valid JSON: " + toString(Parsed.takeError()));
  const json::Array *Entries = Parsed->getAsArray();
  if (!Entries)
    return problem(Name + " is not a list of compile commands");
  if (Entries->empty())
    return problem(Name + " has no compile commands");
  std::vector<Command> Result;
  for (size_t I = 0; I < Entries->size(); ++I)
    if (const char *Wrong = parseEntry((*Entries)[I], Result.emplace_back()))
      return problem(formatv("{0}: entry {1} {2}", Name, I + 1, Wrong).str());
  return Result;
}

void compdb::writeDatabase(raw_ostream &OS,
                           const std::vector<Command> &Commands) {
  json::OStream J(OS, 2);
  J.array([&] {
    for (const Command &C : Commands)
      J.object([&] {
        J.attribute("directory", C.Directory);
        J.attribute("file", C.File);
        J.attributeArray("arguments", [&] {
          for (const std::string &A : C.Arguments)
            J.value(A);
        });
        if (!C.Output.empty())
          J.attribute("output", C.Output);
      });
  });
  OS << '\n';
}
