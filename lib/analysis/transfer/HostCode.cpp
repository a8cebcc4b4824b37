//===- HostCode.cpp - Host functions and host values ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some API calls hand the driver a function and the data to pass to it. The
/// function runs later, in a thread of the driver. It works on the objects that
/// it is given, but under none of the conditions, and in none of the captures,
/// of the caller.
///
/// The values that the host makes in a capture (random numbers, times) are made
/// only once.
///
//===----------------------------------------------------------------------===//

#include "HostCode.h"
#include "../engine/CallTree.h"
#include "../engine/Engine.h"
#include "../engine/RootRun.h"
#include "../findings/CoverageLog.h"
#include "../findings/FindingSet.h"
#include "../findings/Naming.h"
#include "../findings/RootEvidence.h"
#include "Evaluator.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

//===----------------------------------------------------------------------===//
// Values of one capture
//===----------------------------------------------------------------------===//

Value HostCode::resultOf(Context Ctx, const ir::Instruction &I, State &S) {
  HostValue What = I.Flags.System ? KB.hostValue(I.Callee) : HostValue::None;
  const Capture *Running = nullptr;
  if (cuda_capture::isDrawn(What))
    for (const Capture &C : S.Captures)
      if (C.S == Capture::Active)
        Running = &C;
  if (!Running)
    return Eval.conjure(
        Ctx, I, 0, /*FromUnknownCall=*/!I.Flags.System && !I.Flags.Spawns, S);
  // A value that is made in another capture gets another symbol.
  unsigned Number =
      DrawnIn.try_emplace(Running->Begin, DrawnIn.size()).first->second;
  ++Run.Unrepeatable;
  Value V = Eval.conjure(Ctx, I, 10000 + Number, /*FromUnknownCall=*/false, S);
  Drawn[V.Data] = {What, {Ctx, &I}, Running->Begin};
  return V;
}

bool HostCode::isDrawn(const Value &V) const {
  return !Drawn.empty() && V.isSymbol() &&
         llvm::any_of(U.symbol(V.Data).leaves(),
                      [&](SymbolId Leaf) { return Drawn.count(Leaf); });
}

void HostCode::noteGraphUse(const ApiCall &Call) {
  RootEvidence::GraphUse &Use = Evidence.GraphUses[Run.RootContext];
  if (Call.Row.Eff == Effect::LaunchGraph) {
    ++Run.Unrepeatable;
    Use.LaunchedAgain |=
        Frames[Call.At.Ctx].InLoop || (Use.Launch && *Use.Launch != Call.At);
    Use.Launch = Call.At;
  }
  Use.Updated |= Call.Row.Eff == Effect::UpdateGraph;
  Use.Replaced |= Call.Row.paramIndex(Role::Exec, Access::Destroy).has_value();
}

//===----------------------------------------------------------------------===//
// Functions that the driver runs
//===----------------------------------------------------------------------===//

/// The maximum number of host functions of one root, and of the states in which
/// each is run. Further ones are ignored.
static constexpr unsigned MaxHostFunctions = 32, MaxHostStates = 4;

/// Returns the value that was stored in a field of the structure at \p Pointer.
std::optional<Value> HostCode::held(const Value &Pointer,
                                    const FieldRole &Field, const State &S) {
  std::optional<LocationId> Where = Eval.objectOf(Pointer);
  if (!Where)
    return std::nullopt;
  for (const std::string &Name : Field.Path)
    Where = U.field(*Where, Name);
  auto Held = S.Memory.find(*Where);
  return Held != S.Memory.end() ? std::optional(Held->second) : std::nullopt;
}

void HostCode::handOver(const ApiCall &Call, const State &S) {
  // A host function that hands over a function is an error already.
  if (HandedOver || !Call.Row.takesCallback())
    return;
  ++Run.Unrepeatable;
  auto Given = [&](Role R) {
    if (std::optional<Value> V = Call.arg(R))
      return *V;
    for (const FieldRole &Field : Call.Row.Fields) {
      if (Field.R != R || Field.Param >= Call.Args.size())
        continue;
      if (std::optional<Value> Held = held(Call.Args[Field.Param], Field, S))
        return *Held;
    }
    return Value::unknown();
  };
  const ir::Name Name = U.functionName(S.resolve(Given(Role::Callback)));
  const ir::Function *F = Name.empty() ? nullptr : Find(Name);
  if (!F)
    return;
  auto It = HostFunctions.find({Call.At, F});
  if (It == HostFunctions.end()) {
    if (HostFunctions.size() == MaxHostFunctions) {
      Gaps.noteGap(*F, GapReason::GivenUp, /*InCapture=*/true);
      return;
    }
    It = HostFunctions.try_emplace({Call.At, F}).first;
  }
  if (It->second.Entries.size() == MaxHostStates)
    return;
  State Entry;
  Entry.Memory = S.Memory;
  Entry.Facts = S.Facts;
  Entry.ThreadMode.Current = Value::symbol(U.threadMode());
  // The data are kept in State::Returned until there is a frame for them.
  Entry.Returned.Whole = Given(Role::UserData);
  It->second.Entries.push_back(std::move(Entry));
  std::optional<Value> Stream = Call.stream();
  const Capture *C = Stream ? S.captureOf(*Stream) : nullptr;
  if (!C || It->second.IfReleased)
    return;
  RawFinding &Freed = It->second.IfReleased.emplace();
  Freed.R = Rule::DanglingMemory;
  Freed.Kind = DiagnosticKind::FreedByHostFunction;
  Freed.At = Call.At;
  Freed.Begin = C->Begin;
  Freed.ShownByEnd = C->ShownByEnd;
  Freed.StreamNames = Names.namesOf(Call.At.Ctx, C->Origin, S);
  Freed.ControlDependences = S.ControlDependences;
  It->second.IsExact = C->S == Capture::Active && Reports.isExact(S, C);
}

/// Whether \p V is computed from \p From and from nothing else.
static bool isMadeOf(const Universe &U, const Value &V, const Value &From) {
  return V.sameAs(From) || V.K == Value::Int ||
         (V.isSymbol() && U.symbol(V.Data).K == SymbolInfo::Operation &&
          llvm::all_of(U.symbol(V.Data).inputs(),
                       [&](const Value &In) { return isMadeOf(U, In, From); }));
}

void HostCode::noteReleased(const Value &Pointer, const Site &At,
                            const State &S) {
  // A null pointer releases nothing.
  if (!HandedOver || Pointer.Stale || Pointer.K == Value::Int ||
      !Pointer.sameAs(Data))
    return;
  // Of other conditions it is not known whether they hold at the first launch.
  auto IsAboutData = [&](const ControlDependence &C) {
    return isMadeOf(U, C.Condition, Data);
  };
  if (llvm::all_of(S.ControlDependences, IsAboutData))
    Released = At;
}

void HostCode::runHostFunctions() {
  auto Pending = std::move(HostFunctions);
  HostFunctions.clear();
  for (auto &[What, Handed] : Pending) {
    const auto &[At, F] = What;
    States &Entries = Handed.Entries;
    Data = Value::unknown();
    Released.reset();
    const Context Ctx = Frames.addRoot(*F, *Run.CurrentRoot);
    for (unsigned P = 0; P < F->Params.size(); ++P)
      U.markParameter(U.local(Ctx, P));
    for (State &Entry : Entries) {
      Data = std::exchange(Entry.Returned.Whole, Value::unknown());
      // The driver passes the data as the last argument.
      if (!F->Params.empty() && Data.K != Value::Unknown)
        Eval.store(U.local(Ctx, F->Params.size() - 1), Data, Entry);
    }
    Run.GaveUp = false;
    Run.RootContext = Ctx;
    HandedOver = At;
    std::set<unsigned> Before = Reports.confirmed();
    FixpointEngine.run(*F, Ctx, std::move(Entries));
    HandedOver.reset();
    if (Run.GaveUp) {
      Reports.restore(std::move(Before));
      Gaps.noteGivenUp(*F, /*InCapture=*/true);
    } else if (Released && Handed.IfReleased &&
               (Handed.IsExact || Opts.ReportPossible)) {
      RawFinding &Freed = *Handed.IfReleased;
      Freed.Related = {{Relation::Gone, *Released}};
      const unsigned Id = Reports.addExitFinding(std::move(Freed));
      if (Handed.IsExact)
        Reports.confirm(Id);
    }
  }
  Run.RootExits.clear();
}
