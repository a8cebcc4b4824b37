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

/// Whether \p Where stands for what a number of calls grows by.
bool HostCounters::isStep(LocationId Where) const {
  const LocationInfo &Info = U.location(Where);
  return Info.K == LocationInfo::Global &&
         (Info.Name == ir::StepPlace || Info.Name == ir::PossibleStepPlace);
}

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
    if (isStep(Info.Where))
      return true;
    Sources.insert(Info.Where);
    return U.location(U.root(Info.Where)).K != LocationInfo::Local &&
           U.location(Info.Where).K != LocationInfo::AnyElement;
  }
  return Info.K == SymbolInfo::Operation &&
         llvm::all_of(Info.inputs(),
                      [&](const Value &In) { return addSources(In, Sources); });
}

/// Adds to \p Sum the step \p Op with \p In, and removes what it adds from
/// \p In. \returns false if a call may end where it began.
bool HostCounters::addStep(llvm::StringRef Op, llvm::ArrayRef<Value> &In,
                           Difference &Sum) const {
  // The source tells which steps other than one are not those of positions in
  // memory, which each launch of a graph may use again.
  if ((Op == "+" || Op == "-") && In[1].isSymbol()) {
    const SymbolInfo &By = U.symbol(In[1].Data);
    if (By.K == SymbolInfo::Initial && isStep(By.Where)) {
      Sum.Others += Op == "+" ? 1 : -1;
      Sum.MayStay |= U.location(By.Where).Name == ir::PossibleStepPlace;
      In = In.drop_back();
      return true;
    }
  }
  const bool ByOne =
      llvm::any_of(In, [](const Value &I) { return I.isInt(1); });
  if (Op == "!" || (Op == "^" && ByOne) || (Op == "-" && In[0].isInt(1)))
    Sum.Toggled = !Sum.Toggled;
  else if ((Op == "+" || Op == "-") && ByOne)
    Sum.Steps += Op == "+" ? 1 : -1;
  else if (Op != "%" && Op != "&" && Op != "==" && Op != "!=")
    return false;
  return true;
}

/// Whether \p V is the value \p From, counted up or down, or toggled, any
/// number of times. Adds what this changes to \p Sum.
bool HostCounters::isCountedUp(const Value &V, SymbolId From,
                               Difference &Sum) const {
  if (!V.isSymbol() || V.Stale)
    return false;
  if (SymbolId(V.Data) == From)
    return true;
  const SymbolInfo &Info = U.symbol(V.Data);
  if (Info.K != SymbolInfo::Operation)
    return false;
  llvm::ArrayRef<Value> In = Info.inputs();
  if (!addStep(Info.name(), In, Sum))
    return false;
  return llvm::count_if(In, [](const Value &I) { return I.K != Value::Int; }) ==
             1 &&
         llvm::all_of(In, [&](const Value &I) {
           return I.K == Value::Int || isCountedUp(I, From, Sum);
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
      if (!Call.Row.passesToKernel())
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

/// Whether \p P is the variable or field \p Name, or an element of it.
static bool isOf(const ir::Place &P, ir::Name Name) {
  for (const ir::Step &S : llvm::reverse(P.Path))
    if (S.K != ir::Step::Index)
      return S.Name == Name;
  return P.Base == ir::Place::Global && P.GlobalName == Name;
}

/// Returns the instruction of \p B that computes the variable \p Name anew, or
/// null.
static const ir::Instruction *changeIn(const ir::Block &B, ir::Name Name) {
  for (const ir::Instruction &I : B.Insts)
    if (I.K == ir::Instruction::Assign &&
        I.Args.front().K != ir::Operand::Int && isOf(*I.Dest, Name))
      return &I;
  return nullptr;
}

/// Returns where a function that \p F, which runs in \p Ctx, calls, or one that
/// this calls, changes the variable \p Name.
std::optional<Site>
HostCounters::changeBelow(const ir::Function &F, Context Ctx, ir::Name Name,
                          llvm::SmallPtrSetImpl<const ir::Function *> &Seen) {
  if (!Seen.insert(&F).second)
    return std::nullopt;
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      const ir::Function *Callee =
          I.K == ir::Instruction::Call ? Find(I.Callee) : nullptr;
      if (!Callee || Seen.contains(Callee))
        continue;
      const Context In = Frames.frame(Ctx, I, *Callee);
      for (const ir::Block &Other : Callee->Blocks)
        if (const ir::Instruction *Change = changeIn(Other, Name))
          return Site{In, Change};
      if (std::optional<Site> Change = changeBelow(*Callee, In, Name, Seen))
        return Change;
    }
  return std::nullopt;
}

/// Returns where the function that makes the launch \p At, or one that led to
/// it, changes the variable, by itself or in a function that it calls. A change
/// in the same block as the launch comes first.
std::optional<Site> HostCounters::changeOf(LocationId Where, const Site &At) {
  while (U.location(Where).K == LocationInfo::Element)
    Where = U.location(Where).Parent;
  const ir::Name Name = U.location(Where).Name;
  llvm::SmallPtrSet<const ir::Function *, 16> Seen;
  for (std::optional<Site> Call = At; Call;
       Call = Frames[Call->Ctx].Call
                  ? std::optional<Site>(
                        {Frames[Call->Ctx].Parent, Frames[Call->Ctx].Call})
                  : std::nullopt) {
    const ir::Function &F = *Frames[Call->Ctx].F;
    const ir::Instruction *Found = nullptr;
    for (const ir::Block &B : F.Blocks)
      if (!B.Insts.empty() && Call->I >= &B.Insts.front() &&
          Call->I <= &B.Insts.back())
        Found = changeIn(B, Name);
    for (const ir::Block &B : F.Blocks)
      Found = Found ? Found : changeIn(B, Name);
    if (Found)
      return Site{Call->Ctx, Found};
    if (std::optional<Site> Change = changeBelow(F, Call->Ctx, Name, Seen))
      return Change;
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
    bool IsCounter = false, IsExact = false;
    for (const RootRun::Exit &Left : Run.RootExits) {
      auto Held = Left.S.Memory.find(Where);
      Difference Sum;
      if (Held == Left.S.Memory.end() ||
          !isCountedUp(Held->second, Initial, Sum) ||
          !llvm::all_of(Launched.Others, [&](LocationId Other) {
            return IsUnchanged(Other, Left.S);
          }))
        continue;
      IsCounter |= Sum.isPossible();
      IsExact |= Launched.IsExact && Sum.isCertain();
    }
    if (!IsCounter || (!IsExact && !Opts.ReportPossible))
      continue;
    std::optional<Site> Change = changeOf(Where, At);
    if (!Change)
      continue;
    RawFinding &F = Launched.IfCounted;
    F.Related = {{Relation::Changed, *Change}};
    const unsigned Id = Reports.addExitFinding(std::move(F));
    if (IsExact)
      Reports.confirm(Id);
  }
  forgetRoot();
}
