//===- FirstUses.cpp - Decisions to make something once -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstUses.h"
#include "../engine/CallTree.h"
#include "../findings/RootEvidence.h"
#include "Evaluator.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
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
  std::vector<const ir::Function *> Callees;
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
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    for (const ir::Instruction &I : F.Blocks[B].Insts) {
      const bool Writes = I.Dest && I.K != ir::Instruction::End &&
                          I.K != ir::Instruction::Havoc;
      if (I.Dest && I.Dest->Base == ir::Place::Local)
        Definitions[I.Dest->LocalId].push_back(&I);
      bool MayChange = false;
      if (Writes && isKept(F, *I.Dest)) {
        Written.push_back(&*I.Dest);
        MayChange = true;
      }
      for (const ir::Operand &A : I.Args)
        if (A.K == ir::Operand::Address && isKept(F, A.Where)) {
          if (I.K == ir::Instruction::Api)
            Written.push_back(&A.Where);
          MayChange = true;
        }
      if (const ir::Function *Callee =
              I.K == ir::Instruction::Call ? Find(I.Callee) : nullptr) {
        Callees.push_back(Callee);
        MayChange = true;
      }
      if (MayChange)
        Changes.emplace_back(B, &I);
    }
}

/// What a condition asks.
class FirstUses::Question {
public:
  Question(const Body &In, const ir::Operand &Condition) : In(In) {
    trace(Condition);
  }

  /// The globals and members whose values decide.
  std::vector<ir::Place> Variables;
  /// The containers that a library function searches for a key.
  std::vector<ir::Place> Searched;
  /// The parameters of the function on which the answer depends.
  llvm::SmallVector<unsigned, 2> Params;

  /// Whether something is asked, and it is known what.
  bool isUnderstood() const {
    return Traced.size() <= MaxTraced &&
           !(Variables.empty() && Searched.empty());
  }

private:
  void trace(const ir::Operand &O);
  void traceLocal(unsigned Local);

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
      if (isLibraryCall(*I) && I->Args.size() > 1 &&
          A.K == ir::Operand::Address && isKept(In.F, A.Where))
        Searched.push_back(A.Where);
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

/// Whether \p I gives \p Asked another answer.
bool FirstUses::settles(const ir::Instruction &I, const Question &Asked) {
  auto IsGiven = [&](const ir::Place &P) {
    return llvm::any_of(I.Args, [&](const ir::Operand &A) {
      return A.K == ir::Operand::Address && A.Where == P;
    });
  };
  for (const ir::Place &P : Asked.Searched)
    if ((I.Dest && isPartOf(*I.Dest, P)) ||
        (isLibraryCall(I) && !I.Flags.Pure && IsGiven(P)))
      return true;
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
  if (New) {
    std::optional<Decision> Found = find(F, Block, Until);
    It = Known.find(&F.Blocks[Block].Term);
    It->second = std::move(Found);
  }
  return It->second ? &*It->second : nullptr;
}

std::optional<FirstUses::Decision>
FirstUses::find(const ir::Function &F, unsigned Block, unsigned Until) {
  const ir::Terminator &Branch = F.Blocks[Block].Term;
  if (Branch.K != ir::Terminator::Branch || !Branch.Value)
    return std::nullopt;
  const Body &In = bodyOf(F);
  const Question Asked(In, *Branch.Value);
  if (!Asked.isUnderstood())
    return std::nullopt;
  llvm::BitVector Settling(F.Blocks.size());
  for (const auto &[At, I] : In.Changes)
    if (!Settling.test(At) && settles(*I, Asked))
      Settling.set(At);
  if (Settling.none())
    return std::nullopt;
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
  const bool IfTrue = Makes(Branch.Targets[0]);
  if (IfTrue == Makes(Branch.Targets[1]))
    return std::nullopt;
  return Decision{IfTrue, !Asked.Searched.empty(), Asked.Params};
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

FirstUse FirstUses::decide(Context Ctx, const ir::Function &F, unsigned Block,
                           unsigned Until, bool Taken, bool InLoop, State &S) {
  const Decision *Of = decision(F, Block, Until);
  if (!Of)
    return FirstUse::None;
  const ir::Terminator *Branch = &F.Blocks[Block].Term;
  llvm::SmallVector<Value, 4> Given;
  for (unsigned P : Of->Params)
    Given.push_back(argument(Ctx, P, S));
  const bool Again = llvm::any_of(S.Decided, [&](const auto &Before) {
    if (Before.first.first != Branch)
      return false;
    const llvm::ArrayRef<Value> Then = U.symbol(Before.first.second).inputs();
    // The states know what variables hold, as far as that can be known. What a
    // container holds is never known.
    return Of->Searches ? !anyPair(Then, Given, areDifferent)
                        : !InLoop && !anyPair(Then, Given, mayDiffer);
  });
  // A path comes to a branch of the root once, unless it is in a loop.
  if ((InLoop || Frames[Ctx].Call) && S.Decided.size() < MaxDecided)
    S.Decided.try_emplace({Branch, U.operation("first use", Given)});
  // The loop may have had no round on this path, but seldom has in a program.
  if (Of->Searches && S.Captures.empty() && Frames[Ctx].InLoop)
    Evidence.MadeInLoops.insert({Frames.outermost(Ctx), Branch});
  if (Taken != Of->Makes)
    return FirstUse::None;
  if (Again)
    return FirstUse::Again;
  return Of->Searches ? FirstUse::First : FirstUse::None;
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
