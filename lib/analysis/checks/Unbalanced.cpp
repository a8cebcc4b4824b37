//===- Unbalanced.cpp - Begin and end that do not fit ---------------------===//
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
/// that began it unless it is Relaxed (cudaErrorStreamCaptureWrongThread). That
/// a path never ends it shows at the exits of the function:
/// ExitChecks::checkExits().
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
    if (C->DependenciesKnown && U.areDistinct(*Stream, C->Origin))
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
  // A destructor ends only what still runs.
  if (isDestructor(Call.Callee))
    return;
  auto Idle = Stream->isSymbol() ? S.Idle.find(Stream->Data) : S.Idle.end();
  // Where a call has failed, the begin may have been left out for that.
  if (Idle == S.Idle.end() || S.Failures.OnAllPaths)
    return;
  std::vector<std::pair<Relation, Site>> Related;
  // Ended in an earlier round of a loop: whether there is another is not known.
  if (Idle->second.Ended == Call.At)
    return;
  // Two ends under conditions that may exclude each other.
  if (Idle->second.UnderCondition && S.underCondition())
    return;
  if (Idle->second.Ended)
    Related.emplace_back(Relation::Ended, *Idle->second.Ended);
  const Capture *Running = nullptr;
  for (const Capture &C : S.Captures)
    if (C.running())
      Running = &C;
  R.report(Rule::Unbalanced,
           Running ? DiagnosticKind::EndsOther : DiagnosticKind::EndsIdle,
           ErrorIllegalState, Running, {nullptr, Arg, std::move(Related), {}});
}
