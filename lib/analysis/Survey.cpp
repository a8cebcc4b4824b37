//===- Survey.cpp - Finds the functions that others may capture -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Survey.h"
#include "../kb/ApiTraits.h"
#include "CallFacts.h"
#include "CalleesOf.h"
#include "FunctionKinds.h"
#include "ResolvedCalls.h"
#include "Rules.h"
#include "SurveyNode.h"
#include "ThreadWork.h"
#include "UsualPath.h"
#include "engine/FlowGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace cuda_capture;
using namespace cuda_capture::analysis;
using namespace cuda_capture::analysis::survey;

Survey::Survey(const KnowledgeBase &KB)
    : Calls(std::make_unique<ResolvedCalls>(KB)), Streams(*Calls),
      Made(*Calls) {}
Survey::~Survey() = default;

/// Calls \p Use with each function that is part of \p O.
static void forEachFunctionIn(const ir::Operand &O,
                              llvm::function_ref<void(const ir::Name &)> Use) {
  if (O.K == ir::Operand::Function)
    Use(O.Name);
  for (const ir::Operand &Part : O.Operands)
    forEachFunctionIn(Part, Use);
}

/// Returns the functions of the program that \p F calls, or may call: the
/// overriders of a virtual function, and the functions that \p F keeps in
/// variables, if it calls what a variable holds.
Survey::Called Survey::calledFunctions(const ir::Function &F) const {
  Called Result;
  auto AddTo = [&](std::vector<std::string> &List) {
    return [&](const ir::Name &Name) {
      if (!(*Calls)[Name])
        List.push_back(Name.str());
    };
  };
  const auto Add = AddTo(Result.ByName), AddVirtual = AddTo(Result.Virtually);
  forEachCallee(
      F, [&](const ir::Name &Name, const ir::Instruction &) { Add(Name); });
  bool CallsVariable = false;
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      CallsVariable |= I.K == ir::Instruction::Invoke;
      llvm::for_each(I.candidates(), AddVirtual);
      for (const ir::Instruction &Other : I.alternatives())
        if (Other.K == ir::Instruction::Call)
          AddVirtual(Other.Callee);
    }
  if (CallsVariable)
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (I.K == ir::Instruction::Assign)
          forEachFunctionIn(I.Args.front(), Add);
  return Result;
}

/// Returns the node of a function, which is made if there is none.
unsigned Survey::idOf(llvm::StringRef Symbol) {
  auto [It, New] = Ids.try_emplace(Symbol, Nodes.size());
  if (New)
    Nodes.emplace_back().Symbol = Symbol.str();
  return It->second;
}

/// Notes what \p F does; \p Callees are the functions that it may call.
void Survey::visit(const ir::Function &F, const Called &Callees,
                   bool PerThreadDefaultStream, PlaceOf Where) {
  Node N;
  N.IsKnown = true;
  N.Name = F.Display;
  N.At = Where(F.At);
  N.IsLambda = !F.Parent.empty();
  N.MakesOrDeletes = makesOrDeletes(F);
  N.RunsOnce = refusesSecondCall(F);
  N.IsNamedAsPreparation =
      isNamedAsPreparation(F, Calls->knowledge().captureTexts().Preparations);
  N.Class = memberOf(F).str();
  N.Symbol = F.Name;
  N.EndsObject = isDestructor(F);
  N.MakesOrEndsObject = isConstructorOrDestructor(F);
  N.GetsSomething = !F.Params.empty();
  N.GetsStream = F.Captured && !F.Captured->Entry.Args.empty();
  N.StoresStream = storesStream(F);
  N.Returns = llvm::any_of(F.Blocks, [](const ir::Block &B) {
    return B.Term.K == ir::Terminator::Return && B.Term.Value;
  });
  std::vector<std::string> All = Callees.ByName;
  llvm::append_range(All, Callees.Virtually);
  Streams.add(F, All);
  Made.add(F);
  if (F.Captured) {
    N.IsDeclared = F.Captured->Assumed.empty();
    N.Option = F.Captured->Assumed;
    N.IsExported = F.Captured->Exported;
    N.Library = F.Captured->Library;
    N.Overrides = F.Captured->Overrides;
    N.Overriders = F.Captured->Overriders;
  }
  forEachCallee(F, [&](const ir::Name &Name, const ir::Instruction &I) {
    const Lookup &Found = (*Calls)[Name];
    if (!Found)
      return;
    auto Note = [&](Fact What) {
      if (!N.Own[What])
        N.Own[What] = {Name.str(), F.Display, Where(I.At)};
    };
    const ApiRow &Row = *Found.Row;
    if (anyOf(Row, asks))
      Note(Asking);
    if (Row.Eff == Effect::ExchangeMode)
      Note(Exchanging);
    if (Row.Eff == Effect::BeginCapture) {
      Note(Row.paramIndex(Role::Graph) ? Resuming : Beginning);
      const CaptureMode Begun = modeOf(Row, I);
      if (Begun == CaptureMode::Global)
        Note(BeginningGlobal);
      Mode = std::min(Mode.value_or(CaptureMode::Relaxed), Begun);
    }
    if (Row.Eff == Effect::EndCapture)
      Note(Ending);
    if (Row.Eff == Effect::LaunchGraph)
      Note(LaunchingGraph);
    if (anyOf(Row, enqueues))
      Note(usesLegacyStream(Row, I, PerThreadDefaultStream) ? WorkingOnLegacy
                                                            : Working);
    if (copiesOnDevice(Row, I, Calls->knowledge())) {
      Note(WorkingOnLegacy);
      Note(CopyingOnLegacy);
    }
    if (anyOf(Row, allocates))
      Note(Allocating);
    if (anyOf(Row, isRestricted))
      Note(Restricted);
    if (anyOf(Row, mayBeUnsafeBesideGlobal))
      Note(RestrictedInThreads);
    if (waits(Row, I, F) && !I.Flags.Debug)
      Note(Waiting);
    N.MeasuresTime |= measuresTime(Row, I, F);
    if (Row.Eff != Effect::BeginCapture && Row.Eff != Effect::ExchangeMode &&
        !anyOf(Row, asks) && changesCapture(Row))
      Note(Steering);
    if (ordersStreams(Row) && !usesLegacyStream(Row, I, PerThreadDefaultStream))
      Note(Ordering);
  });
  if (const ir::Instruction *I = takesCurrentStream(F))
    N.Own[TakingCurrent] = {ir::CurrentStreamPlace.str(), F.Display,
                            Where(I->At)};
  for (const auto *List : {&Callees.ByName, &Callees.Virtually})
    for (const std::string &Name : *List)
      if (unsigned Id = idOf(Name); !llvm::is_contained(N.Callees, Id)) {
        N.Callees.push_back(Id);
        if (List == &Callees.Virtually)
          N.VirtualCallees.push_back(Id);
      }
  auto IsOfMemory = [&](const ir::Instruction &I, Access How) {
    if (I.K != ir::Instruction::Api)
      return false;
    const Lookup &Found = (*Calls)[I.Callee];
    return Found && allocates(*Found.Row) &&
           Found.Row->paramIndex(Role::Memory, How).has_value();
  };
  const bool Frees = anyInstruction(F, [&](const ir::Instruction &I) {
    return IsOfMemory(I, Access::Destroy);
  });
  for (const ir::Instruction *I : onUsualPath(F, Hits::AreSpecial)) {
    N.AlwaysKeepsMemory |= !Frees && IsOfMemory(*I, Access::Out);
    if (const Lookup &Found = (*Calls)[I->Callee])
      N.AlwaysPrepares |= prepares(*Found.Row, *I, F);
    else
      N.AlwaysCalls.push_back(idOf(I->Callee.str()));
  }
  for (const ir::Instruction *I : onUsualPath(F, Hits::AreUsual))
    if (const Lookup &Found = (*Calls)[I->Callee])
      N.AlwaysPreparesAnew |= prepares(*Found.Row, *I, F);
    else
      N.AlwaysCallsAnew.push_back(idOf(I->Callee.str()));
  N.WaitsOnRequest =
      llvm::any_of(callsOnRequest(F), [&](const ir::Instruction *I) {
        const Lookup &Found = (*Calls)[I->Callee];
        return Found && waits(*Found.Row, *I, F);
      });
  const FlowGraph Flow(F);
  N.Loops = llvm::is_contained(Flow.InLoop, true);
  auto LaunchesGraph = [&](const ir::Instruction &I) {
    const Lookup &Found = (*Calls)[I.Callee];
    return I.K == ir::Instruction::Api && Found &&
           Found.Row->Eff == Effect::LaunchGraph;
  };
  for (unsigned B = 0; B != FlowGraph::None; B = Flow.PostDominator[B])
    N.AlwaysLaunches |= llvm::any_of(F.Blocks[B].Insts, LaunchesGraph);
  Node &Old = Nodes[Ids.find(F.Name)->second];
  N.IsThread = Old.IsThread;
  Old = std::move(N);
  addThreads(F);
}

/// Notes the functions that the threads run which \p F starts.
void Survey::addThreads(const ir::Function &F) {
  if (joinsThreads(F))
    return;
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (const ir::Name *Runs = certainCallee(I); Runs && I.Flags.Spawns)
        Nodes[idOf(Runs->str())].IsThread = true;
}

void Survey::addRegistration(llvm::StringRef Symbol, llvm::StringRef Library,
                             bool Exported) {
  auto [It, New] =
      Registered.try_emplace(Symbol, Registration{Library.str(), Exported});
  // A library that calls the function itself counts more than one that lets
  // others call it.
  if (!New && It->second.Exported && !Exported)
    It->second = {Library.str(), false};
}

void Survey::add(llvm::ArrayRef<const ir::Function *> Roots,
                 FunctionLookup Find, bool PerThreadDefaultStream,
                 PlaceOf Where, OfferedQuery IsOffered) {
  std::deque<std::string> Todo;
  for (const ir::Function *F : Roots)
    Todo.push_back(F->Name);
  while (!Todo.empty()) {
    const std::string Name = std::move(Todo.front());
    Todo.pop_front();
    const unsigned Id = idOf(Name);
    if (Nodes[Id].IsKnown)
      continue;
    const ir::Function *F = Find(Name);
    if (!F) {
      Nodes[Id].IsKnown = true;
      continue;
    }
    visit(*F, calledFunctions(*F), PerThreadDefaultStream, Where);
    Nodes[Id].IsOffered = IsOffered(Name);
    for (unsigned Callee : Nodes[Id].Callees)
      Todo.push_back(Nodes[Callee].Symbol);
  }
}

/// Whether \p N only sets something up: it allocates memory, or opens that of
/// another process, and leaves no work to a stream.
bool Survey::onlySetsUp(const Node &N) {
  static constexpr Fact Work[] = {Working, WorkingOnLegacy, Ordering,
                                  TakingCurrent, LaunchingGraph};
  return N.Nearest[Allocating] && llvm::none_of(Work, [&](Fact What) {
           return N.Nearest[What].has_value();
         });
}

void Survey::propagate(Fact What) {
  std::vector<std::vector<unsigned>> Callers(Nodes.size());
  for (unsigned Id = 0; Id < Nodes.size(); ++Id)
    for (unsigned Callee : Nodes[Id].Callees)
      Callers[Callee].push_back(Id);
  std::deque<unsigned> Todo;
  for (unsigned Id = 0; Id < Nodes.size(); ++Id)
    if (Nodes[Id].Own[What]) {
      Nodes[Id].Nearest[What] = Id;
      Todo.push_back(Id);
    }
  while (!Todo.empty()) {
    const unsigned Id = Todo.front();
    Todo.pop_front();
    for (unsigned Caller : Callers[Id]) {
      Node &N = Nodes[Caller];
      if (N.Nearest[What])
        continue;
      N.Nearest[What] = Nodes[Id].Nearest[What];
      Todo.push_back(Caller);
    }
  }
}

/// Finds out which functions the program itself calls.
void Survey::findCallers() {
  for (Node &N : Nodes)
    N.IsCalled |= CalledByName.contains(N.Symbol);
  for (unsigned Id = 0; Id < Nodes.size(); ++Id)
    if (!Nodes[Id].EndsObject)
      for (unsigned Callee : Nodes[Id].Callees)
        if (Callee != Id)
          (llvm::is_contained(Nodes[Id].VirtualCallees, Callee)
               ? Nodes[Callee].IsCalledVirtually
               : Nodes[Callee].IsCalled) = true;
  // Whoever has objects of a class makes the calls of its destructor.
  for (bool Changed = true; std::exchange(Changed, false);)
    for (const Node &N : Nodes)
      if (N.EndsObject && N.isCalledHere())
        for (unsigned Callee : N.Callees)
          Changed |= !std::exchange(Nodes[Callee].IsCalled, true);
}

/// Completes Node::AlwaysPrepares by what callees do. A function that asks
/// about the stream which another one leaves capturing may wait only outside of
/// captures, and so prepares nothing. Whoever calls a function that finds what
/// an earlier call has made prepares nothing, either, unless that function also
/// enqueues work: then it sets something up.
void Survey::findPreparing() {
  for (Node &N : Nodes) {
    if (N.AlwaysPrepares && Streams.asksAboutCaptured(N.Symbol)) {
      N.AlwaysPrepares = N.AlwaysPreparesAnew = false;
      N.AlwaysCalls.clear();
      N.AlwaysCallsAnew.clear();
    }
    if (N.Nearest[Working] || N.Nearest[WorkingOnLegacy]) {
      N.AlwaysPreparesAnew = N.AlwaysPrepares;
      N.AlwaysCallsAnew = N.AlwaysCalls;
    }
  }
  auto CallsPreparing = [&](const std::vector<unsigned> &Callees) {
    return llvm::any_of(
        Callees, [&](unsigned Id) { return Nodes[Id].AlwaysPreparesAnew; });
  };
  for (bool Changed = true; std::exchange(Changed, false);)
    for (Node &N : Nodes)
      if (!N.AlwaysPreparesAnew && CallsPreparing(N.AlwaysCallsAnew))
        N.AlwaysPreparesAnew = Changed = true;
  for (Node &N : Nodes)
    N.AlwaysPrepares |= CallsPreparing(N.AlwaysCalls);
}
