//===- StateMerge.cpp - What two states have in common --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
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
