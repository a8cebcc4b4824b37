//===- HostCounters.cpp - Counters that a capture freezes -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCounters.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../transfer/Evaluator.h"
#include "FindingSet.h"
#include "Naming.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Adds to \p Sources the variables, at their values on entry to the root, from
/// which alone \p V is computed. \returns false if \p V is computed from
/// anything else, or if one of the variables does not outlive the root.
bool HostCounters::addSources(const Value &V,
                              std::set<LocationId> &Sources) const {
  if (V.K == Value::Int)
    return true;
  if (!V.isSymbol() || V.Stale)
    return false;
  const SymbolInfo &Info = U.symbol(V.Data);
  if (Info.K == SymbolInfo::Initial) {
    Sources.insert(Info.Where);
    return U.location(U.root(Info.Where)).K != LocationInfo::Local &&
           U.location(Info.Where).K != LocationInfo::AnyElement;
  }
  return Info.K == SymbolInfo::Operation &&
         llvm::all_of(Info.inputs(),
                      [&](const Value &In) { return addSources(In, Sources); });
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

/// Returns what the kernel, or the operation on memory, of \p Call gets by
/// value, with the fields of structures.
std::vector<Value> HostCounters::kernelArguments(const ApiCall &Call,
                                                 State &S) {
  std::vector<Value> Given;
  auto AddAt = [&](LocationId Object) {
    for (const auto &[Where, V] : S.Memory)
      if (U.isPartOf(Where, Object))
        Given.push_back(V);
  };
  const llvm::ArrayRef<ir::Operand> Operands = Call.At.I->Args;
  const bool IsKernel = Call.Row.nodeKind() == NodeKind::Kernel;
  for (size_t A = 0; A < Call.Args.size(); ++A) {
    const Value &V = Call.Args[A];
    if (!IsKernel) {
      // An operation on memory writes a number, or waits for it.
      const Role Is =
          A < Call.Row.Params.size() ? Call.Row.Params[A].R : Role::None;
      if (Is == Role::StoredValue)
        Given.push_back(V);
      else if (Is == Role::StoredValues)
        if (std::optional<LocationId> Array = arrayBehind(V, U))
          AddAt(*Array);
    } else if (A >= Call.Row.Params.size()) {
      // The kernel's own arguments are behind those that every launch has.
      if (!Call.Row.Construct)
        break;
      Given.push_back(V);
      if (A < Operands.size())
        for (const auto &[Steps, Part] :
             Eval.partsOf(Call.At.Ctx, Operands[A], S))
          Given.push_back(Part);
    } else if (Call.Row.Params[A].R == Role::KernelArguments) {
      forEachKernelArgument(V, S, U, AddAt);
    }
  }
  return Given;
}

void HostCounters::noteLaunch(const ApiCall &Call, State &S) {
  if (Call.Row.Class != ApiClass::Captured ||
      (Call.Row.nodeKind() != NodeKind::Kernel &&
       Call.Row.nodeKind() != NodeKind::BatchMemOp) ||
      Run.Guessing)
    return;
  std::optional<Value> Stream = Call.stream();
  const Capture *C = Stream ? S.captureOf(*Stream) : nullptr;
  if (!C || C->S != Capture::Active)
    return;
  for (const Value &Given : kernelArguments(Call, S)) {
    std::set<LocationId> Sources;
    if (!addSources(Given, Sources))
      continue;
    for (LocationId Source : Sources) {
      auto [It, New] = Passed.try_emplace({Source, Call.At});
      Launch &Known = It->second;
      const bool IsExact = Reports.isExact(S, C);
      // An exact finding is not lost behind one that is possible.
      if (!New && (Known.IsExact || !IsExact))
        continue;
      ++Run.Unrepeatable;
      Known.IsExact = IsExact;
      Known.Others = Sources;
      Known.Others.erase(Source);
      RawFinding &F = Known.IfCounted;
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
}

/// Returns where the function that makes the launch \p At, or one that led to
/// it, changes the variable, by itself or in a function that it calls. A change
/// in the same block as the launch comes first.
std::optional<Site> HostCounters::changeOf(LocationId Where, const Site &At) {
  const ir::Name Name = U.location(Where).Name;
  auto IsOf = [&](const ir::Place &P) {
    return P.Path.empty() ? P.Base == ir::Place::Global && P.GlobalName == Name
                          : P.Path.back().Name == Name;
  };
  auto ChangeIn = [&](const ir::Block &B) -> const ir::Instruction * {
    for (const ir::Instruction &I : B.Insts)
      if (I.K == ir::Instruction::Assign && IsOf(*I.Dest) &&
          I.Args.front().K != ir::Operand::Int)
        return &I;
    return nullptr;
  };
  for (std::optional<Site> Call = At; Call;
       Call = Frames[Call->Ctx].Call
                  ? std::optional<Site>(
                        {Frames[Call->Ctx].Parent, Frames[Call->Ctx].Call})
                  : std::nullopt) {
    const std::vector<ir::Block> &Blocks = Frames[Call->Ctx].F->Blocks;
    const ir::Instruction *Found = nullptr;
    for (const ir::Block &B : Blocks)
      if (!B.Insts.empty() && Call->I >= &B.Insts.front() &&
          Call->I <= &B.Insts.back())
        Found = ChangeIn(B);
    for (const ir::Block &B : Blocks)
      Found = Found ? Found : ChangeIn(B);
    if (Found)
      return Site{Call->Ctx, Found};
    for (const ir::Block &B : Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (const ir::Function *Callee =
                I.K == ir::Instruction::Call ? Find(I.Callee) : nullptr)
          for (const ir::Block &In : Callee->Blocks)
            if (const ir::Instruction *Change = ChangeIn(In))
              return Site{Frames.frame(Call->Ctx, I, *Callee), Change};
  }
  return std::nullopt;
}

void HostCounters::checkExits() {
  for (auto &Entry : Passed) {
    const LocationId Where = Entry.first.first;
    const Site At = Entry.first.second;
    Launch &Launched = Entry.second;
    const SymbolId Initial = U.initial(Where);
    auto IsUnchanged = [&](LocationId Other, const State &S) {
      auto Held = S.Memory.find(Other);
      return Held == S.Memory.end() ||
             Held->second == Value::symbol(U.initial(Other));
    };
    const bool IsCounter =
        llvm::any_of(Run.RootExits, [&](const RootRun::Exit &Left) {
          auto Held = Left.S.Memory.find(Where);
          bool Changed = false;
          return Held != Left.S.Memory.end() &&
                 isCountedUp(Held->second, Initial, Changed) && Changed &&
                 llvm::all_of(Launched.Others, [&](LocationId Other) {
                   return IsUnchanged(Other, Left.S);
                 });
        });
    if (!IsCounter || (!Launched.IsExact && !Opts.ReportPossible))
      continue;
    std::optional<Site> Change = changeOf(Where, At);
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
