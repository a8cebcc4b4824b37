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
#include "UsualPath.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace cuda_capture;
using namespace cuda_capture::analysis;
using namespace cuda_capture::analysis::survey;

struct Survey::Node {
  std::string Name, Option, Library;
  SourcePlace At;
  bool IsDeclared = false, IsExported = false, IsLambda = false;
  bool IsElsewhere = false; ///< See SurveyedFunction.
  bool IsKnown = false;     ///< Its body was visited.
  /// Whether it makes an object for its caller, or deletes the caller's.
  bool MakesOrDeletes = false;
  /// The class of which it is a member, unless it is a constructor or
  /// destructor.
  std::string Class;
  std::string Symbol;
  /// Whether it is a constructor or destructor.
  bool MakesOrEndsObject = false;
  /// Whether it is given anything, and a stream or an object that has one.
  bool GetsSomething = false, GetsStream = false;
  /// Whether each call that reaches its end waits, allocates or frees memory,
  /// or destroys something.
  bool AlwaysPrepares = false;
  /// The functions that each of these calls reaches.
  std::vector<unsigned> AlwaysCalls;
  /// Whether its caller decides if it waits.
  bool WaitsOnRequest = false;
  /// Whether a function of the program calls it, and whether code outside of
  /// the program can.
  bool IsCalled = false, IsOffered = false;
  /// The first call of each kind in the function itself.
  std::optional<SurveyedCall> Own[NumFacts];
  /// The functions that it calls.
  std::vector<unsigned> Callees;
  /// For each fact: the function with such a call that the fewest calls lead
  /// to.
  std::optional<unsigned> Nearest[NumFacts];
};

//===----------------------------------------------------------------------===//
// Functions and their calls
//===----------------------------------------------------------------------===//

Survey::Survey(const KnowledgeBase &KB)
    : Calls(std::make_unique<ResolvedCalls>(KB)), Streams(*Calls) {}
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
std::vector<std::string> Survey::calledFunctions(const ir::Function &F) const {
  std::vector<std::string> Called;
  auto Add = [&](const ir::Name &Name) {
    if (!(*Calls)[Name])
      Called.push_back(Name.str());
  };
  forEachCallee(
      F, [&](const ir::Name &Name, const ir::Instruction &) { Add(Name); });
  bool CallsVariable = false;
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      CallsVariable |= I.K == ir::Instruction::Invoke;
      for (const ir::Instruction &Other : I.alternatives())
        if (Other.K == ir::Instruction::Call)
          Add(Other.Callee);
    }
  if (CallsVariable)
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (I.K == ir::Instruction::Assign)
          forEachFunctionIn(I.Args.front(), Add);
  return Called;
}

/// Returns the node of a function, which is made if there is none.
unsigned Survey::idOf(llvm::StringRef Symbol) {
  auto [It, New] = Ids.try_emplace(Symbol, Nodes.size());
  if (New)
    Nodes.emplace_back();
  return It->second;
}

/// Notes what \p F does; \p Called are the functions that it may call.
void Survey::visit(const ir::Function &F, llvm::ArrayRef<std::string> Called,
                   bool PerThreadDefaultStream, PlaceOf Where) {
  Node N;
  N.IsKnown = true;
  N.Name = F.Display;
  N.At = Where(F.At);
  N.IsLambda = !F.Parent.empty();
  N.MakesOrDeletes = makesOrDeletes(F);
  N.Class = memberOf(F).str();
  N.Symbol = F.Name;
  N.MakesOrEndsObject = isConstructorOrDestructor(F);
  N.GetsSomething = !F.Params.empty();
  N.GetsStream = F.Captured && !F.Captured->Entry.Args.empty();
  Streams.add(F);
  if (F.Captured) {
    N.IsDeclared = F.Captured->Assumed.empty();
    N.Option = F.Captured->Assumed;
    N.IsExported = F.Captured->Exported;
    N.Library = F.Captured->Library;
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
      Mode = std::min(Mode.value_or(CaptureMode::Relaxed), modeOf(Row, I));
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
    if (Row.Class == ApiClass::Conflicts)
      Note(Waiting);
    if (Row.Eff != Effect::BeginCapture && Row.Eff != Effect::ExchangeMode &&
        !anyOf(Row, asks) && changesCapture(Row))
      Note(Steering);
    if (Row.nodeKind() == NodeKind::EventRecord ||
        Row.nodeKind() == NodeKind::EventWait)
      Note(Ordering);
  });
  for (const std::string &Name : Called)
    if (unsigned Id = idOf(Name); !llvm::is_contained(N.Callees, Id))
      N.Callees.push_back(Id);
  for (const ir::Instruction *I : onUsualPath(F)) {
    const Lookup &Found = (*Calls)[I->Callee];
    if (!Found)
      N.AlwaysCalls.push_back(idOf(I->Callee.str()));
    else if (Found.Row->Class == ApiClass::Conflicts || allocates(*Found.Row) ||
             destroys(*Found.Row))
      N.AlwaysPrepares = true;
  }
  N.WaitsOnRequest =
      llvm::any_of(callsOnRequest(F), [&](const ir::Instruction *I) {
        const Lookup &Found = (*Calls)[I->Callee];
        return Found && Found.Row->Class == ApiClass::Conflicts;
      });
  Nodes[Ids.find(F.Name)->second] = std::move(N);
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
    std::vector<std::string> Called = calledFunctions(*F);
    visit(*F, Called, PerThreadDefaultStream, Where);
    Nodes[Id].IsOffered = IsOffered(Name);
    for (std::string &Callee : Called)
      Todo.push_back(std::move(Callee));
  }
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

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
  for (unsigned Id = 0; Id < Nodes.size(); ++Id)
    for (unsigned Callee : Nodes[Id].Callees)
      Nodes[Callee].IsCalled |= Callee != Id;
  for (Node &N : Nodes)
    N.IsCalled |= CalledByName.contains(N.Symbol);
}

/// Completes Node::AlwaysPrepares by what callees do.
void Survey::findPreparing() {
  for (bool Changed = true; std::exchange(Changed, false);)
    for (Node &N : Nodes)
      if (!N.AlwaysPrepares && llvm::any_of(N.AlwaysCalls, [&](unsigned Id) {
            return Nodes[Id].AlwaysPrepares;
          }))
        N.AlwaysPrepares = Changed = true;
}

/// Returns who calls \p N, which enqueues work for its caller, if it is nobody
/// whom the survey sees. Such a function cannot be called in a capture if each
/// of its calls waits or allocates, and the first attempt would have shown
/// that: so it prepares something. If its caller decides whether it waits, one
/// that captures decides that it does not.
std::optional<SurveyedFunction::Choice>
Survey::callersOutside(const Node &N) const {
  auto Is = [&](Fact What) { return N.Nearest[What].has_value(); };
  if ((!Is(Working) && !Is(Ordering)) || N.AlwaysPrepares || N.WaitsOnRequest ||
      N.MakesOrDeletes || N.MakesOrEndsObject || N.IsLambda || Is(Ending) ||
      Is(LaunchingGraph))
    return std::nullopt;
  // An operator often finds its stream in a context of unknown form.
  if (KeptByProgram.contains(N.Symbol) && N.GetsSomething)
    return SurveyedFunction::CalledByPointer;
  if (N.GetsStream && N.IsOffered && !N.IsCalled)
    return SurveyedFunction::CalledElsewhere;
  return std::nullopt;
}

void Survey::findCapturingClasses() {
  llvm::StringSet<> Begun, Ended;
  for (const Node &N : Nodes) {
    const bool Begins = N.Nearest[Beginning] || N.Nearest[Resuming];
    const bool Ends = N.Nearest[Ending].has_value();
    if (!N.Class.empty() && Begins != Ends)
      (Begins ? Begun : Ended).insert(N.Class);
  }
  for (const auto &Class : Begun)
    if (Ended.count(Class.getKey()))
      CapturingClasses.insert(Class.getKey());
}

std::optional<SurveyedCall> Survey::firstOf(const Node &N, Fact What) const {
  if (!N.Nearest[What])
    return std::nullopt;
  return Nodes[*N.Nearest[What]].Own[What];
}

std::optional<SurveyedFunction> Survey::decide(const Node &N,
                                               bool HasEvidence) const {
  SurveyedFunction F;
  F.Name = N.Name;
  F.At = N.At;
  F.Option = N.Option;
  F.Library = N.Library;
  F.IsElsewhere = N.IsElsewhere;
  if (N.IsDeclared)
    return F;
  // The function can get no contract: it is main, or in a system header.
  if (N.Option.empty())
    return std::nullopt;
  auto Is = [&](Fact What) { return N.Nearest[What].has_value(); };
  const bool Matters = Is(Working) || Is(WorkingOnLegacy) || Is(Restricted);
  // A function that allocates what it sets prepares it.
  const bool Works = Is(Working) || (Is(CopyingOnLegacy) && !Is(Allocating));
  // A helper that does nothing but ask answers for the function that calls it.
  auto OnlyAsks = [&](const Node &Callee) {
    static constexpr Fact Others[] = {Beginning, Resuming,        Steering,
                                      Working,   WorkingOnLegacy, Restricted};
    return Callee.Nearest[Asking] && llvm::none_of(Others, [&](Fact What) {
             return Callee.Nearest[What].has_value();
           });
  };
  std::optional<SurveyedCall> Asks = N.Own[Asking];
  for (unsigned Callee : N.Callees)
    if (!Asks && OnlyAsks(Nodes[Callee]))
      Asks = firstOf(Nodes[Callee], Asking);
  if (!N.Library.empty() && !N.IsExported && Matters) {
    F.Chosen = SurveyedFunction::Registered;
    F.Because = firstOf(N, Is(Working)           ? Working
                           : Is(WorkingOnLegacy) ? WorkingOnLegacy
                                                 : Restricted);
  } else if (Asks && (Matters || Is(Steering))) {
    F.Chosen = SurveyedFunction::Asks;
    F.Because = std::move(Asks);
  } else if (N.IsExported && Works &&
             (N.MakesOrDeletes || Is(LaunchingGraph))) {
    F.Chosen = SurveyedFunction::Prepares;
    F.Because = firstOf(N, Is(LaunchingGraph) ? LaunchingGraph
                           : Is(Working)      ? Working
                                              : CopyingOnLegacy);
  } else if (N.IsExported && Works) {
    F.Chosen =
        HasEvidence ? SurveyedFunction::Exported : SurveyedFunction::NoEvidence;
    F.Because = firstOf(N, Is(Working) ? Working : CopyingOnLegacy);
  } else if (Is(Working) && !Is(Ending) && !Is(LaunchingGraph) &&
             CapturingClasses.count(N.Class)) {
    F.Chosen = SurveyedFunction::BetweenMembers;
    F.Because = firstOf(N, Working);
  } else if (!N.Own[Waiting] && !Is(Ending) && !Is(LaunchingGraph) &&
             Streams.enqueuesOnCaptured(N.Symbol)) {
    // A function that waits for what it enqueues prepares something.
    F.Chosen = SurveyedFunction::OnCurrentStream;
    F.Because = N.Own[Working];
  } else if (const auto Outside = callersOutside(N)) {
    F.Chosen = HasEvidence ? *Outside : SurveyedFunction::NoEvidence;
    F.UnseenCallers = *Outside;
    F.Because = firstOf(N, Is(Working) ? Working : Ordering);
  } else {
    return std::nullopt;
  }
  // A lambda has no name for the option.
  if (F.Chosen != SurveyedFunction::Registered && N.IsLambda)
    F.Chosen = SurveyedFunction::Unnamed;
  if (Is(Beginning)) {
    F.Chosen = SurveyedFunction::BeginsCapture;
    F.Because = firstOf(N, Beginning);
  }
  return F;
}

bool Survey::showsCaptures() const {
  static constexpr Fact Evidence[] = {Asking, Exchanging, Beginning, Resuming};
  return llvm::any_of(Nodes, [](const Node &N) {
    return llvm::any_of(Evidence,
                        [&](Fact What) { return N.Own[What].has_value(); });
  });
}

SurveyResult Survey::finish(bool HasEvidence) {
  for (const auto &Entry : Registered)
    if (auto It = Ids.find(Entry.getKey()); It != Ids.end()) {
      Node &N = Nodes[It->second];
      if (!N.Library.empty())
        continue;
      N.Library = Entry.getValue().Library;
      N.IsExported = Entry.getValue().Exported;
      N.IsElsewhere = true;
    }
  for (unsigned What = 0; What < NumFacts; ++What)
    propagate(Fact(What));
  findCallers();
  findPreparing();
  findCapturingClasses();
  Streams.finish([&](llvm::StringRef Symbol) {
    const Node &N = Nodes[Ids.find(Symbol)->second];
    return !N.Nearest[Ending];
  });
  SurveyResult Result;
  Result.Mode = Mode;
  const std::pair<std::vector<Fact>, std::vector<SurveyedCall> *> Evidence[] = {
      {{Asking}, &Result.Asking},
      {{Exchanging}, &Result.Exchanging},
      {{Beginning, Resuming}, &Result.Beginning}};
  auto Sort = [](auto &List) {
    llvm::sort(List, [](const auto &A, const auto &B) { return A.At < B.At; });
  };
  for (const auto &[Facts, List] : Evidence) {
    for (const Node &N : Nodes)
      for (Fact What : Facts)
        if (N.Own[What])
          List->push_back(*N.Own[What]);
    Sort(*List);
    // Instantiations of a template make their calls at the same place.
    List->erase(std::unique(List->begin(), List->end(),
                            [](const SurveyedCall &A, const SurveyedCall &B) {
                              return !(A.At < B.At) && !(B.At < A.At);
                            }),
                List->end());
  }
  llvm::BitVector CallerTells(Nodes.size());
  std::vector<std::pair<unsigned, SurveyedFunction>> Decided;
  for (unsigned Id = 0; Id < Nodes.size(); ++Id)
    if (std::optional<SurveyedFunction> F =
            decide(Nodes[Id], HasEvidence || Result.hasEvidence())) {
      Decided.emplace_back(Id, std::move(*F));
      for (unsigned Callee : Nodes[Id].Callees)
        if (Callee != Id)
          CallerTells.set(Callee);
    }
  // A function that is called through a pointer is analysed with a caller that
  // is proposed, and needs no proposal of its own.
  for (auto &[Id, F] : Decided)
    if (F.UnseenCallers != SurveyedFunction::CalledByPointer ||
        !CallerTells[Id])
      Result.Functions.push_back(std::move(F));
  llvm::sort(Result.Functions,
             [](const SurveyedFunction &A, const SurveyedFunction &B) {
               return std::tie(A.At, A.Option) < std::tie(B.At, B.Option);
             });
  // The sources that include a header, and the instantiations of a template,
  // have the same functions.
  Result.Functions.erase(
      std::unique(Result.Functions.begin(), Result.Functions.end(),
                  [](const SurveyedFunction &A, const SurveyedFunction &B) {
                    return !(A.At < B.At) && !(B.At < A.At) &&
                           A.Option == B.Option;
                  }),
      Result.Functions.end());
  return Result;
}
