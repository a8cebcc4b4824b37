//===- Remedy.cpp - What to do about a finding ----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remedy.h"
#include "CallText.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

using namespace cuda_capture;
using namespace cuda_capture::report;
using namespace cuda_capture::analysis;
using llvm::StringRef;

Situation report::situationOf(const Finding &F) {
  Situation S;
  if (F.Mode)
    S.Mode = unsigned(*F.Mode);
  S.Row = F.Row;
  S.Class = F.Row ? F.Row->Class : ApiClass::Unknown;
  S.Check = ruleName(F.R);
  S.StreamInScope = !F.StreamNames.empty();
  S.ThroughHandle = F.Row && F.Row->paramIndex(Role::Library) &&
                    !F.Row->paramIndex(Role::Stream);
  S.BesideBegin = !F.Begin.empty() && !F.contract() &&
                  F.Begin.back().In == F.Path.back().In;
  return S;
}

/// Returns the advice for findings of this rule and kind.
static llvm::ArrayRef<Advice> ownAdvice(const Finding &F,
                                        const KnowledgeBase &KB) {
  StringRef Kind = kindName(F.Kind);
  return Kind.empty() ? llvm::ArrayRef<Advice>()
                      : KB.remedies((ruleName(F.R) + "/" + Kind).str());
}

static const ErrorEntry *entryOf(const Finding &F, const KnowledgeBase &KB) {
  for (const Advice &A : ownAdvice(F, KB))
    if (!A.Entry.empty())
      if (const ErrorEntry *E = KB.entry(A.Entry))
        return E;
  // The entry of a call that uses the legacy stream is about that stream. Here,
  // the call waits for the stream of its thread.
  const bool WaitsForThreads =
      F.R == Rule::Synchronization && F.Row->Class == ApiClass::LegacyImplicit;
  if (F.R != Rule::UseAfterDestroy && kindName(F.Kind).empty() &&
      !WaitsForThreads && !F.Row->Entry.empty())
    if (const ErrorEntry *E = KB.entry(F.Row->Entry))
      return E;
  return KB.entry(F.Error);
}

/// Turns the text of an entry, which is a sentence, into a clause for a remedy.
static std::string clause(StringRef Text) {
  if (!Text.consume_back("."))
    Text.consume_back("。");
  std::string Result = Text.str();
  if (Result.size() > 1 && llvm::isLower(Result[1]))
    Result[0] = llvm::toLower(Result[0]);
  return Result;
}

Choice report::choose(const Finding &F, const KnowledgeBase &KB, Language L) {
  Choice Best;
  Best.Entry = entryOf(F, KB);
  const Situation S = situationOf(F);
  // A smaller rank is better. It consists of the origin, the negated success
  // rate, and the negated number of conditions.
  using Rank = std::tuple<unsigned, double, int>;
  std::optional<Rank> BestRank;
  auto Offer = [&](unsigned Origin, const Advice &A) {
    if (!A.Shown || !A.When.holds(S) || A.text(L).empty())
      return;
    Rank R(Origin, -A.SuccessRate, -int(A.When.size()));
    if (BestRank && *BestRank <= R)
      return;
    BestRank = R;
    Best.Text = clause(A.text(L));
  };
  for (const Advice &A : ownAdvice(F, KB))
    Offer(0, A);
  if (Best.Text.empty() && F.R != Rule::UseAfterDestroy && F.Row) {
    Advice Row;
    Row.En = F.Row->RemedyEn;
    Row.Zh = F.Row->RemedyZh;
    Offer(2, Row);
  }
  if (Best.Entry && (!BestRank || std::get<0>(*BestRank) > 0))
    for (const Advice &A : Best.Entry->Remedies)
      Offer(A.When.Apis.empty() ? 3 : 1, A);
  if (F.Row && !F.Row->OfLibrary)
    Best.Text = inWordsOf(F.Fam, Best.Text, KB);
  if (Best.Text.empty())
    Best.Text = "see the page of this check";
  return Best;
}
