//===- Conditions.cpp - Facts from the conditions of a path ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "engine/CallTree.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void State::apiFailed(const ApiResult &Result) {
  forEachComponent([&](auto &Of) { Of.callFailed(Result); });
}

/// Whether the status of \p Stream may tell about the capture of the caller of
/// a function that receives no stream. It is unknown which stream that is, and
/// a function that asks about one that it obtains asks for this reason. The
/// null stream, a stream that the function has created, and captures of other
/// threads are another matter.
static bool mayBeAbout(const Universe &U, const Capture &C,
                       const Value &Stream) {
  if (!C.IsCallers || C.Thread == CallTree::NoThread ||
      Stream.isInt(NullStream) || Stream.isInt(LegacyStream) ||
      (Stream.isSymbol() && U.symbol(Stream.Data).Created))
    return false;
  return llvm::any_of(C.Participants, [](const Participant &P) {
    return P.Stream.K == Value::Unknown;
  });
}

bool State::assumeEqual(const Universe &U, SymbolId S, int64_t N, bool Equal) {
  Fact F;
  if (auto Known = Facts.find(S); Known != Facts.end())
    F = Known->second;
  if (F.Equal)
    return (*F.Equal == N) == Equal;
  // A number must agree with the comparisons that were decided before.
  if (Equal) {
    bool Agrees = true;
    Facts.forEachComparison(U, S, [&](int64_t M, bool Lower, bool Holds) {
      Agrees &= (Lower ? N > M : M > N) == Holds;
    });
    if (!Agrees)
      return false;
  }
  if (Equal) {
    if (F.excludes(N))
      return false;
    F.Equal = N;
    F.NotEqual.clear();
  } else {
    F.exclude(N);
  }

  Facts[S] = std::move(F);

  // cudaSuccess and its twins are 0.
  bool Failed = Equal ? N != 0 : N == 0;
  if (auto R = Results.find(S); R != Results.end() && Failed) {
    ApiResult Result = R->second;
    if (Equal)
      Result.Error = N;
    apiFailed(Result);
  }
  // The legacy stream cannot be captured, so the begin has failed. A caller may
  // hand over the legacy stream while it captures another one.
  if (Equal && N == 0)
    for (Capture &C : Captures)
      if (C.running() && !C.IsCallers && C.Origin == Value::symbol(S))
        C.S = Capture::Lost;
  // What is done in a capture that has been invalidated before is of no
  // interest.
  bool NotCapturing = Equal ? N == StatusNone : N == StatusActive;
  if (auto Asked = StatusOf.find(S); Asked != StatusOf.end() && NotCapturing)
    for (Capture &C : Captures) {
      if (!C.running())
        continue;
      if (C.isOneOfSeveral(Asked->second))
        C.refute(Asked->second);
      else if (C.participant(Asked->second) || mayBeAbout(U, C, Asked->second))
        C.S = Capture::Lost;
    }
  return true;
}

bool State::assumeSame(const Universe &U, const Value &A, const Value &B) {
  Value X = resolve(A), Y = resolve(B);
  auto IsHandle = [&](const Value &V) {
    return V.isSymbol() && !V.Stale &&
           U.symbol(V.Data).K != SymbolInfo::Operation &&
           !Results.count(V.Data) && !StatusOf.count(V.Data);
  };
  if (!IsHandle(X) || !IsHandle(Y) || X == Y)
    return true;
  // A created handle equals nothing else.
  if (U.symbol(Y.Data).Created)
    std::swap(X, Y);
  if (U.symbol(X.Data).Created && U.areDistinct(X, Y))
    return false;
  replaceHandle(Y.Data, X.Data);
  return true;
}

bool State::assume(const Universe &U, const Value &Condition, bool True) {
  Value V = resolve(Condition);
  switch (V.K) {
  case Value::Unknown:
    return true;
  case Value::Int:
    return (V.Data != 0) == True;
  case Value::Function:
    return True || V.Stale;
  case Value::Reference:
    return True; // The address of an object is not null.
  case Value::Symbol:
    break;
  }
  const SymbolInfo &Info = U.symbol(V.Data);
  if (Info.K == SymbolInfo::Operation) {
    if (Info.name() == "!") {
      Value Negated = Info.inputs()[0];
      Negated.Stale |= V.Stale;
      return assume(U, Negated, !True);
    }
    bool IsEq = Info.name() == "==";
    if ((IsEq || Info.name() == "!=") && Info.inputs()[0].isSymbol() &&
        Info.inputs()[1].K == Value::Int) {
      bool Equal = IsEq == True;
      const Value &Left = Info.inputs()[0];
      // "(a == b) != 0" and the like say something about the inner operation.
      if (U.symbol(Left.Data).K == SymbolInfo::Operation &&
          Info.inputs()[1].Data == 0)
        return assume(U, Left, !Equal);
      return assumeEqual(U, Left.Data, Info.inputs()[1].Data, Equal);
    }
    if (IsEq && True && !assumeSame(U, Info.inputs()[0], Info.inputs()[1]))
      return false;
    if (Info.name() == ">" && !V.Stale &&
        Facts.isGreater(U, Info.inputs()[0], Info.inputs()[1]) == !True)
      return false;
  }
  return assumeEqual(U, V.Data, 0, !True);
}
