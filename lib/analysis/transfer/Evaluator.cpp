//===- Evaluator.cpp - Expressions and memory -----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Evaluator.h"
#include "../../ir/Operators.h"
#include "../engine/RootRun.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

llvm::SmallVector<const ir::Operand *, 8>
analysis::argumentsOf(const ir::Instruction &I, const ir::Function &Callee) {
  static const ir::Operand Unknown;
  llvm::SmallVector<const ir::Operand *, 8> Args;
  if (I.K == ir::Instruction::Invoke && !Callee.Params.empty() &&
      Callee.Locals.front() == "this")
    Args.push_back(I.object() ? I.object() : &Unknown);
  for (const ir::Operand &A : I.Args)
    Args.push_back(&A);
  return Args;
}

/// Returns the location that \p Pointer points at, if it is known.
std::optional<LocationId> Evaluator::objectOf(const Value &Pointer) {
  if (Pointer.K == Value::Reference)
    return LocationId(Pointer.Data);
  if (Pointer.isSymbol())
    return U.pointee(Pointer.Data);
  return std::nullopt;
}

/// Returns the location that stands for the whole content of an object whose
/// parts are unknown.
LocationId Evaluator::contentOf(LocationId Object) {
  return U.field(Object, "<content>");
}

Value Evaluator::conjure(Context Ctx, const ir::Instruction &I, unsigned Which,
                         bool FromUnknownCall, State &S) {
  return Value::symbol(S.make(U, Ctx, &I, Which, FromUnknownCall));
}

void Evaluator::assignResult(Context Ctx, const ir::Instruction &I, Value V,
                             State &S) {
  if (!I.Dest)
    return;
  if (std::optional<LocationId> To = locate(Ctx, *I.Dest, S))
    store(*To, V, S);
}

/// Sets the thread mode to \p V. Only the mode at entry and numbers are known
/// modes.
void Evaluator::setThreadMode(const Value &V, State &S) {
  if (Opts.IgnoreGuards)
    return;
  Value Mode = S.resolve(V);
  bool Known = Mode == Value::symbol(U.threadMode()) ||
               (Mode.K == Value::Int && !Mode.Stale);
  S.ThreadMode.Current = Known ? Mode : Value::unknown();
}

Value Evaluator::load(LocationId Where, State &S) {
  if (Where == ThreadModeLocation)
    return S.ThreadMode.Current;
  auto It = S.Memory.find(Where);
  if (It != S.Memory.end())
    return It->second;
  // A part of something that was replaced or destroyed as a whole.
  const LocationInfo::Kind Kind = U.location(Where).K;
  if (Kind == LocationInfo::AnyElement)
    return Value::unknown();
  if (Kind == LocationInfo::Element && mayBeWritten(Where, S)) {
    // The element is unknown, but it is one value.
    static const char Element = 0;
    // Its previous value is forgotten: something has been written since, or the
    // index stands for another number.
    const Value Content =
        Value::symbol(S.make(U, 0, &Element, Where, /*FromUnknownCall=*/false));
    S.Memory[Where] = Content;
    return Content;
  }
  llvm::SmallVector<LocationId, 8> Path;
  for (LocationId L = Where; L != U.root(L);) {
    Path.push_back(L);
    L = U.location(L).Parent;
    auto Whole = S.Memory.find(L);
    if (Whole == S.Memory.end())
      continue;
    if (!Whole->second.isSymbol())
      return Value::unknown();
    // Who may have changed the whole may have changed the part.
    auto AsCertain = [&](SymbolId Part) {
      Value V = Value::symbol(Part);
      V.Stale = Whole->second.Stale;
      return V;
    };
    // A part of an object that was copied as a whole equals the same part of
    // the original.
    if (const SymbolInfo &Origin = U.symbol(Whole->second.Data);
        Origin.K == SymbolInfo::Initial) {
      LocationId Part = Origin.Where;
      for (LocationId Step : llvm::reverse(Path))
        Part = sameStep(Part, Step);
      return AsCertain(U.initial(Part));
    }
    Value Part = Value::symbol(Whole->second.Data);
    for (LocationId Step : llvm::reverse(Path)) {
      const LocationInfo &Info = U.location(Step);
      Part = Info.K == LocationInfo::Field
                 ? Value::symbol(U.operation("." + Info.Name.str(), {Part}))
                 : Value::symbol(U.operation("[]", {Part, Info.Index}));
    }
    return AsCertain(Part.Data);
  }
  return Value::symbol(U.initial(Where));
}

/// Gives a symbol to each unknown variable that the condition reads, so that
/// the next condition that reads it gets the same answer.
void Evaluator::nameUnknown(Context Ctx, const ir::Operand &Condition,
                            State &S) {
  for (const ir::Operand &Part : Condition.Operands)
    nameUnknown(Ctx, Part, S);
  if (Condition.K != ir::Operand::Read)
    return;
  std::optional<LocationId> Where = locate(Ctx, Condition.Where, S);
  if (!Where || *Where == ThreadModeLocation ||
      U.location(*Where).K == LocationInfo::AnyElement ||
      load(*Where, S).K != Value::Unknown)
    return;
  static const char Asked = 0;
  const SymbolId Named =
      S.make(U, 0, &Asked, *Where, /*FromUnknownCall=*/false);
  S.Memory[*Where] = Value::symbol(Named);
}

/// Whether a write has set an element that may be this one.
bool Evaluator::mayBeWritten(LocationId Where, const State &S) const {
  const LocationInfo &Element = U.location(Where);
  return llvm::any_of(S.Memory, [&](const auto &Entry) {
    const LocationInfo &Info = U.location(Entry.first);
    if (Info.K == LocationInfo::AnyElement)
      return Info.Parent == Element.Parent;
    return Info.K == LocationInfo::Element && Info.Parent == Element.Parent &&
           (Info.Index.K != Value::Int || Element.Index.K != Value::Int);
  });
}

void Evaluator::store(LocationId Where, Value V, State &S) {
  if (V.K == Value::Reference)
    Escaped.insert(V.Data);
  if (Where == ThreadModeLocation) {
    setThreadMode(V, S);
    return;
  }
  for (LocationId L = Where;; L = U.location(L).Parent) {
    if (ContentRead.count(L))
      S.Memory[contentOf(L)] = Value::unknown();
    if (L == U.root(L))
      break;
  }
  const LocationInfo &Info = U.location(Where);
  if (U.hasParts(Where))
    S.Memory.eraseIf([&](const auto &Entry) {
      return Entry.first != Where && U.isPartOf(Entry.first, Where);
    });
  // A write to an element of unknown index may write any element, and a write
  // to an element of known index may write one of unknown index.
  if (Info.K == LocationInfo::AnyElement || Info.K == LocationInfo::Element)
    S.Memory.updateIf(
        [&](const auto &Entry) {
          const LocationInfo &O = U.location(Entry.first);
          if (Entry.first == Where || O.K != LocationInfo::Element ||
              O.Parent != Info.Parent || Entry.second.K == Value::Unknown)
            return false;
          bool Distinct = Info.K == LocationInfo::Element &&
                          Info.Index.K == Value::Int && O.Index.K == Value::Int;
          return !Distinct;
        },
        // The write may have changed this element.
        [](Value &Old) { Old.doubt(); });
  S.Memory[Where] = Info.K == LocationInfo::AnyElement ? Value::unknown() : V;
}

/// Returns the known fields and elements of an object that is read as a whole.
Parts Evaluator::partsOf(Context Ctx, const ir::Operand &O, State &S) {
  Parts Result;
  if (O.K != ir::Operand::Read)
    return Result;
  std::optional<LocationId> From = locate(Ctx, O.Where, S);
  if (!From || !U.hasParts(*From))
    return Result;
  for (const auto &[Where, V] : S.Memory) {
    if (Where == *From || !U.isPartOf(Where, *From))
      continue;
    std::vector<LocationId> Steps;
    for (LocationId L = Where; L != *From; L = U.location(L).Parent)
      Steps.push_back(L);
    std::reverse(Steps.begin(), Steps.end());
    Result.emplace_back(std::move(Steps), V);
  }
  return Result;
}

void Evaluator::storeParts(LocationId To, const Parts &Copied, State &S) {
  for (const auto &[Steps, V] : Copied) {
    LocationId L = To;
    for (LocationId Step : Steps)
      L = sameStep(L, Step);
    S.Memory[L] = V;
  }
}

/// Returns the part of \p Parent that corresponds to \p Step in its own parent.
LocationId Evaluator::sameStep(LocationId Parent, LocationId Step) {
  const LocationInfo &Info = U.location(Step);
  return Info.K == LocationInfo::Field ? U.field(Parent, Info.Name)
                                       : U.element(Parent, Info.Index);
}

std::optional<LocationId> Evaluator::locate(Context Ctx, const ir::Place &P,
                                            State &S, bool *ThroughStale) {
  LocationId L = P.Base == ir::Place::Local ? U.local(Ctx, P.LocalId)
                                            : U.global(P.GlobalName);
  for (unsigned I = 0; I < P.Path.size(); ++I) {
    const ir::Step &Step = P.Path[I];
    switch (Step.K) {
    case ir::Step::Field:
      if (Step.Name != ir::ItselfField)
        L = U.field(L, Step.Name);
      break;
    case ir::Step::Index:
      L = U.element(L, S.resolve(evaluate(Ctx, *Step.Which, S)));
      break;
    case ir::Step::Deref: {
      Value Pointer = S.resolve(load(L, S));
      if (ThroughStale)
        *ThroughStale |= Pointer.Stale;
      // p[i] is an element of the array that p points into.
      bool Subscript =
          I + 1 < P.Path.size() && P.Path[I + 1].K == ir::Step::Index;
      std::optional<Value> Index;
      if (Subscript) {
        Index = S.resolve(evaluate(Ctx, *P.Path[++I].Which, S));
        if (Index->isInt(0))
          Index = std::nullopt;
      }
      if (Pointer.K == Value::Reference) {
        L = Pointer.Data;
        if (!Index)
          break;
        const LocationInfo Target = U.location(L);
        if (Target.K == LocationInfo::Element) {
          bool Sum = Target.Index.K == Value::Int && Index->K == Value::Int;
          L = U.element(Target.Parent,
                        Sum ? Value::constant(Target.Index.Data + Index->Data)
                        : Target.Index.isInt(0) ? *Index
                                                : Value::unknown());
        } else {
          L = U.element(L, *Index);
        }
      } else if (Pointer.isSymbol()) {
        L = U.pointee(Pointer.Data);
        if (Index)
          L = U.element(L, *Index);
      } else {
        return std::nullopt;
      }
      break;
    }
    }
  }
  return L;
}

Value Evaluator::evaluate(Context Ctx, const ir::Operand &O, State &S) {
  switch (O.K) {
  case ir::Operand::Unknown:
    return Value::unknown();
  case ir::Operand::Int:
    return Value::constant(O.Value);
  case ir::Operand::Function:
    return Value::function(U.function(O.Name));
  case ir::Operand::Read: {
    bool ThroughStale = false;
    std::optional<LocationId> Where = locate(Ctx, O.Where, S, &ThroughStale);
    if (!Where)
      return Value::unknown();
    Value V = load(*Where, S);
    // Another object may have another virtual function.
    V.Stale |= ThroughStale && V.K == Value::Function;
    return V;
  }
  case ir::Operand::Address: {
    std::optional<LocationId> Where = locate(Ctx, O.Where, S);
    return Where ? Value::reference(*Where) : Value::unknown();
  }
  case ir::Operand::Not: {
    Value V = S.resolve(evaluate(Ctx, O.Operands[0], S));
    if (V.K == Value::Int)
      return Value::constant(!V.Data);
    if (V.K == Value::Reference || (V.K == Value::Function && !V.Stale))
      return Value::constant(0);
    if (V.isSymbol())
      return Value::symbol(U.operation("!", {V}));
    return Value::unknown();
  }
  case ir::Operand::Binary:
    return evaluateBinary(O.Name, S.resolve(evaluate(Ctx, O.Operands[0], S)),
                          S.resolve(evaluate(Ctx, O.Operands[1], S)));
  }
  return Value::unknown();
}

static std::optional<int64_t> fold(llvm::StringRef Op, int64_t L, int64_t R) {
  // In unsigned arithmetic, overflow is defined.
  auto UL = uint64_t(L), UR = uint64_t(R);
  if (Op == "==")
    return L == R;
  if (Op == "!=")
    return L != R;
  if (Op == "<")
    return L < R;
  if (Op == "<=")
    return L <= R;
  if (Op == ">")
    return L > R;
  if (Op == ">=")
    return L >= R;
  if (Op == "+")
    return int64_t(UL + UR);
  if (Op == "-")
    return int64_t(UL - UR);
  if (Op == "*")
    return int64_t(UL * UR);
  if (Op == "&")
    return L & R;
  if (Op == "|")
    return L | R;
  if (Op == "^")
    return L ^ R;
  if (Op == ir::Minimum)
    return std::min(L, R);
  if (Op == ir::Maximum)
    return std::max(L, R);
  if (Op == "/" && R != 0 && R != -1)
    return L / R;
  if (Op == "%" && R != 0 && R != -1)
    return L % R;
  return std::nullopt;
}
Value Evaluator::evaluateBinary(llvm::StringRef Op, Value L, Value R) {
  if (L.K == Value::Unknown || R.K == Value::Unknown)
    return Value::unknown();
  if (L.K == Value::Int && R.K == Value::Int) {
    std::optional<int64_t> N = fold(Op, L.Data, R.Data);
    return N ? Value::constant(*N) : Value::unknown();
  }
  bool Equality = Op == "==" || Op == "!=";
  // Functions differ from each other, from objects, and from null.
  if (L.K == Value::Function || R.K == Value::Function) {
    if (!Equality || L.Stale || R.Stale)
      return Value::unknown();
    if (!L.isSymbol() && !R.isSymbol())
      return Value::constant(L.sameAs(R) == (Op == "=="));
    if (R.isSymbol())
      std::swap(L, R);
  }
  if (Equality && L.K == Value::Reference && R.K == Value::Reference)
    return Value::constant((L.Data == R.Data) == (Op == "=="));
  // An object's address is not null.
  if (Equality && ((L.K == Value::Reference && R.isInt(0)) ||
                   (R.K == Value::Reference && L.isInt(0))))
    return Value::constant(Op == "!=");
  // Pointers into a known array move with their index.
  if ((Op == "+" || Op == "-") && L.K == Value::Reference) {
    const LocationInfo Target = U.location(L.Data);
    if (Target.K != LocationInfo::Element || Target.Index.K != Value::Int ||
        R.K != Value::Int)
      return Value::unknown();
    int64_t Moved = Target.Index.Data + (Op == "+" ? R.Data : -R.Data);
    return Value::reference(U.element(Target.Parent, Value::constant(Moved)));
  }
  if (L.K == Value::Reference || R.K == Value::Reference)
    return Value::unknown();
  if (Equality && L.isSymbol() && L.sameAs(R) && !L.Stale && !R.Stale)
    return Value::constant(Op == "==");
  bool Stale = L.Stale || R.Stale;
  L.Stale = R.Stale = false;
  // (a | b) | b
  if (Op == "|" && L.isSymbol()) {
    const SymbolInfo &Left = U.symbol(L.Data);
    if (Left.K == SymbolInfo::Operation && Left.name() == "|" &&
        llvm::is_contained(Left.inputs(), R)) {
      L.Stale = Stale;
      return L;
    }
  }
  // Comparisons are brought into one form each, so that a condition and its
  // opposite are known as such: a number is on the right of an equality, and
  // inequalities use only "greater than". A number is also on the right of a
  // minimum or maximum.
  const bool Chooses = Op == ir::Minimum || Op == ir::Maximum;
  if (Chooses && L == R)
    return L;
  if ((Equality || Chooses) &&
      (L.K == Value::Int || (R.isSymbol() && L.Data > R.Data)))
    std::swap(L, R);
  if (Op == "!=" && R.isSymbol()) {
    Value Same = Value::symbol(U.operation("==", {L, R}));
    Same = Value::symbol(U.operation("!", {Same}));
    Same.Stale = Stale;
    return Same;
  }
  bool Negated = Op == "<=" || Op == ">=";
  if (Op == "<" || Op == ">=")
    std::swap(L, R);
  if (Op == "<" || Op == "<=" || Op == ">=")
    Op = ">";
  if (Op == ">" && L == R)
    return Value::constant(Negated);
  Value V = Value::symbol(U.operation(Op, {L, R}));
  if (Negated)
    V = Value::symbol(U.operation("!", {V}));
  V.Stale = Stale;
  return V;
}
