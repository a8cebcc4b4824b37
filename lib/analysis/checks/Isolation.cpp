//===- Isolation.cpp - Dependencies across the border of a capture --------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-isolation. An event that a capturing stream waits for must be
/// part of the same capture. An event that was recorded outside crosses the
/// border of the capture (cudaErrorStreamCaptureIsolation), and an event of
/// another capture would merge the two (cudaErrorStreamCaptureMerge; CUDA
/// Programming Guide, "Prohibited and Unhandled Operations").
///
//===----------------------------------------------------------------------===//

#include "../Rules.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void analysis::checkIsolation(const ApiCall &Call, const State &S,
                              const Universe &U, Reporter &R) {
  if (Call.Row.Eff != Effect::WaitEvent)
    return;
  std::optional<Value> Flags = Call.arg(Role::EventFlags);
  std::optional<Value> Stream = Call.stream();
  std::optional<Value> Event = Call.arg(Role::Event);
  if (!Stream || !Event || !Event->isSymbol() || Event->Stale ||
      (Flags && !Flags->isInt(0)))
    return;
  const Capture *C = S.captureOf(*Stream);
  auto It = S.Events.find(Event->Data);
  if (!C || It == S.Events.end())
    return;
  const EventRecord &Record = It->second;
  std::optional<unsigned> Arg = Call.Row.paramIndex(Role::Event);
  if (!Record.Captured) {
    R.report(Rule::Isolation, DiagnosticKind::WaitsOutside,
             ErrorStreamCaptureIsolation, C,
             {nullptr, Arg, {{Relation::Recorded, Record.At}}, Record.Stream});
    return;
  }
  const Capture *Other = S.captureOf(Record);
  if (Other && Other != C && Other->running() &&
      U.areDistinct(Other->Origin, C->Origin))
    R.report(Rule::Isolation, DiagnosticKind::WaitsOtherCapture,
             ErrorStreamCaptureMerge, C,
             {nullptr,
              Arg,
              {{Relation::OtherBegun, Other->Begin},
               {Relation::Recorded, Record.At}},
              {}});
}
