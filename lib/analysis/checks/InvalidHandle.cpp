//===- InvalidHandle.cpp - Handles that cannot be meant -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-invalid-handle. The runtime rejects a handle that was never
/// created, an event that is recorded in a stream of another device, and an
/// event that is timed against an event of another device (CUDA Runtime API,
/// cudaEventRecord, cudaEventElapsedTime: cudaErrorInvalidResourceHandle). An
/// event that was recorded in a capture never completes for the host
/// (cudaErrorCapturedEvent), nor for a stream outside of captures.
///
//===----------------------------------------------------------------------===//

#include "../../kb/ApiTraits.h"
#include "../Rules.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool analysis::isNeverCreated(const Universe &U, const Value &V, Role R) {
  // Stream 0 is the default stream.
  bool Null = V.isInt(0) && R != Role::Stream;
  return !V.Stale && (Null || U.isUninitialized(V));
}

static void checkCreated(const ApiCall &Call, const Universe &U, Reporter &R) {
  for (unsigned I = 0; I < Call.Row.Params.size() && I < Call.Args.size();
       ++I) {
    const Param &P = Call.Row.Params[I];
    if (!isHandle(P.R) || P.Acc != Access::In ||
        !isNeverCreated(U, Call.Args[I], P.R))
      continue;
    Reporter::Details More;
    More.HandleArg = I;
    More.IsNull = Call.Args[I].isInt(0);
    R.report(Rule::InvalidHandle, DiagnosticKind::NeverCreated,
             ErrorInvalidResourceHandle, nullptr, std::move(More));
    return;
  }
}

/// Checks for two handles of one call that belong to different devices.
static void checkDevices(const ApiCall &Call, const State &S, Reporter &R) {
  // Events are meant for waiting for another device (CUDA Runtime API,
  // cudaStreamWaitEvent).
  if (Call.Row.Eff == Effect::WaitEvent)
    return;
  std::optional<int64_t> Device;
  for (unsigned I = 0; I < Call.Row.Params.size() && I < Call.Args.size();
       ++I) {
    const Param &P = Call.Row.Params[I];
    const Value &V = Call.Args[I];
    if ((P.R != Role::Event && P.R != Role::Stream) || P.Acc != Access::In ||
        !V.isSymbol() || V.Stale)
      continue;
    auto Known = S.DeviceOf.find(V.Data);
    if (Known == S.DeviceOf.end())
      return;
    if (Device && *Device != Known->second && Call.Row.SameDevice) {
      R.report(Rule::InvalidHandle, DiagnosticKind::WrongDevice,
               ErrorInvalidResourceHandle, nullptr, {nullptr, I, {}, {}});
      return;
    }
    Device = Known->second;
  }
}

/// Checks for a host wait for an event whose capture has ended.
static void checkCapturedEvent(const ApiCall &Call, const State &S,
                               Reporter &R) {
  if (!waitsForEvent(Call.Row))
    return;
  for (unsigned I = 0; I < Call.Row.Params.size() && I < Call.Args.size();
       ++I) {
    const Value &V = Call.Args[I];
    if (Call.Row.Params[I].R != Role::Event || !V.isSymbol() || V.Stale)
      continue;
    auto It = S.Events.find(V.Data);
    if (It == S.Events.end() || !It->second.CaptureEnded)
      continue;
    R.report(Rule::InvalidHandle, DiagnosticKind::CapturedEvent,
             ErrorCapturedEvent, nullptr,
             {nullptr, I, {{Relation::Recorded, It->second.At}}, {}});
    return;
  }
}

/// Checks for a stream that waits, while no capture runs, for an event whose
/// capture has ended: no launch of the graph records the event. What the call
/// does then is not documented.
static void checkWaitForCaptured(const ApiCall &Call, const State &S,
                                 const Universe &U, Reporter &R) {
  if (Call.Row.Eff != Effect::WaitEvent)
    return;
  const std::optional<Value> Flags = Call.arg(Role::EventFlags);
  const std::optional<Value> Event = Call.arg(Role::Event);
  const std::optional<Value> Stream = Call.stream();
  if (!Stream || !Event || !Event->isSymbol() || Event->Stale ||
      (Flags && !Flags->isInt(0)) || S.anyRunning() || !S.isOutside(U, *Stream))
    return;
  const auto It = S.Events.find(Event->Data);
  // The stream that has recorded the event is in order anyway.
  if (It == S.Events.end() || !It->second.CaptureEnded ||
      !U.areDistinct(*Stream, It->second.Stream))
    return;
  Reporter::Details More;
  More.HandleArg = Call.Row.paramIndex(Role::Event);
  More.Related = {{Relation::Recorded, It->second.At},
                  {Relation::Ended, *It->second.CaptureEnded}};
  More.OnlyPossible = true;
  R.report(Rule::InvalidHandle, DiagnosticKind::OrdersNothing,
           NoDocumentedError, nullptr, std::move(More));
}

void analysis::checkInvalidHandle(const ApiCall &Call, const State &S,
                                  const Universe &U, Reporter &R) {
  // A missing statement may create the handle.
  if (!S.Missing.Any)
    checkCreated(Call, U, R);
  checkDevices(Call, S, R);
  checkCapturedEvent(Call, S, R);
  checkWaitForCaptured(Call, S, U, R);
}
