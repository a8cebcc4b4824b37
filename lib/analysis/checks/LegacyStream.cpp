//===- LegacyStream.cpp - The legacy default stream in a capture ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-legacy-stream. While a blocking stream captures, the legacy
/// default stream would have to wait for it. It therefore may not be used at
/// all, neither by name nor by a call that implies it (CUDA Programming Guide,
/// "Prohibited and Unhandled Operations"). Beside a non-blocking capture, work
/// on the legacy stream runs at once and is missing from the graph. The legacy
/// stream itself cannot be captured (CUDA Runtime API, cudaStreamBeginCapture).
/// No mode changes this.
///
//===----------------------------------------------------------------------===//

#include "../Rules.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether stream 0 may be the stream that \p C captures after all: a program
/// that captures the per-thread default stream by its name is most likely built
/// with that stream as stream 0, and the flags that are known may be guessed.
static bool mayBeBuiltPerThread(const ApiCall &Call, const Capture &C) {
  const std::optional<Value> Named = Call.arg(Role::Stream);
  return isPerThreadStream(C.Origin) && !(Named && Named->isInt(LegacyStream));
}

void analysis::checkLegacyStream(const ApiCall &Call, const State &S,
                                 Reporter &R) {
  if (Call.Row.Eff == Effect::BeginCapture) {
    if (Call.onLegacyStream())
      R.report(Rule::LegacyStream, DiagnosticKind::CapturesLegacy,
               ErrorStreamCaptureUnsupported, nullptr);
    return;
  }
  bool Waits = Call.Row.Class == ApiClass::Conflicts;
  if (Call.Row.Class == ApiClass::LegacyImplicit) {
    if (Call.PerThread)
      return;
  } else if (Call.Row.Class == ApiClass::Captured ||
             Call.Row.Class == ApiClass::Unsupported || Waits) {
    if (!Call.onLegacyStream())
      return;
  } else {
    return;
  }
  for (auto C = S.Captures.rbegin(); C != S.Captures.rend(); ++C) {
    if (!C->running() || mayBeBuiltPerThread(Call, *C))
      continue;
    switch (capturesBlockingStream(S, *C)) {
    case Verdict::Error:
      R.report(Rule::LegacyStream, DiagnosticKind::Rejected,
               ErrorStreamCaptureImplicit, &*C, boundHere(Call));
      return;
    case Verdict::Unknown: {
      // Another thread's work is not meant to be captured.
      if (C->Thread != Call.Thread)
        break;
      // Waiting is illegal either way in a strict mode, and legal beside a
      // non-blocking Relaxed capture; work is wrong either way.
      std::optional<CaptureMode> Mode = knownMode(S, C->Mode);
      if (Waits && (!Mode || *Mode == CaptureMode::Relaxed))
        break;
      // The error that a wait gets depends on the stream's kind.
      R.report(Rule::LegacyStream,
               Waits ? DiagnosticKind::Rejected
                     : DiagnosticKind::RejectedOrEscapes,
               Waits ? NoDocumentedError : ErrorStreamCaptureImplicit, &*C,
               boundHere(Call));
      return;
    }
    case Verdict::Ok:
      break;
    }
  }
}
