//===- Streams.h - Properties of streams and handles ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_STREAMS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_STREAMS_H

#include "ApiResults.h"
#include <optional>

namespace cuda_capture::analysis {

/// Special stream handles (driver_types.h: cudaStreamLegacy,
/// cudaStreamPerThread). The null handle is one of the two, by build option.
enum : int64_t { NullStream = 0, LegacyStream = 1, PerThreadStream = 2 };

/// Streams known to be blocking (true) or non-blocking (false).
struct BlockingStreams : HandleMap<BlockingStreams, bool> {};

/// A stream that is known not to capture.
struct IdleStream {
  /// The end of its last capture, or nullopt if it never captured.
  std::optional<Site> Ended;
  /// Whether that capture ended under a condition.
  bool UnderCondition = false;
  bool operator==(const IdleStream &O) const {
    return Ended == O.Ended && UnderCondition == O.UnderCondition;
  }
};

/// The streams that are known not to capture.
struct IdleStreams : HandleMap<IdleStreams, IdleStream> {
  /// Whether a capture has ended.
  bool anyEnded() const {
    return llvm::any_of(*this, [](const auto &Stream) {
      return Stream.second.Ended.has_value();
    });
  }
  bool loseWhatDiffers(const IdleStreams &O) { return keepCommon(O); }
  void escape(llvm::function_ref<bool(SymbolId)> MayKnow) {
    eraseIf([&](const auto &Entry) { return MayKnow(Entry.first); });
  }
  void callFailed(const ApiResult &Result) {
    eraseIf([&](const auto &Entry) { return Entry.second.Ended == Result.At; });
  }
  bool outlives(const CallScope &Call, const IdleStreams &) const {
    for (const auto &[Stream, I] : *this)
      if (Call.Made(Value::symbol(Stream)) ||
          Call.Inside(I.Ended.value_or(Site())))
        return true;
    return false;
  }
};

/// The place where a handle was destroyed, and the conditions under which this
/// happened.
struct Destruction {
  Site At;
  std::vector<ControlDependence> Under;
  bool operator==(const Destruction &O) const { return At == O.At; }
};

/// The handles that were destroyed.
struct DestroyedHandles : HandleMap<DestroyedHandles, Destruction> {
  bool loseWhatDiffers(const DestroyedHandles &O) { return keepCommon(O); }
  void visitHandles(llvm::function_ref<void(const Value &)> Visit) const {
    for (const auto &[Handle, At] : *this)
      Visit(Value::symbol(Handle));
  }
  void callFailed(const ApiResult &Result) {
    eraseIf([&](const auto &Entry) { return Entry.second.At == Result.At; });
  }
  /// Drops handles that were destroyed under a condition in the loop, as they
  /// may have been destroyed in the last round only.
  void endRound(Context Ctx, llvm::ArrayRef<ControlDependence> Current) {
    eraseIf([&](const auto &Entry) {
      return llvm::any_of(Entry.second.Under, [&](const ControlDependence &C) {
        return C.Ctx == Ctx && !llvm::is_contained(Current, C);
      });
    });
  }
  bool outlives(const CallScope &Call, const DestroyedHandles &) const {
    for (const auto &[Handle, D] : *this)
      if (Call.Made(Value::symbol(Handle)) || Call.Inside(D.At))
        return true;
    return false;
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_STREAMS_H
