//===- Captures.cpp - Effects on captures ---------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../engine/CallTree.h"
#include "../../findings/FindingSet.h"
#include "../../findings/RootEvidence.h"
#include "../ApiTransfer.h"
#include "../EarlierCaptures.h"
#include "../Evaluator.h"
#include "../GraphMemory.h"
#include "../ThreadRuns.h"
#include "../UnknownCalls.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Notes the answers of unknown callees that are older than a capture which
/// begins here. If such answers led to the begin, they and others may exclude
/// each other.
static void notePriorAnswers(const Universe &U, State &S) {
  auto IsAnswer = [](const ControlDependence &Cond) {
    return Cond.FromUnknownCall;
  };
  S.Prior.clear();
  if (llvm::none_of(S.ControlDependences, IsAnswer) &&
      llvm::none_of(S.PathConditions, IsAnswer))
    S.Prior.begin(U, S.Memory);
}

void ApiTransfer::applyBeginCapture(const ApiCall &Call, State &S) {
  std::optional<Value> Stream = Call.stream();
  if (!Stream || Call.onLegacyStream())
    return;
  Evidence.BegunOnOther.insert(Call.At);
  Earlier.forgetIfReplaced(Call, S);
  Capture C;
  llvm::erase_if(S.Captures, [&](const Capture &Old) {
    // The stream's earlier captures are over, or this call fails.
    bool Replaced = Old.Begin == Call.At || Old.Origin.sameAs(*Stream);
    if (Replaced && Old.S == Capture::Ended && Old.Begin != Call.At)
      Evidence.FollowedBy.insert({Old.Begin, Call.At});
    if (Replaced && Old.S != Capture::Ended) {
      C.MayHaveEnded |= Old.running();
      C.OneOfSeveral |= Old.OneOfSeveral || !Old.Origin.sameAs(*Stream);
      // An event that was recorded in an earlier round does not belong to this
      // capture, and the outcome of the capture of the earlier round is
      // unknown.
      if (!C.OneOfSeveral)
        S.Events.eraseIf(
            [&](const auto &E) { return E.second.isOf(Old.Begin); });
    }
    return Replaced;
  });
  S.Borrowed.Captured.erase(Call.At);
  MemoryOfGraphs.beginReferences(Call, S);
  S.Awaiting.eraseIf(
      [&](const auto &Entry) { return std::get<Site>(Entry) == Call.At; });
  S.Pending.eraseIf([&](const auto &Entry) { return Entry.first == Call.At; });
  S.Doubted.eraseIf([&](const auto &Entry) { return Entry.first == Call.At; });
  S.Ends.forgetCapture(Call.At);
  C.Begin = Call.At;
  C.Thread = Call.Thread;
  C.IntoGraph = Call.arg(Role::Graph).has_value();
  C.Origin = *Stream;
  C.Origin.Stale = false;
  // CUDA 10.0 had no mode argument; its captures are Global.
  C.Mode = Call.arg(Role::Mode)
               .value_or(Value::constant(int64_t(CaptureMode::Global)));
  C.Participants.push_back({C.Origin, 1, std::nullopt, std::nullopt});
  for (const auto &[Sym, Known] : S.Facts)
    C.UnderConfiguration |= U.symbol(Sym).Configuration;
  // An early return in front of the begin does not decide whether the capture
  // ends.
  C.UnderCondition = S.underCondition();
  // A path that ends the capture, or does not, may belong to another way to
  // this begin.
  if (llvm::any_of(S.ControlDependences, [](const ControlDependence &Cond) {
        return Cond.OneOfSeveral && !Cond.EarlyReturn;
      }))
    C.doubt();
  if (C.MayHaveEnded)
    S.Ends.addOther(C.Begin);
  if (Frames[Call.At.Ctx].InLoop) {
    Evidence.InLoops.forks(U, C.Begin, C.Origin);
    Evidence.BegunInLoop.insert(C.Begin);
  }
  if (llvm::all_of(S.Captures, [](const Capture &Other) {
        return Other.S == Capture::Ended;
      }))
    notePriorAnswers(U, S);
  for (ControlDependence &Cond : S.ControlDependences)
    Cond.Encloses = C.Begin;
  S.Captures.push_back(std::move(C));
  if (Stream->isSymbol())
    S.Idle.erase(SymbolId(Stream->Data));
}

void ApiTransfer::applyEndCapture(const ApiCall &Call, State &S) {
  std::optional<Value> Stream = Call.stream();
  if (!Stream)
    return;
  Earlier.noteEnd(Call, S);
  Earlier.forgetIfReplaced(Call, S);
  Capture *Ending = nullptr;
  unsigned Running = 0;
  auto MayBeOrigin = [&](const Capture &C) {
    return !U.areDistinct(C.Origin, *Stream) ||
           mayBeOfSameElement(S, U, C.Origin, *Stream);
  };
  for (Capture &C : S.Captures) {
    if (C.S != Capture::Ended && (C.Origin.sameAs(*Stream) || MayBeOrigin(C)))
      Evidence.EndsOf.insert({C.Begin, Call.At});
    if (C.Origin.sameAs(*Stream) && C.S != Capture::Ended)
      Ending = &C;
    Running += C.running();
  }
  // A stream of unknown identity can only be the one that captures.
  if (!Ending && Running == 1 && !isPerThreadStream(*Stream))
    for (Capture &C : S.Captures)
      if (C.running()) {
        if (MayBeOrigin(C))
          Ending = &C;
        else if (C.OneOfSeveral)
          C.S = Capture::Lost;
        else if (!C.WrongEnd)
          C.WrongEnd = Call.At;
        if (!Ending)
          return;
      }
  if (!Ending) {
    for (Capture &C : S.Captures)
      if (C.running())
        C.S = Capture::Lost;
    return;
  }
  // A stream that was null before a missing statement is hardly the one that
  // captures.
  const bool ShowsCapture =
      Ending->running() &&
      !(Ending->MissesStatement && Unknowns.isRenewedNumber(*Stream));
  S.Pending.eraseIf([&](const auto &Entry) {
    if (Entry.first != Ending->Begin)
      return false;
    if (ShowsCapture &&
        (!Ending->ShownByEnd || Earlier.isOnEveryPath(Entry.second, S)))
      Reports.confirm(Entry.second);
    return true;
  });
  S.Doubted.eraseIf([&](const auto &Entry) {
    if (Entry.first != Ending->Begin)
      return false;
    if (ShowsCapture && Reports.standsUnderDoubtsOf(Entry.second, S) &&
        (!Ending->ShownByEnd || Earlier.isOnEveryPath(Entry.second, S)))
      Reports.confirm(Entry.second);
    return true;
  });
  Threads.settleAwaiting(*Ending, Call.Thread, S);
  if (Ending->Thread != Call.Thread &&
      knownMode(S, Ending->Mode) != CaptureMode::Relaxed) {
    // The call fails or may fail, and it is not documented whether the capture
    // goes on.
    Ending->S = Capture::Lost;
    return;
  }
  if (Frames[Call.At.Ctx].InLoop)
    Evidence.EndsInLoop.insert(Ending->Begin);
  if (S.underCondition())
    Evidence.EndsUnderCondition.insert(Ending->Begin);
  if (Ending->running()) {
    Evidence.Ends.insert(Call.At);
    MemoryOfGraphs.endReferences(Call, Ending->Begin, S);
    if (const auto Calls = S.Ends.of(Ending->Begin))
      for (const Site &At : *Calls)
        Evidence.KeepsCapture.insert({Ending->Begin, At});
  }
  S.Ends.forgetCapture(Ending->Begin);
  if (!Ending->MayHaveEnded)
    for (const Participant &P : Ending->Participants)
      if (P.Stream.isSymbol() && !P.Stream.Stale)
        S.Idle[P.Stream.Data] = {Call.At, S.underCondition()};
  auto IsOfIt = [&](const auto &E) { return E.second.isOf(Ending->Begin); };
  if (!Ending->running())
    S.Events.eraseIf(IsOfIt); // Perhaps none of them was captured.
  S.Events.updateIf(IsOfIt, [&](EventRecord &Record) {
    Record.CaptureEnded = Call.At;
    Record.Sees = 0;
  });
  Ending->end();
}

void ApiTransfer::applyExchangeMode(const ApiCall &Call, State &S) {
  if (Opts.IgnoreGuards)
    return;
  std::optional<Value> Pointer = Call.arg(Role::Mode, Access::InOut);
  if (!Pointer || Pointer->K != Value::Reference) {
    S.ThreadMode.Current = Value::unknown();
    return;
  }
  LocationId Where = Pointer->Data;
  Value Old = S.ThreadMode.Current;
  Eval.setThreadMode(Eval.load(Where, S), S);
  Eval.store(Where, Old, S);
  const Value AtEntry = Value::symbol(U.threadMode());
  if (S.ThreadMode.Current == AtEntry ||
      S.ThreadMode.Current.isInt(int64_t(CaptureMode::Global))) {
    S.ThreadMode.IsRestored = S.ThreadMode.Exchanged.has_value();
  } else if (Old == AtEntry && knownMode(S, S.ThreadMode.Current)) {
    // Both exchanges may stand under conditions that belong together.
    if (S.underCondition())
      return;
    S.ThreadMode.Exchanged = Call.At;
    S.ThreadMode.IsRestored = false;
  }
}
