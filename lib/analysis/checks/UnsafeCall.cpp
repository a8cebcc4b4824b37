//===- UnsafeCall.cpp - Calls that a strict capture prohibits -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-unsafe-call. A "potentially unsafe" call is prohibited while
/// this thread runs a capture that is not Relaxed, unless the thread's own mode
/// is Relaxed (CUDA Runtime API, cudaThreadExchangeStreamCaptureMode). A Global
/// capture of another thread prohibits such a call for a thread of Global mode.
/// A wait for, or a query of, a stream or event that takes no part in the
/// capture is such a call.
///
//===----------------------------------------------------------------------===//

#include "../Rules.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether the call is unsafe because of its class or of the object that it
/// waits for.
static bool isUnsafe(const ApiCall &Call, const State &S, const Universe &U) {
  if (Call.Row.Class == ApiClass::Unsafe)
    return true;
  if (Call.Row.Class != ApiClass::Conflicts ||
      Call.Row.Otherwise != ApiClass::Unsafe)
    return false;
  switch (Call.Row.Waits) {
  case WaitScope::None:
  case WaitScope::Device:
    return false;
  case WaitScope::Stream: {
    std::optional<Value> Stream = Call.stream();
    if (!Stream || S.captureOf(*Stream))
      return false;
    // Another rule covers the legacy stream beside a blocking capture.
    if (!Call.onLegacyStream())
      return true;
    for (const Capture &C : S.Captures)
      if (C.running() && capturesBlockingStream(S, C) != Verdict::Ok)
        return false;
    return true;
  }
  case WaitScope::Event: {
    std::optional<Value> Event = Call.arg(Role::Event);
    if (!Event)
      return false;
    auto It = Event->isSymbol() ? S.Events.find(Event->Data) : S.Events.end();
    if (Call.Row.IfRecorded && It == S.Events.end() &&
        (!Event->isSymbol() || U.symbol(Event->Data).Created))
      return false;
    if (It == S.Events.end() || !It->second.Captured)
      return true;
    // For an event that was recorded in a capture, the call violates the
    // synchronization rule, or is an error of its own kind once that capture
    // has ended.
    return false;
  }
  }
  return false;
}

/// Checks a call of a function that is declared not to be capturable, in any
/// mode.
static void checkDeclared(const ApiCall &Call, const State &S, Reporter &R) {
  for (auto C = S.Captures.rbegin(); C != S.Captures.rend(); ++C)
    if (C->running() && C->Thread == Call.Thread) {
      R.report(Rule::UnsafeCall, DiagnosticKind::DeclaredNotCapturable,
               NoDocumentedError, &*C);
      return;
    }
}

/// Returns the mode of the thread, if it is known. The initial mode is Global
/// unless the program changes it.
static std::optional<CaptureMode> threadMode(const State &S) {
  if (S.ThreadMode.Current.K == Value::Symbol)
    return CaptureMode::Global;
  return knownMode(S, S.ThreadMode.Current);
}

bool analysis::mayBeUnsafeBesideGlobal(const ApiRow &Row) {
  return !Row.decidingDriver() &&
         (Row.Class == ApiClass::Unsafe ||
          (Row.Class == ApiClass::Conflicts &&
           Row.Otherwise == ApiClass::Unsafe)) &&
         unsafeVerdict(Row, CaptureMode::Global) == Verdict::Error;
}

bool analysis::isUnsafeBesideGlobal(const ApiCall &Call, const State &S,
                                    const Universe &U) {
  return !Call.DriverUnknown && isUnsafe(Call, S, U) &&
         threadMode(S) == CaptureMode::Global &&
         unsafeVerdict(Call.Row, CaptureMode::Global) == Verdict::Error;
}

void analysis::checkUnsafeCall(const ApiCall &Call, const State &S,
                               const Universe &U, Reporter &R) {
  if (Call.Row.Construct && Call.Callee == NotCapturable)
    return checkDeclared(Call, S, R);
  if (!S.anyRunning() || !isUnsafe(Call, S, U))
    return;
  const std::optional<CaptureMode> Thread = threadMode(S);
  if (!Thread || *Thread == CaptureMode::Relaxed)
    return;
  for (auto C = S.Captures.rbegin(); C != S.Captures.rend(); ++C) {
    if (!C->running())
      continue;
    std::optional<CaptureMode> Mode = knownMode(S, C->Mode);
    if (!Mode || unsafeVerdict(Call.Row, *Mode) != Verdict::Error)
      continue;
    bool Own = C->Thread == Call.Thread;
    if (!Own && (*Mode != CaptureMode::Global || *Thread != *Mode))
      continue;
    R.report(Rule::UnsafeCall,
             Own ? DiagnosticKind::Rejected : DiagnosticKind::RejectedElsewhere,
             ErrorStreamCaptureUnsupported, &*C);
    return;
  }
}
