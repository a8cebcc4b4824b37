//===- EscapedWork.cpp - Work that silently stays out of the graph --------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-escaped-work. A capture records the work that is enqueued on
/// the streams that take part in it. Work on any other stream runs at once, and
/// never again: the graph lacks it, and no error is returned (CUDA Programming
/// Guide, "Stream Capture"). The same holds for work on the legacy stream
/// beside a capture of non-blocking streams.
///
//===----------------------------------------------------------------------===//

#include "../Rules.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void analysis::checkEscapedWork(const ApiCall &Call, const State &S,
                                const Universe &U, Reporter &R) {
  if (!S.anyRunning() || Call.Row.Eff != Effect::None)
    return;
  // The capture that could not begin may be that of this stream.
  if (S.Failures.OnAllPaths)
    return;
  const Capture *Running = nullptr;
  // Work of another thread is not meant to be captured.
  for (const Capture &C : S.Captures)
    if (C.running() && C.Thread == Call.Thread)
      Running = &C;
  if (!Running)
    return;

  bool OnLegacy =
      Call.Row.Class == ApiClass::LegacyImplicit
          ? !Call.PerThread
          : Call.Row.Class == ApiClass::Captured && Call.onLegacyStream();
  if (OnLegacy) {
    // Beside a capture of a blocking stream, such work is an error, which
    // another rule reports.
    for (const Capture &C : S.Captures)
      if (C.running() && capturesBlockingStream(S, C) != Verdict::Ok)
        return;
    R.report(Rule::EscapedWork, DiagnosticKind::LegacyEscapes,
             NoDocumentedError, Running, boundHere(Call));
    return;
  }
  if (Call.Row.Class != ApiClass::Captured)
    return;
  std::optional<Value> Stream = Call.stream();
  if (!Stream || (Stream->isSymbol() && S.Destroyed.count(Stream->Data)))
    return;
  Reporter::Details More = boundHere(Call);
  More.UnlessInLoop = Stream;
  if (!Call.throughHandle())
    More.HandleArg = Call.Row.paramIndex(Role::Stream);
  if (!S.isOutside(U, *Stream)) {
    // Another function may take the stream into the caller's capture.
    if (S.mayHaveJoined(U, *Stream, *Running) ||
        !isKeptApart(U, *Running, *Stream))
      return;
    More.UnlessForkedElsewhere = Stream;
  }
  R.report(Rule::EscapedWork,
           Call.throughHandle() ? DiagnosticKind::HandleEscapes
                                : DiagnosticKind::Escapes,
           NoDocumentedError, Running, std::move(More));
}
