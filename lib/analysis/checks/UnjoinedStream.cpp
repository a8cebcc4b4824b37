//===- UnjoinedStream.cpp - Forks that are not joined ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-unjoined-stream. Before a capture ends, its origin must have
/// waited for the work of every stream that was forked from it (CUDA Runtime
/// API, cudaStreamEndCapture: cudaErrorStreamCaptureUnjoined; CUDA Programming
/// Guide, "Cross-stream Dependencies and Events").
///
//===----------------------------------------------------------------------===//

#include "../findings/ExitChecks.h"
#include "../findings/Naming.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether \p P, a forked stream of \p C, is different from the streams that
/// were captured before. Where several objects of callers may hold one handle,
/// the code that forks a stream takes it to be a different one. In that case,
/// however, an event that is recorded under another name may join it.
static bool isAnother(const Participant &P, const Capture &C, const State &S,
                      const Universe &U) {
  if (U.areDistinct(P.Stream, C.Origin))
    return true;
  auto IsOutside = [&](const Value &V) {
    return U.isNamedOutside(V) ||
           (V.isSymbol() && !V.Stale && U.symbol(V.Data).Created);
  };
  return !P.InLoop &&
         llvm::all_of(C.Participants,
                      [&](const Participant &Other) {
                        return IsOutside(Other.Stream);
                      }) &&
         llvm::all_of(S.Events, [&](const auto &Entry) {
           const Value &Stream = Entry.second.Stream;
           return C.participant(Stream) || U.areDistinct(Stream, P.Stream);
         });
}

void analysis::checkUnjoinedStream(const ApiCall &Call, const State &S,
                                   const Universe &U, Reporter &R) {
  if (Call.Row.Eff != Effect::EndCapture)
    return;
  std::optional<Value> Stream = Call.stream();
  const Capture *C = Stream ? S.captureOf(*Stream) : nullptr;
  if (!C || !C->Origin.sameAs(*Stream) || !C->DependenciesKnown)
    return;
  for (unsigned I = 1; I < C->Participants.size(); ++I) {
    const Participant &P = C->Participants[I];
    // It is not documented how the driver treats a fork that was given no work.
    if (!P.Work || !P.Joined || (C->Participants[0].Sees & (1U << I)) ||
        !isAnother(P, *C, S, U))
      continue;
    R.report(Rule::UnjoinedStream, DiagnosticKind::Unjoined,
             ErrorStreamCaptureUnjoined, C,
             {nullptr,
              std::nullopt,
              {{Relation::Joined, *P.Joined}, {Relation::Worked, *P.Work}},
              std::nullopt,
              P.Stream});
    return;
  }
}

/// Whether \p Stream may be one of several handles: it is found in an array, or
/// nothing says where it is from.
static bool isElement(const Value &Stream, const Universe &U) {
  if (!U.isNamedOutside(Stream))
    return true;
  for (LocationId L = U.symbol(Stream.Data).Where;; L = U.location(L).Parent) {
    const LocationInfo &Info = U.location(L);
    if (Info.K == LocationInfo::Element)
      return true;
    if (Info.K == LocationInfo::Pointee)
      return isElement(Value::symbol(Info.Pointer), U);
    if (Info.K != LocationInfo::Field)
      return false;
  }
}

std::vector<ExitChecks::Unjoined> ExitChecks::unjoinedAtExit(const Capture &C,
                                                             const State &S) {
  std::vector<Unjoined> Result;
  // Nobody uses the graph behind a failure.
  if (!C.running() || !C.DependenciesKnown || C.PartlyRefuted ||
      S.Failures.OnAllPaths)
    return Result;
  for (unsigned I = 0; I < C.Participants.size(); ++I) {
    const Participant &P = C.Participants[I];
    const uint32_t Bit = 1U << I;
    if (!P.Joined || !P.Work || P.Stream.K == Value::Unknown ||
        llvm::any_of(C.Participants, [&](const Participant &Other) {
          return !Other.Joined && (Other.Sees & Bit);
        }))
      continue;
    RawFinding F;
    F.Unless.ByOtherRoot.emplace_back(InterproceduralUse::Records,
                                      Names.nameOfHandle(P.Stream));
    bool IsHandedBack = false;
    for (const auto &[Event, Record] : S.Events) {
      if (!Record.isOf(C.Begin) || !(Record.Sees & Bit))
        continue;
      // The caller passed the event in order to wait for it.
      IsHandedBack |= U.isFromOutside(Event) &&
                      U.location(U.symbol(Event).Where).IsParameter;
      F.Unless.ByOtherRoot.emplace_back(
          InterproceduralUse::Waits, Names.nameOfHandle(Value::symbol(Event)));
    }
    if (IsHandedBack)
      continue;
    F.R = Rule::UnjoinedStream;
    F.Kind = DiagnosticKind::UnjoinedAtExit;
    F.Error = ErrorStreamCaptureUnjoined;
    F.At = *P.Joined;
    F.Begin = C.Begin;
    F.Mode = knownMode(S, C.Mode);
    F.Related.emplace_back(Relation::Worked, *P.Work);
    // A loop that forks elements may have the captured stream among them.
    const bool MayBeOrigin = isElement(P.Stream, U);
    (MayBeOrigin ? F.Unless.InLoop : F.Unless.Joined) = P.Stream;
    Result.push_back({std::move(F), P.InLoop});
  }
  return Result;
}
