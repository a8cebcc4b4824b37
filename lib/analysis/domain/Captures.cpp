//===- Captures.cpp - Captures of a path ----------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Captures.h"
#include <utility>

using namespace cuda_capture::analysis;

Participant *Capture::participant(const Value &Stream) {
  for (Participant &P : Participants)
    if (P.Stream.sameAs(Stream))
      return &P;
  return nullptr;
}

const Participant *Capture::participant(const Value &Stream) const {
  return const_cast<Capture *>(this)->participant(Stream);
}

bool Capture::isOneOfSeveral(const Value &Stream) const {
  const Participant *P = participant(Stream);
  return IsCallers && P && !P->IsCurrent && !P->Joined &&
         llvm::any_of(Participants, [&](const Participant &Other) {
           return !Other.IsCurrent && !Other.Joined &&
                  !Other.Stream.sameAs(Stream);
         });
}

void Capture::refute(const Value &Stream) {
  PartlyRefuted = true;
  for (size_t I = Participants.size(); I-- > 0;) {
    if (!Participants[I].Stream.sameAs(Stream))
      continue;
    const uint32_t Before = (1U << I) - 1;
    Participants.erase(Participants.begin() + I);
    for (Participant &Left : Participants)
      Left.Sees = (Left.Sees & Before) | (Left.Sees >> 1 & ~Before);
  }
  Origin = Participants.front().Stream;
}

void Capture::work(Participant &Of, const Site &At) {
  Of.Work = At;
  const uint32_t Bit = 1U << (&Of - Participants.data());
  for (Participant &P : Participants)
    if (&P != &Of)
      P.Sees &= ~Bit;
}

void Capture::end() {
  S = Ended;
  Participants = {{Origin, 1, std::nullopt, std::nullopt}};
  DependenciesKnown = true;
  UnknownForks = StreamIsShared = false;
  UnderConfiguration = UnderCondition = false;
  MayHaveEnded = OneOfSeveral = false;
  Failed.reset();
  WrongEnd.reset();
}

Capture *CaptureList::find(const Site &Begin) {
  for (Capture &C : *this)
    if (C.Begin == Begin)
      return &C;
  return nullptr;
}

const Capture *CaptureList::find(const Site &Begin) const {
  return const_cast<CaptureList *>(this)->find(Begin);
}

const Capture *CaptureList::of(const Value &Stream) const {
  for (const Capture &C : *this)
    if (C.running() && C.participant(Stream))
      return &C;
  return nullptr;
}

bool CaptureList::anyRunning() const {
  return llvm::any_of(*this, [](const Capture &C) { return C.running(); });
}

bool CaptureList::loseDependencies() {
  bool Changed = false;
  for (Capture &C : *this)
    Changed |= std::exchange(C.DependenciesKnown, false);
  return Changed;
}

bool CaptureList::doubtEndedIn(const CaptureList &O, PossibleEnds &Ends) {
  bool Changed = false;
  for (Capture &C : *this) {
    if (!C.running())
      continue;
    const Capture *Other = O.find(C.Begin);
    if (Other && (Other->S == Capture::Ended || Other->OriginMayBeGone)) {
      Changed |= C.S == Capture::Active;
      C.S = Capture::MayBeActive;
      Changed |= Ends.addMeeting(C.Begin);
    }
    // The end may be among the statements that the other path lacks.
    if (Other && Other->MissesStatement)
      Changed |= !std::exchange(C.MissesStatement, true);
  }
  return Changed;
}

bool Capture::join(const Capture &O) {
  const Capture Before = *this;
  if (!running()) {
    if (S != O.S)
      S = Lost;
    return S != Before.S;
  }
  if (O.S == MayBeActive)
    S = MayBeActive;
  DependenciesKnown &= O.DependenciesKnown;
  UnknownForks |= O.UnknownForks;
  StreamIsShared |= O.StreamIsShared;
  MissesStatement |= O.MissesStatement;
  UnderConfiguration |= O.UnderConfiguration;
  UnderCondition |= O.UnderCondition;
  MayHaveEnded |= O.MayHaveEnded;
  OneOfSeveral |= O.OneOfSeveral;
  OriginMayBeGone |= O.OriginMayBeGone;
  PartlyRefuted |= O.PartlyRefuted;
  return !(*this == Before);
}

bool CaptureList::areSameRuns(const CaptureList &O) const {
  auto AllIn = [](const CaptureList &These, const CaptureList &Those) {
    return llvm::all_of(These, [&](const Capture &C) {
      const Capture *Other = Those.find(C.Begin);
      return Other ? C.isSameRun(*Other) : !C.running();
    });
  };
  return AllIn(*this, O) && AllIn(O, *this);
}

bool CaptureList::join(JoinContext &, const CaptureList &O) {
  bool Changed = false;
  for (Capture &C : *this) {
    const Capture *Other = O.find(C.Begin);
    if (Other && C.isSameRun(*Other)) {
      Changed |= C.join(*Other);
      continue;
    }
    if (C.S == Capture::Lost)
      continue;
    C.S = Capture::Lost;
    Changed = true;
  }
  for (const Capture &C : O)
    if (!find(C.Begin)) {
      push_back(C);
      back().S = Capture::Lost;
      Changed = true;
    }
  return Changed;
}

bool CaptureList::loseWhatDiffers(const CaptureList &O) {
  bool Changed = false;
  for (Capture &C : *this) {
    const Capture *Other = O.find(C.Begin);
    if (C.running() && !C.IsCallers && !(Other && Other->running())) {
      C.S = Capture::Lost;
      Changed = true;
    } else if (Other && Other->Participants != C.Participants) {
      Changed |= std::exchange(C.DependenciesKnown, false);
    }
  }
  return Changed;
}

void CaptureList::replaceHandle(SymbolId Old, SymbolId New) {
  for (Capture &C : *this)
    if (C.participant(Value::symbol(Old)) && C.participant(Value::symbol(New)))
      C.DependenciesKnown = false;
  rename(Old, New);
}

void CaptureList::rename(SymbolId Old, SymbolId New) {
  auto Replace = [&](Value &V) {
    if (V.sameAs(Value::symbol(Old)))
      V.Data = New;
  };
  for (Capture &C : *this) {
    Replace(C.Origin);
    for (Participant &P : C.Participants)
      Replace(P.Stream);
  }
}

void CaptureList::forget(const Universe &U, SymbolId S) {
  for (Capture &C : *this) {
    auto Mentions = [&](const Value &V) {
      return U.dependsOn(V, S) && !(C.OriginIsAssumed && V == C.Origin);
    };
    if (Mentions(C.Origin))
      C.S = C.S == Capture::Ended ? Capture::Ended : Capture::Lost;
    for (Participant &P : C.Participants)
      if (Mentions(P.Stream))
        P.Stream = Value::unknown();
    if (Mentions(C.Origin))
      C.Origin = Value::unknown();
    if (Mentions(C.Mode))
      C.Mode = Value::unknown();
  }
}

void CaptureList::hold(Universe &U) const {
  for (const Capture &C : *this) {
    U.markLeaves(C.Origin);
    U.markLeaves(C.Mode);
    for (const Participant &P : C.Participants)
      U.markLeaves(P.Stream);
  }
}

void CaptureList::visitHandles(
    llvm::function_ref<void(const Value &)> Visit) const {
  for (const Capture &C : *this)
    Visit(C.Origin);
}

void CaptureList::callFailed(const ApiResult &Result) {
  for (Capture &C : *this) {
    if (!C.running() || (Result.BeginsCapture && C.Begin != Result.At) ||
        (C.IsCallers && Result.leavesCaptures()))
      continue;
    if (C.S == Capture::Active && !Result.BeginsCapture)
      C.Failed = Result.At;
    C.S = Capture::Lost;
  }
}

void CaptureList::missStatement() {
  for (Capture &C : *this)
    C.MissesStatement |= C.running();
}

bool CaptureList::outlives(const CallScope &, const CaptureList &Before) const {
  if (size() != Before.size())
    return true;
  for (const auto &[Mine, Old] : llvm::zip(*this, Before))
    if (Mine.Begin != Old.Begin ||
        // Where a call has failed, captures are lost.
        (Mine.S != Old.S && Mine.S != Capture::Lost) ||
        Mine.Participants.size() != Old.Participants.size() ||
        Mine.WrongEnd != Old.WrongEnd)
      return true;
  return false;
}
