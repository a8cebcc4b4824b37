//===- Events.cpp - Effects on events and their streams -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../engine/CallTree.h"
#include "../../findings/KeptEvents.h"
#include "../../findings/Naming.h"
#include "../../findings/RootEvidence.h"
#include "../ApiTransfer.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Returns \p C, a capture of \p S, as one that can be changed.
static Capture *mutableCapture(State &S, const Capture *C) {
  return C ? S.capture(C->Begin) : nullptr;
}

/// Whether this path has made \p Stream wait for a record of its own.
bool ApiTransfer::hasForked(const Value &Stream, const State &S) const {
  const std::string Name = Names.nameOfHandle(Stream);
  return llvm::any_of(S.Events, [&](const auto &Recorded) {
    return Evidence.ForkedBy.count({Name, Recorded.second.At});
  });
}

void ApiTransfer::applyRecordEvent(const ApiCall &Call, State &S) {
  std::optional<Value> Event = Call.arg(Role::Event);
  std::optional<Value> Stream = Call.stream();
  if (!Event || !Stream)
    return;
  // What this root has taken into the capture by itself, it joins for itself.
  const Capture *Around = S.captureOf(*Stream);
  const bool IsOwnFork = Around
                             ? Around->participant(*Stream)->Joined.has_value()
                             : hasForked(*Stream, S);
  if (!IsOwnFork)
    noteInterproceduralUse(InterproceduralUse::Records, *Stream);
  if (!Event->isSymbol()) {
    // The call may have recorded any of the events.
    S.Events.clear();
    S.Unrecorded.clear();
    return;
  }
  S.Unrecorded.erase(SymbolId(Event->Data));
  std::optional<Value> Flags = Call.arg(Role::EventFlags);
  // If the stream may be in a capture, so may the event.
  bool IsClear = S.captureOf(*Stream) || S.isOutside(U, *Stream);
  const bool IsPlain = !Flags || Flags->isInt(0);
  if (IsPlain || !S.captureOf(*Stream))
    Kept.noteRecord(Call, *Event, S.captureOf(*Stream), S);
  if (!IsClear || !IsPlain) {
    S.Events.erase(SymbolId(Event->Data));
    return;
  }
  EventRecord Record;
  Record.At = Call.At;
  Record.Stream = *Stream;
  if (!S.captureOf(*Stream) && S.anyRunning())
    Evidence.WaitedFor.insert(*Stream);
  if (const Capture *C = S.captureOf(*Stream)) {
    const Participant *P = C->participant(*Stream);
    Record.Captured = C->Begin;
    Record.Sees = P->Sees;
  }
  S.Events[Event->Data] = Record;
}

void ApiTransfer::loseDependencies(const Site &At, State &S) {
  for (const Capture &C : S.Captures)
    Evidence.InLoops.loses(C.Begin, At, Frames[At.Ctx].InLoop);
  S.Captures.loseDependencies();
}

void ApiTransfer::applyWaitEvent(const ApiCall &Call, State &S) {
  std::optional<Value> Event = Call.arg(Role::Event);
  std::optional<Value> Stream = Call.stream();
  std::optional<Value> Flags = Call.arg(Role::EventFlags);
  if (!Event || !Stream || (Flags && !Flags->isInt(0)))
    return;
  noteInterproceduralUse(InterproceduralUse::Forks, *Stream);
  if (const auto Own = Event->isSymbol() && !Event->Stale
                           ? S.Events.find(Event->Data)
                           : S.Events.end();
      Own != S.Events.end())
    Evidence.ForkedBy.insert({Names.nameOfHandle(*Stream), Own->second.At});
  else
    noteInterproceduralUse(InterproceduralUse::Waits, *Event);
  if (Event->isSymbol() && !Event->Stale && S.Unrecorded.count(Event->Data)) {
    for (const Capture &C : S.Captures)
      Evidence.WaitedInVain.insert({C.Begin, Call.At});
    return;
  }
  Evidence.WaitedForRecord.insert(Call.At);
  auto It = Event->isSymbol() ? S.Events.find(Event->Data) : S.Events.end();
  // An event that cannot be followed may bring any stream into a capture, or
  // join any stream.
  if (It == S.Events.end() || Event->Stale || Stream->K == Value::Unknown) {
    loseDependencies(Call.At, S);
    return;
  }
  if (!It->second.Captured)
    return;
  // The effect of waiting for an event of a capture that has ended is not
  // documented.
  if (It->second.CaptureEnded) {
    loseDependencies(Call.At, S);
    return;
  }
  Capture *Joined = mutableCapture(S, S.captureOf(It->second));
  if (!Joined || !Joined->running())
    return;
  if (Capture *Own = mutableCapture(S, S.captureOf(*Stream))) {
    if (Own != Joined)
      return;
    Own->participant(*Stream)->Sees |= It->second.Sees;
    Evidence.InLoops.joins(U, *Own, *Stream, It->second,
                           Frames[Call.At.Ctx].InLoop);
    return;
  }
  if (Frames[Call.At.Ctx].InLoop)
    Evidence.InLoops.forks(U, Joined->Begin, *Stream);
  // Waiting for a captured event takes the stream into that capture.
  if (Joined->Participants.size() == 32) {
    loseDependencies(Call.At, S);
    return;
  }
  // The stream has no work yet that anything could fail to see.
  const uint32_t Bit = 1U << Joined->Participants.size();
  for (Participant &P : Joined->Participants)
    P.Sees |= Bit;
  S.Events.updateIf([&](const auto &E) { return E.second.isOf(Joined->Begin); },
                    [&](EventRecord &Record) { Record.Sees |= Bit; });
  Joined->Participants.push_back({*Stream, S.Events[Event->Data].Sees | Bit,
                                  Call.At, std::nullopt,
                                  Frames[Call.At.Ctx].InLoop});
  if (Stream->isSymbol())
    S.Idle.erase(SymbolId(Stream->Data));
}

/// Applies a call that enqueues work. The work becomes a graph node if its
/// stream captures.
void ApiTransfer::work(const ApiCall &Call, State &S) {
  std::optional<Value> Stream = Call.stream();
  Capture *C = Stream ? mutableCapture(S, S.captureOf(*Stream)) : nullptr;
  if (!C)
    return;
  Participant &P = *C->participant(*Stream);
  C->work(P, Call.At);
  const uint32_t Bit = 1U << (&P - C->Participants.data());
  S.Events.updateIf(
      [&](const auto &E) {
        return E.second.isOf(C->Begin) && (E.second.Sees & Bit);
      },
      [&](EventRecord &Record) { Record.Sees &= ~Bit; });
}
