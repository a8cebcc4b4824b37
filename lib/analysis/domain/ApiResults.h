//===- ApiResults.h - Results of API calls ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_APIRESULTS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_APIRESULTS_H

#include "Component.h"

namespace cuda_capture::analysis {

/// Errors that are no failure of the runtime: memory is exhausted, or work is
/// not done yet (driver_types.h, cudaErrorMemoryAllocation and
/// cudaErrorNotReady; HIP has the same numbers).
enum : int64_t { ErrorMemoryAllocation = 2, ErrorNotReady = 600 };

/// The call that returned a result.
struct ApiResult {
  Site At;
  bool BeginsCapture = false;
  /// The error that the call returned, on a path where it is known.
  std::optional<int64_t> Error = {};

  /// Whether the error certainly left the running captures as they were.
  bool leavesCaptures() const {
    return Error == ErrorMemoryAllocation || Error == ErrorNotReady;
  }
  bool operator==(const ApiResult &O) const { return At == O.At; }
};

/// The symbols that are results of API calls. Which call a symbol is the result
/// of does not depend on the path.
struct ApiResults : SymbolMap<ApiResults, ApiResult> {
  bool sameInput(const ApiResults &O) const { return *this == O; }
  bool mergeConditions(const ApiResults &O) { return uniteEntries(*this, O); }
  bool outlives(const CallScope &Call, const ApiResults &) const {
    for (const auto &[Symbol, R] : *this)
      if (Call.Inside(R.At) && !Call.Returned.sameAs(Value::symbol(Symbol)))
        return true;
    return false;
  }
};

/// Capture statuses (driver_types.h: cudaStreamCaptureStatus; the driver and
/// HIP have the same numbers).
enum : int64_t { StatusNone = 0, StatusActive = 1 };

/// The symbols that are capture statuses that the program has queried, and the
/// stream that each query was about.
struct CaptureStatuses : SymbolMap<CaptureStatuses, Value> {
  bool sameInput(const CaptureStatuses &O) const { return *this == O; }
  bool mergeConditions(const CaptureStatuses &O) {
    return uniteEntries(*this, O);
  }
  void forget(const Universe &U, SymbolId S) {
    SymbolMap::forget(U, S);
    updateIf([&](const auto &Entry) { return U.dependsOn(Entry.second, S); },
             [](Value &V) { V = Value::unknown(); });
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_APIRESULTS_H
