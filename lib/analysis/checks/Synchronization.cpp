//===- Synchronization.cpp - Host waits on captured work ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-synchronization. Captured work does not run, so the host can
/// neither wait for it nor query its progress, be it through its stream,
/// through an event recorded in it, or through the device (CUDA Programming
/// Guide, "Prohibited and Unhandled Operations"). No mode permits it.
///
/// A synchronous copy waits for the default stream. Where that is the stream of
/// the thread, it may be the one that captures.
///
//===----------------------------------------------------------------------===//

#include "../../kb/ApiTraits.h"
#include "../Rules.h"
#include "../domain/Streams.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

static const Capture *capturedObject(const ApiCall &Call, const State &S) {
  switch (Call.Row.Waits) {
  case WaitScope::None:
    return nullptr;
  case WaitScope::Device:
    // "It is also invalid to query the execution status of or synchronize a
    // broader handle which encompasses an active stream capture, such as a
    // device or context handle": whichever thread captures, and in which mode
    // (CUDA Programming Guide, "Prohibited and Unhandled Operations").
    for (auto C = S.Captures.rbegin(); C != S.Captures.rend(); ++C)
      if (C->running())
        return &*C;
    return nullptr;
  case WaitScope::Stream: {
    std::optional<Value> Stream = Call.stream();
    return Stream ? S.captureOf(*Stream) : nullptr;
  }
  case WaitScope::Event: {
    // If two events are timed, one captured event is enough.
    for (unsigned I = 0; I < Call.Row.Params.size() && I < Call.Args.size();
         ++I) {
      const Value &Event = Call.Args[I];
      if (Call.Row.Params[I].R != Role::Event || !Event.isSymbol() ||
          Event.Stale)
        continue;
      auto It = S.Events.find(Event.Data);
      if (It == S.Events.end())
        continue;
      const Capture *C = S.captureOf(It->second);
      if (C && C->running())
        return C;
    }
    return nullptr;
  }
  }
  return nullptr;
}

/// Whether one side of a copy is host memory. A copy within the device, or a
/// memset, need not wait (CUDA Runtime API, "API synchronization behavior").
static bool copiesHostMemory(const ApiCall &Call) {
  if (!Call.Row.paramIndex(Role::CopyKind))
    return Call.Row.paramIndex(Role::CopySource).has_value() !=
           Call.Row.paramIndex(Role::CopyDestination).has_value();
  const std::optional<Value> Kind = Call.arg(Role::CopyKind);
  return Kind && (Kind->isInt(HostToDevice) || Kind->isInt(DeviceToHost));
}

void analysis::checkSynchronization(const ApiCall &Call, const State &S,
                                    Reporter &R) {
  if (Call.Row.Class == ApiClass::LegacyImplicit && Call.PerThread &&
      copiesHostMemory(Call))
    if (const Capture *C =
            S.captureOf(Call.normalizedStream(Value::constant(NullStream))))
      R.report(Rule::Synchronization, DiagnosticKind::Rejected,
               ErrorStreamCaptureUnsupported, C);
  if (Call.Row.Class != ApiClass::Conflicts)
    return;
  const Capture *C = capturedObject(Call, S);
  if (!C)
    return;
  if (std::optional<CaptureMode> Mode = knownMode(S, C->Mode))
    if (std::optional<Verdict> V = Call.Row.ModeOverride[unsigned(*Mode)])
      if (*V != Verdict::Error)
        return;
  R.report(Rule::Synchronization, DiagnosticKind::Rejected, Call.Row.Error, C);
}
