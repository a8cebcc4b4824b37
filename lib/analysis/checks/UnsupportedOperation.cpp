//===- UnsupportedOperation.cpp - What a capture cannot record ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-unsupported-operation. Some operations on a capturing stream
/// have no graph node, and some queries of it have no answer. A stream that
/// captures cannot begin another capture, nor can it be destroyed (CUDA Runtime
/// API, cudaStreamBeginCapture, cudaStreamAddCallback; CUDA Programming Guide,
/// "Prohibited and Unhandled Operations").
///
//===----------------------------------------------------------------------===//

#include "../Rules.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void analysis::checkUnsupportedOperation(const ApiCall &Call, const State &S,
                                         Reporter &R) {
  if (std::optional<Value> Dying = Call.stream(Access::Destroy)) {
    const Capture *C = S.captureOf(*Dying);
    // A forked stream may be destroyed; the work that it gave to the graph
    // stays.
    if (C && C->Origin.sameAs(*Dying))
      R.report(Rule::UnsupportedOperation, DiagnosticKind::DestroysOrigin, 0,
               C);
    return;
  }
  std::optional<Value> Stream = Call.stream();
  if (!Stream)
    return;
  const Capture *C = S.captureOf(*Stream);
  if (!C)
    return;
  if (Call.Row.Eff == Effect::BeginCapture) {
    // If both begins are the same call, the capture began in an earlier round
    // of a loop. An unknown callee may have decided that control came here.
    const bool Again = C->Begin == Call.At;
    if (Again && llvm::any_of(S.PathConditions, [](const ControlDependence &D) {
          return D.FromUnknownCall;
        }))
      return;
    // A presumed capture may have ended in between, as in a loop that begins a
    // capture in its first round and ends it in its last. This does not hold if
    // each round begins a capture: then the path to here, perhaps through a
    // continue, has bypassed the end.
    Reporter::Details More;
    More.OnlyPossible = C->S != Capture::Active && (!Again || C->MayHaveEnded);
    if (!More.OnlyPossible || (!Again && C->MayHaveEnded))
      R.report(Rule::UnsupportedOperation, DiagnosticKind::NestedBegin,
               ErrorIllegalState, C, std::move(More));
    return;
  }
  if (Call.Row.Class != ApiClass::Unsupported)
    return;
  std::optional<CaptureMode> Mode = knownMode(S, C->Mode);
  bool AnyOverride = false;
  for (const std::optional<Verdict> &V : Call.Row.ModeOverride)
    AnyOverride |= V && *V != Verdict::Error;
  if (AnyOverride && (!Mode || Call.Row.ModeOverride[unsigned(*Mode)].value_or(
                                   Verdict::Error) != Verdict::Error))
    return;
  R.report(Rule::UnsupportedOperation, DiagnosticKind::Rejected, Call.Row.Error,
           C);
}
