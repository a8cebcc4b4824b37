//===- Memory.cpp - The values that variables hold ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Facts.h"
#include "llvm/ADT/BitVector.h"

using namespace cuda_capture::analysis;

std::optional<LocationId> MemoryMap::holderOf(const Universe &U,
                                              SymbolId S) const {
  const Value Held = Value::symbol(S);
  auto Holder = llvm::find_if(*this, [&](const auto &Entry) {
    return Entry.second.sameAs(Held) && !U.dependsOn(Entry.first, S);
  });
  return Holder == end() ? std::nullopt : std::optional(Holder->first);
}

bool MemoryMap::sameVariables(const Universe &U, const MemoryMap &O) const {
  auto IsInitial = [&](const std::pair<LocationId, Value> &Entry) {
    if (!Entry.second.isSymbol() || Entry.second.Stale)
      return false;
    const SymbolInfo &Info = U.symbol(Entry.second.Data);
    return Info.K == SymbolInfo::Initial && Info.Where == Entry.first;
  };
  if (isSameAs(O))
    return true;
  auto I = begin(), J = O.begin();
  while (I != end() || J != O.end()) {
    if (J == O.end() || (I != end() && I->first < J->first)) {
      if (!IsInitial(*I++))
        return false;
    } else if (I == end() || J->first < I->first) {
      if (!IsInitial(*J++))
        return false;
    } else if (!((I++)->second == (J++)->second)) {
      return false;
    }
  }
  return true;
}

void MemoryMap::compare(JoinContext &Join, const MemoryMap &O,
                        Differences &Found) const {
  Universe &U = Join.U;
  auto AddTarget = [&](const Value &Pointer) {
    if (Pointer.K == Value::Reference &&
        U.location(Pointer.Data).K != LocationInfo::Element)
      Found.Targets.push_back(LocationId(Pointer.Data));
  };
  // Both maps are sorted.
  auto Mine = begin(), Theirs = O.begin();
  while (Mine != end() || Theirs != O.end()) {
    const bool InMine =
        Mine != end() && (Theirs == O.end() || Mine->first <= Theirs->first);
    const bool InTheirs =
        Theirs != O.end() && (Mine == end() || Theirs->first <= Mine->first);
    const LocationId L = InMine ? Mine->first : Theirs->first;
    // Most entries are equal, or were joined here before.
    if (!InMine || !InTheirs || !(*Mine == *Theirs)) {
      const Value Initial =
          InMine && InTheirs ? Value::unknown() : Value::symbol(U.initial(L));
      const Value &Here = InMine ? Mine->second : Initial;
      const Value &There = InTheirs ? Theirs->second : Initial;
      // Both hold the same function or handle, which may have been exchanged on
      // one of the ways.
      if ((Here.K == Value::Function || Here.isSymbol()) &&
          Here.sameAs(There)) {
        if (!Here.Stale && There.Stale)
          Found.Doubtful.emplace_back(L, There);
      } else if (Here != There) {
        if (InMine && InTheirs && !Here.sameAs(There)) {
          AddTarget(Here);
          AddTarget(There);
        }
        Fact Both = Join.Mine.of(U, Here).common(Join.Theirs.of(U, There));
        if (U.isConjured(Here, Join.Ctx, Join.Where, L))
          Join.Common.emplace_back(Here.Data, std::move(Both));
        else
          Found.Variables.push_back({L, Here, std::move(Both)});
      }
    }
    Mine += InMine;
    Theirs += InTheirs;
  }
}

bool MemoryMap::join(JoinContext &Join, const MemoryMap &O) {
  if (isSameAs(O))
    return false;
  Universe &U = Join.U;
  bool Changed = false;
  Differences Found;
  compare(Join, O, Found);
  for (const auto &[L, V] : Found.Doubtful) {
    (*this)[L] = V;
    Changed = true;
  }
  // A callee that is given the pointer may write there unnoticed.
  if (!Found.Targets.empty())
    updateIf(
        [&](const auto &Entry) {
          return Entry.second.K != Value::Unknown && !Entry.second.Stale &&
                 llvm::any_of(Found.Targets, [&](LocationId Target) {
                   return U.isPartOf(Entry.first, Target);
                 });
        },
        [&](Value &V) {
          V.doubt();
          Changed = true;
        });
  for (auto &[L, Here, Both] : Found.Variables) {
    // The fact that any element may have been written has no value.
    bool IsNew = false;
    Value Joined =
        U.location(L).K == LocationInfo::AnyElement
            ? Value::unknown()
            : Value::symbol(U.conjure(Join.Ctx, Join.Where, L,
                                      /*FromUnknownCall=*/false, &IsNew));
    if (Here == Joined)
      continue;
    // The symbol now stands for another round of the loop.
    if (Joined.isSymbol() && !IsNew)
      Join.Forget(Joined.Data);
    (*this)[L] = Joined;
    Changed = true;
    if (Joined.isSymbol())
      Join.Common.emplace_back(Joined.Data, std::move(Both));
  }
  return Changed;
}

void MemoryMap::rename(SymbolId Old, SymbolId New) {
  const Value Was = Value::symbol(Old);
  updateIf([&](const auto &Entry) { return Entry.second.sameAs(Was); },
           [&](Value &V) { V.Data = New; });
}

template <typename Predicate>
void MemoryMap::dropLocations(Universe &U, Predicate Drop) {
  llvm::SmallVector<LocationId, 4> Arrays;
  eraseIf([&](const auto &Entry) {
    if (!Drop(Entry.first))
      return false;
    const LocationInfo &Info = U.location(Entry.first);
    if (Info.K == LocationInfo::Element && !Drop(Info.Parent))
      Arrays.push_back(Info.Parent);
    return true;
  });
  for (LocationId Array : Arrays)
    (*this)[U.element(Array, Value::unknown())] = Value::unknown();
}

void MemoryMap::forget(Universe &U, SymbolId S) {
  if (U.isUsed(S))
    dropLocations(U, [&](LocationId L) { return U.dependsOn(L, S); });
  updateIf([&](const auto &Entry) { return U.dependsOn(Entry.second, S); },
           [](Value &V) { V = Value::unknown(); });
}

void MemoryMap::dropLocals(const Universe &U, Context Ctx, IsLiveLocal IsLive) {
  eraseIf([&](const auto &Entry) {
    const LocationInfo &Root = U.location(U.root(Entry.first));
    return Root.K == LocationInfo::Local && Root.Ctx == Ctx &&
           !IsLive(Root.LocalId);
  });
}

std::optional<unsigned> cuda_capture::analysis::pointsAtLocal(const Universe &U,
                                                              Context Ctx,
                                                              const Value &V) {
  if (V.K != Value::Reference)
    return std::nullopt;
  const LocationInfo &Root = U.location(U.root(V.Data));
  if (Root.K != LocationInfo::Local || Root.Ctx != Ctx)
    return std::nullopt;
  return Root.LocalId;
}

void MemoryMap::leaveFrame(const Universe &U, Context Ctx,
                           const ReturnedObject &Returned) {
  llvm::BitVector Left;
  auto Leave = [&](const Value &V) {
    std::optional<unsigned> Local = pointsAtLocal(U, Ctx, V);
    if (!Local || (*Local < Left.size() && Left[*Local]))
      return false;
    if (*Local >= Left.size())
      Left.resize(*Local + 1);
    Left.set(*Local);
    return true;
  };
  bool Again = Leave(Returned.Whole);
  for (const auto &[Steps, V] : Returned.Members)
    Again |= Leave(V);
  // What is outside of the frame points at its locals, and these at others.
  for (bool First = true; First || Again; First = false) {
    Again = false;
    for (const auto &[Where, V] : *this) {
      if (V.K != Value::Reference)
        continue;
      const std::optional<unsigned> In =
          pointsAtLocal(U, Ctx, Value::reference(Where));
      if (!In || (*In < Left.size() && Left[*In]))
        Again |= Leave(V);
    }
  }
  dropLocals(U, Ctx, [&](unsigned Local) {
    return Local < Left.size() && Left[Local];
  });
}

void MemoryMap::enterFrame(const Universe &U, Context Ctx) {
  const size_t Before = size();
  dropLocals(U, Ctx, [](unsigned) { return false; });
  if (size() != Before)
    updateIf(
        [&](const auto &Entry) {
          return pointsAtLocal(U, Ctx, Entry.second).has_value();
        },
        [](Value &V) { V = Value::unknown(); });
}

void MemoryMap::hold(Universe &U) const {
  for (const auto &[Where, V] : *this)
    U.markLeaves(V);
}

void MemoryMap::dropUnheld(Universe &U) {
  dropLocations(
      U, [&](LocationId L) { return !U.areMarked(U.location(L).Leaves); });
}

void MemoryMap::missStatement() {
  updateIf([](const auto &Entry) { return Entry.second.K == Value::Int; },
           [](Value &V) { V.Stale = true; });
}

bool MemoryMap::outlives(const CallScope &Call, const MemoryMap &) const {
  for (const auto &[Where, V] : *this)
    if (Call.Made(Value::reference(Where)) || Call.Made(V))
      return true;
  return false;
}
