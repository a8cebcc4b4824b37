//===- SoleStream.h - The only stream that a root uses ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_SOLESTREAM_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_SOLESTREAM_H

#include "../AnalysisParts.h"
#include "../Rules.h"
#include "../State.h"
#include <set>

namespace cuda_capture::analysis {

/// A function whose caller captures may receive no stream. It obtains one from
/// a global or from a function without a body, so the contract does not say
/// which stream is captured. If the function gives all of its work to one
/// stream, then that is the one, or nothing of the function is captured.
class SoleStream : AnalysisParts {
public:
  explicit SoleStream(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  void enterRoot() {
    Given.clear();
    Works = false;
    GivenUnknown = false;
  }
  /// Notes the stream that \p Call is given while a capture of the caller runs
  /// that no known stream takes part in. The special streams (null, legacy, per
  /// thread) do not count, nor does a stream that the root has created.
  void note(const ApiCall &Call, const State &S);

  /// Returns the stream that all such calls of the root were given, if it
  /// existed when the root was entered and some call does work there.
  std::optional<Value> found() const;

private:
  std::set<Value> Given;
  bool Works = false;
  bool GivenUnknown = false;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_SOLESTREAM_H
