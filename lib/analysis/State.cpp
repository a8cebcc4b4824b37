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
  return llvm::any_of(Controls,
                      [](const Control &C) { return !C.EarlyReturn; });
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
  // It may end any capture, and wait for any thread.
  Pending = {};
  Awaiting = {};
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
  for (const auto &[Handle, To] : Bound) {
    Hold(To.Stream);
    Hold(To.PointerMode);
  }
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
  auto DropKeys = [&](auto &Map) {
    Map.eraseIf([&](const auto &Entry) {
      return !AllHeld(U.symbol(Entry.first).leaves());
    });
  };
  DropKeys(Blocking);
  DropKeys(Destroyed);
  DropKeys(Events);
  DropKeys(Idle);
  DropKeys(Bound);
  DropKeys(DeviceOf);
  DropKeys(NewGraphs);
  DropKeys(Results);
  DropKeys(StatusOf);
  DropKeys(Facts);
  DropKeys(Borrowed.Graphs);
}

bool State::sameProtocol(const State &O) const {
  return Captures == O.Captures && ThreadMode == O.ThreadMode &&
         Blocking == O.Blocking && Destroyed == O.Destroyed &&
         Events == O.Events && Idle == O.Idle && Bound == O.Bound &&
         Device == O.Device && DeviceOf == O.DeviceOf &&
         Exchanged == O.Exchanged && ModeRestored == O.ModeRestored &&
         MissesStatement == O.MissesStatement && Threads == O.Threads &&
         Borrowed.isAlike(O.Borrowed);
}

bool State::sameInput(const Universe &U, const State &O) const {
  auto Matters = [](const Control &C) {
    return C.Opaque || C.Configuration || !C.EarlyReturn;
  };
  auto SameControls = [&] {
    auto Mine = llvm::make_filter_range(Controls, Matters);
    auto Theirs = llvm::make_filter_range(O.Controls, Matters);
    return std::equal(Mine.begin(), Mine.end(), Theirs.begin(), Theirs.end());
  };
  return Failed == O.Failed && SurelyFailed == O.SurelyFailed &&
         Borrowed.Graphs.isSameAs(O.Borrowed.Graphs) && SameControls() &&
         Decided == O.Decided && Awaiting == O.Awaiting && Facts == O.Facts &&
         NewGraphs == O.NewGraphs && Results == O.Results &&
         StatusOf == O.StatusOf && sameCore(U, O);
}

/// Adds the entries of another map.
template <typename Map> static bool unite(Map &A, const Map &B) {
  if (A.isSameAs(B))
    return false;
  bool Changed = false;
  for (const auto &[Key, V] : B)
    if (!A.count(Key)) {
      A.try_emplace(Key, V);
      Changed = true;
    }
  return Changed;
}

/// Keeps the entries that two maps agree on.
template <typename Map> static bool intersect(Map &A, const Map &B) {
  return !A.isSameAs(B) && A.eraseIf([&](const auto &Entry) {
    auto Other = B.find(Entry.first);
    return Other == B.end() || !(Other->second == Entry.second);
  });
}

bool State::mergeConditions(const State &O) {
  bool Changed = keepCommon(Facts, O.Facts);
  Changed |= mergeControls(O);
  const size_t Before = Decided.size();
  llvm::erase_if(Decided, [&](const Control &C) {
    return !llvm::is_contained(O.Decided, C);
  });
  Changed |= Decided.size() != Before;
  Changed |= Pending.insert(O.Pending);
  Changed |= Awaiting.insert(O.Awaiting);
  Changed |= intersect(NewGraphs, O.NewGraphs);
  Changed |= Borrowed.intersect(O.Borrowed);
  Changed |= O.Failed && !Failed;
  Failed |= O.Failed;
  Changed |= SurelyFailed && !O.SurelyFailed;
  SurelyFailed &= O.SurelyFailed;
  // What a symbol is the result of does not depend on the path.
  Changed |= unite(Results, O.Results);
  Changed |= unite(StatusOf, O.StatusOf);
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
    Value Joined =
        U.location(L).K == LocationInfo::AnyElement
            ? Value::unknown()
            : Value::symbol(U.conjure(Ctx, Where, L, /*Opaque=*/false, &IsNew));
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
  Changed |= Threads.insert(O.Threads);
  if (ReturnedParts != O.ReturnedParts && !ReturnedParts.empty()) {
    ReturnedParts.clear();
    Changed = true;
  }
  Changed |= intersect(Blocking, O.Blocking);
  Changed |= intersect(Destroyed, O.Destroyed);
  Changed |= intersect(Events, O.Events);
  Changed |= intersect(Idle, O.Idle);
  Changed |= intersect(Bound, O.Bound);
  Changed |= intersect(DeviceOf, O.DeviceOf);
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

bool State::doubtCapturesEndedIn(const State &O) {
  bool Changed = false;
  for (Capture &C : Captures) {
    if (C.S != Capture::Active)
      continue;
    const Capture *Other = O.capture(C.Begin);
    if (Other && (Other->S == Capture::Ended || Other->OriginMayBeGone)) {
      C.S = Capture::Presumed;
      Changed = true;
    }
  }
  return Changed;
}

void State::endRound(Context Ctx) {
  Destroyed.eraseIf([&](const auto &Entry) {
    return llvm::any_of(Entry.second.Under, [&](const Control &C) {
      return C.Ctx == Ctx && !llvm::is_contained(Controls, C);
    });
  });
  Borrowed.endRound();
}

template <typename Map>
static void moveKey(Map &In, SymbolId Old, SymbolId New) {
  auto It = In.find(Old);
  if (It == In.end())
    return;
  auto Kept = It->second;
  In.erase(Old);
  In.try_emplace(New, std::move(Kept));
}

/// Makes what \p S keeps of the handle \p Old known of \p New, which keeps what
/// is known of it already.
static void moveHandle(State &S, SymbolId Old, SymbolId New) {
  const Value Was = Value::symbol(Old);
  auto Replace = [&](Value &V) {
    if (V.sameAs(Was))
      V.Data = New;
  };
  for (Capture &C : S.Captures) {
    Replace(C.Origin);
    for (Participant &P : C.Participants)
      Replace(P.Stream);
  }
  S.Events.updateIf([&](const auto &E) { return E.second.Stream.sameAs(Was); },
                    [&](EventRecord &Record) { Replace(Record.Stream); });
  S.Bound.updateIf([&](const auto &E) { return E.second.Stream.sameAs(Was); },
                   [&](Binding &To) { Replace(To.Stream); });
  moveKey(S.Blocking, Old, New);
  moveKey(S.Destroyed, Old, New);
  moveKey(S.Events, Old, New);
  moveKey(S.Idle, Old, New);
  moveKey(S.Bound, Old, New);
  moveKey(S.DeviceOf, Old, New);
}

void State::replaceHandle(SymbolId Old, SymbolId New) {
  const Value Was = Value::symbol(Old);
  // Who waited for whom is another story then.
  for (Capture &C : Captures)
    if (C.participant(Was) && C.participant(Value::symbol(New)))
      C.DependenciesKnown = false;
  moveHandle(*this, Old, New);
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
  SymbolId New = U.conjure(0, &Kept, Holder->first, /*Opaque=*/false);
  if (New == S)
    return;
  forget(U, New);
  Memory.updateIf([&](const auto &Entry) { return Entry.second.sameAs(Old); },
                  [&](Value &V) { V.Data = New; });
  moveHandle(*this, S, New);
  moveKey(NewGraphs, S, New);
  moveKey(Facts, S, New);
  moveKey(Borrowed.Graphs, S, New);
  Borrowed.rename(Old, Value::symbol(New));
  if (U.symbol(S).Created)
    U.markCreated(New);
}

void State::forget(Universe &U, SymbolId S) {
  // Objects that an API call made: not its result, which is number 0.
  if (U.symbol(S).K == SymbolInfo::Conjured && U.symbol(S).Which > 0 &&
      !U.symbol(S).Opaque)
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
  auto DropKeys = [&](auto &Map) {
    Map.eraseIf([&](const auto &Entry) {
      return U.dependsOn(Value::symbol(Entry.first), S);
    });
  };
  DropKeys(Blocking);
  DropKeys(Destroyed);
  DropKeys(Events);
  DropKeys(Idle);
  DropKeys(Bound);
  DropKeys(DeviceOf);
  DropKeys(NewGraphs);
  DropKeys(Results);
  DropKeys(StatusOf);
  DropKeys(Facts);
  Facts.updateIf(
      [&](const auto &Entry) {
        return Entry.second.SameAs &&
               Mentions(Value::symbol(*Entry.second.SameAs));
      },
      [](Fact &Known) { Known.SameAs.reset(); });
  DropKeys(Borrowed.Graphs);
  Events.updateIf(
      [&](const auto &Entry) { return Mentions(Entry.second.Stream); },
      [&](EventRecord &Record) { Forget(Record.Stream); });
  Bound.updateIf(
      [&](const auto &Entry) { return Mentions(Entry.second.Stream); },
      [&](Binding &To) { Forget(To.Stream); });
  Bound.updateIf(
      [&](const auto &Entry) { return Mentions(Entry.second.PointerMode); },
      [&](Binding &To) { Forget(To.PointerMode); });
  StatusOf.updateIf([&](const auto &Entry) { return Mentions(Entry.second); },
                    Forget);
  Borrowed.forget(Mentions);
}

void State::dropFrame(const Universe &U, Context Ctx) {
  Memory.eraseIf([&](const auto &Entry) {
    const LocationInfo &Root = U.location(U.root(Entry.first));
    return Root.K == LocationInfo::Local && Root.Ctx == Ctx;
  });
  llvm::erase_if(Controls, [&](const Control &C) {
    if (C.Ctx == Ctx)
      decide(C);
    return C.Ctx == Ctx;
  });
}

void State::decide(const Control &C) {
  bool Known = llvm::any_of(Decided, [&](const Control &D) {
    return D.Branch == C.Branch && D.Taken == C.Taken;
  });
  if ((C.Opaque || C.Configuration) && !Known)
    Decided.push_back(C);
}
