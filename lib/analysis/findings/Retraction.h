//===- Retraction.h - What takes findings back ------------------*- C++ -*-===//
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
  /// Whether a statement that is missing on another path might do so.
  bool mayBeTakenBack(const RawFinding &Raw) const;

private:
  /// Whether a loop that does not hold the finding may run a call before it
  /// after which nobody knows which streams take part in the capture.
  bool isLostInLoop(const RawFinding &F);
  /// Whether \p Loop, without passing \p Begin, is followed by \p At, and is in
  /// a loop that \p At is not in.
  bool isLoopBefore(const Site &Loop, const Site &At, const Site &Begin);
  /// Whether a loop that \p At is run in has no round without it.
  bool isInEveryRound(Site At);
  /// Whether a graph is seen to be launched once, or to be changed before.
  bool isGraphRenewed(const RawFinding &F) const;
  bool hasInterproceduralUse(const RawFinding &F) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_RETRACTION_H
