//===- State.cpp - Abstract state of one path -----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture::analysis;

bool State::isLive(Context Thread) const {
  return llvm::any_of(Threads,
                      [&](const auto &T) { return T.second == Thread; });
}

Capture *State::capture(const Site &Begin) {
  for (Capture &C : Captures)
    if (C.Begin == Begin)
      return &C;
  return nullptr;
}

const Capture *State::capture(const Site &Begin) const {
  return const_cast<State *>(this)->capture(Begin);
}

Participant *Capture::participant(const Value &Stream) {
  for (Participant &P : Participants)
    if (P.Stream.sameAs(Stream))
      return &P;
  return nullptr;
}

const Participant *Capture::participant(const Value &Stream) const {
  return const_cast<Capture *>(this)->participant(Stream);
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
  UnderConfiguration = UnderCondition = false;
  MayHaveEnded = OneOfSeveral = false;
  Failed.reset();
  WrongEnd.reset();
}

const Capture *State::captureOf(const Value &Stream) const {
  for (const Capture &C : Captures)
    if (C.running() && C.participant(Stream))
      return &C;
  return nullptr;
}

const Capture *State::captureOf(const EventRecord &E) const {
  return E.Captured && !E.CaptureEnded ? capture(*E.Captured) : nullptr;
}

bool State::underCondition() const {
  return llvm::any_of(ControlDependences, [](const ControlDependence &C) {
    return !C.EarlyReturn;
  });
}

bool State::isOutside(const Universe &U, const Value &Stream) const {
  if (Stream.K == Value::Unknown || Stream.Stale)
    return false;
  // The program asked, and was told that it captures.
  for (const auto &[Status, Asked] : StatusOf)
    if (Asked.sameAs(Stream))
      if (auto Known = Facts.find(Status);
          Known != Facts.end() &&
          (Known->second.excludes(0) || Known->second.Equal.value_or(0)))
        return false;
  for (const Capture &C : Captures) {
    if (C.S == Capture::Ended)
      continue;
    // Somebody may have taken it along.
    if (!C.DependenciesKnown)
      return false;
    for (const Participant &P : C.Participants) {
      // Whatever the caller captures, it was there before.
      if (C.IsCallers && P.Stream.K == Value::Unknown && Stream.isSymbol() &&
          U.symbol(Stream.Data).Created)
        continue;
      if (!U.areDistinct(P.Stream, Stream))
        return false;
    }
  }
  return true;
}

void State::loseDependencies() {
  for (Capture &C : Captures)
    C.DependenciesKnown = false;
}

void State::missStatement() {
  MissesStatement = true;
  for (Capture &C : Captures)
    C.MissesStatement |= C.running();
  // What findings and borrowed memory await may have happened.
  forEachComponent([](auto &Of) { Of.missStatement(); });
  Borrowed = {};
  // A handle that is used still is the one that was made; a number may have
  // been replaced.
  Memory.updateIf(
      [](const auto &Entry) { return Entry.second.K == Value::Int; },
      [](Value &V) { V = Value::unknown(); });
}

bool State::anyRunning() const {
  return llvm::any_of(Captures, [](const Capture &C) { return C.running(); });
}

/// Whether two memories hold the same; a location that was never touched holds
/// its initial value.
static bool sameMemory(const Universe &U, const FlatMap<LocationId, Value> &A,
                       const FlatMap<LocationId, Value> &B) {
  auto IsInitial = [&](const std::pair<LocationId, Value> &Entry) {
    if (!Entry.second.isSymbol() || Entry.second.Stale)
      return false;
    const SymbolInfo &Info = U.symbol(Entry.second.Data);
    return Info.K == SymbolInfo::Initial && Info.Where == Entry.first;
  };
  if (A.isSameAs(B))
    return true;
  auto I = A.begin(), J = B.begin();
  while (I != A.end() || J != B.end()) {
    if (J == B.end() || (I != A.end() && I->first < J->first)) {
      if (!IsInitial(*I++))
        return false;
    } else if (I == A.end() || J->first < I->first) {
      if (!IsInitial(*J++))
        return false;
    } else if (!((I++)->second == (J++)->second)) {
      return false;
    }
  }
  return true;
}

bool State::sameVariables(const Universe &U, const State &O) const {
  return Returned == O.Returned && ReturnedParts == O.ReturnedParts &&
         sameMemory(U, Memory, O.Memory);
}

bool State::sameCore(const Universe &U, const State &O) const {
  return sameProtocol(O) && sameVariables(U, O);
}

template <typename Predicate>
void State::dropLocations(Universe &U, Predicate Drop) {
  llvm::SmallVector<LocationId, 4> Arrays;
  Memory.eraseIf([&](const auto &Entry) {
    if (!Drop(Entry.first))
      return false;
    const LocationInfo &Info = U.location(Entry.first);
    if (Info.K == LocationInfo::Element && !Drop(Info.Parent))
      Arrays.push_back(Info.Parent);
    return true;
  });
  for (LocationId Array : Arrays)
    Memory[U.element(Array, Value::unknown())] = Value::unknown();
}

void State::dropDead(Universe &U, Context Ctx, const llvm::BitVector &Live) {
  dropUnheld(U, [&](LocationId L) {
    const LocationInfo &Root = U.location(U.root(L));
    return Root.K == LocationInfo::Local && Root.Ctx == Ctx &&
           !Live[Root.LocalId];
  });
}

void State::dropUnheld(Universe &U) {
  dropUnheld(U, [](LocationId) { return false; });
}

template <typename Predicate>
void State::dropUnheld(Universe &U, Predicate IsDead) {
  // A conjured symbol that nothing holds any more cannot come back, and what is
  // known about it would only keep states apart.
  U.clearMarks();
  auto Hold = [&](const Value &V) { U.markLeaves(V); };
  bool AnyMade = false;
  Memory.eraseIf([&](const auto &Entry) {
    if (IsDead(Entry.first))
      return true;
    Hold(Entry.second);
    AnyMade |= !U.location(Entry.first).Leaves.empty();
    return false;
  });
  for (const Capture &C : Captures) {
    Hold(C.Origin);
    Hold(C.Mode);
    for (const Participant &P : C.Participants)
      Hold(P.Stream);
  }
  forEachComponent([&](const auto &Of) { Of.hold(U); });
  Hold(ThreadMode);
  Hold(Returned);
  for (const auto &[Steps, V] : ReturnedParts)
    Hold(V);
  auto AllHeld = [&](llvm::ArrayRef<SymbolId> Leaves) {
    return U.areMarked(Leaves);
  };
  if (AnyMade)
    dropLocations(U,
                  [&](LocationId L) { return !AllHeld(U.location(L).Leaves); });
  forEachComponent([&](auto &Of) { Of.dropUnheld(U); });
  dropUnheldKeys(Facts, U);
  dropUnheldKeys(Borrowed.Graphs, U);
}

bool State::sameProtocol(const State &O) const {
  return Captures == O.Captures && ThreadMode == O.ThreadMode &&
         Device == O.Device && Exchanged == O.Exchanged &&
         ModeRestored == O.ModeRestored &&
         MissesStatement == O.MissesStatement &&
         allComponents(O,
                       [](const auto &Mine, const auto &Theirs) {
                         return Mine.sameProtocol(Theirs);
                       }) &&
         Borrowed.isAlike(O.Borrowed);
}

bool State::sameInput(const Universe &U, const State &O) const {
  auto Matters = [](const ControlDependence &C) {
    return C.FromUnknownCall || C.Configuration || !C.EarlyReturn;
  };
  auto SameControls = [&] {
    auto Mine = llvm::make_filter_range(ControlDependences, Matters);
    auto Theirs = llvm::make_filter_range(O.ControlDependences, Matters);
    return std::equal(Mine.begin(), Mine.end(), Theirs.begin(), Theirs.end());
  };
  return Failed == O.Failed && SurelyFailed == O.SurelyFailed &&
         Borrowed.Graphs.isSameAs(O.Borrowed.Graphs) && SameControls() &&
         PathConditions == O.PathConditions && Facts == O.Facts &&
         allComponents(O,
                       [](const auto &Mine, const auto &Theirs) {
                         return Mine.sameInput(Theirs);
                       }) &&
         sameCore(U, O);
}

bool State::mergeConditions(const State &O) {
  bool Changed = keepCommon(Facts, O.Facts);
  Changed |= mergeControls(O);
  const size_t Before = PathConditions.size();
  llvm::erase_if(PathConditions, [&](const ControlDependence &C) {
    return !llvm::is_contained(O.PathConditions, C);
  });
  Changed |= PathConditions.size() != Before;
  Changed |= changeComponents(O, [](auto &Mine, const auto &Theirs) {
    return Mine.mergeConditions(Theirs);
  });
  Changed |= Borrowed.intersect(O.Borrowed);
  Changed |= O.Failed && !Failed;
  Failed |= O.Failed;
  Changed |= SurelyFailed && !O.SurelyFailed;
  SurelyFailed &= O.SurelyFailed;
  return Changed;
}

/// What is known of the number that \p V is.
Fact State::factOf(const Value &V) const {
  Fact F;
  if (V.Stale)
    return F;
  if (V.K == Value::Int)
    F.Equal = V.Data;
  else if (auto Known = Facts.find(V.Data);
           V.isSymbol() && Known != Facts.end())
    F = Known->second;
  return F;
}

bool State::join(Universe &U, Context Ctx, const void *Where, const State &O) {
  bool Changed = false;
  struct Difference {
    LocationId L;
    Value Here;
    Fact Both;
  };
  llvm::SmallVector<Difference, 8> Differing;
  // What is known of a symbol that stands for several values.
  llvm::SmallVector<std::pair<SymbolId, Fact>, 8> Common;
  llvm::SmallVector<LocationId, 2> Doubtful;
  // What a pointer points at on one of the ways, and the joined one may.
  llvm::SmallVector<LocationId, 2> Targets;
  auto AddTarget = [&](const Value &Pointer) {
    if (Pointer.K == Value::Reference &&
        U.location(Pointer.Data).K != LocationInfo::Element)
      Targets.push_back(LocationId(Pointer.Data));
  };
  if (!Memory.isSameAs(O.Memory)) {
    // Both are sorted.
    auto Mine = Memory.begin(), Theirs = O.Memory.begin();
    while (Mine != Memory.end() || Theirs != O.Memory.end()) {
      const bool InMine =
          Mine != Memory.end() &&
          (Theirs == O.Memory.end() || Mine->first <= Theirs->first);
      const bool InTheirs =
          Theirs != O.Memory.end() &&
          (Mine == Memory.end() || Theirs->first <= Mine->first);
      const LocationId L = InMine ? Mine->first : Theirs->first;
      // Most are equal, or were joined here before.
      if (!InMine || !InTheirs || !(*Mine == *Theirs)) {
        const Value Initial =
            InMine && InTheirs ? Value::unknown() : Value::symbol(U.initial(L));
        const Value &Here = InMine ? Mine->second : Initial;
        const Value &There = InTheirs ? Theirs->second : Initial;
        // One function, that may have been exchanged on one of the ways.
        if (Here.K == Value::Function && There.K == Value::Function &&
            Here.Data == There.Data) {
          if (!Here.Stale)
            Doubtful.push_back(L);
        } else if (Here != There) {
          if (InMine && InTheirs && !Here.sameAs(There)) {
            AddTarget(Here);
            AddTarget(There);
          }
          Fact Both = factOf(Here).common(O.factOf(There));
          if (U.isConjured(Here, Ctx, Where, L))
            Common.emplace_back(Here.Data, std::move(Both));
          else
            Differing.push_back({L, Here, std::move(Both)});
        }
      }
      Mine += InMine;
      Theirs += InTheirs;
    }
  }
  for (LocationId L : Doubtful) {
    Memory[L].Stale = true;
    Changed = true;
  }
  // Whoever is given the pointer may write there, and nobody would know.
  if (!Targets.empty())
    Memory.updateIf(
        [&](const auto &Entry) {
          return Entry.second.K != Value::Unknown && !Entry.second.Stale &&
                 llvm::any_of(Targets, [&](LocationId Target) {
                   return U.isPartOf(Entry.first, Target);
                 });
        },
        [&](Value &V) { V.Stale = Changed = true; });
  for (auto &[L, Here, Both] : Differing) {
    // That any element may have been written has no value.
    bool IsNew = false;
    Value Joined = U.location(L).K == LocationInfo::AnyElement
                       ? Value::unknown()
                       : Value::symbol(U.conjure(
                             Ctx, Where, L, /*FromUnknownCall=*/false, &IsNew));
    if (Here == Joined)
      continue;
    // The symbol now stands for another round of the loop.
    if (Joined.isSymbol() && !IsNew)
      forget(U, Joined.Data);
    Memory[L] = Joined;
    Changed = true;
    if (Joined.isSymbol())
      Common.emplace_back(Joined.Data, std::move(Both));
  }

  for (Capture &C : Captures) {
    const Capture *Other = O.capture(C.Begin);
    if ((Other && *Other == C) || C.S == Capture::Lost)
      continue;
    C.S = Capture::Lost;
    Changed = true;
  }
  for (const Capture &C : O.Captures)
    if (!capture(C.Begin)) {
      Captures.push_back(C);
      Captures.back().S = Capture::Lost;
      Changed = true;
    }
  if (ThreadMode != O.ThreadMode && ThreadMode.K != Value::Unknown) {
    ThreadMode = Value::unknown();
    Changed = true;
  }
  if (Returned != O.Returned && Returned.K != Value::Unknown) {
    Returned = Value::unknown();
    Changed = true;
  }
  if (ReturnedParts != O.ReturnedParts && !ReturnedParts.empty()) {
    ReturnedParts.clear();
    Changed = true;
  }
  Changed |= changeComponents(
      O, [](auto &Mine, const auto &Theirs) { return Mine.join(Theirs); });
  if (Device != O.Device && Device.K != Value::Unknown) {
    Device = Value::unknown();
    Changed = true;
  }
  if ((Exchanged != O.Exchanged || ModeRestored != O.ModeRestored) &&
      Exchanged) {
    Exchanged.reset();
    Changed = true;
  }
  Changed |= O.MissesStatement && !MissesStatement;
  MissesStatement |= O.MissesStatement;
  // What the other state says of such a symbol is about another round.
  for (auto &[Symbol, Both] : Common) {
    auto Known = Facts.find(Symbol);
    const Fact Old = Known == Facts.end() ? Fact() : Known->second;
    Changed |= !(Old == Both);
    if (!(Old == Fact()))
      Facts.eraseIf([S = Symbol](const auto &E) { return E.first == S; });
  }
  Changed |= mergeConditions(O);
  for (auto &[Symbol, Both] : Common)
    if (!(Both == Fact()))
      Facts[Symbol] = std::move(Both);
  return Changed;
}

bool State::doubtWhatEndedIn(const State &O) {
  bool Changed = false;
  for (Capture &C : Captures) {
    if (C.S != Capture::Active)
      continue;
    const Capture *Other = O.capture(C.Begin);
    if (Other && (Other->S == Capture::Ended || Other->OriginMayBeGone)) {
      C.S = Capture::MayBeActive;
      Changed = true;
    }
  }
  return Changed;
}

void State::endRound(Context Ctx) {
  Destroyed.eraseIf([&](const auto &Entry) {
    return llvm::any_of(Entry.second.Under, [&](const ControlDependence &C) {
      return C.Ctx == Ctx && !llvm::is_contained(ControlDependences, C);
    });
  });
  Borrowed.endRound();
}

/// The captures know the handle \p Old as \p New.
static void replaceIn(std::vector<Capture> &Captures, SymbolId Old,
                      SymbolId New) {
  auto Replace = [&](Value &V) {
    if (V.sameAs(Value::symbol(Old)))
      V.Data = New;
  };
  for (Capture &C : Captures) {
    Replace(C.Origin);
    for (Participant &P : C.Participants)
      Replace(P.Stream);
  }
}

void State::replaceHandle(SymbolId Old, SymbolId New) {
  const Value Was = Value::symbol(Old);
  // Who waited for whom is another story then.
  for (Capture &C : Captures)
    if (C.participant(Was) && C.participant(Value::symbol(New)))
      C.DependenciesKnown = false;
  replaceIn(Captures, Old, New);
  forEachComponent([&](auto &Of) { Of.replaceHandle(Old, New); });
  // Whatever was the same as the old one is the same as the new one.
  Facts.updateIf([&](const auto &E) { return E.second.SameAs == Old; },
                 [&](Fact &Known) { Known.SameAs = New; });
  Fact Known;
  if (auto It = Facts.find(Old); It != Facts.end())
    for (int64_t N : It->second.NotEqual)
      Known.exclude(N);
  for (int64_t N : Known.NotEqual)
    Facts[New].exclude(N);
  Known.SameAs = New;
  Facts[Old] = std::move(Known);
}

void State::rename(Universe &U, SymbolId S) {
  const Value Old = Value::symbol(S);
  auto Holder = llvm::find_if(Memory, [&](const auto &Entry) {
    return Entry.second.sameAs(Old) && !U.dependsOn(Entry.first, S);
  });
  if (Holder == Memory.end())
    return;
  static const char Kept = 0;
  SymbolId New = U.conjure(0, &Kept, Holder->first, /*FromUnknownCall=*/false);
  if (New == S)
    return;
  forget(U, New);
  Memory.updateIf([&](const auto &Entry) { return Entry.second.sameAs(Old); },
                  [&](Value &V) { V.Data = New; });
  replaceIn(Captures, S, New);
  forEachComponent([&](auto &Of) { Of.rename(S, New); });
  moveKey(Facts, S, New);
  moveKey(Borrowed.Graphs, S, New);
  Borrowed.rename(Old, Value::symbol(New));
  if (U.symbol(S).Created)
    U.markCreated(New);
}

void State::forget(Universe &U, SymbolId S) {
  // Objects that an API call made: not its result, which is number 0.
  if (U.symbol(S).K == SymbolInfo::Conjured && U.symbol(S).Which > 0 &&
      !U.symbol(S).FromUnknownCall)
    rename(U, S);
  auto Mentions = [&](const Value &V) { return U.dependsOn(V, S); };
  if (U.isUsed(S))
    dropLocations(U, [&](LocationId L) { return U.dependsOn(L, S); });
  auto Forget = [](Value &V) { V = Value::unknown(); };
  Memory.updateIf([&](const auto &Entry) { return Mentions(Entry.second); },
                  Forget);
  for (Capture &C : Captures) {
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
  if (Mentions(ThreadMode))
    ThreadMode = Value::unknown();
  forEachComponent([&](auto &Of) { Of.forget(U, S); });
  forgetKeys(Facts, U, S);
  Facts.updateIf(
      [&](const auto &Entry) {
        return Entry.second.SameAs &&
               Mentions(Value::symbol(*Entry.second.SameAs));
      },
      [](Fact &Known) { Known.SameAs.reset(); });
  forgetKeys(Borrowed.Graphs, U, S);
  Borrowed.forget(Mentions);
}

void State::dropFrame(const Universe &U, Context Ctx) {
  Memory.eraseIf([&](const auto &Entry) {
    const LocationInfo &Root = U.location(U.root(Entry.first));
    return Root.K == LocationInfo::Local && Root.Ctx == Ctx;
  });
  llvm::erase_if(ControlDependences, [&](const ControlDependence &C) {
    if (C.Ctx == Ctx)
      decide(C);
    return C.Ctx == Ctx;
  });
}

void State::decide(const ControlDependence &C) {
  bool Known = llvm::any_of(PathConditions, [&](const ControlDependence &D) {
    return D.Branch == C.Branch && D.Taken == C.Taken;
  });
  if ((C.FromUnknownCall || C.Configuration) && !Known)
    PathConditions.push_back(C);
}
