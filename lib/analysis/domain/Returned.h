//===- Returned.h - The value that a function returns -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_RETURNED_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_RETURNED_H

#include "Component.h"

namespace cuda_capture::analysis {

/// The parts of an object: the locations on the way to each, and its value.
using Parts = std::vector<std::pair<std::vector<LocationId>, Value>>;

/// The return value of the function that just ended.
struct ReturnedObject : Component<ReturnedObject> {
  Value Whole;
  /// The parts, if it is an object.
  Parts Members;

  bool sameVariables(const Universe &, const ReturnedObject &O) const {
    return Whole == O.Whole && Members == O.Members;
  }
  bool join(JoinContext &, const ReturnedObject &O) {
    bool Changed = false;
    if (Whole != O.Whole && Whole.K != Value::Unknown) {
      Whole = Value::unknown();
      Changed = true;
    }
    if (Members != O.Members && !Members.empty()) {
      Members.clear();
      Changed = true;
    }
    return Changed;
  }
  void hold(Universe &U) const {
    U.markLeaves(Whole);
    for (const auto &[Steps, V] : Members)
      U.markLeaves(V);
  }
  /// Whether the call returns something that it has made, other than a single
  /// new symbol, for which another call can get a symbol of its own.
  bool outlives(const CallScope &Call, const ReturnedObject &) const {
    for (const auto &[Steps, V] : Members)
      if (Call.Made(V))
        return true;
    return Call.Made(Whole) &&
           !(Whole.isSymbol() &&
             Call.U.symbol(Whole.Data).K == SymbolInfo::Conjured);
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_RETURNED_H
