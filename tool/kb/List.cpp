//===- List.cpp - cuda-capture kb list ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verbs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace llvm;

static constexpr std::pair<StringLiteral, ApiClass> Classes[] = {
#define API_CLASS(NAME, TEXT, WORDS) {TEXT, ApiClass::NAME},
#include "../../lib/kb/Vocabulary.def"
};
static constexpr std::pair<StringLiteral, Family> Families[] = {
#define FAMILY(NAME, TEXT, WORDS) {TEXT, Family::NAME},
#include "../../lib/kb/Vocabulary.def"
};
static constexpr StringLiteral Kinds[] = {"rows", "entries", "codes"};

/// Sets \p Value to the value of \p Name, which may be empty. If \p Table does
/// not have \p Name, prints the names that it has, and returns false.
template <typename T, size_t N>
static bool choose(StringRef What, StringRef Name,
                   const std::pair<StringLiteral, T> (&Table)[N],
                   std::optional<T> &Value) {
  if (Name.empty())
    return true;
  std::string Allowed;
  for (const auto &[Text, V] : Table) {
    if (Text == Name)
      Value = V;
    Allowed += (Twine(Allowed.empty() ? "" : ", ") + Text).str();
  }
  if (!Value)
    fail("unknown " + What + " '" + Name + "'; allowed: " + Allowed);
  return Value.has_value();
}

static bool listRows(const KnowledgeBase &KB, std::optional<ApiClass> Class,
                     std::optional<Family> Fam) {
  std::vector<std::pair<StringRef, const ApiRow *>> Found;
  for (const ApiRow &R : KB.rows())
    for (const ApiRow::Name &N : R.Names)
      if ((!Class || R.Class == *Class) && (!Fam || N.Fam == *Fam))
        Found.emplace_back(N.Spelling, &R);
  sort(Found, less_first());
  size_t Width = 0;
  for (const auto &[Name, Row] : Found)
    Width = std::max(Width, Name.size());
  for (const auto &[Name, Row] : Found) {
    outs() << left_justify(Name, Width + 2)
           << left_justify(className(Row->Class), 17);
    outs() << (Row->Error ? utostr(Row->Error) : "-  ") << "  "
           << Row->Confidence << '\n';
  }
  return !Found.empty();
}

static bool listEntries(const KnowledgeBase &KB) {
  std::vector<const ErrorEntry *> Found;
  for (const ErrorEntry &E : KB.entries())
    Found.push_back(&E);
  sort(Found,
       [](const ErrorEntry *A, const ErrorEntry *B) { return A->Id < B->Id; });
  size_t Width = 0;
  for (const ErrorEntry *E : Found)
    Width = std::max(Width, E->Id.size());
  for (const ErrorEntry *E : Found)
    outs() << left_justify(E->Id, Width + 2)
           << left_justify(E->Number ? utostr(E->Number) : "-", 5)
           << (E->SupersededBy.empty() ? E->signature(verbOptions().Lang).str()
                                       : "superseded by " + E->SupersededBy)
           << '\n';
  return !Found.empty();
}

static bool listCodes(const KnowledgeBase &KB) {
  for (const ErrorCode &E : KB.errorCodes())
    outs() << left_justify(utostr(E.Number), 5)
           << left_justify(E.Runtime.empty() ? E.Driver : E.Runtime, 40)
           << E.Message << '\n';
  return !KB.errorCodes().empty();
}

ExitCode listVerb(ArrayRef<std::string> Arguments) {
  StringRef Kind = Arguments.empty() ? StringRef(Kinds[0]) : Arguments[0];
  if (Arguments.size() > 1 || !is_contained(Kinds, Kind))
    return fail("'kb list' lists rows, entries or codes");
  const VerbOptions &O = verbOptions();
  if (Kind != Kinds[0] && (!O.Class.empty() || !O.Family.empty()))
    return fail("--class and --family select rows");
  std::optional<ApiClass> Class;
  std::optional<Family> Fam;
  if (!choose("class", O.Class, Classes, Class) ||
      !choose("family", O.Family, Families, Fam))
    return ExitCouldNotRun;
  Expected<KnowledgePtr> KB = verbKnowledge();
  if (!KB)
    return badKnowledge(KB.takeError());
  bool Any = Kind == Kinds[1]   ? listEntries(**KB)
             : Kind == Kinds[2] ? listCodes(**KB)
                                : listRows(**KB, Class, Fam);
  return Any ? ExitOk : ExitFound;
}
