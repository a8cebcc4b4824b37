//===- Command.cpp - A compile command ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command.h"
#include "../json/Parse.h"
#include "Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
using namespace cuda_capture::compdb;
using namespace llvm;
using nlohmann::json;
using nlohmann::ordered_json;

static Error problem(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

/// Returns the text of a value, or null if the value is not a text.
static const std::string *textOf(const json &V) {
  return V.get_ptr<const std::string *>();
}

/// Parses an entry into \p Result. \returns what is wrong with the entry, or
/// null if nothing is.
static const char *parseEntry(const json &Entry, Command &Result) {
  if (!Entry.is_object())
    return "is not an object";
  auto Text = [&](const char *Key, std::string &Into) {
    auto Value = Entry.find(Key);
    const std::string *Found = Value == Entry.end() ? nullptr : textOf(*Value);
    if (Found)
      Into = *Found;
    return Found != nullptr;
  };
  if (!Text("file", Result.File) || Result.File.empty())
    return "has no text 'file'";
  if (!Text("directory", Result.Directory))
    return "has no text 'directory'";
  Text("output", Result.Output);
  if (auto Arguments = Entry.find("arguments"); Arguments != Entry.end()) {
    if (!Arguments->is_array())
      return "has 'arguments' that are no list";
    for (const json &A : *Arguments) {
      const std::string *Word = textOf(A);
      if (!Word)
        return "has 'arguments' that are not all texts";
      Result.Arguments.push_back(*Word);
    }
  } else {
    std::string Whole;
    if (!Text("command", Whole))
      return "has neither a text 'command' nor a list 'arguments'";
    Result.Arguments = shellWords(Whole);
    Result.HasOpenQuote = hasOpenQuote(Whole);
  }
  return Result.Arguments.empty() ? "has an empty command" : nullptr;
}

/// Puts "./" in front of names of sources that begin with a dash, because
/// options begin with one.
static void nameInFolder(Command &C) {
  const std::string Old = C.File;
  if (StringRef(Old).starts_with("-"))
    C.File = "./" + Old;
  bool IsName = false;
  for (std::string &A : drop_begin(C.Arguments)) {
    if (StringRef(A).starts_with("-") && (IsName || A == Old))
      A = "./" + A;
    IsName |= A == "--";
  }
}

std::string compdb::sourceOf(const Command &C) {
  SmallString<256> File(C.File);
  if (sys::path::is_relative(File)) {
    File = C.Directory;
    sys::path::append(File, C.File);
  }
  sys::fs::make_absolute(File);
  sys::path::remove_dots(File, /*remove_dot_dot=*/true);
  return std::string(File);
}

Expected<std::vector<Command>>
compdb::parseDatabase(StringRef Text, StringRef Name,
                      std::vector<BadCommand> &Bad) {
  if (Text.trim().empty())
    return problem(Name + " is empty");
  JsonError E;
  std::optional<json> Entries = parseJson(Text, E);
  if (!Entries)
    return problem(E.where(Name) + ": " + E.what());
  if (!Entries->is_array())
    return problem(Name + " is not a list of compile commands");
  if (Entries->empty())
    return problem(
        Name + " has no compile commands; configure the build again, and let "
               "its targets have sources");
  std::vector<Command> Result;
  for (size_t I = 0; I < Entries->size(); ++I) {
    Command C;
    const char *Wrong = parseEntry((*Entries)[I], C);
    if (!Wrong) {
      nameInFolder(C);
      Result.push_back(std::move(C));
    } else if (C.File.empty())
      Bad.push_back({Name.str(), formatv("entry {0} {1}", I + 1, Wrong)});
    else
      Bad.push_back(
          {sourceOf(C), formatv("{0}: entry {1} {2}", Name, I + 1, Wrong)});
  }
  return Result;
}

void compdb::writeDatabase(raw_ostream &OS,
                           const std::vector<Command> &Commands) {
  ordered_json All = ordered_json::array();
  for (const Command &C : Commands) {
    ordered_json Entry = {{"directory", C.Directory},
                          {"file", C.File},
                          {"arguments", C.Arguments}};
    if (!C.Output.empty())
      Entry["output"] = C.Output;
    All.push_back(std::move(Entry));
  }
  OS << printJson(All) << '\n';
}
