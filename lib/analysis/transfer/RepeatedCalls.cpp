
///
/// \file
/// What a call led to may be taken again (Memo.cpp) if nothing that it made
/// outlives it but the result, and findings in it are those of a capture that
/// was begun further out: they are reported there, whichever of the calls is
/// meant.
///
//===----------------------------------------------------------------------===//

#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../findings/FindingSet.h"
#include "CaptureTransfer.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool CaptureTransfer::isMadeIn(LocationId L, Context Outer) const {
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

bool CaptureTransfer::isMadeIn(const Value &V, Context Outer) const {
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
bool CaptureTransfer::borrowsFromOutside(const Borrows &Before,
                                         const Borrows &Left,
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
bool CaptureTransfer::leavesNothing(const State &Before, const State &Left,
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

State CaptureTransfer::replay(const State &Left, Context Was, Context Inner,
                              const State &Now) {
  State S = Left;
  S.ControlDependences = Now.ControlDependences;
  S.PathConditions = Now.PathConditions;
  for (const ControlDependence &C : Left.PathConditions)
    S.decide(C);
  S.Left = Now.Left;
  S.Borrowed = Now.Borrowed;
  for (const auto &[Begin, List] : Left.Borrowed.Captured)
    for (const Borrow &B : List.all())
      if (Frames.isInside(B.At.Ctx, Was))
        S.Borrowed.Captured[Begin].add(B);
  S.Pending.insert(Now.Pending);
  auto Move = [&](Site &At, const Site &Before) {
    At = Frames.isInside(At.Ctx, Was) ? Frames.inFrame(At, Was, Inner) : Before;
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
  for (const auto &[Event, Record] : Left.Events) {
    auto Before = Now.Events.find(Event);
    Move(S.Events[Event].At,
         Before != Now.Events.end() ? Before->second.At : Record.At);
  }
  if (!isMadeIn(Left.Returned, Was))
    return S;
  // The result is one of its own.
  const SymbolInfo Old = U.symbol(Left.Returned.Data);
  const SymbolId Result = Left.Returned.Data;
  S.Results.erase(Result);
  S.Facts.erase(Result);
  const SymbolId New = S.make(U, Frames.inFrame(Old.Ctx, Was, Inner), Old.Maker,
                              Old.Which, Old.FromUnknownCall);
  if (Old.Created)
    U.markCreated(New);
  if (auto R = Left.Results.find(Result); R != Left.Results.end())
    S.Results[New] = {Frames.inFrame(R->second.At, Was, Inner),
                      R->second.BeginsCapture};
  if (auto F = Left.Facts.find(Result); F != Left.Facts.end())
    S.Facts[New] = F->second;
  S.Returned.Data = New;
  return S;
}

bool CaptureTransfer::remembersCalls() const {
  return !Run.HandedOver && !Opts.Observer;
}

size_t CaptureTransfer::now() const { return Reports.touched(); }

std::vector<unsigned> CaptureTransfer::foundSince(size_t Start) {
  return Reports.touchedSince(Start).vec();
}

void CaptureTransfer::foundAgain(llvm::ArrayRef<unsigned> Found) {
  Reports.touch(Found);
}

bool CaptureTransfer::isSameForCalls(unsigned Found, Context Ctx) {
  const std::optional<Site> &Begin = Reports[Found].Begin;
  return Begin && Frames.isFurtherOut(*Begin, Ctx);
}
