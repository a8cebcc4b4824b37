//===- Streams.h - What streams and handles are -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_STREAMS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_STREAMS_H

#include "ApiResults.h"
#include "Conditions.h"
#include <optional>

namespace cuda_capture::analysis {

/// Streams known to be blocking (true) or non-blocking (false).
struct BlockingStreams : HandleMap<BlockingStreams, bool> {};

/// A stream that is known not to capture.
struct IdleStream {
  /// The end of its last capture; none if it never captured.
  std::optional<Site> Ended;
  /// It ended under a condition.
  bool UnderCondition = false;
  bool operator==(const IdleStream &O) const {
    return Ended == O.Ended && UnderCondition == O.UnderCondition;
  }
};

/// The streams that are known not to capture.
struct IdleStreams : HandleMap<IdleStreams, IdleStream> {
  bool loseWhatDiffers(const IdleStreams &O) { return join(O); }
  void escape(llvm::function_ref<bool(SymbolId)> MayKnow) {
    eraseIf([&](const auto &Entry) { return MayKnow(Entry.first); });
  }
  void callFailed(const ApiResult &Result) {
    eraseIf([&](const auto &Entry) { return Entry.second.Ended == Result.At; });
  }
  bool outlives(const CallScope &Call) const {
    for (const auto &[Stream, I] : *this)
      if (Call.Made(Value::symbol(Stream)) ||
          Call.Inside(I.Ended.value_or(Site())))
        return true;
    return false;
  }
};

/// Where a handle was destroyed, and under which conditions.
struct Destruction {
  Site At;
  std::vector<ControlDependence> Under;
  bool operator==(const Destruction &O) const { return At == O.At; }
};

/// The handles that were destroyed.
struct DestroyedHandles : HandleMap<DestroyedHandles, Destruction> {
  bool loseWhatDiffers(const DestroyedHandles &O) { return join(O); }
  void visitHandles(llvm::function_ref<void(const Value &)> Visit) const {
    for (const auto &[Handle, At] : *this)
      Visit(Value::symbol(Handle));
  }
  void callFailed(const ApiResult &Result) {
    eraseIf([&](const auto &Entry) { return Entry.second.At == Result.At; });
  }
  bool outlives(const CallScope &Call) const {
    for (const auto &[Handle, D] : *this)
      if (Call.Made(Value::symbol(Handle)) || Call.Inside(D.At))
        return true;
    return false;
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_STREAMS_H
