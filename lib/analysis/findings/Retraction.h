//===- Retraction.h - Decides which findings are taken back -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_RETRACTION_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_RETRACTION_H

#include "../AnalysisParts.h"
#include "RawFinding.h"

namespace cuda_capture::analysis {

/// Decides whether something on another path takes a finding back.
class Retraction : AnalysisParts {
public:
  explicit Retraction(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Whether something on another path takes the finding back.
  bool isTakenBack(const RawFinding &Raw);
  /// Whether a statement that is missing on another path might take the finding
  /// back.
  bool mayBeTakenBack(const RawFinding &Raw) const;

private:
  /// Whether a loop that does not contain the finding may run a call before it,
  /// after which the streams that take part in the capture are no longer known.
  bool isLostInLoop(const RawFinding &F);
  /// Whether \p At follows \p Loop without passing \p Begin, and \p Loop is in
  /// a loop that \p At is not in.
  bool isLoopBefore(const Site &Loop, const Site &At, const Site &Begin);
  /// Whether every round of the loop that \p At runs in runs \p At.
  bool isInEveryRound(Site At);
  /// Whether the program is known to launch the graph once, or to change it
  /// before.
  bool isGraphRenewed(const RawFinding &F) const;
  bool isLaunchedOnce(const RawFinding &F) const;
  bool mayWaitForRecord(const RawFinding &F) const;
  /// Whether a function that the root does not run, and that begins no capture
  /// itself, calls the function that makes the decision \p C for what that one
  /// does in its first call.
  bool isPrimedElsewhere(const ControlDependence &C) const;
  bool hasInterproceduralUse(const RawFinding &F) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_RETRACTION_H
