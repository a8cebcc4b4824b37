//===- Events.h - Where events were recorded --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_EVENTS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_EVENTS_H

#include "ApiResults.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

namespace cuda_capture::analysis {

/// Where an event was last recorded.
struct EventRecord {
  Site At;
  Value Stream;
  /// The begin of the capture that the event was recorded in; nullopt if it was
  /// recorded outside of any capture.
  std::optional<Site> Captured;
  /// The place where that capture has ended since. The rest of the knowledge
  /// about that capture goes when its stream begins another one, or when its
  /// begin runs again.
  std::optional<Site> CaptureEnded;
  /// The participants that a stream depends on once it waits for the event; see
  /// Participant.
  uint32_t Sees = 0;
  /// Whether it was recorded in the capture that was begun at \p Begin last.
  bool isOf(const Site &Begin) const {
    return Captured == Begin && !CaptureEnded;
  }
  bool operator==(const EventRecord &O) const {
    return Captured == O.Captured && CaptureEnded == O.CaptureEnded &&
           Stream == O.Stream && Sees == O.Sees;
  }
};

/// The records of all events.
struct EventRecords : HandleMap<EventRecords, EventRecord> {
  bool loseWhatDiffers(const EventRecords &O) { return keepCommon(O); }
  void forget(const Universe &U, SymbolId S) {
    HandleMap::forget(U, S);
    updateIf(
        [&](const auto &Entry) { return U.dependsOn(Entry.second.Stream, S); },
        [](EventRecord &Record) { Record.Stream = Value::unknown(); });
  }
  void replaceHandle(SymbolId Old, SymbolId New) {
    const Value Was = Value::symbol(Old);
    updateIf([&](const auto &E) { return E.second.Stream.sameAs(Was); },
             [&](EventRecord &Record) { Record.Stream.Data = New; });
    HandleMap::replaceHandle(Old, New);
  }
  void escape(llvm::function_ref<bool(SymbolId)> MayKnow) {
    eraseIf([&](const auto &Entry) { return MayKnow(Entry.first); });
  }
  void callFailed(const ApiResult &Result) {
    // It is not known whether the event was captured after all.
    eraseIf([&](const auto &Entry) {
      return Entry.second.CaptureEnded == Result.At ||
             (Result.BeginsCapture && Entry.second.Captured == Result.At);
    });
  }
  bool outlives(const CallScope &Call, const EventRecords &) const {
    for (const auto &[Event, Record] : *this)
      if (Call.Made(Value::symbol(Event)) || Call.Made(Record.Stream))
        return true;
    return false;
  }
};

/// The events that were created and never recorded. A wait for one of them does
/// nothing (CUDA Runtime API, cudaStreamWaitEvent: an event on which
/// cudaEventRecord has not been called counts as complete).
struct UnrecordedEvents : HandleMap<UnrecordedEvents, bool> {
  bool loseWhatDiffers(const UnrecordedEvents &O) { return keepCommon(O); }
  void escape(llvm::function_ref<bool(SymbolId)> MayKnow) {
    eraseIf([&](const auto &Entry) { return MayKnow(Entry.first); });
  }
  bool outlives(const CallScope &Call, const UnrecordedEvents &) const {
    return llvm::any_of(*this, [&](const auto &Entry) {
      return Call.Made(Value::symbol(Entry.first));
    });
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_EVENTS_H
