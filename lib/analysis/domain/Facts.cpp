//===- Facts.cpp - Facts about symbols ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "../../ir/Operators.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

Fact FactMap::of(const Universe &U, const Value &V) const {
  Fact F;
  if (V.Stale)
    return F;
  if (V.K == Value::Int)
    F.Equal = V.Data;
  if (!V.isSymbol())
    return F;
  if (auto Known = find(V.Data); Known != end())
    return Known->second;
  const SymbolInfo &Op = U.symbol(V.Data);
  if (Op.K != SymbolInfo::Operation)
    return F;
  // A negation asks whether its input is 0.
  const bool Equality = Op.name() == "==" || Op.name() == "!=";
  if (Op.name() != "!" && !(Equality && Op.inputs()[1].K == Value::Int))
    return F;
  const int64_t N = Equality ? Op.inputs()[1].Data : 0;
  const Fact Input = of(U, Op.inputs()[0]);
  if (Input.Equal == N)
    F.Equal = Op.name() != "!=";
  else if (Input.rulesOut(N))
    F.Equal = Op.name() == "!=";
  return F;
}

Value FactMap::resolve(Value V) const {
  if (!V.isSymbol())
    return V;
  auto It = find(V.Data);
  if (It != end() && It->second.Equal) {
    Value N = Value::constant(*It->second.Equal);
    N.Stale = V.Stale;
    return N;
  }
  if (It != end() && It->second.SameAs)
    V.Data = *It->second.SameAs;
  return V;
}

void FactMap::forEachComparison(
    const Universe &U, SymbolId S,
    llvm::function_ref<void(int64_t, bool, bool)> Visit) const {
  for (const auto &[Known, Decided] : *this) {
    const SymbolInfo &Op = U.symbol(Known);
    if (Op.K != SymbolInfo::Operation || Op.inputs().size() != 2 ||
        Op.name() != ">")
      continue;
    const Value &Left = Op.inputs()[0], &Right = Op.inputs()[1];
    const bool Holds = Decided.rulesOut(0);
    if (!Holds && Decided.Equal != 0)
      continue;
    if (Left.isSymbol() && Left.Data == S && Right.K == Value::Int)
      Visit(Right.Data, /*Lower=*/true, Holds);
    else if (Right.isSymbol() && Right.Data == S && Left.K == Value::Int)
      Visit(Left.Data, /*Lower=*/false, Holds);
  }
}

std::optional<int64_t> FactMap::boundOf(const Universe &U, SymbolId S,
                                        bool Lower) const {
  std::optional<int64_t> Least;
  forEachComparison(U, S, [&](int64_t Number, bool IsLower, bool Holds) {
    if (Holds && IsLower == Lower &&
        (!Least || (Lower ? Number < *Least : Number > *Least)))
      Least = Number;
  });
  return Least;
}

/// Operands that are nested deeper are taken to be unbounded.
static constexpr unsigned MaxBoundsDepth = 4;

/// Returns the result of \p Compute for two numbers, if both are known.
static std::optional<int64_t>
combine(const std::optional<int64_t> &A, const std::optional<int64_t> &B,
        llvm::function_ref<std::optional<int64_t>(int64_t, int64_t)> Compute) {
  return A && B ? Compute(*A, *B) : std::nullopt;
}

/// Returns the bounds of an operator's result, given those of its operands. The
/// type of the operands is not known. A difference may be negative, which is a
/// large number in an unsigned type.
static Bounds boundsOfResult(llvm::StringRef Op, const Bounds &A,
                             const Bounds &B) {
  Bounds Result;
  const bool Smaller = Op == ir::Minimum;
  if (Smaller || Op == ir::Maximum) {
    for (const Bounds *Of : {&A, &B}) {
      if (Smaller && Of->Most)
        Result.atMost(*Of->Most);
      if (!Smaller && Of->Least)
        Result.atLeast(*Of->Least);
    }
    if (Smaller && A.Least && B.Least)
      Result.Least = std::min(*A.Least, *B.Least);
    if (!Smaller && A.Most && B.Most)
      Result.Most = std::max(*A.Most, *B.Most);
  } else if (Op == "+") {
    Result.Least = combine(A.Least, B.Least, llvm::checkedAdd<int64_t>);
    Result.Most = combine(A.Most, B.Most, llvm::checkedAdd<int64_t>);
  } else if (Op == "-" && A.Least && B.Most && *A.Least >= *B.Most) {
    Result.Least = *A.Least - *B.Most;
    Result.Most = combine(A.Most, B.Least, llvm::checkedSub<int64_t>);
  } else if (Op == "*" && A.Least && B.Least && *A.Least >= 0 &&
             *B.Least >= 0) {
    Result.Least = combine(A.Least, B.Least, llvm::checkedMul<int64_t>);
    Result.Most = combine(A.Most, B.Most, llvm::checkedMul<int64_t>);
  }
  return Result;
}

Bounds FactMap::boundsOf(const Universe &U, const Value &V,
                         unsigned Depth) const {
  Bounds Result;
  const Value Known = resolve(V);
  // A negative number may stand for a large one of an unsigned type.
  if (Known.K == Value::Int && Known.Data >= 0)
    Result.Least = Result.Most = Known.Data;
  if (!Known.isSymbol())
    return Result;
  const SymbolInfo &Op = U.symbol(Known.Data);
  if (Op.K == SymbolInfo::Operation && Op.inputs().size() == 2 &&
      Depth < MaxBoundsDepth)
    Result = boundsOfResult(Op.name(), boundsOf(U, Op.inputs()[0], Depth + 1),
                            boundsOf(U, Op.inputs()[1], Depth + 1));
  forEachComparison(U, Known.Data, [&](int64_t N, bool Lower, bool Holds) {
    if (N < 0 || N == std::numeric_limits<int64_t>::max())
      return;
    if (Lower == Holds)
      Result.atLeast(Lower ? N + 1 : N);
    else
      Result.atMost(Lower ? N : N - 1);
  });
  return Result;
}

std::optional<bool> FactMap::isGreater(const Universe &U, const Value &A,
                                       const Value &B) const {
  const Bounds Left = boundsOf(U, A), Right = boundsOf(U, B);
  if (Left.Least && Right.Most && *Left.Least > *Right.Most)
    return true;
  if (Left.Most && Right.Least && *Left.Most <= *Right.Least)
    return false;
  return std::nullopt;
}

bool FactMap::keepCommon(const FactMap &O) {
  if (isSameAs(O))
    return false;
  // Both maps are sorted, and most entries are equal.
  auto Theirs = O.begin();
  auto FindOther = [&](SymbolId Symbol) {
    while (Theirs != O.end() && Theirs->first < Symbol)
      ++Theirs;
    return Theirs != O.end() && Theirs->first == Symbol;
  };
  bool Changed = eraseIf([&](const auto &Entry) {
    return !FindOther(Entry.first) ||
           (!(Entry.second == Theirs->second) &&
            Entry.second.common(Theirs->second) == Fact());
  });
  Theirs = O.begin();
  Fact Both;
  updateIf(
      [&](const auto &Entry) {
        FindOther(Entry.first);
        if (Entry.second == Theirs->second)
          return false;
        Both = Entry.second.common(Theirs->second);
        return !(Both == Entry.second);
      },
      [&](Fact &Mine) {
        Mine = Both;
        Changed = true;
      });
  return Changed;
}

bool FactMap::contradicts(const FactMap &O) const {
  if (isSameAs(O))
    return false;
  // Both maps are sorted.
  auto Theirs = O.begin();
  for (const auto &[Symbol, Mine] : *this) {
    while (Theirs != O.end() && Theirs->first < Symbol)
      ++Theirs;
    if (Theirs == O.end())
      return false;
    if (Theirs->first == Symbol && Mine.contradicts(Theirs->second))
      return true;
  }
  return false;
}

bool FactMap::join(JoinContext &Join, const FactMap &O) {
  bool Changed = false;
  for (auto &[Symbol, Both] : Join.Common) {
    auto Known = find(Symbol);
    Changed |= !(Both == (Known == end() ? Fact() : Known->second));
    erase(Symbol);
  }
  Changed |= keepCommon(O);
  for (auto &[Symbol, Both] : Join.Common)
    if (!(Both == Fact()))
      (*this)[Symbol] = std::move(Both);
  return Changed;
}

void FactMap::replaceHandle(SymbolId Old, SymbolId New) {
  updateIf([&](const auto &E) { return E.second.SameAs == Old; },
           [&](Fact &Known) { Known.SameAs = New; });
  Fact Known;
  if (auto It = find(Old); It != end())
    for (int64_t N : It->second.NotEqual)
      Known.exclude(N);
  for (int64_t N : Known.NotEqual)
    (*this)[New].exclude(N);
  Known.SameAs = New;
  (*this)[Old] = std::move(Known);
}

void FactMap::forget(const Universe &U, SymbolId S) {
  forgetKeys(*this, U, S);
  updateIf(
      [&](const auto &Entry) {
        return Entry.second.SameAs &&
               U.dependsOn(Value::symbol(*Entry.second.SameAs), S);
      },
      [](Fact &Known) { Known.SameAs.reset(); });
}

bool FactMap::outlives(const CallScope &Call, const FactMap &) const {
  for (const auto &[Symbol, Known] : *this) {
    if (Call.Made(Value::symbol(Symbol)) &&
        !Call.Returned.sameAs(Value::symbol(Symbol)))
      return true;
    if (Known.SameAs && Call.Made(Value::symbol(*Known.SameAs)))
      return true;
  }
  return false;
}
