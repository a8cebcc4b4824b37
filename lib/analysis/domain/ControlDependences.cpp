//===- ControlDependences.cpp - Conditions that were decided --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlDependences.h"

using namespace cuda_capture::analysis;

bool ControlDependenceList::isConditional() const {
  return llvm::any_of(
      *this, [](const ControlDependence &C) { return !C.EarlyReturn; });
}

/// Whether two lists have the same conditions that \p Matters holds for.
template <typename Predicate>
static bool areSame(const ControlDependenceList &A,
                    const ControlDependenceList &B, Predicate Matters) {
  auto Mine = llvm::make_filter_range(A, Matters);
  auto Theirs = llvm::make_filter_range(B, Matters);
  return std::equal(Mine.begin(), Mine.end(), Theirs.begin(), Theirs.end());
}

bool ControlDependenceList::sameWay(const ControlDependenceList &O) const {
  return areSame(*this, O,
                 [](const ControlDependence &C) { return !C.EarlyReturn; });
}

bool ControlDependenceList::sameInput(const ControlDependenceList &O) const {
  return areSame(*this, O, [](const ControlDependence &C) {
    return C.FromUnknownCall || C.Configuration || C.AsksRecord ||
           C.Makes > FirstUse::OfVariable || !C.EarlyReturn;
  });
}

bool ControlDependenceList::mergeConditions(const ControlDependenceList &O) {
  bool Changed = false;
  const std::vector<ControlDependence> Before = *this;
  llvm::erase_if(*this, [&](ControlDependence &C) {
    auto Same = llvm::find(O, C);
    if (Same != O.end()) {
      if (C.Encloses && C.Encloses != Same->Encloses) {
        C.Encloses.reset();
        Changed = true;
      }
      if (C.Makes > Same->Makes) {
        C.Makes = Same->Makes;
        Changed = true;
      }
      if (C.Condition != Same->Condition && C.Condition != Value::unknown()) {
        C.Condition = Value::unknown();
        Changed |= C.FromUnknownCall;
      }
      return false;
    }
    bool Other = false, FromUnknownCall = false, Configuration = false,
         Encloses = true, AsksRecord = C.AsksRecord;
    FirstUse Makes = C.Makes;
    for (const ControlDependence &D : O)
      if (D.Ctx == C.Ctx && D.Until == C.Until &&
          !llvm::is_contained(Before, D)) {
        Other = true;
        Encloses &= D.Encloses == C.Encloses;
        FromUnknownCall |= D.FromUnknownCall;
        Configuration |= D.Configuration;
        AsksRecord &= D.AsksRecord;
        Makes = std::min(Makes, D.Makes);
      }
    Changed |= !Other || C.FromUnknownCall > FromUnknownCall ||
               C.Configuration > Configuration || C.AsksRecord > AsksRecord ||
               C.Makes > Makes;
    if (Other)
      Changed |= !std::exchange(C.OneOfSeveral, true);
    C.FromUnknownCall &= FromUnknownCall;
    C.Configuration &= Configuration;
    C.AsksRecord = AsksRecord;
    C.Makes = Makes;
    if (C.Encloses && !Encloses) {
      C.Encloses.reset();
      Changed = true;
    }
    return !Other;
  });
  return Changed;
}

void PathConditionList::decide(const ControlDependence &C) {
  bool Known = llvm::any_of(*this, [&](const ControlDependence &D) {
    return D.Branch == C.Branch && D.Taken == C.Taken;
  });
  if ((C.FromUnknownCall || C.Configuration) && !Known)
    push_back(C);
}

bool PathConditionList::mergeConditions(const PathConditionList &O) {
  const size_t Before = size();
  llvm::erase_if(*this, [&](const ControlDependence &C) {
    return !llvm::is_contained(O, C);
  });
  return size() != Before;
}
