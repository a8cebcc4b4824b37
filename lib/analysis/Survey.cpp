//===- Survey.cpp - Finds the functions that others may capture -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Survey.h"
#include "../kb/ApiTraits.h"
#include "CalleesOf.h"
#include "FunctionKinds.h"
#include "ResolvedCalls.h"
#include "domain/Streams.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

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
  /// The first call of each kind in the function itself.
  std::optional<SurveyedCall> Own[NumFacts];
  /// The functions that it calls.
  std::vector<unsigned> Callees;
  /// For each fact: the function with such a call that the fewest calls lead
  /// to.
  std::optional<unsigned> Nearest[NumFacts];
};

//===----------------------------------------------------------------------===//
// What a row says
//===----------------------------------------------------------------------===//

static bool anyOf(const ApiRow &Row,
                  llvm::function_ref<bool(const ApiRow &)> Is) {
  return Is(Row) ||
         llvm::any_of(Row.Cases, [&](const RowCase &C) { return Is(*C.Row); });
}

/// Returns the first argument with the role \p R, if it is written as a number.
static std::optional<int64_t> number(const ApiRow &Row, Role R,
                                     const ir::Instruction &I) {
  const std::optional<unsigned> Arg = Row.paramIndex(R);
  if (!Arg || *Arg >= I.Args.size() || I.Args[*Arg].K != ir::Operand::Int)
    return std::nullopt;
  return I.Args[*Arg].Value;
}

/// Whether a call asks whether a stream is being captured.
static bool asks(const ApiRow &Row) {
  return Row.ReturnedRole == Role::CaptureStatus ||
         Row.paramIndex(Role::CaptureStatus, Access::Out);
}

/// Whether a call sets or copies memory of the device, without a stream. The
/// row of the function that does the same on a stream says what it does.
static bool copiesOnDevice(const ApiRow &Row, const ir::Instruction &I,
                           const KnowledgeBase &KB) {
  auto New = Row.Rewrite.Rename.find(I.Callee);
  if (Row.Class != ApiClass::LegacyImplicit || New == Row.Rewrite.Rename.end())
    return false;
  const Lookup OnStream = KB.lookup(New->second);
  if (!OnStream)
    return false;
  if (OnStream.Row->nodeKind() == NodeKind::Memset)
    return true;
  constexpr int64_t DeviceToDevice = 3; // cudaMemcpyDeviceToDevice
  return OnStream.Row->nodeKind() == NodeKind::Memcpy &&
         number(Row, Role::CopyKind, I) == DeviceToDevice;
}

/// Whether a call allocates or frees memory, unless it does so on a stream.
static bool allocates(const ApiRow &Row) {
  return Row.Class != ApiClass::Captured &&
         llvm::any_of(Row.Params, [](const Param &P) {
           return P.R == Role::Memory &&
                  (P.Acc == Access::Out || P.Acc == Access::Destroy);
         });
}

/// Whether a capture can forbid a call.
static bool isRestricted(const ApiRow &Row) {
  switch (Row.Class) {
  case ApiClass::Unsafe:
  case ApiClass::Conflicts:
  case ApiClass::LegacyImplicit:
  case ApiClass::Unsupported:
    return true;
  case ApiClass::Control:
  case ApiClass::Captured:
  case ApiClass::Neutral:
  case ApiClass::Unknown:
    return false;
  }
  return false;
}

/// Whether a call uses the legacy default stream, which is never captured.
static bool usesLegacyStream(const ApiRow &Row, const ir::Instruction &I,
                             bool PerThreadDefaultStream) {
  const std::optional<int64_t> Stream = number(Row, Role::Stream, I);
  return Stream == LegacyStream ||
         (Stream == NullStream && !PerThreadDefaultStream);
}

/// Returns the mode in which a call begins a capture; Global if it is unknown.
static CaptureMode modeOf(const ApiRow &Row, const ir::Instruction &I) {
  const std::optional<int64_t> Mode = number(Row, Role::Mode, I);
  if (Mode == int64_t(CaptureMode::ThreadLocal))
    return CaptureMode::ThreadLocal;
  return Mode == int64_t(CaptureMode::Relaxed) ? CaptureMode::Relaxed
                                               : CaptureMode::Global;
}

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
    if (anyOf(Row, isWork))
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
  });
  for (const std::string &Name : Called) {
    auto [It, New] = Ids.try_emplace(Name, Nodes.size());
    if (New)
      Nodes.emplace_back();
    if (!llvm::is_contained(N.Callees, It->second))
      N.Callees.push_back(It->second);
  }
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
                 PlaceOf Where) {
  std::deque<std::string> Todo;
  for (const ir::Function *F : Roots)
    Todo.push_back(F->Name);
  while (!Todo.empty()) {
    const std::string Name = std::move(Todo.front());
    Todo.pop_front();
    auto [It, New] = Ids.try_emplace(Name, Nodes.size());
    if (New)
      Nodes.emplace_back();
    const unsigned Id = It->second;
    if (Nodes[Id].IsKnown)
      continue;
    const ir::Function *F = Find(Name);
    if (!F) {
      Nodes[Id].IsKnown = true;
      continue;
    }
    std::vector<std::string> Called = calledFunctions(*F);
    visit(*F, Called, PerThreadDefaultStream, Where);
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
  for (const Node &N : Nodes)
    if (std::optional<SurveyedFunction> F =
            decide(N, HasEvidence || Result.hasEvidence()))
      Result.Functions.push_back(std::move(*F));
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
