//===- ThreadMode.h - The capture mode of the running thread ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_THREADMODE_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_THREADMODE_H

#include "ApiResults.h"
#include <optional>

namespace cuda_capture::analysis {

/// Values of cudaStreamCaptureMode (driver_types.h), equal in the driver API
/// and HIP.
enum class CaptureMode { Global = 0, ThreadLocal = 1, Relaxed = 2 };

/// The capture mode of the running thread
/// (cudaThreadExchangeStreamCaptureMode).
struct ThreadCaptureMode : Component<ThreadCaptureMode> {
  Value Current;
  /// The exchange that changed the mode from its value at entry.
  std::optional<Site> Exchanged;
  /// Whether that exchange is undone.
  bool IsRestored = false;

  bool sameProtocol(const ThreadCaptureMode &O) const {
    return Current == O.Current && sameExchange(O);
  }
  bool join(JoinContext &, const ThreadCaptureMode &O) {
    bool Changed = loseDifferentMode(O);
    if (Exchanged && !sameExchange(O)) {
      Exchanged.reset();
      Changed = true;
    }
    return Changed;
  }
  bool loseWhatDiffers(const ThreadCaptureMode &O) {
    const bool Changed = loseDifferentMode(O);
    if (Changed)
      Exchanged.reset();
    return Changed;
  }
  void forget(const Universe &U, SymbolId S) {
    if (U.dependsOn(Current, S))
      Current = Value::unknown();
  }
  void hold(Universe &U) const { U.markLeaves(Current); }
  /// Makes the mode unknown on the path where the exchange failed.
  void callFailed(const ApiResult &Result) {
    if (Exchanged == Result.At) {
      Exchanged.reset();
      Current = Value::unknown();
    }
  }
  bool outlives(const CallScope &Call, const ThreadCaptureMode &Before) const {
    return !sameExchange(Before) || Call.Made(Current);
  }

private:
  bool sameExchange(const ThreadCaptureMode &O) const {
    return Exchanged == O.Exchanged && IsRestored == O.IsRestored;
  }
  bool loseDifferentMode(const ThreadCaptureMode &O) {
    if (Current == O.Current || Current.K == Value::Unknown)
      return false;
    Current = Value::unknown();
    return true;
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_THREADMODE_H
