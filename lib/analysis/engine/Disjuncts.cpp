//===- Disjuncts.cpp - The paths that are kept apart ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The states at a point of the program. Two states that differ in nothing but
/// the conditions decided on the way become one, which keeps what both know.
/// They stay two if a condition tells a third path from each of them, but not
/// from what they have in common. In the example
///
///   if (a || b) begin; ... if (a || b) end;
///
/// two paths run the conditional code without having a condition in common.
///
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "RootRun.h"
#include "Transfer.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether some path in \p All can be told from each of \p A and \p B, but not
/// from what both of them know.
template <typename Range>
static bool losesDistinction(const Universe &U, const Range &All,
                             const State &A, const State &B) {
  if (A.Facts == B.Facts)
    return false;
  FactMap Common = A.Facts;
  Common.keepCommon(B.Facts);
  if (Common == A.Facts || Common == B.Facts)
    return false;
  return llvm::any_of(All, [&](const auto &D) {
    const State &O = D.S;
    return &O != &A && &O != &B && A.Facts.contradicts(O.Facts) &&
           B.Facts.contradicts(O.Facts) && !Common.contradicts(O.Facts) &&
           !O.sameCore(U, A);
  });
}

/// Whether the rules cannot tell the states apart.
static bool sameProtocol(const State &A, const State &B) {
  return A.sameProtocol(B);
}

/// Whether the same captures run, in the same mode of the thread. What is known
/// of handles may differ.
static bool sameCaptures(const State &A, const State &B) {
  return A.Captures.areSameRuns(B.Captures) &&
         A.ThreadMode.sameProtocol(B.ThreadMode);
}

/// Merges \p S into \p D, which has the same core. \returns true if \p D
/// changed.
bool Engine::merge(Disjunct &D, const State &S) {
  bool Changed = Semantics.merge(D.S, S, /*Join=*/false);
  Changed |= D.S.mergeConditions(S);
  D.Todo |= Changed;
  return Changed;
}

/// Merges the states that waited for all paths to arrive.
void Engine::compact(Disjuncts &In) {
  for (unsigned I = 0; I < In.size(); ++I)
    for (unsigned J = I + 1; J < In.size();) {
      if ((!In[I].Todo && !In[J].Todo) || !In[I].S.sameWay(In[J].S) ||
          !In[I].S.sameCore(U, In[J].S) ||
          losesDistinction(U, In, In[I].S, In[J].S)) {
        ++J;
        continue;
      }
      merge(In[I], In[J].S);
      In.erase(In.begin() + J);
    }
}

bool Engine::addState(Disjuncts &Into, State &&S, Context Ctx,
                      const void *Where) {
  return addState(Into, std::move(S), Ctx, Where, Run.Steps.closest());
}

/// Joins \p By, one of the states of \p Into, with \p S. \returns true if \p By
/// changed.
bool Engine::absorb(const Disjuncts &Into, Disjunct &By, const State &S,
                    Context Ctx, const void *Where) {
  const FactMap Before = By.S.Facts;
  const bool AreAlike = By.S.sameProtocol(S);
  bool Changed = By.S.join(U, Ctx, Where, S);
  // A stream that the joined state knows may be any of those that take part.
  if (!AreAlike)
    Changed |= By.S.Captures.loseDependencies();
  for (const Disjunct &D : Into)
    if (&D != &By && !D.S.sameProtocol(By.S) &&
        (Before.contradicts(D.S.Facts) || S.Facts.contradicts(D.S.Facts)) &&
        !By.S.Facts.contradicts(D.S.Facts))
      Changed |= By.S.loseWhatDiffers(D.S);
  Changed |= Semantics.merge(By.S, S, /*Join=*/true);
  By.Todo |= Changed;
  return Changed;
}

/// Joins two states of \p Into that are alike. The last state is like no other.
/// \returns whether there were two.
bool Engine::joinAlike(Disjuncts &Into, Context Ctx, const void *Where,
                       bool (*AreAlike)(const State &, const State &)) {
  for (unsigned I = 0; I + 1 < Into.size(); ++I)
    for (unsigned J = I + 1; J + 1 < Into.size(); ++J) {
      if (!AreAlike(Into[I].S, Into[J].S))
        continue;
      const Disjunct Other = std::move(Into[J]);
      Into.erase(Into.begin() + J);
      absorb(Into, Into[I], Other.S, Ctx, Where);
      Into[I].Todo |= Other.Todo;
      return true;
    }
  return false;
}

bool Engine::addState(Disjuncts &Into, State &&S, Context Ctx,
                      const void *Where, StateLimits Limits) {
  bool Changed = false;
  for (Disjunct &D : Into) {
    if (D.S.doubtWhatEndedIn(S))
      Changed = D.Todo = true;
    S.doubtWhatEndedIn(D.S);
  }
  bool IsCompact = false;
  while (true) {
    unsigned Alike = 0;
    Disjunct *Closest = Into.empty() ? nullptr : &Into.front();
    for (Disjunct &D : Into) {
      if (!D.S.sameProtocol(S))
        continue;
      if (D.S.sameVariables(U, S) && D.S.sameWay(S)) {
        // It may be possible to tell paths that are still to arrive from both
        // states.
        const bool Waits =
            D.Todo && !IsCompact && D.S.Facts.contradicts(S.Facts);
        if (!Waits && !losesDistinction(U, Into, D.S, S))
          return merge(D, S) || Changed;
      }
      ++Alike;
      Closest = &D;
    }
    if (Alike < Limits.Alike && Into.size() < Limits.States) {
      Into.emplace_back(std::move(S));
      return true;
    }
    if (!std::exchange(IsCompact, true)) {
      compact(Into);
      continue;
    }
    // There are too many states, so two of them are joined. At best they differ
    // in variables only; otherwise in what is known of handles, while the same
    // captures run.
    const StateLimits Usual = Run.Steps.usual();
    const bool IsUsual = Alike >= Usual.Alike || Into.size() >= Usual.States;
    bool LosesCapture = false;
    if (!Alike) {
      auto Same = llvm::find_if(
          Into, [&](const Disjunct &D) { return sameCaptures(D.S, S); });
      const unsigned Found = Same - Into.begin();
      const bool IsOther = Same == Into.end();
      // A joined state may lose what told it from the new one.
      Into.emplace_back(std::move(S));
      if (joinAlike(Into, Ctx, Where, sameProtocol)) {
        if (!IsUsual)
          Run.Steps.noteAbridged();
        return true;
      }
      if (IsOther && joinAlike(Into, Ctx, Where, sameCaptures)) {
        Run.Steps.noteAbridged();
        return true;
      }
      S = std::move(Into.back().S);
      Into.pop_back();
      Closest = &Into[IsOther ? 0 : Found];
      LosesCapture = IsOther;
    }
    if (LosesCapture) {
      if (!IsUsual)
        Run.Steps.noteShort();
      Semantics.joining(Where, S, Closest->S);
    } else if (!IsUsual || !Alike) {
      Run.Steps.noteAbridged();
    }
    Changed |= absorb(Into, *Closest, S, Ctx, Where);
    return Changed;
  }
}
