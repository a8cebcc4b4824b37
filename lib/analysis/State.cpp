//===- State.cpp - Abstract state of one path
//------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture::analysis;

Capture *State::capture(const Site &Begin) {
  for (Capture &C : Captures)
    if (C.Begin == Begin)
      return &C;
  return nullptr;
}

const Capture *State::capture(const Site &Begin) const {
  return const_cast<State *>(this)->capture(Begin);
}

const Capture *State::captureOf(const Value &Stream) const {
  for (const Capture &C : Captures)
    if (C.running())
      for (const Value &P : C.Participants)
        if (P.sameAs(Stream))
          return &C;
  return nullptr;
}

bool State::anyRunning() const {
  return llvm::any_of(Captures, [](const Capture &C) { return C.running(); });
}

bool State::sameCore(const State &O) const {
  return Captures == O.Captures && ThreadMode == O.ThreadMode &&
         Returned == O.Returned && Memory == O.Memory &&
         Blocking == O.Blocking && Destroyed == O.Destroyed &&
         Events == O.Events && Results == O.Results && StatusOf == O.StatusOf;
}

bool State::mergeConditions(const State &O) {
  bool Changed = false;
  for (auto It = Facts.begin(); It != Facts.end();) {
    auto Other = O.Facts.find(It->first);
    if (Other != O.Facts.end() && Other->second == It->second) {
      ++It;
      continue;
    }
    Changed = true;
    Fact Common;
    if (Other != O.Facts.end()) {
      if (It->second.Equal == Other->second.Equal)
        Common.Equal = It->second.Equal;
      for (int64_t N : It->second.NotEqual)
        if (Other->second.NotEqual.count(N))
          Common.NotEqual.insert(N);
    }
    if (!Common.Equal && Common.NotEqual.empty())
      It = Facts.erase(It);
    else
      (It++)->second = std::move(Common);
  }
  size_t Before = Controls.size();
  llvm::erase_if(Controls, [&](const Control &C) {
    return !llvm::is_contained(O.Controls, C);
  });
  Changed |= Controls.size() != Before;
  for (const auto &P : O.Pending)
    Changed |= Pending.insert(P).second;
  return Changed;
}

/// Keeps the entries that two maps agree on.
template <typename Map> static bool intersect(Map &A, const Map &B) {
  bool Changed = false;
  for (auto It = A.begin(); It != A.end();) {
    auto Other = B.find(It->first);
    if (Other != B.end() && Other->second == It->second) {
      ++It;
    } else {
      It = A.erase(It);
      Changed = true;
    }
  }
  return Changed;
}

bool State::join(const State &O) {
  bool Changed = false;
  for (auto &[Where, V] : Memory) {
    auto Other = O.Memory.find(Where);
    // A variable that the other state never touched still has its initial
    // value there, which is not this one.
    if (Other != O.Memory.end() && Other->second == V)
      continue;
    if (V.K != Value::Unknown) {
      V = Value::unknown();
      Changed = true;
    }
  }
  for (const auto &[Where, V] : O.Memory)
    Changed |= Memory.try_emplace(Where, Value::unknown()).second;

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
  Changed |= intersect(Blocking, O.Blocking);
  Changed |= intersect(Destroyed, O.Destroyed);
  Changed |= intersect(Events, O.Events);
  Changed |= intersect(Results, O.Results);
  Changed |= intersect(StatusOf, O.StatusOf);
  return mergeConditions(O) || Changed;
}

bool State::doubtCapturesEndedIn(const State &O) {
  bool Changed = false;
  for (Capture &C : Captures) {
    if (C.S != Capture::Active)
      continue;
    const Capture *Other = O.capture(C.Begin);
    if (Other && Other->S == Capture::Ended) {
      C.S = Capture::Presumed;
      Changed = true;
    }
  }
  return Changed;
}

void State::forget(const Universe &U, SymbolId S) {
  auto Mentions = [&](const Value &V) { return U.dependsOn(V, S); };
  for (auto It = Memory.begin(); It != Memory.end();) {
    if (U.dependsOn(It->first, S)) {
      It = Memory.erase(It);
      continue;
    }
    if (Mentions(It->second))
      It->second = Value::unknown();
    ++It;
  }
  for (Capture &C : Captures) {
    if (Mentions(C.Origin))
      C.S = C.S == Capture::Ended ? Capture::Ended : Capture::Lost;
    for (Value &P : C.Participants)
      if (Mentions(P))
        P = Value::unknown();
    if (Mentions(C.Origin))
      C.Origin = Value::unknown();
    if (Mentions(C.Mode))
      C.Mode = Value::unknown();
  }
  if (Mentions(ThreadMode))
    ThreadMode = Value::unknown();
  auto DropKeys = [&](auto &Map) {
    for (auto It = Map.begin(); It != Map.end();)
      It = U.dependsOn(Value::symbol(It->first), S) ? Map.erase(It)
                                                    : std::next(It);
  };
  DropKeys(Blocking);
  DropKeys(Destroyed);
  DropKeys(Events);
  DropKeys(Results);
  DropKeys(StatusOf);
  DropKeys(Facts);
  for (auto &[Status, Stream] : StatusOf)
    if (Mentions(Stream))
      Stream = Value::unknown();
}

void State::dropFrame(const Universe &U, Context Ctx) {
  for (auto It = Memory.begin(); It != Memory.end();) {
    const LocationInfo &Root = U.location(U.root(It->first));
    It = Root.K == LocationInfo::Local && Root.Ctx == Ctx ? Memory.erase(It)
                                                          : std::next(It);
  }
  llvm::erase_if(Controls, [&](const Control &C) { return C.Ctx == Ctx; });
}

Value State::resolve(Value V) const {
  if (!V.isSymbol())
    return V;
  auto It = Facts.find(V.Data);
  if (It != Facts.end() && It->second.Equal) {
    Value N = Value::constant(*It->second.Equal);
    N.Stale = V.Stale;
    return N;
  }
  return V;
}

/// On the path where a call failed, the runtime's state is anybody's guess: a
/// failed Begin began nothing, any other failure may have invalidated what
/// runs.
void State::apiFailed(const std::optional<Site> &Begin) {
  if (Begin)
    llvm::erase_if(Captures,
                   [&](const Capture &C) { return C.Begin == *Begin; });
  else
    for (Capture &C : Captures)
      if (C.running())
        C.S = Capture::Lost;
}

bool State::assumeEqual(const Universe &U, SymbolId S, int64_t N, bool Equal) {
  Fact &F = Facts[S];
  if (F.Equal)
    return (*F.Equal == N) == Equal;
  if (Equal) {
    if (F.NotEqual.count(N))
      return false;
    F.Equal = N;
    F.NotEqual.clear();
  } else {
    F.NotEqual.insert(N);
  }

  // cudaSuccess and its twins are 0.
  bool Failed = Equal ? N != 0 : N == 0;
  if (auto R = Results.find(S); R != Results.end() && Failed)
    apiFailed(std::optional<Site>(R->second));
  // cudaStreamCaptureStatusNone and its twins are 0.
  bool NotCapturing = Equal && N == 0;
  if (auto Asked = StatusOf.find(S); Asked != StatusOf.end() && NotCapturing)
    for (Capture &C : Captures)
      if (C.running() && llvm::any_of(C.Participants, [&](const Value &P) {
            return P.sameAs(Asked->second);
          }))
        C.S = Capture::Lost;
  return true;
}

bool State::assume(const Universe &U, const Value &Condition, bool True) {
  Value V = resolve(Condition);
  switch (V.K) {
  case Value::Unknown:
    return true;
  case Value::Int:
    return (V.Data != 0) == True;
  case Value::Reference:
    return True; // The address of an object is not null.
  case Value::Symbol:
    break;
  }
  const SymbolInfo Info = U.symbol(V.Data);
  if (Info.K == SymbolInfo::Operation) {
    if (Info.Name == "!")
      return assume(U, Info.Inputs[0], !True);
    bool IsEq = Info.Name == "==";
    if ((IsEq || Info.Name == "!=") && Info.Inputs[0].isSymbol() &&
        Info.Inputs[1].K == Value::Int) {
      bool Equal = IsEq == True;
      const Value &Left = Info.Inputs[0];
      // "(a == b) != 0" and the like say something about the inner operation.
      if (U.symbol(Left.Data).K == SymbolInfo::Operation &&
          Info.Inputs[1].Data == 0)
        return assume(U, Left, !Equal);
      return assumeEqual(U, Left.Data, Info.Inputs[1].Data, Equal);
    }
  }
  return assumeEqual(U, V.Data, 0, !True);
}
