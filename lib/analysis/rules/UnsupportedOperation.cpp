//===- UnsupportedOperation.cpp - What a capture cannot record ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-unsupported-operation. Some operations on a capturing stream
/// have no graph node, and some questions about it no answer; a stream that
/// captures cannot begin to, nor be destroyed (CUDA Runtime API,
/// cudaStreamBeginCapture, cudaStreamAddCallback; CUDA Programming Guide,
/// "Prohibited and Unhandled Operations").
///
//===----------------------------------------------------------------------===//

#include "../Rules.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void analysis::checkUnsupportedOperation(const ApiCall &Call, const State &S,
                                         Reporter &R) {
  if (std::optional<Value> Dying = Call.stream(Access::Destroy)) {
    const Capture *C = S.captureOf(*Dying);
    // A forked stream may go; the work it gave to the graph stays.
    if (C && C->Origin.sameAs(*Dying))
      R.report(Rule::UnsupportedOperation, Shape::DestroysOrigin, 0, C);
    return;
  }
  std::optional<Value> Stream = Call.stream();
  if (!Stream)
    return;
  const Capture *C = S.captureOf(*Stream);
  if (!C)
    return;
  if (Call.Row.Eff == Effect::BeginCapture) {
    // A presumed capture may have ended in between, as in a loop that begins
    // in its first round and ends in its last.
    if (C->S == Capture::Active)
      R.report(Rule::UnsupportedOperation, Shape::NestedBegin,
               ErrorIllegalState, C);
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
  R.report(Rule::UnsupportedOperation, Shape::Rejected, Call.Row.Error, C);
}
