//===- State.cpp - Abstract state of one path -----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture::analysis;

bool State::isOutside(const Universe &U, const Value &Stream) const {
  if (Stream.K == Value::Unknown || Stream.Stale)
    return false;
  // The program asked for the status, and was told that the stream captures.
  for (const auto &[Status, Asked] : StatusOf)
    if (Asked.sameAs(Stream))
      if (auto Known = Facts.find(Status);
          Known != Facts.end() &&
          (Known->second.excludes(0) || Known->second.Equal.value_or(0)))
        return false;
  for (const Capture &C : Captures) {
    if (C.S == Capture::Ended)
      continue;
    // Some call may have taken the stream into the capture.
    if (mayHaveJoined(U, Stream, C))
      return false;
    for (const Participant &P : C.Participants) {
      // Any stream that the caller captures existed before.
      if (C.IsCallers && P.Stream.K == Value::Unknown && Stream.isSymbol() &&
          U.symbol(Stream.Data).Created)
        continue;
      if (!U.areDistinct(P.Stream, Stream) ||
          mayBeOfSameElement(*this, U, P.Stream, Stream))
        return false;
    }
  }
  return true;
}

/// Returns the array that \p Element is part of, through all its dimensions.
static LocationId wholeArrayOf(const Universe &U, LocationId Element) {
  while (U.location(Element).K == LocationInfo::Element)
    Element = U.location(Element).Parent;
  return Element;
}

static bool hasUnknownIndex(const Universe &U, LocationId Element) {
  for (; U.location(Element).K == LocationInfo::Element;
       Element = U.location(Element).Parent)
    if (U.location(Element).Index.K != Value::Int)
      return true;
  return false;
}

/// Returns the elements of arrays in which \p V was at the entry, or is now.
static llvm::SmallVector<LocationId, 2>
elementsWith(const State &S, const Universe &U, const Value &V) {
  llvm::SmallVector<LocationId, 2> Elements;
  auto Add = [&](LocationId Where) {
    if (U.location(Where).K == LocationInfo::Element)
      Elements.push_back(Where);
  };
  if (U.symbol(V.Data).K == SymbolInfo::Initial)
    Add(U.symbol(V.Data).Where);
  for (const auto &[Where, Held] : S.Memory)
    if (Held.isSymbol() && Held.Data == V.Data)
      Add(Where);
  return Elements;
}

bool cuda_capture::analysis::mayBeOfSameElement(const State &S,
                                                const Universe &U,
                                                const Value &A,
                                                const Value &B) {
  if (!A.isSymbol() || !B.isSymbol() ||
      (!U.symbol(A.Data).Created && !U.symbol(B.Data).Created))
    return false;
  const auto OfA = elementsWith(S, U, A);
  return !OfA.empty() && llvm::any_of(elementsWith(S, U, B), [&](LocationId Y) {
    return llvm::any_of(OfA, [&](LocationId X) {
      return wholeArrayOf(U, X) == wholeArrayOf(U, Y) &&
             (X == Y || hasUnknownIndex(U, X) || hasUnknownIndex(U, Y));
    });
  });
}

void State::missStatement() {
  forEachComponent([](auto &Of) { Of.missStatement(); });
}

bool State::sameProtocol(const State &O) const {
  return allComponents(O, [](const auto &Mine, const auto &Theirs) {
    return Mine.sameProtocol(Theirs);
  });
}

bool State::sameVariables(const Universe &U, const State &O) const {
  return allComponents(O, [&](const auto &Mine, const auto &Theirs) {
    return Mine.sameVariables(U, Theirs);
  });
}

bool State::sameCore(const Universe &U, const State &O) const {
  return sameProtocol(O) && sameVariables(U, O);
}

bool State::sameInput(const Universe &U, const State &O) const {
  return allComponents(O,
                       [](const auto &Mine, const auto &Theirs) {
                         return Mine.sameInput(Theirs);
                       }) &&
         sameCore(U, O);
}

bool State::sameWay(const State &O) const {
  return allComponents(O, [](const auto &Mine, const auto &Theirs) {
    return Mine.sameWay(Theirs);
  });
}

void State::dropDead(Universe &U, Context Ctx, IsLiveLocal IsLive) {
  forEachComponent([&](auto &Of) { Of.dropLocals(U, Ctx, IsLive); });
  dropUnheld(U, Ctx);
}

void State::dropUnheld(Universe &U, std::optional<Context> Lost) {
  // A conjured symbol that nothing holds any more cannot come back, and the
  // knowledge about it would only keep states apart.
  U.clearMarks();
  forEachComponent([&](const auto &Of) { Of.hold(U); });
  if (Lost && !Owned.Held.empty())
    Owned.loseUnheld(U, *Lost, Failures.OnAllPaths);
  forEachComponent([&](auto &Of) { Of.dropUnheld(U); });
}

bool State::mergeConditions(const State &O) {
  return changeComponents(O, [](auto &Mine, const auto &Theirs) {
    return Mine.mergeConditions(Theirs);
  });
}

bool State::join(Universe &U, Context Ctx, const void *Where, const State &O) {
  auto Forget = [&](SymbolId S) { forget(U, S); };
  JoinContext Join = {U, Ctx, Where, Facts, O.Facts, Forget, {}};
  const bool Changed = changeComponents(O, [&](auto &Mine, const auto &Theirs) {
    return Mine.join(Join, Theirs);
  });
  Owned.forgetUnheld(Memory);
  return Changed;
}

bool State::loseWhatDiffers(const State &O) {
  return changeComponents(O, [](auto &Mine, const auto &Theirs) {
    return Mine.loseWhatDiffers(Theirs);
  });
}

void State::endRound(Context Ctx) {
  forEachComponent([&](auto &Of) { Of.endRound(Ctx, ControlDependences); });
}

void State::replaceHandle(SymbolId Old, SymbolId New) {
  forEachComponent([&](auto &Of) { Of.replaceHandle(Old, New); });
}

void State::rename(Universe &U, SymbolId S) {
  std::optional<LocationId> Holder = Memory.holderOf(U, S);
  if (!Holder)
    return;
  static const char Kept = 0;
  SymbolId New = U.conjure(0, &Kept, *Holder, /*FromUnknownCall=*/false);
  if (New == S)
    return;
  forget(U, New);
  forEachComponent([&](auto &Of) { Of.rename(S, New); });
  if (U.symbol(S).Created)
    U.markCreated(New);
}

void State::forget(Universe &U, SymbolId S) {
  // Only objects that an API call made are renamed, not its result, which is
  // number 0.
  if (U.symbol(S).K == SymbolInfo::Conjured && U.symbol(S).Which > 0 &&
      !U.symbol(S).FromUnknownCall)
    rename(U, S);
  forEachComponent([&](auto &Of) { Of.forget(U, S); });
}

void State::leaveFrame(Universe &U, Context Ctx) {
  Memory.leaveFrame(U, Ctx, Returned);
  if (!Owned.Held.empty())
    dropUnheld(U, Ctx);
  endConditions([&](const ControlDependence &C) { return C.Ctx == Ctx; });
}

void State::enterFrame(const Universe &U, Context Ctx) {
  Memory.enterFrame(U, Ctx);
  endConditions([&](const ControlDependence &C) { return C.Ctx == Ctx; });
}
