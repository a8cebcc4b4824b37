//===- Import.cpp - Error entries from elsewhere --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled with exceptions because the JSON library throws.
///
//===----------------------------------------------------------------------===//

#include "Import.h"
#include "../Counted.h"
#include "ReaderImpl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"

using namespace llvm;

namespace cuda_capture {

using namespace kb;
using nlohmann::ordered_json;

namespace {

/// Compares one entry with the knowledge base.
class Examiner {
public:
  Examiner(json &Entry, const KnowledgeBase &KB) : Entry(Entry), KB(KB) {}

  ImportedEntry run() {
    completeAdvice();
    message();
    texts("", Entry);
    unproven();
    for (const Correction &F : Result.Flags)
      hide(F.Field);
    record();
    Result.Id = text("id").str();
    return Result;
  }

private:
  StringRef text(StringRef Key) const {
    auto It = Entry.find(Key.str());
    return It != Entry.end() && It->is_string() ? textOf(*It) : StringRef();
  }

  void flag(const std::string &Field, const Twine &Was, const Twine &Now,
            const Twine &Evidence) {
    Correction C{Field, Was.str(), Now.str(), Evidence.str()};
    if (none_of(Result.Flags, [&](const Correction &F) {
          return F.Field == C.Field && F.Now == C.Now;
        }))
      Result.Flags.push_back(std::move(C));
  }

  //===--- Advice ---------------------------------------------------------===//

  /// Advice that does not say what to do cannot be shown.
  void completeAdvice() {
    for (const char *Key : {"workarounds", "dead_ends"}) {
      auto It = Entry.find(Key);
      if (It == Entry.end() || !It->is_array())
        continue;
      size_t Index = 0;
      for (json &A : *It) {
        auto Has = [&](const char *Name) {
          return A.contains(Name) && A[Name].is_string() &&
                 !textOf(A[Name]).empty();
        };
        bool Complete = StringRef(Key) == "dead_ends"
                            ? Has("action") && Has("why_fails")
                            : Has("action") || Has("how");
        if (A.is_object() && !Complete && !A.contains("shown")) {
          A["shown"] = false;
          Result.Notes.push_back(
              formatv("/{0}/{1} does not say what is done: not shown", Key,
                      Index)
                  .str());
        }
        ++Index;
      }
    }
  }

  /// Marks the advice that \p Field is part of.
  void hide(StringRef Field) {
    SmallVector<StringRef, 4> Parts; // "", list, index, field.
    Field.split(Parts, '/');
    size_t Index = 0;
    if (Parts.size() < 3 || Parts[2].getAsInteger(10, Index))
      return;
    // A translation belongs to the list that it translates.
    Parts[1].consume_back("_zh");
    auto List = Entry.find(Parts[1].str());
    if ((Parts[1] == "workarounds" || Parts[1] == "dead_ends") &&
        List != Entry.end() && List->is_array() && Index < List->size() &&
        (*List)[Index].is_object())
      (*List)[Index]["shown"] = false;
  }

  //===--- Names, numbers and messages ------------------------------------===//

  static std::string describe(const ErrorCode &E) {
    std::string Text =
        formatv("{0}, {1}", E.Number, E.Runtime.empty() ? E.Driver : E.Runtime);
    if (!E.Message.empty())
      Text += ", prints \"" + E.Message + "\"";
    return Text;
  }

  /// The message that the entry is about belongs to one number.
  void message() {
    const ErrorCode *Owner = nullptr;
    for (const ErrorCode &E : KB.errorCodes())
      for (StringRef Key : {"signature", "regex"})
        // Short messages are parts of others.
        if (E.Message.size() >= 12 && text(Key).contains(E.Message) &&
            (!Owner || Owner->Message.size() < E.Message.size()))
          Owner = &E;
    if (!Owner)
      return;
    StringRef Code = text("error_code");
    const ErrorCode *Named = KB.errorCode(
        Code.take_while([](char C) { return isAlnum(C) || C == '_'; }));
    if (Named && Named != Owner)
      flag("/error_code", Code,
           "the message is that of " + describe(*Owner) + "; " +
               describe(*Named),
           "the codes of CUDA 13.0");
    auto Number = Entry.find("number");
    if (Number == Entry.end())
      Entry["number"] = Owner->Number;
    else if (Number->is_number_integer() && *Number != Owner->Number)
      flag("/number", Number->dump(), describe(*Owner),
           "the codes of CUDA 13.0");
  }

  /// Checks all texts of \p V, which is at the pointer \p At.
  void texts(const std::string &At, const json &V) {
    if (V.is_string())
      return claims(At, textOf(V));
    if (!V.is_structured() || StringRef(At).starts_with("/corrections"))
      return;
    for (const auto &[Key, Value] : V.items())
      texts(At + "/" + Key, Value);
  }

  void claims(const std::string &At, StringRef Text) {
    static const Regex Name("(cudaError[A-Z][A-Za-z0-9]*|hipError[A-Z][A-Za-z0-"
                            "9]*|CUDA_ERROR_[A-Z0-9_]+)( ?[(=:] ?([0-9]+))?");
    SmallVector<StringRef, 4> Parts;
    for (StringRef Rest = Text; Name.match(Rest, &Parts);
         Rest = Rest.substr(Parts[0].end() - Rest.begin())) {
      const ErrorCode *E = KB.errorCode(Parts[1]);
      unsigned Number = 0;
      bool HasNumber = !Parts[3].empty() && !Parts[3].getAsInteger(10, Number);
      if (!E) {
        std::string Now = ("no error is called " + Parts[1]).str();
        if (const ErrorCode *Other = HasNumber ? KB.errorCode(Number) : nullptr)
          Now += "; " + describe(*Other);
        flag(At, Parts[0], Now, "the codes of CUDA 13.0");
      } else if (HasNumber && E->Number != Number) {
        flag(At, Parts[0], describe(*E), "the codes of CUDA 13.0");
      }
    }
    for (const WrongClaim &W : KB.claims())
      if (Regex(W.Regex, Regex::IgnoreCase).match(Text, &Parts))
        flag(At, Parts[0], W.Fact, W.Evidence);
  }

  //===--- What has no proof ----------------------------------------------===//

  void unproven() {
    StringRef First = text("first_seen");
    for (StringRef Key : {"last_confirmed", "last_updated"})
      if (!First.empty() && !text(Key).empty() && First > text(Key))
        Result.Notes.push_back(formatv("/first_seen {0} is later than /{1} {2}",
                                       First, Key, text(Key))
                                   .str());
    for (const ErrorEntry &E : KB.entries())
      if (E.Id != text("id") && E.SupersededBy.empty() && !E.Regex.empty() &&
          Regex(E.Regex).match(text("signature")))
        Result.Notes.push_back(
            "the message is that of the entry " + E.Id +
            ", too: \"superseded_by\" says which one counts");
    auto Rated = [](const json &V) {
      for (const char *Rate : {"success_rate", "fail_rate"})
        if (V.is_object() && V.contains(Rate) && V[Rate].is_number() &&
            (!V.contains("sources") || V["sources"].empty()))
          return true;
      return false;
    };
    unsigned Rates = 0;
    for (const char *Key : {"workarounds", "dead_ends"})
      if (Entry.contains(Key) && Entry[Key].is_array())
        Rates += count_if(Entry[Key], Rated);
    if (Rates)
      Result.Notes.push_back(
          formatv("{0} without a source: whether {1} measured is not known",
                  counted(Rates, "rate"),
                  pluralIf(Rates, "it was", "they were"))
              .str());
    auto Zh = Entry.find("workarounds_zh");
    if (Zh == Entry.end() || !Zh->is_array() || !Entry.contains("workarounds"))
      return;
    for (size_t I = 0; I < std::min(Zh->size(), Entry["workarounds"].size());
         ++I)
      if ((*Zh)[I].is_string() &&
          none_of(textOf((*Zh)[I]), [](char C) { return C & 0x80; }))
        return Result.Notes.push_back("/workarounds_zh is not Chinese");
  }

  void record() {
    for (const Correction &F : Result.Flags)
      Entry["corrections"].push_back({{"field", F.Field},
                                      {"was", F.Was},
                                      {"now", F.Now},
                                      {"evidence", F.Evidence}});
  }

  json &Entry;
  const KnowledgeBase &KB;
  ImportedEntry Result;
};

} // namespace

/// Returns the text of the entry, with its keys in the order in which a person
/// reads them.
static std::string write(const json &Entry) {
  static constexpr StringLiteral First[] = {
      "id",           "number",          "signature",
      "signature_zh", "regex",           "domain",
      "category",     "subcategory",     "error_code",
      "root_cause",   "root_cause_type", "root_cause_zh",
      "versions",     "os_specific",     "dead_ends",
      "workarounds",  "workarounds_zh"};
  static constexpr StringLiteral Last = "corrections";
  ordered_json Out = ordered_json::object();
  // The insertion of ordered_json compares a key with all existing ones, which
  // is not necessary because these keys are distinct.
  auto &Members = Out.get_ref<ordered_json::object_t &>();
  for (StringRef Key : First)
    if (auto It = Entry.find(Key.str()); It != Entry.end())
      Members.emplace_back(It.key(), *It);
  for (const auto &[Key, Value] : Entry.items())
    if (!is_contained(First, Key) && Key != Last)
      Members.emplace_back(Key, Value);
  if (auto It = Entry.find(Last.str()); It != Entry.end())
    Members.emplace_back(It.key(), *It);
  return Out.dump(2) + "\n";
}

bool isEntryId(StringRef Id) {
  return Regex("^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)+$").match(Id);
}

static Expected<std::vector<ImportedEntry>>
importUnguarded(StringRef Text, StringRef File, const KnowledgeBase &KB) {
  Problems P;
  std::optional<json> V = parse(Text, File, P);
  if (!V)
    return P.take();
  std::vector<json *> Entries;
  if (V->is_array())
    for (json &E : *V)
      Entries.push_back(&E);
  else
    Entries.push_back(&*V);
  std::vector<ImportedEntry> Result;
  for (json *E : Entries) {
    if (!E->is_object()) {
      Context{P, File}.wrongType(Place(), *E, "object");
      continue;
    }
    ImportedEntry I = Examiner(*E, KB).run();
    I.Text = write(*E);
    if (Error Bad = KnowledgeBaseReader::checkEntry(I.Text, File)) {
      P.add(File, "cannot be taken in:\n" + toString(std::move(Bad)));
      continue;
    }
    if (!isEntryId(I.Id)) {
      P.add(File, inQuotes(I.Id) + " is not an id such as domain/name");
      continue;
    }
    Result.push_back(std::move(I));
  }
  if (P.empty() && Result.empty())
    P.add(File, "no entry");
  if (!P.empty())
    return P.take();
  return Result;
}

Expected<std::vector<ImportedEntry>> importText(StringRef Text, StringRef File,
                                                const KnowledgeBase &KB) {
  std::string What;
  try {
    return importUnguarded(Text, File, KB);
  } catch (const std::exception &E) {
    What = E.what();
  }
  return createStringError(inconvertibleErrorCode(), File + ": " + What);
}

Expected<std::vector<ImportedEntry>> importEntries(StringRef File,
                                                   const KnowledgeBase &KB) {
  Problems P;
  std::unique_ptr<MemoryBuffer> Buffer = readKnowledgeFile(File, P);
  if (!Buffer)
    return P.take();
  return importText(Buffer->getBuffer(), File, KB);
}

} // namespace cuda_capture
