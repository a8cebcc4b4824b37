//===- FirstUses.cpp - Decisions to make something once -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstUses.h"
#include "../engine/CallTree.h"
#include "../engine/FunctionPlans.h"
#include "../findings/RootEvidence.h"
#include "Evaluator.h"
#include "FirstUseQuestions.h"
#include "FirstUseWays.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// The most decisions that a path keeps. What is needed again after more of
/// them is reported again.
static constexpr size_t MaxDecided = 256;

FirstUses::FirstUses(const AnalysisParts &Parts) : AnalysisParts(Parts) {}
FirstUses::~FirstUses() = default;

const FirstUses::Body &FirstUses::bodyOf(const ir::Function &F) {
  std::unique_ptr<Body> &Known = Bodies[&F];
  if (!Known)
    Known = std::make_unique<Body>(F, Find);
  return *Known;
}

const FirstUses::Decision *FirstUses::decision(const ir::Function &F,
                                               unsigned Block, unsigned Until) {
  auto [It, New] = Known.try_emplace(&F.Blocks[Block].Term);
  if (!New)
    return It->second.get();
  std::unique_ptr<Decision> Found = find(F, Block, Until);
  return (Known[&F.Blocks[Block].Term] = std::move(Found)).get();
}

std::unique_ptr<FirstUses::Decision>
FirstUses::find(const ir::Function &F, unsigned Block, unsigned Until) {
  const ir::Terminator &Branch = F.Blocks[Block].Term;
  if (Branch.K != ir::Terminator::Branch || !Branch.Value)
    return nullptr;
  const Body &In = bodyOf(F);
  const Question Asked(In, *Branch.Value);
  if (!Asked.isUnderstood())
    return nullptr;
  llvm::BitVector Settling(F.Blocks.size()), Counting(F.Blocks.size());
  for (const auto &[At, I] : In.Changes) {
    if (!Settling.test(At) && settles(In, *I, Asked))
      Settling.set(At);
    if (Asked.isCountedBy(*I))
      Counting.set(At);
  }
  auto Made = [&](bool Outcome, bool IsCounted = false) {
    return std::make_unique<Decision>(Decision{
        Outcome, IsCounted, &F, Asked.Variables, Asked.Searched, Asked.Params});
  };
  if (Asked.Inserted)
    return Made(*Asked.Inserted);
  auto Follow = [&](const llvm::BitVector &Wanted, bool Outcome) {
    return waysFrom(Wanted, F, Branch.Targets[Outcome ? 0 : 1], Block, Until);
  };
  const Ways IfTrue = Follow(Settling, true), IfFalse = Follow(Settling, false);
  if (IfTrue.Reaches != IfFalse.Reaches)
    return Made(IfTrue.Reaches);
  if (Asked.Searched.empty()) {
    const bool Counts = Follow(Counting, true).Reaches;
    return !IfTrue.Reaches && Counts != Follow(Counting, false).Reaches
               ? Made(Counts, /*IsCounted=*/true)
               : nullptr;
  }
  // What is found may be too small, and is replaced. But what is not found is
  // always made.
  if (!IfTrue.Reaches || IfTrue.GetsPast == IfFalse.GetsPast)
    return nullptr;
  return Made(!IfTrue.GetsPast);
}

llvm::ArrayRef<unsigned> FirstUses::searches(const ir::Function &F) {
  auto [It, New] = Searching.try_emplace(&F);
  if (!New)
    return It->second;
  llvm::SmallVector<unsigned, 2> Blocks;
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    if (F.Blocks[B].Term.K == ir::Terminator::Branch) {
      const Decision *Of = decision(F, B, Plans.plan(F).Flow.PostDominator[B]);
      if (Of && Of->searches())
        Blocks.push_back(B);
    }
  return Searching[&F] = std::move(Blocks);
}

/// Returns the value that the function of the frame \p Ctx was given for a
/// parameter. The parameter itself may have been changed since, or forgotten
/// because it is not used any more.
Value FirstUses::argument(Context Ctx, unsigned Param, State &S) {
  const Frame &In = Frames[Ctx];
  if (!In.Call)
    return Value::symbol(U.initial(U.local(Ctx, Param)));
  const auto Args = argumentsOf(*In.Call, *In.F);
  return Param < Args.size() ? Eval.evaluate(In.Parent, *Args[Param], S)
                             : Value::unknown();
}

/// Returns the arguments of the function of the frame \p Ctx on which \p Of
/// depends. Of a key that lies in a local variable, such as a text, only a
/// number is known; the variable says nothing.
llvm::SmallVector<Value, 4> FirstUses::arguments(Context Ctx,
                                                 const Decision &Of, State &S) {
  llvm::SmallVector<Value, 4> Given;
  for (unsigned P : Of.Params) {
    Value V = argument(Ctx, P, S);
    const bool IsOwner = llvm::any_of(Of.Containers, [&](const ir::Place &In) {
      return In.Base == ir::Place::Local && In.LocalId == P;
    });
    if (Of.searches() && !IsOwner && V.K == Value::Reference &&
        U.location(U.root(V.Data)).K == LocationInfo::Local) {
      auto Held = S.Memory.find(V.Data);
      V = Held != S.Memory.end() && Held->second.K == Value::Int
              ? Held->second
              : Value::unknown();
    }
    Given.push_back(V);
  }
  return Given;
}

/// Whether two values are certainly two things.
static bool areDifferent(const Value &A, const Value &B) {
  return A.K == B.K && A.Data != B.Data &&
         (A.K == Value::Int || A.K == Value::Reference ||
          A.K == Value::Function);
}

/// Whether two values may be two things.
static bool mayDiffer(const Value &A, const Value &B) { return !A.sameAs(B); }

/// Whether \p Are is true for one of the pairs of values.
template <typename Predicate>
static bool anyPair(llvm::ArrayRef<Value> A, llvm::ArrayRef<Value> B,
                    Predicate Are) {
  return llvm::any_of(llvm::zip(A, B), [&](const auto &Pair) {
    return Are(std::get<0>(Pair), std::get<1>(Pair));
  });
}

/// Calls \p Use with each other question of \p F about a container of \p Of,
/// and with a symbol for what its answer depends on.
void FirstUses::forEachOther(
    Context Ctx, const ir::Function &F, unsigned Block, const Decision &Of,
    State &S, llvm::function_ref<void(const ir::Terminator &, SymbolId)> Use) {
  for (unsigned B : searches(F)) {
    const Decision *Other = decision(F, B, Plans.plan(F).Flow.PostDominator[B]);
    if (B != Block && llvm::any_of(Other->Containers, [&](const ir::Place &P) {
          return llvm::is_contained(Of.Containers, P);
        }))
      Use(F.Blocks[B].Term,
          U.operation("first use", arguments(Ctx, *Other, S)));
  }
}

/// Whether \p V is some object of several: what a pointer points at that a call
/// has returned, such as an iterator, or that such an object points at.
static bool isOneOfSeveral(const Universe &U, const Value &V) {
  if (V.isSymbol()) {
    const SymbolInfo &Info = U.symbol(V.Data);
    return Info.K != SymbolInfo::Initial ||
           isOneOfSeveral(U, Value::reference(Info.Where));
  }
  if (V.K != Value::Reference)
    return V.K == Value::Unknown;
  const LocationInfo &Root = U.location(U.root(V.Data));
  return Root.K == LocationInfo::Pointee &&
         isOneOfSeveral(U, Value::symbol(Root.Pointer));
}

/// Returns the array or container of which \p V is an element, or a part of an
/// element, or that has a pointer to \p V. The first element behind a pointer
/// is what the pointer points at.
static std::optional<LocationId> arrayWithElement(const Universe &U,
                                                  const Value &V) {
  if (V.K != Value::Reference)
    return std::nullopt;
  for (LocationId L = V.Data;; L = U.location(L).Parent) {
    const LocationInfo &Info = U.location(L);
    if (Info.K == LocationInfo::Element || Info.K == LocationInfo::AnyElement)
      return Info.Parent;
    if (L != U.root(L))
      continue;
    if (Info.K != LocationInfo::Pointee)
      return std::nullopt;
    const SymbolInfo &Pointer = U.symbol(Info.Pointer);
    if (Pointer.K == SymbolInfo::Initial)
      if (auto Array = arrayWithElement(U, Value::reference(Pointer.Where)))
        return Array;
    return L == V.Data ? std::optional(L) : std::nullopt;
  }
}

bool FirstUses::wasMadeInLoop(
    Context Ctx, const ir::Terminator &Branch,
    llvm::ArrayRef<ControlDependence> Conditions) const {
  auto Needed = Evidence.FirstNeeded.find({Ctx, &Branch});
  auto Asked = Known.find(&Branch);
  if (Needed == Evidence.FirstNeeded.end() || Asked == Known.end())
    return false;
  const Decision &Of = *Asked->second;
  auto IsOwner = [&](unsigned Param) {
    return llvm::any_of(Of.Variables, [&](const ir::Place &P) {
      return P.Base == ir::Place::Local && P.LocalId == Param;
    });
  };
  // A function that has returned made the object.
  auto IsNew = [&](const Value &V) {
    if (V.K != Value::Reference)
      return false;
    const LocationInfo &Root = U.location(U.root(V.Data));
    return Root.K == LocationInfo::Local && !Frames.isInside(Ctx, Root.Ctx);
  };
  auto IsSame = [&](SymbolId Here, SymbolId InLoop) {
    const llvm::ArrayRef<Value> Given = U.symbol(Here).inputs();
    const llvm::ArrayRef<Value> Then = U.symbol(InLoop).inputs();
    auto MayBeSame = [&](const Value &A, const Value &B) {
      if (IsNew(A))
        return true;
      if (IsNew(B))
        return false;
      const std::optional<LocationId> Array = arrayWithElement(U, B);
      return (Array && Array == arrayWithElement(U, A)) ||
             (isOneOfSeveral(U, A) && (Array || isOneOfSeveral(U, B)));
    };
    for (size_t I = 0; I < Given.size(); ++I)
      if (!Given[I].sameAs(Then[I]) &&
          !(IsOwner(Of.Params[I]) && MayBeSame(Given[I], Then[I])))
        return false;
    return true;
  };
  const auto Found =
      Evidence.VariablesMadeInLoops.find({Frames.outermost(Ctx), &Branch});
  if (Found == Evidence.VariablesMadeInLoops.end())
    return false;
  llvm::SmallVector<SymbolId, 4> InLoops;
  for (const auto &[InLoop, Ways] : Found->second)
    if (Ways.agreeWith(Conditions, U))
      InLoops.push_back(InLoop);
  // Objects that are new in each round are new in the capture, too.
  return !llvm::all_of(InLoops, [&](SymbolId InLoop) {
    return llvm::any_of(U.symbol(InLoop).inputs(), IsNew);
  }) && llvm::all_of(Needed->second, [&](SymbolId Here) {
    return llvm::any_of(InLoops,
                        [&](SymbolId InLoop) { return IsSame(Here, InLoop); });
  });
}

bool FirstUses::wasMadeBefore(
    Context Ctx, const ir::Terminator &Branch,
    llvm::ArrayRef<ControlDependence> Conditions) const {
  const auto Needed = Evidence.FirstNeeded.find({Ctx, &Branch});
  const auto Made = Evidence.MadeBefore.find({Frames.outermost(Ctx), &Branch});
  return Needed != Evidence.FirstNeeded.end() &&
         Made != Evidence.MadeBefore.end() &&
         llvm::all_of(Needed->second, [&](SymbolId For) {
           const auto Ways = Made->second.find(For);
           return Ways != Made->second.end() &&
                  Ways->second.anyIsMetBy(Conditions, U);
         });
}

bool FirstUses::asksGlobals(const ir::Terminator &Branch) const {
  const auto Asked = Known.find(&Branch);
  auto IsGlobal = [](const ir::Place &P) {
    return P.Base == ir::Place::Global;
  };
  return Asked != Known.end() && Asked->second &&
         Asked->second->Params.empty() &&
         llvm::all_of(Asked->second->Variables, IsGlobal) &&
         llvm::all_of(Asked->second->Containers, IsGlobal);
}

FirstUse FirstUses::decide(Context Ctx, const ir::Function &F, unsigned Block,
                           unsigned Until, bool Taken, bool InLoop, State &S) {
  const Decision *Of = decision(F, Block, Until);
  if (!Of)
    return FirstUse::None;
  const ir::Terminator *Branch = &F.Blocks[Block].Term;
  const auto Given = arguments(Ctx, *Of, S);
  const Context Root = Frames.outermost(Ctx);
  const SymbolId For = U.operation("first use", Given);
  const bool Again = llvm::any_of(S.Decided, [&](const auto &Before) {
    if (Before.first.first != Branch || Of->IsCounted)
      return false;
    const llvm::ArrayRef<Value> Then = U.symbol(Before.first.second).inputs();
    // The states know what variables hold, as far as that can be known. What a
    // container holds is never known.
    return Of->searches() ? !anyPair(Then, Given, areDifferent)
                          : !InLoop && !anyPair(Then, Given, mayDiffer);
  });
  // A path comes to a branch of the root once, unless it is in a loop.
  if ((InLoop || Frames[Ctx].Call) && !Of->IsCounted &&
      S.Decided.size() < MaxDecided)
    S.Decided.try_emplace({Branch, For});
  const bool IsKnown = llvm::none_of(
      Given, [](const Value &V) { return V.K == Value::Unknown || V.Stale; });
  const bool IsBefore = S.Captures.empty() && !S.Idle.anyEnded() &&
                        !Of->IsCounted && (Of->searches() || IsKnown);
  if (IsBefore)
    Evidence.MadeBefore[{Root, Branch}][For].add(S.ControlDependences, U);
  if (Of->searches())
    forEachOther(Ctx, F, Block, *Of, S,
                 [&](const ir::Terminator &Other, SymbolId OfOther) {
                   // What is put into the container answers the other
                   // questions; if it is there, they are asked next.
                   if (Taken == Of->Makes && S.Decided.size() < MaxDecided)
                     S.Decided.try_emplace({&Other, OfOther});
                   if (IsBefore)
                     Evidence.MadeBefore[{Root, &Other}][OfOther].add(
                         S.ControlDependences, U);
                 });
  // The loop may have had no round on this path, but seldom has in a program.
  if (S.Captures.empty() && Frames[Ctx].InLoop) {
    if (Of->searches())
      Evidence.MadeInLoops[{Root, Branch}].add(S.ControlDependences, U);
    else
      Evidence.VariablesMadeInLoops[{Root, Branch}][For].add(
          S.ControlDependences, U);
  }
  if (Taken != Of->Makes)
    return FirstUse::None;
  if (Again)
    return FirstUse::Again;
  if (!S.Captures.empty())
    Evidence.FirstNeeded[{Ctx, Branch}].insert(For);
  return Of->searches() ? FirstUse::First : FirstUse::OfVariable;
}

std::optional<LocationId>
FirstUses::locationOf(const ir::Place &Asked, const Decision &Of,
                      llvm::ArrayRef<Value> Given) const {
  llvm::ArrayRef<ir::Step> Path(Asked.Path.begin(), Asked.Path.end());
  LocationId L;
  if (Asked.Base == ir::Place::Global) {
    L = U.global(Asked.GlobalName);
  } else {
    const auto *Param = llvm::find(Of.Params, Asked.LocalId);
    if (Param == Of.Params.end() || Path.front().K != ir::Step::Deref)
      return std::nullopt;
    const Value &Pointer = Given[Param - Of.Params.begin()];
    if (Pointer.K == Value::Reference)
      L = Pointer.Data;
    else if (Pointer.isSymbol())
      L = U.pointee(Pointer.Data);
    else
      return std::nullopt;
    Path = Path.drop_front();
  }
  for (const ir::Step &S : Path) {
    if (S.K != ir::Step::Field)
      return std::nullopt;
    L = U.field(L, S.Name);
  }
  return L;
}

llvm::ArrayRef<LocationId> FirstUses::locationsOf(const ir::Terminator &Branch,
                                                  const Decision &Of,
                                                  SymbolId For) const {
  auto [It, New] = AskedLocations.try_emplace({&Branch, For});
  if (New)
    for (const ir::Place &Asked : Of.Variables)
      if (std::optional<LocationId> At =
              locationOf(Asked, Of, U.symbol(For).inputs()))
        It->second.push_back(*At);
  return It->second;
}

void FirstUses::written(Context Ctx, LocationId Where, const Value &V,
                        State &S) const {
  const Value Held = Eval.load(Where, S);
  if (Held.K == Value::Unknown || Held.sameAs(V))
    return;
  auto MayDiffer = [&](const ir::Terminator *Branch, SymbolId For) {
    auto Found = Known.find(Branch);
    if (Found == Known.end() || !Found->second)
      return false;
    const Decision &Of = *Found->second;
    return llvm::any_of(locationsOf(*Branch, Of, For),
                        [&](LocationId At) {
                          return At == Where || U.isPartOf(At, Where);
                        }) &&
           !Frames.activation(Ctx, *Of.In);
  };
  S.Decided.eraseIf([&](const auto &Entry) {
    return MayDiffer(Entry.first.first, Entry.first.second);
  });
  const Context Root = Frames.outermost(Ctx);
  for (auto Of = Evidence.MadeBefore.lower_bound({Root, nullptr});
       Of != Evidence.MadeBefore.end() && Of->first.first == Root; ++Of)
    for (auto It = Of->second.begin(); It != Of->second.end();)
      It = MayDiffer(Of->first.second, It->first) ? Of->second.erase(It)
                                                  : std::next(It);
}

bool FirstUses::changesWhatItAsks(const ir::Function &F,
                                  const ir::Terminator &Branch) {
  if (!Branch.Value)
    return false;
  const std::vector<ir::Block> &Blocks = F.Blocks;
  auto IsQuestion = [](const ir::Instruction &I) {
    return I.K == ir::Instruction::UnknownCall && I.Flags.Pure;
  };
  std::vector<llvm::StringRef> Asked;
  std::vector<ir::Place> Fields;
  std::vector<const ir::Operand *> Parts{&*Branch.Value};
  llvm::DenseSet<unsigned> Answers;
  while (!Parts.empty()) {
    const ir::Operand *O = Parts.back();
    Parts.pop_back();
    if ((O->K == ir::Operand::Read || O->K == ir::Operand::Address) &&
        O->Where.Base == ir::Place::Global)
      Asked.push_back(O->Where.GlobalName);
    else if (O->K == ir::Operand::Read && !O->Where.Path.empty())
      Fields.push_back(O->Where);
    for (const ir::Operand &Part : O->Operands)
      Parts.push_back(&Part);
    if (O->K != ir::Operand::Read || O->Where.Base != ir::Place::Local ||
        !Answers.insert(O->Where.LocalId).second)
      continue;
    for (const ir::Block &B : Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (IsQuestion(I) && I.Dest && I.Dest->Base == ir::Place::Local &&
            I.Dest->LocalId == O->Where.LocalId)
          for (const ir::Operand &A : I.Args)
            Parts.push_back(&A);
  }
  auto IsAsked = [&](const ir::Place &P) {
    return P.Base == ir::Place::Global ? llvm::is_contained(Asked, P.GlobalName)
                                       : llvm::is_contained(Fields, P);
  };
  for (const ir::Block &B : Blocks)
    for (const ir::Instruction &I : B.Insts) {
      if (I.Dest && IsAsked(*I.Dest))
        return true;
      if (IsQuestion(I))
        continue;
      for (const ir::Operand &A : I.Args)
        // A function of an object that a field holds need not change it.
        if (A.K == ir::Operand::Address && IsAsked(A.Where) &&
            (A.Where.Base == ir::Place::Global || I.K == ir::Instruction::Api))
          return true;
    }
  return false;
}
