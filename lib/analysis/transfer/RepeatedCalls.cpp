//===- RepeatedCalls.cpp - Calls that were run before ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The outcome of a call may be reused (Memo.cpp) if nothing but the result
/// outlives the call, and all findings in it concern a capture that was begun
/// further out. Such findings are reported there, whichever of the calls is
/// meant.
///
//===----------------------------------------------------------------------===//

#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../findings/FindingSet.h"
#include "CaptureTransfer.h"
#include "HostCode.h"
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

/// Whether everything that \p Left knows, except for its result, was there
/// before the frame \p Inner, and captures and borrowed memory are those of
/// \p Before.
bool CaptureTransfer::leavesNothing(const State &Before, const State &Left,
                                    Context Inner) const {
  const Context Caller = Frames[Inner].Parent;
  auto Made = [&](const Value &V) { return isMadeIn(V, Inner); };
  auto Inside = [&](const Site &At) { return Frames.isInside(At.Ctx, Inner); };
  auto FurtherOut = [&](const Site &At) {
    return Frames.isFurtherOut(At, Caller);
  };
  const CallScope Call = {U,      Caller,     Made,
                          Inside, FurtherOut, Left.Returned.Whole};
  return Left.allComponents(Before, [&](const auto &Mine, const auto &Old) {
    return !Mine.outlives(Call, Old);
  });
}

State CaptureTransfer::replay(const State &Left, Context Was, Context Inner,
                              const State &Now) {
  State S = Left;
  S.ControlDependences = Now.ControlDependences;
  S.PathConditions = Now.PathConditions;
  for (const ControlDependence &C : Left.PathConditions)
    S.PathConditions.decide(C);
  S.Left = Now.Left;
  S.Owned = Now.Owned;
  S.Borrowed = Now.Borrowed;
  for (const auto &[Begin, List] : Left.Borrowed.Captured)
    for (const Borrow &B : List.all())
      if (Frames.isInside(B.At.Ctx, Was))
        S.Borrowed.Captured[Begin].add(B);
  S.Pending.insert(Now.Pending);
  S.Doubted.insert(Now.Doubted);
  S.Ends = Now.Ends;
  S.Ends.replay(Left.Ends, [&](const Site &At) -> std::optional<Site> {
    if (!Frames.isInside(At.Ctx, Was))
      return std::nullopt;
    return Frames.inFrame(At, Was, Inner);
  });
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
  if (!isMadeIn(Left.Returned.Whole, Was))
    return S;
  // Each call has a result of its own.
  const SymbolInfo Old = U.symbol(Left.Returned.Whole.Data);
  const SymbolId Result = Left.Returned.Whole.Data;
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
  S.Returned.Whole.Data = New;
  return S;
}

bool CaptureTransfer::remembersCalls() const {
  return !Host.handedOver() && !Opts.Observer;
}

size_t CaptureTransfer::now() const { return Reports.touched(); }

std::vector<unsigned> CaptureTransfer::foundSince(size_t Start) {
  return Reports.touchedSince(Start).vec();
}

void CaptureTransfer::foundAgain(llvm::ArrayRef<unsigned> Found, Context Was,
                                 const State &Now) {
  Reports.touch(Found);
  for (unsigned Id : Found)
    Reports.reachedBy(Id, Now, Was);
}

bool CaptureTransfer::isSameForCalls(unsigned Found, Context Ctx) {
  const std::optional<Site> &Begin = Reports[Found].Begin;
  return Begin && Frames.isFurtherOut(*Begin, Ctx);
}
