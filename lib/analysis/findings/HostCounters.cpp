//===- HostCounters.cpp - Counters that a capture freezes -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCounters.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "FindingSet.h"
#include "Naming.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Returns the variable, at its value on entry to the root, from which alone
/// \p V is computed, if the variable outlives the root.
std::optional<LocationId> HostCounters::sourceOf(const Value &V) const {
  if (!V.isSymbol() || V.Stale)
    return std::nullopt;
  const SymbolInfo &Info = U.symbol(V.Data);
  if (Info.K == SymbolInfo::Initial) {
    if (U.location(U.root(Info.Where)).K == LocationInfo::Local ||
        U.location(Info.Where).K == LocationInfo::AnyElement)
      return std::nullopt;
    return Info.Where;
  }
  if (Info.K != SymbolInfo::Operation)
    return std::nullopt;
  std::optional<LocationId> Source;
  for (const Value &In : Info.inputs()) {
    if (In.K == Value::Int)
      continue;
    std::optional<LocationId> Of = sourceOf(In);
    if (!Of || (Source && *Source != *Of))
      return std::nullopt;
    Source = Of;
  }
  return Source;
}

/// Whether \p V is the value \p From, counted up or down by one, or toggled,
/// any number of times. Sets \p Changed if that number is not zero.
bool HostCounters::isCountedUp(const Value &V, SymbolId From,
                               bool &Changed) const {
  if (!V.isSymbol() || V.Stale)
    return false;
  if (SymbolId(V.Data) == From)
    return true;
  const SymbolInfo &Info = U.symbol(V.Data);
  if (Info.K != SymbolInfo::Operation)
    return false;
  const llvm::ArrayRef<Value> In = Info.inputs();
  const llvm::StringRef Op = Info.name();
  // Larger steps are those of positions in memory, which each launch of a graph
  // may use again.
  const bool ByOne =
      llvm::any_of(In, [](const Value &I) { return I.isInt(1); });
  if (Op == "!" || ((Op == "+" || Op == "-" || Op == "^") && ByOne))
    Changed = true;
  else if (Op != "%" && Op != "&" && Op != "==" && Op != "!=")
    return false;
  return llvm::count_if(In, [](const Value &I) { return I.K != Value::Int; }) ==
             1 &&
         llvm::all_of(In, [&](const Value &I) {
           return I.K == Value::Int || isCountedUp(I, From, Changed);
         });
}

void HostCounters::noteLaunch(const ApiCall &Call, const State &S) {
  if (Call.Row.Class != ApiClass::Captured || !Call.Row.Construct ||
      Run.Guessing)
    return;
  std::optional<Value> Stream = Call.stream();
  const Capture *C = Stream ? S.captureOf(*Stream) : nullptr;
  if (!C || C->S != Capture::Active)
    return;
  // The kernel's own arguments are behind those that every launch has.
  for (size_t A = Call.Row.Params.size(); A < Call.Args.size(); ++A) {
    std::optional<LocationId> Source = sourceOf(Call.Args[A]);
    if (!Source)
      continue;
    auto [It, New] = Passed.try_emplace(*Source);
    if (!New)
      continue;
    ++Run.Unrepeatable;
    It->second.IsExact = Reports.isExact(S, C);
    RawFinding &F = It->second.IfCounted;
    F.R = Rule::HostEffect;
    F.Kind = DiagnosticKind::BakedCounter;
    F.At = Call.At;
    F.Begin = C->Begin;
    F.ShownByEnd = C->ShownByEnd;
    F.StreamNames = Names.namesOf(Call.At.Ctx, C->Origin, S);
    F.ControlDependences = S.ControlDependences;
    F.Unless.Updated = "";
  }
}

/// Returns where the function of the frame \p Ctx, or one that led to it,
/// changes the variable.
std::optional<Site> HostCounters::changeOf(LocationId Where,
                                           Context Ctx) const {
  const ir::Name Name = U.location(Where).Name;
  auto IsOf = [&](const ir::Place &P) {
    return P.Path.empty() ? P.Base == ir::Place::Global && P.GlobalName == Name
                          : P.Path.back().Name == Name;
  };
  for (std::optional<Context> At = Ctx; At;
       At = Frames[*At].Call ? std::optional(Frames[*At].Parent) : std::nullopt)
    for (const ir::Block &B : Frames[*At].F->Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (I.K == ir::Instruction::Assign && IsOf(*I.Dest) &&
            I.Args.front().K != ir::Operand::Int)
          return Site{*At, &I};
  return std::nullopt;
}

void HostCounters::checkExits() {
  for (auto &Entry : Passed) {
    const LocationId Where = Entry.first;
    Launch &Launched = Entry.second;
    const SymbolId Initial = U.initial(Where);
    const bool IsCounter =
        llvm::any_of(Run.RootExits, [&](const RootRun::Exit &Left) {
          auto Held = Left.S.Memory.find(Where);
          bool Changed = false;
          return Held != Left.S.Memory.end() &&
                 isCountedUp(Held->second, Initial, Changed) && Changed;
        });
    if (!IsCounter || (!Launched.IsExact && !Opts.ReportPossible))
      continue;
    std::optional<Site> Change = changeOf(Where, Launched.IfCounted.At.Ctx);
    if (!Change)
      continue;
    RawFinding &F = Launched.IfCounted;
    F.Related = {{Relation::Changed, *Change}};
    const unsigned Id = Reports.addExitFinding(std::move(F));
    if (Launched.IsExact)
      Reports.confirm(Id);
  }
  forgetRoot();
}
