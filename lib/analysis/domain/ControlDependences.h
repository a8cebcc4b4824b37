//===- ControlDependences.h - Conditions that were decided ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_CONTROLDEPENDENCES_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_CONTROLDEPENDENCES_H

#include "Component.h"

namespace cuda_capture::analysis {

/// The conditions that decide whether the current instruction runs at all: the
/// outcomes of their branches have not met again.
struct ControlDependenceList : std::vector<ControlDependence>,
                               Component<ControlDependenceList> {
  /// Whether the current instruction stands in a conditional part of its
  /// function, and not only behind early returns.
  bool isConditional() const;

  /// Early returns that were not taken make no difference here.
  bool sameWay(const ControlDependenceList &O) const;
  /// Early returns that were not taken make no difference here, unless they
  /// cast doubt on findings.
  bool sameInput(const ControlDependenceList &O) const;
  /// Drops a condition that only one path has, unless the other path has a
  /// different one in its place: then something was decided, and the condition
  /// casts doubt only if both do.
  bool mergeConditions(const ControlDependenceList &O);
  bool outlives(const CallScope &, const ControlDependenceList &Before) const {
    return *this != Before;
  }
};

/// Conditions that cast doubt on a finding, were decided on the way here, and
/// whose outcomes have met again. They may have chosen the function that a
/// variable holds. States that differ in nothing else merge and forget them.
struct PathConditionList : std::vector<ControlDependence>,
                           Component<PathConditionList> {
  /// Adds \p C, whose outcomes meet, if it casts doubt.
  void decide(const ControlDependence &C);

  bool sameInput(const PathConditionList &O) const { return *this == O; }
  /// Keeps the conditions that were decided on both paths.
  bool mergeConditions(const PathConditionList &O);
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_CONTROLDEPENDENCES_H
