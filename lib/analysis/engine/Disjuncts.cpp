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

/// Joins two states that differ in variables only, to make room for one that
/// the rules can tell from all others. \returns whether there were two.
bool Engine::joinAlike(Disjuncts &Into, Context Ctx, const void *Where) {
  for (unsigned I = 0; I < Into.size(); ++I)
    for (unsigned J = I + 1; J < Into.size(); ++J) {
      if (!Into[I].S.sameProtocol(Into[J].S))
        continue;
      const bool Joined = Into[I].S.join(U, Ctx, Where, Into[J].S);
      const bool Merged = Semantics.merge(Into[I].S, Into[J].S, /*Join=*/true);
      Into[I].Todo |= Joined || Merged || Into[J].Todo;
      Into.erase(Into.begin() + J);
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
    // There are too many states, so one of them absorbs the new one.
    if (const StateLimits Usual = Run.Steps.usual();
        Alike < Usual.Alike && Into.size() < Usual.States)
      Run.Steps.noteShort();
    if (!Alike && joinAlike(Into, Ctx, Where)) {
      Into.emplace_back(std::move(S));
      return true;
    }
    if (!Alike)
      Semantics.joining(Where, S, Closest->S);
    const FactMap Before = Closest->S.Facts;
    if (Closest->S.join(U, Ctx, Where, S))
      Changed = Closest->Todo = true;
    for (const Disjunct &D : Into)
      if (&D != Closest && !D.S.sameProtocol(Closest->S) &&
          (Before.contradicts(D.S.Facts) || S.Facts.contradicts(D.S.Facts)) &&
          !Closest->S.Facts.contradicts(D.S.Facts) &&
          Closest->S.loseWhatDiffers(D.S))
        Changed = Closest->Todo = true;
    if (Semantics.merge(Closest->S, S, /*Join=*/true))
      Changed = Closest->Todo = true;
    return Changed;
  }
}
