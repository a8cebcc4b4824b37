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
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <vector>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// How deep calls are followed to find out whether they write a variable.
static constexpr unsigned MaxDepth = 2;

/// The most local variables through which a condition is traced: what a program
/// asks for is computed near the question. The condition of a longer chain is
/// no first use.
static constexpr size_t MaxTraced = 32;

/// The most decisions that a path keeps. What is needed again after more of
/// them is reported again.
static constexpr size_t MaxDecided = 256;

/// What is looked up in a function for each of its branches.
struct FirstUses::Body {
  Body(const ir::Function &F, FunctionLookup Find);

  const ir::Function &F;
  /// The instructions that write each local.
  llvm::DenseMap<unsigned, llvm::SmallVector<const ir::Instruction *, 2>>
      Definitions;
  /// The instructions that may change what outlives the function, each with its
  /// block.
  std::vector<std::pair<unsigned, const ir::Instruction *>> Changes;
  /// The globals and members that the function itself writes.
  std::vector<const ir::Place *> Written;
  /// The same, and variables and parts of them whose address the function takes
  /// or hands to something else than a library function. References are
  /// resolved.
  std::vector<ir::Place> Touched;
  /// The library functions that are called, each with a variable of these that
  /// is handed to it.
  std::vector<std::pair<const ir::Instruction *, ir::Place>> LibraryCalls;
  std::vector<const ir::Function *> Callees;

  /// Returns what \p P stands for: a local reference stands for the variable
  /// that it was bound to, if it is bound in one place.
  ir::Place resolve(ir::Place P) const;

private:
  bool mayChange(const ir::Instruction &I, FunctionLookup Find);
};

static bool isParameter(const ir::Function &F, const ir::Place &P) {
  return P.Base == ir::Place::Local && P.LocalId < F.Params.size();
}

/// Whether \p P outlives the function: it is a global, or a part of what a
/// parameter points at.
static bool isKept(const ir::Function &F, const ir::Place &P) {
  return P.Base == ir::Place::Global || (isParameter(F, P) && !P.Path.empty());
}

/// Whether \p Part is \p Whole, or a part of it.
static bool isPartOf(const ir::Place &Part, const ir::Place &Whole) {
  return Part.Base == Whole.Base && Part.LocalId == Whole.LocalId &&
         Part.GlobalName == Whole.GlobalName &&
         Part.Path.size() >= Whole.Path.size() &&
         std::equal(Whole.Path.begin(), Whole.Path.end(), Part.Path.begin());
}

/// Whether \p O reads \p P.
static bool reads(const ir::Operand &O, const ir::Place &P) {
  return (O.K == ir::Operand::Read && O.Where == P) ||
         llvm::any_of(O.Operands,
                      [&](const ir::Operand &Part) { return reads(Part, P); });
}

/// Whether \p I calls a function of the program.
static bool isProgramCall(const ir::Instruction &I) {
  return I.K == ir::Instruction::Call || I.K == ir::Instruction::Invoke;
}

/// Whether \p I calls a library function that may change its arguments.
static bool isLibraryCall(const ir::Instruction &I) {
  return I.K == ir::Instruction::UnknownCall && I.Flags.System;
}

FirstUses::Body::Body(const ir::Function &F, FunctionLookup Find) : F(F) {
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (I.Dest && I.Dest->Base == ir::Place::Local &&
          I.K != ir::Instruction::End)
        Definitions[I.Dest->LocalId].push_back(&I);
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    for (const ir::Instruction &I : F.Blocks[B].Insts)
      if (mayChange(I, Find))
        Changes.emplace_back(B, &I);
}

/// Notes what \p I may change that outlives the function. Returns whether there
/// is anything.
bool FirstUses::Body::mayChange(const ir::Instruction &I, FunctionLookup Find) {
  bool MayChange = false;
  const bool Writes =
      I.Dest && I.K != ir::Instruction::End && I.K != ir::Instruction::Havoc;
  if (Writes && isKept(F, *I.Dest)) {
    Written.push_back(&*I.Dest);
    MayChange = true;
  }
  if (Writes)
    if (ir::Place To = resolve(*I.Dest); isKept(F, To)) {
      Touched.push_back(std::move(To));
      MayChange = true;
    }
  for (const ir::Operand &A : I.Args) {
    if (A.K != ir::Operand::Address)
      continue;
    if (I.K == ir::Instruction::Api && isKept(F, A.Where))
      Written.push_back(&A.Where);
    if (ir::Place To = resolve(A.Where); isKept(F, To)) {
      if (isLibraryCall(I))
        LibraryCalls.emplace_back(&I, std::move(To));
      else
        Touched.push_back(std::move(To));
      MayChange = true;
    }
  }
  if (const ir::Function *Callee =
          I.K == ir::Instruction::Call ? Find(I.Callee) : nullptr) {
    Callees.push_back(Callee);
    MayChange = true;
  }
  return MayChange;
}

ir::Place FirstUses::Body::resolve(ir::Place P) const {
  for (unsigned Round = 0; Round < MaxTraced; ++Round) {
    if (P.Base != ir::Place::Local || isParameter(F, P) || P.Path.empty() ||
        P.Path.front().K != ir::Step::Deref)
      return P;
    auto Found = Definitions.find(P.LocalId);
    if (Found == Definitions.end() || Found->second.size() != 1)
      return P;
    const ir::Instruction &I = *Found->second.front();
    if (I.K != ir::Instruction::Assign || !I.Dest->Path.empty() ||
        I.Args.size() != 1 || I.Args[0].K != ir::Operand::Address)
      return P;
    ir::Place Target = I.Args[0].Where;
    for (const ir::Step &S : llvm::drop_begin(P.Path))
      Target.Path.push_back(S);
    P = std::move(Target);
  }
  return P;
}

/// What a condition asks.
class FirstUses::Question {
public:
  Question(const Body &In, const ir::Operand &Condition) : In(In) {
    trace(Condition);
    findInsertion(Condition);
  }

  /// The globals and members whose values decide.
  std::vector<ir::Place> Variables;
  /// The containers that a library function searches for a key.
  std::vector<ir::Place> Searched;
  /// The library calls that search them.
  llvm::SmallVector<const ir::Instruction *, 2> Searches;
  /// The parameters of the function on which the answer depends.
  llvm::SmallVector<unsigned, 2> Params;
  /// The outcome on which the question itself has put something into a
  /// container: `if (blocks.try_emplace(size).second)`.
  std::optional<bool> Inserted;

  /// Whether something is asked, and it is known what.
  bool isUnderstood() const {
    return Traced.size() <= MaxTraced &&
           !(Variables.empty() && Searched.empty());
  }

private:
  void trace(const ir::Operand &O);
  void traceLocal(unsigned Local);
  void findInsertion(const ir::Operand &Condition);

  const Body &In;
  llvm::DenseSet<unsigned> Traced;
};

FirstUses::FirstUses(const AnalysisParts &Parts) : AnalysisParts(Parts) {}
FirstUses::~FirstUses() = default;

void FirstUses::Question::trace(const ir::Operand &O) {
  for (const ir::Operand &Part : O.Operands)
    trace(Part);
  if (O.K != ir::Operand::Read && O.K != ir::Operand::Address)
    return;
  for (const ir::Step &S : O.Where.Path)
    if (S.Which)
      trace(*S.Which);
  if (O.K == ir::Operand::Read && isKept(In.F, O.Where))
    Variables.push_back(O.Where);
  if (isParameter(In.F, O.Where)) {
    if (!llvm::is_contained(Params, O.Where.LocalId))
      Params.push_back(O.Where.LocalId);
  } else if (O.Where.Base == ir::Place::Local) {
    traceLocal(O.Where.LocalId);
  }
}

void FirstUses::Question::traceLocal(unsigned Local) {
  if (Traced.size() > MaxTraced || !Traced.insert(Local).second)
    return;
  auto Found = In.Definitions.find(Local);
  if (Found == In.Definitions.end())
    return;
  for (const ir::Instruction *I : Found->second)
    for (const ir::Operand &A : I->Args) {
      trace(A);
      // A question without a key, such as whether a queue is empty, may have
      // the same answer again.
      if (!isLibraryCall(*I) || I->Args.size() < 2 ||
          A.K != ir::Operand::Address)
        continue;
      ir::Place Container = In.resolve(A.Where);
      if (!isKept(In.F, Container))
        continue;
      Searched.push_back(std::move(Container));
      Searches.push_back(I);
    }
}

/// Finds out whether \p Condition asks the second part of what a library
/// function has returned that was handed a container and a key: whether it has
/// put something there.
void FirstUses::Question::findInsertion(const ir::Operand &Condition) {
  bool IsTrue = true;
  const ir::Operand *Asked = &Condition;
  for (; Asked->K == ir::Operand::Not; Asked = &Asked->Operands.front())
    IsTrue = !IsTrue;
  if (Asked->K != ir::Operand::Read)
    return;
  ir::Place P = In.resolve(Asked->Where);
  for (unsigned Round = 0; Round < MaxTraced; ++Round) {
    if (P.Base != ir::Place::Local || isParameter(In.F, P))
      return;
    auto Found = In.Definitions.find(P.LocalId);
    if (Found == In.Definitions.end() || Found->second.size() != 1)
      return;
    const ir::Instruction &I = *Found->second.front();
    if (!I.Dest->Path.empty())
      return;
    if (I.K != ir::Instruction::Assign) {
      if (isLibraryCall(I) && !I.Flags.Pure && P.Path.size() == 1 &&
          P.Path.front().K == ir::Step::Field &&
          P.Path.front().Name == "second" && llvm::is_contained(Searches, &I))
        Inserted = IsTrue;
      return;
    }
    if (I.Args.size() != 1 || I.Args[0].K != ir::Operand::Read)
      return;
    ir::Place Copied = I.Args[0].Where;
    for (const ir::Step &S : P.Path)
      Copied.Path.push_back(S);
    P = In.resolve(std::move(Copied));
  }
}

/// Whether \p F, or a function that it calls, writes \p P, which is a global,
/// or a member of an object of the caller.
bool FirstUses::writes(const ir::Function &F, const ir::Place &P,
                       unsigned Depth) {
  const Body &In = bodyOf(F);
  auto IsWritten = [&](const ir::Place *Dest) {
    if (P.Base == ir::Place::Global)
      return isPartOf(*Dest, P);
    return isParameter(F, *Dest) && Dest->Path.back().K == ir::Step::Field &&
           P.Path.back().K == ir::Step::Field &&
           Dest->Path.back().Name == P.Path.back().Name;
  };
  return llvm::any_of(In.Written, IsWritten) ||
         (Depth && llvm::any_of(In.Callees, [&](const ir::Function *Callee) {
            return writes(*Callee, P, Depth - 1);
          }));
}

/// Whether \p F, or a function that it calls, puts something into the container
/// \p P, which is a global, or a member of an object of the caller, or takes
/// something out of it. A library function that the question calls, too, only
/// searches it.
bool FirstUses::fills(const ir::Function &F, const ir::Place &P,
                      const Question &Asked, unsigned Depth) {
  const Body &In = bodyOf(F);
  // Returns how many steps lead from the container to a part of it.
  auto StepsBehind = [&](const ir::Place &Part) -> std::optional<size_t> {
    if (P.Base == ir::Place::Global) {
      if (isPartOf(Part, P))
        return Part.Path.size() - P.Path.size();
      return std::nullopt;
    }
    if (isParameter(F, Part) && P.Path.back().K == ir::Step::Field)
      for (size_t I = 0; I < Part.Path.size(); ++I)
        if (Part.Path[I].K == ir::Step::Field &&
            Part.Path[I].Name == P.Path.back().Name)
          return Part.Path.size() - I - 1;
    return std::nullopt;
  };
  auto IsElement = [&](const ir::Place &Part) {
    return StepsBehind(Part).value_or(0) > 0;
  };
  auto Changes = [&](const std::pair<const ir::Instruction *, ir::Place> &Use) {
    return !Use.first->Flags.Pure && Use.first->Args.size() > 1 &&
           StepsBehind(Use.second) == 0 &&
           llvm::none_of(Asked.Searches, [&](const ir::Instruction *Search) {
             return Search->Callee == Use.first->Callee;
           });
  };
  return llvm::any_of(In.Touched, IsElement) ||
         llvm::any_of(In.LibraryCalls, Changes) ||
         (Depth && llvm::any_of(In.Callees, [&](const ir::Function *Callee) {
            return fills(*Callee, P, Asked, Depth - 1);
          }));
}

/// Whether \p I, an instruction of \p In, gives \p Asked another answer.
bool FirstUses::settles(const Body &In, const ir::Instruction &I,
                        const Question &Asked) {
  auto IsGiven = [&](const ir::Place &P) {
    return llvm::any_of(I.Args, [&](const ir::Operand &A) {
      return A.K == ir::Operand::Address && A.Where == P;
    });
  };
  auto IsHanded = [&](const ir::Place &P) {
    return llvm::any_of(I.Args, [&](const ir::Operand &A) {
      return A.K == ir::Operand::Address && In.resolve(A.Where) == P;
    });
  };
  for (const ir::Place &P : Asked.Searched) {
    if ((I.Dest && isPartOf(In.resolve(*I.Dest), P)) ||
        (isLibraryCall(I) && !I.Flags.Pure && IsHanded(P)))
      return true;
    if (I.K == ir::Instruction::Call)
      if (const ir::Function *Callee = Find(I.Callee))
        if (fills(*Callee, P, Asked, MaxDepth))
          return true;
  }
  for (const ir::Place &P : Asked.Variables) {
    // A variable that is counted up may give the same answer again.
    if (I.Dest && *I.Dest == P &&
        llvm::none_of(I.Args,
                      [&](const ir::Operand &A) { return reads(A, P); }))
      return true;
    if ((I.K == ir::Instruction::Api || isProgramCall(I)) && IsGiven(P))
      return true;
    if (I.K == ir::Instruction::Call)
      if (const ir::Function *Callee = Find(I.Callee))
        if (writes(*Callee, P, MaxDepth))
          return true;
  }
  return false;
}

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
  auto Made = [&](bool Outcome) {
    return std::make_unique<Decision>(
        Decision{Outcome, Asked.Searched, Asked.Params});
  };
  llvm::BitVector Settling(F.Blocks.size());
  for (const auto &[At, I] : In.Changes)
    if (!Settling.test(At) && settles(In, *I, Asked))
      Settling.set(At);
  if (Asked.Inserted)
    return Made(*Asked.Inserted);
  if (Settling.none())
    return nullptr;
  auto Makes = [&](unsigned Target) {
    llvm::BitVector Seen(F.Blocks.size());
    llvm::SmallVector<unsigned, 8> Todo{Target};
    while (!Todo.empty()) {
      const unsigned At = Todo.pop_back_val();
      if (At == Until || At == Block || Seen.test(At))
        continue;
      if (Settling.test(At))
        return true;
      Seen.set(At);
      Todo.append(F.Blocks[At].Term.Targets.begin(),
                  F.Blocks[At].Term.Targets.end());
    }
    return false;
  };
  // Whether control can go on from a block, and nothing is made.
  auto MakesNothing = [&](unsigned Target) {
    llvm::BitVector Seen(F.Blocks.size());
    llvm::SmallVector<unsigned, 8> Todo{Target};
    while (!Todo.empty()) {
      const unsigned At = Todo.pop_back_val();
      const ir::Terminator &Term = F.Blocks[At].Term;
      if (At == Until || At == Block || Term.K == ir::Terminator::Return)
        return true;
      if (Seen.test(At) || Settling.test(At))
        continue;
      Seen.set(At);
      Todo.append(Term.Targets.begin(), Term.Targets.end());
    }
    return false;
  };
  const bool IfTrue = Makes(Branch.Targets[0]);
  if (IfTrue != Makes(Branch.Targets[1]))
    return Made(IfTrue);
  // What is found may be too small, and is replaced. But what is not found is
  // always made.
  if (!IfTrue || Asked.Searched.empty())
    return nullptr;
  const bool Leaves = MakesNothing(Branch.Targets[0]);
  if (Leaves == MakesNothing(Branch.Targets[1]))
    return nullptr;
  return Made(!Leaves);
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

/// Notes that \p F has put into its container what it was asked for: its other
/// questions about it get the same answer as from then on.
void FirstUses::noteMade(Context Ctx, const ir::Function &F, unsigned Block,
                         const Decision &Made, State &S) {
  for (unsigned B : searches(F)) {
    const Decision *Of = decision(F, B, Plans.plan(F).Flow.PostDominator[B]);
    if (B == Block || S.Decided.size() >= MaxDecided ||
        llvm::none_of(Of->Containers, [&](const ir::Place &P) {
          return llvm::is_contained(Made.Containers, P);
        }))
      continue;
    S.Decided.try_emplace(
        {&F.Blocks[B].Term, U.operation("first use", arguments(Ctx, *Of, S))});
  }
}

FirstUse FirstUses::decide(Context Ctx, const ir::Function &F, unsigned Block,
                           unsigned Until, bool Taken, bool InLoop, State &S) {
  const Decision *Of = decision(F, Block, Until);
  if (!Of)
    return FirstUse::None;
  const ir::Terminator *Branch = &F.Blocks[Block].Term;
  const auto Given = arguments(Ctx, *Of, S);
  const bool Again = llvm::any_of(S.Decided, [&](const auto &Before) {
    if (Before.first.first != Branch)
      return false;
    const llvm::ArrayRef<Value> Then = U.symbol(Before.first.second).inputs();
    // The states know what variables hold, as far as that can be known. What a
    // container holds is never known.
    return Of->searches() ? !anyPair(Then, Given, areDifferent)
                          : !InLoop && !anyPair(Then, Given, mayDiffer);
  });
  // A path comes to a branch of the root once, unless it is in a loop.
  if ((InLoop || Frames[Ctx].Call) && S.Decided.size() < MaxDecided)
    S.Decided.try_emplace({Branch, U.operation("first use", Given)});
  if (Taken == Of->Makes && Of->searches())
    noteMade(Ctx, F, Block, *Of, S);
  // The loop may have had no round on this path, but seldom has in a program.
  if (Of->searches() && S.Captures.empty() && Frames[Ctx].InLoop)
    Evidence.MadeInLoops.insert({Frames.outermost(Ctx), Branch});
  if (Taken != Of->Makes)
    return FirstUse::None;
  if (Again)
    return FirstUse::Again;
  return Of->searches() ? FirstUse::First : FirstUse::None;
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
