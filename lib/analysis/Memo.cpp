//===- Memo.cpp - Calls that were run before ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls are inlined, and a function that calls two others twice each would be
/// run four times for each level. What a call led to is therefore remembered,
/// and taken again where the same frame calls the same function with the same
/// arguments in the same state. A call is remembered only if nothing that it
/// made outlives it but the result, and findings in it are those of a capture
/// that was begun further out: they are reported there, whichever of the calls
/// is meant.
///
//===----------------------------------------------------------------------===//

#include "CallTree.h"
#include "CaptureObserver.h"
#include "Engine.h"
#include "Evaluator.h"
#include "FindingSet.h"
#include "FunctionPlans.h"
#include "RootRun.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Functions that are run faster than looked up, and entries of one function in
/// one frame.
static constexpr unsigned MinCost = 8, MaxRemembered = 4;

bool Engine::isMadeIn(LocationId L, Context Outer) const {
  const LocationInfo &Info = U.location(L), &Root = U.location(Info.Root);
  if (Root.K == LocationInfo::Local && Frames.isInside(Root.Ctx, Outer))
    return true;
  if (Root.K == LocationInfo::Pointee &&
      isMadeIn(Value::symbol(Root.Pointer), Outer))
    return true;
  return llvm::any_of(Info.Leaves, [&](SymbolId Leaf) {
    return Frames.isInside(U.symbol(Leaf).Ctx, Outer);
  });
}

bool Engine::isMadeIn(const Value &V, Context Outer) const {
  if (V.K == Value::Reference)
    return isMadeIn(LocationId(V.Data), Outer);
  if (!V.isSymbol())
    return false;
  const SymbolInfo &Info = U.symbol(V.Data);
  switch (Info.K) {
  case SymbolInfo::Initial:
    return isMadeIn(Info.Where, Outer);
  case SymbolInfo::Conjured:
    return Frames.isInside(Info.Ctx, Outer);
  case SymbolInfo::Operation:
  case SymbolInfo::Getter:
    return llvm::any_of(Info.inputs(),
                        [&](const Value &In) { return isMadeIn(In, Outer); });
  case SymbolInfo::ThreadMode:
    return false;
  }
  return false;
}

/// Whether what \p Left has more than \p Before are addresses of memory that
/// belongs to no call from here on, in captures that were begun further out.
bool Engine::borrowsFromOutside(const Borrows &Before, const Borrows &Left,
                                Context Inner) const {
  if (!Left.Graphs.isSameAs(Before.Graphs))
    return false;
  if (Left.Captured.isSameAs(Before.Captured))
    return true;
  size_t Old = 0;
  for (const auto &[Begin, List] : Left.Captured)
    for (const Borrow &B : List.all()) {
      if (!Frames.isInside(B.At.Ctx, Inner)) {
        ++Old;
        continue;
      }
      const Context Caller = Frames[Inner].Parent;
      if (B.Gone || !Frames.isFurtherOut(Begin, Caller) ||
          isMadeIn(B.Memory, Inner))
        return false;
      if (B.Memory.K == Value::Reference)
        if (const LocationInfo &Root = U.location(U.root(B.Memory.Data));
            Root.K == LocationInfo::Local && Root.Ctx == Caller)
          return false;
    }
  for (const auto &[Begin, List] : Before.Captured) {
    auto Now = Left.Captured.find(Begin);
    if (Now == Left.Captured.end())
      return false;
    for (const Borrow &B : List.all()) {
      if (!llvm::is_contained(Now->second.all(), B))
        return false;
      --Old;
    }
  }
  return Old == 0;
}

/// Whether all that \p Left knows, but for its result, was there before the
/// frame \p Inner, and captures and borrowed memory are those of \p Before.
bool Engine::leavesNothing(const State &Before, const State &Left,
                           Context Inner) const {
  if (Left.Captures.size() != Before.Captures.size() ||
      Left.Threads != Before.Threads || Left.Awaiting != Before.Awaiting ||
      Left.ControlDependences != Before.ControlDependences ||
      Left.Exchanged != Before.Exchanged ||
      Left.ModeRestored != Before.ModeRestored ||
      Left.MissesStatement != Before.MissesStatement ||
      !borrowsFromOutside(Before.Borrowed, Left.Borrowed, Inner))
    return false;
  for (const auto &[Mine, Old] : llvm::zip(Left.Captures, Before.Captures))
    if (Mine.Begin != Old.Begin ||
        // Where a call has failed, captures are lost.
        (Mine.S != Old.S && Mine.S != Capture::Lost) ||
        Mine.Participants.size() != Old.Participants.size() ||
        Mine.WrongEnd != Old.WrongEnd)
      return false;
  auto Made = [&](const Value &V) { return isMadeIn(V, Inner); };
  auto Inside = [&](const Site &At) { return Frames.isInside(At.Ctx, Inner); };
  const CallScope Call = {Made, Inside, Left.Returned};
  bool Outlives = false;
  Left.forEachComponent(
      [&](const auto &Of) { Outlives = Outlives || Of.outlives(Call); });
  if (Outlives)
    return false;
  for (const auto &[Symbol, F] : Left.Facts) {
    if (isMadeIn(Value::symbol(Symbol), Inner) &&
        !Left.Returned.sameAs(Value::symbol(Symbol)))
      return false;
    if (F.SameAs && isMadeIn(Value::symbol(*F.SameAs), Inner))
      return false;
  }
  for (const auto &[Where, V] : Left.Memory)
    if (isMadeIn(Where, Inner) || isMadeIn(V, Inner))
      return false;
  for (const auto &[Steps, V] : Left.ReturnedParts)
    if (isMadeIn(V, Inner))
      return false;
  if (isMadeIn(Left.ThreadMode, Inner) || isMadeIn(Left.Device, Inner))
    return false;
  const Value &R = Left.Returned;
  return !isMadeIn(R, Inner) ||
         (R.isSymbol() && U.symbol(R.Data).K == SymbolInfo::Conjured);
}

/// What the call led to, for a call with the frame \p Inner in the state
/// \p Now.
States Engine::replay(const Remembered &Call, Context Inner, const State &Now) {
  States Result;
  for (const State &Exit : Call.Exits) {
    Result.push_back(Exit);
    State &S = Result.back();
    S.ControlDependences = Now.ControlDependences;
    S.PathConditions = Now.PathConditions;
    for (const ControlDependence &C : Exit.PathConditions)
      S.decide(C);
    S.Left = Now.Left;
    S.Borrowed = Now.Borrowed;
    for (const auto &[Begin, List] : Exit.Borrowed.Captured)
      for (const Borrow &B : List.all())
        if (Frames.isInside(B.At.Ctx, Call.Inner))
          S.Borrowed.Captured[Begin].add(B);
    S.Pending.insert(Now.Pending);
    auto Move = [&](Site &At, const Site &Before) {
      At = Frames.isInside(At.Ctx, Call.Inner)
               ? Frames.inFrame(At, Call.Inner, Inner)
               : Before;
    };
    for (unsigned C = 0; C < S.Captures.size(); ++C) {
      Capture &Of = S.Captures[C];
      const Capture &Before = Now.Captures[C];
      if (Of.Failed)
        Move(*Of.Failed, Before.Failed.value_or(*Of.Failed));
      for (unsigned P = 0; P < Of.Participants.size(); ++P) {
        Of.Participants[P].Joined = Before.Participants[P].Joined;
        if (std::optional<Site> &Work = Of.Participants[P].Work)
          Move(*Work, Before.Participants[P].Work.value_or(*Work));
      }
    }
    for (const auto &[Event, Record] : Exit.Events) {
      auto Before = Now.Events.find(Event);
      Move(S.Events[Event].At,
           Before != Now.Events.end() ? Before->second.At : Record.At);
    }
    if (!isMadeIn(Exit.Returned, Call.Inner))
      continue;
    // The result is one of its own.
    const SymbolInfo Old = U.symbol(Exit.Returned.Data);
    const SymbolId Was = Exit.Returned.Data;
    S.Results.erase(Was);
    S.Facts.erase(Was);
    const SymbolId New = S.make(U, Frames.inFrame(Old.Ctx, Call.Inner, Inner),
                                Old.Maker, Old.Which, Old.FromUnknownCall);
    if (Old.Created)
      U.markCreated(New);
    if (auto R = Exit.Results.find(Was); R != Exit.Results.end())
      S.Results[New] = {Frames.inFrame(R->second.At, Call.Inner, Inner),
                        R->second.BeginsCapture};
    if (auto F = Exit.Facts.find(Was); F != Exit.Facts.end())
      S.Facts[New] = F->second;
    S.Returned.Data = New;
  }
  return Result;
}

States Engine::runCall(Context Ctx, const ir::Instruction &I,
                       const ir::Function &Callee, Context Inner,
                       States Entries) {
  auto Bind = [&] {
    for (State &S : Entries)
      bindArguments(Ctx, I, Callee, Inner, S);
  };
  if (Run.Guessing || Run.HandedOver || Opts.Observer ||
      I.K != ir::Instruction::Call || Entries.size() != 1 ||
      Plans.estimateCost(Callee, 8).Size < MinCost) {
    Bind();
    return run(Callee, Inner, std::move(Entries));
  }

  Remembered New;
  New.Inner = Inner;
  New.InLoop = Frames[Ctx].InLoop;
  New.Entry = Entries.front();
  New.Entry.dropUnheld(U);
  for (const ir::Operand &A : I.Args) {
    New.Args.push_back(Eval.evaluate(Ctx, A, New.Entry));
    New.Objects.push_back(Eval.partsOf(Ctx, A, New.Entry));
  }
  std::vector<Remembered> &Known = Calls[{Ctx, &Callee}];
  for (const Remembered &Old : Known)
    if (Old.InLoop == New.InLoop && Old.Args == New.Args &&
        Old.Objects == New.Objects && Old.Entry.sameInput(U, New.Entry)) {
      Reports.touch(Old.Found);
      return replay(Old, Inner, Entries.front());
    }

  const unsigned Before = Run.Unrepeatable;
  const size_t FirstTouched = Reports.touched();
  Bind();
  States Exits = run(Callee, Inner, std::move(Entries));
  New.Found = Reports.touchedSince(FirstTouched).vec();
  if (Known.size() == MaxRemembered || Run.GaveUp ||
      Run.Unrepeatable != Before ||
      // Which of two calls is meant matters where the finding is reported.
      !llvm::all_of(New.Found, [&](unsigned Id) {
        return Reports[Id].Begin &&
               Frames.isFurtherOut(*Reports[Id].Begin, Ctx);
      }))
    return Exits;
  for (const State &S : Exits) {
    New.Exits.push_back(S);
    New.Exits.back().dropUnheld(U);
    if (!leavesNothing(New.Entry, New.Exits.back(), Inner))
      return Exits;
  }
  Known.push_back(std::move(New));
  return Exits;
}
