//===- Disjuncts.cpp - Which paths are kept apart -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The states at a point of the program. Two that differ in nothing but the
/// conditions decided on the way become one, which keeps what both know. If a
/// third path is told from each of them by a condition, but not from what they
/// have in common, they stay two: in
///
///   if (a || b) begin; ... if (a || b) end;
///
/// two paths capture, and what they have in common is nothing.
///
//===----------------------------------------------------------------------===//

#include "CaptureObserver.h"
#include "CoverageLog.h"
#include "Engine.h"
#include "RootRun.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool analysis::keepCommon(FactMap &A, const FactMap &B) {
  if (A.isSameAs(B))
    return false;
  bool Changed = A.eraseIf([&](const auto &Entry) {
    auto Other = B.find(Entry.first);
    return Other == B.end() || Entry.second.common(Other->second) == Fact();
  });
  const Fact *Other = nullptr; // Of the entry that was asked about last.
  A.updateIf(
      [&](const auto &Entry) {
        Other = &B.find(Entry.first)->second;
        return !(Entry.second.common(*Other) == Entry.second);
      },
      [&](Fact &Mine) {
        Mine = Mine.common(*Other);
        Changed = true;
      });
  return Changed;
}
bool analysis::contradict(const FactMap &A, const FactMap &B) {
  if (A.isSameAs(B))
    return false;
  // Both are sorted.
  auto Theirs = B.begin();
  for (const auto &[Symbol, Mine] : A) {
    while (Theirs != B.end() && Theirs->first < Symbol)
      ++Theirs;
    if (Theirs == B.end())
      return false;
    if (Theirs->first == Symbol && Mine.contradicts(Theirs->second))
      return true;
  }
  return false;
}
bool State::sameWay(const State &O) const {
  auto Decides = [](const ControlDependence &C) { return !C.EarlyReturn; };
  auto Mine = llvm::make_filter_range(ControlDependences, Decides);
  auto Theirs = llvm::make_filter_range(O.ControlDependences, Decides);
  return std::equal(Mine.begin(), Mine.end(), Theirs.begin(), Theirs.end());
}
/// Of conditions that only one of them has, those stay that the other has
/// another one for: something decided, and casts doubt if both do.
bool State::mergeControls(const State &O) {
  bool Changed = false;
  const std::vector<ControlDependence> Before = ControlDependences;
  llvm::erase_if(ControlDependences, [&](ControlDependence &C) {
    auto Same = llvm::find(O.ControlDependences, C);
    if (Same != O.ControlDependences.end()) {
      if (C.Encloses && C.Encloses != Same->Encloses) {
        C.Encloses.reset();
        Changed = true;
      }
      return false;
    }
    bool Other = false, FromUnknownCall = false, Configuration = false,
         Encloses = true;
    for (const ControlDependence &D : O.ControlDependences)
      if (D.Ctx == C.Ctx && D.Until == C.Until &&
          !llvm::is_contained(Before, D)) {
        Other = true;
        Encloses &= D.Encloses == C.Encloses;
        FromUnknownCall |= D.FromUnknownCall;
        Configuration |= D.Configuration;
      }
    Changed |= !Other || C.FromUnknownCall > FromUnknownCall ||
               C.Configuration > Configuration;
    if (Other)
      Changed |= !std::exchange(C.OneOfSeveral, true);
    C.FromUnknownCall &= FromUnknownCall;
    C.Configuration &= Configuration;
    if (C.Encloses && !Encloses) {
      C.Encloses.reset();
      Changed = true;
    }
    return !Other;
  });
  return Changed;
}
/// Whether what \p A and \p B both know does not tell a path from them that
/// each of them is told from.
template <typename Range>
static bool losesDistinction(const Universe &U, const Range &All,
                             const State &A, const State &B) {
  if (A.Facts == B.Facts)
    return false;
  FactMap Common = A.Facts;
  keepCommon(Common, B.Facts);
  if (Common == A.Facts || Common == B.Facts)
    return false;
  return llvm::any_of(All, [&](const auto &D) {
    const State &O = D.S;
    return &O != &A && &O != &B && contradict(A.Facts, O.Facts) &&
           contradict(B.Facts, O.Facts) && !contradict(Common, O.Facts) &&
           !O.sameCore(U, A);
  });
}
bool State::loseWhatDiffers(const State &O) {
  bool Changed = false;
  for (Capture &C : Captures) {
    const Capture *Other = O.capture(C.Begin);
    if (C.running() && !C.IsCallers && !(Other && Other->running())) {
      C.S = Capture::Lost;
      Changed = true;
    } else if (Other && Other->Participants != C.Participants) {
      Changed |= std::exchange(C.DependenciesKnown, false);
    }
  }
  Changed |= changeComponents(O, [](auto &Mine, const auto &Theirs) {
    return Mine.loseWhatDiffers(Theirs);
  });
  if (ThreadMode != O.ThreadMode && ThreadMode.K != Value::Unknown) {
    ThreadMode = Value::unknown();
    Exchanged.reset();
    Changed = true;
  }
  return Changed;
}
/// Makes one state of two with the same core. \returns true if \p D changed.
bool Engine::merge(Disjunct &D, const State &S) {
  const bool Failed = D.S.SurelyFailed;
  bool Changed = D.S.mergeConditions(S);
  // A path on which a call failed adds no graphs to those of one without.
  if (Failed != S.SurelyFailed) {
    if (Failed)
      D.S.Recorded = S.Recorded;
  } else if (Opts.Observer && Opts.Observer->merge(D.S, S, /*Join=*/false)) {
    Changed = true;
  }
  D.Todo |= Changed;
  return Changed;
}

/// Merges what waited for all paths to arrive.
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
  bool Changed = false;
  for (Disjunct &D : Into) {
    if (D.S.doubtCapturesEndedIn(S))
      Changed = D.Todo = true;
    S.doubtCapturesEndedIn(D.S);
  }
  bool IsCompact = false;
  while (true) {
    unsigned Alike = 0;
    Disjunct *Closest = Into.empty() ? nullptr : &Into.front();
    for (Disjunct &D : Into) {
      if (!D.S.sameProtocol(S))
        continue;
      if (D.S.sameVariables(U, S) && D.S.sameWay(S)) {
        // Paths that are still to arrive may be told from both.
        const bool Waits =
            D.Todo && !IsCompact && contradict(D.S.Facts, S.Facts);
        if (!Waits && !losesDistinction(U, Into, D.S, S))
          return merge(D, S) || Changed;
      }
      ++Alike;
      Closest = &D;
    }
    if (Alike < Run.Limits.Alike && Into.size() < Run.Limits.Disjuncts) {
      Into.emplace_back(std::move(S));
      return true;
    }
    if (!std::exchange(IsCompact, true)) {
      compact(Into);
      continue;
    }
    // Too many: one of them absorbs the new one.
    if (!Alike && (S.anyRunning() || Closest->S.anyRunning()))
      Gaps.noteJoined(Where);
    const FactMap Before = Closest->S.Facts;
    if (Closest->S.join(U, Ctx, Where, S))
      Changed = Closest->Todo = true;
    for (const Disjunct &D : Into)
      if (&D != Closest && !D.S.sameProtocol(Closest->S) &&
          (contradict(Before, D.S.Facts) || contradict(S.Facts, D.S.Facts)) &&
          !contradict(Closest->S.Facts, D.S.Facts) &&
          Closest->S.loseWhatDiffers(D.S))
        Changed = Closest->Todo = true;
    if (Opts.Observer && Opts.Observer->merge(Closest->S, S, /*Join=*/true))
      Changed = Closest->Todo = true;
    return Changed;
  }
}
