//===- Unbalanced.cpp - Begins and ends that do not match -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-unbalanced. A capture ends once, on the stream that it began on
/// (CUDA Runtime API, cudaStreamEndCapture: cudaErrorStreamCaptureUnmatched; on
/// a stream that does not capture, cudaErrorIllegalState), and in the thread
/// that began it unless it is Relaxed (cudaErrorStreamCaptureWrongThread).
/// ExitChecks::checkExits() finds the paths that never end a capture, at the
/// exits of the function.
///
//===----------------------------------------------------------------------===//

#include "../Rules.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void analysis::checkUnbalanced(const ApiCall &Call, const State &S,
                               const Universe &U, Reporter &R) {
  if (Call.Row.Eff != Effect::EndCapture)
    return;
  std::optional<Value> Stream = Call.stream();
  if (!Stream || Stream->Stale)
    return;
  std::optional<unsigned> Arg = Call.Row.paramIndex(Role::Stream);
  if (const Capture *C = S.captureOf(*Stream)) {
    if (C->IsCallers && !C->participant(*Stream)->Joined) {
      R.report(Rule::Unbalanced, DiagnosticKind::EndsCallers, NoDocumentedError,
               C);
      return;
    }
    if (!S.mayHaveJoined(U, *Stream, *C) && U.areDistinct(*Stream, C->Origin))
      R.report(Rule::Unbalanced, DiagnosticKind::EndsOther,
               ErrorStreamCaptureUnmatched, C,
               {nullptr,
                Arg,
                {{Relation::Joined, *C->participant(*Stream)->Joined}},
                {}});
    std::optional<CaptureMode> Mode = knownMode(S, C->Mode);
    if (C->Origin.sameAs(*Stream) && C->Thread != Call.Thread && Mode &&
        *Mode != CaptureMode::Relaxed)
      R.report(Rule::Unbalanced, DiagnosticKind::WrongThread,
               ErrorStreamCaptureWrongThread, C);
    return;
  }
  // A destructor only ends captures that still run.
  if (isDestructor(Call.Callee))
    return;
  auto Idle = Stream->isSymbol() ? S.Idle.find(Stream->Data) : S.Idle.end();
  // After a failed call, the program may have left out the begin for that
  // reason. A missing statement may be the begin.
  if (Idle == S.Idle.end() || S.Failures.OnAllPaths || S.Missing.Any)
    return;
  std::vector<std::pair<Relation, Site>> Related;
  // This call ended the capture in an earlier round of a loop, and it is
  // unknown whether there is another round.
  if (Idle->second.Ended == Call.At)
    return;
  // Both ends stand under conditions that may exclude each other.
  if (Idle->second.UnderCondition && S.underCondition())
    return;
  if (Idle->second.Ended)
    Related.emplace_back(Relation::Ended, *Idle->second.Ended);
  const Capture *Running = nullptr;
  for (const Capture &C : S.Captures)
    if (C.running())
      Running = &C;
  if (Running && mayBeOfSameElement(S, U, Running->Origin, *Stream))
    return;
  Reporter::Details More{nullptr, Arg, std::move(Related), {}};
  // An unknown callee that decides whether the capture is begun may decide in
  // the same way whether it is ended.
  auto IsUnknown = [](const ControlDependence &C) { return C.FromUnknownCall; };
  More.UnlessEndsCapture = llvm::any_of(S.ControlDependences, IsUnknown) ||
                           llvm::any_of(S.PathConditions, IsUnknown);
  R.report(Rule::Unbalanced,
           Running ? DiagnosticKind::EndsOther : DiagnosticKind::EndsIdle,
           ErrorIllegalState, Running, std::move(More));
}
