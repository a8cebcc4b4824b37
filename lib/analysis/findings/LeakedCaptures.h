//===- LeakedCaptures.h - Calls behind a leaked capture ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_LEAKEDCAPTURES_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_LEAKEDCAPTURES_H

#include "../AnalysisParts.h"
#include "RawFinding.h"

namespace cuda_capture::analysis {

/// Tells the calls that break a rule in a capture from those that break one
/// only because the capture was not ended in time.
class LeakedCaptures : AnalysisParts {
public:
  explicit LeakedCaptures(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Whether \p F is a call in a capture that the root ends on other paths, and
  /// no end of that capture can follow the call: the path has left the capture
  /// running, or is about to.
  bool isBehind(const RawFinding &F) const;

private:
  /// Whether control can get from \p From to \p To without passing \p Begin.
  bool reaches(const Site &From, const Site &To, const Site &Begin) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_LEAKEDCAPTURES_H
