//===- UsualPath.cpp - When a function makes its calls --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UsualPath.h"
#include "../ir/Walk.h"
#include "engine/FlowGraph.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

static bool isNamedCall(const ir::Instruction &I) {
  return (I.K == ir::Instruction::Api || I.K == ir::Instruction::Call) &&
         !I.Callee.empty() && !I.Flags.Debug;
}

static bool hasNamedCall(const ir::Block &B) {
  return llvm::any_of(B.Insts, isNamedCall);
}

/// Whether \p P is a global, or behind a pointer or a reference.
static bool isKept(const ir::Place &P) {
  return P.Base == ir::Place::Global ||
         llvm::any_of(P.Path,
                      [](const ir::Step &S) { return S.K == ir::Step::Deref; });
}

/// Whether \p F sets \p P, or passes its address to a call that may.
static bool sets(const ir::Function &F, const ir::Place &P) {
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    return llvm::any_of(B.Insts, [&](const ir::Instruction &I) {
      return (I.Dest && I.K != ir::Instruction::End && *I.Dest == P) ||
             llvm::any_of(I.Args, [&](const ir::Operand &A) {
               return A.K == ir::Operand::Address && A.Where == P;
             });
    });
  });
}

/// Whether \p Block returns early because of what \p F keeps for its next call.
static bool isHit(const ir::Function &F, unsigned Block) {
  for (const ir::Block &B : F.Blocks) {
    if (B.Term.K != ir::Terminator::Branch || !B.Term.Value ||
        !llvm::is_contained(B.Term.Targets, Block))
      continue;
    bool AsksKept = false;
    ir::forEachRead(*B.Term.Value, [&](const ir::Operand &Read) {
      AsksKept |= isKept(Read.Where) && sets(F, Read.Where);
    });
    if (AsksKept)
      return true;
  }
  return false;
}

namespace {
/// The control flow of a function without its early returns, which are for
/// errors and special cases.
class UsualFlow {
public:
  UsualFlow(const ir::Function &F, Hits Found) : F(F), Closed(F.Blocks.size()) {
    unsigned Last = FlowGraph::None;
    for (unsigned B = 0; B < F.Blocks.size(); ++B)
      if (const ir::Terminator &Term = F.Blocks[B].Term;
          Term.K == ir::Terminator::Goto && Term.At.isValid()) {
        Closed.set(B);
        if (Last == FlowGraph::None || F.Blocks[Last].Term.At < Term.At)
          Last = B;
      }
    if (Last != FlowGraph::None && !returns())
      Closed.reset(Last);
    if (Found == Hits::AreUsual)
      for (unsigned B : Closed.set_bits())
        if (isHit(F, B))
          Closed.reset(B);
  }

  /// Whether the function can return without passing \p Avoiding.
  bool returns(unsigned Avoiding = FlowGraph::None) const {
    llvm::BitVector Seen = Closed;
    if (Avoiding != FlowGraph::None)
      Seen.set(Avoiding);
    llvm::SmallVector<unsigned, 16> Todo = {0};
    while (!Todo.empty()) {
      const unsigned B = Todo.pop_back_val();
      if (Seen[B])
        continue;
      Seen.set(B);
      if (F.Blocks[B].Term.K == ir::Terminator::Return)
        return true;
      Todo.append(F.successors(B).begin(), F.successors(B).end());
    }
    return false;
  }

private:
  const ir::Function &F;
  /// The blocks that end with a return, goto or break statement.
  llvm::BitVector Closed;
};
} // namespace

std::vector<const ir::Instruction *>
analysis::onUsualPath(const ir::Function &F, Hits Found) {
  std::vector<const ir::Instruction *> Result;
  if (!llvm::any_of(F.Blocks, hasNamedCall))
    return Result;
  const UsualFlow Flow(F, Found);
  if (!Flow.returns())
    return Result;
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    if (hasNamedCall(F.Blocks[B]) && !Flow.returns(/*Avoiding=*/B))
      for (const ir::Instruction &I : F.Blocks[B].Insts)
        if (isNamedCall(I))
          Result.push_back(&I);
  return Result;
}

/// Whether \p O is a number that \p F is given, or its negation: true or false,
/// as far as the function says.
static bool isFlag(const ir::Operand &O, const ir::Function &F) {
  if (O.K == ir::Operand::Not)
    return isFlag(O.Operands.front(), F);
  return readLocal(O) && *readLocal(O) < F.Params.size() &&
         F.Params[*readLocal(O)] == ir::Type::Int;
}

/// Whether the value of \p O depends on nothing but one parameter of \p F and
/// constants. Whether a stream is given says nothing of a wait.
static bool isOfParameter(const ir::Operand &O, const ir::Function &F) {
  switch (O.K) {
  case ir::Operand::Read:
    return readLocal(O) && *readLocal(O) < F.Params.size() &&
           F.Params[*readLocal(O)] != ir::Type::Stream;
  case ir::Operand::Not:
    return isOfParameter(O.Operands.front(), F);
  case ir::Operand::Binary:
    return llvm::any_of(O.Operands,
                        [&](const ir::Operand &Part) {
                          return isOfParameter(Part, F);
                        }) &&
           llvm::any_of(O.Operands, [](const ir::Operand &Part) {
             return Part.K == ir::Operand::Int;
           });
  case ir::Operand::Unknown:
  case ir::Operand::Int:
  case ir::Operand::Function:
  case ir::Operand::Address:
    return false;
  }
  return false;
}

std::vector<const ir::Instruction *>
analysis::callsOnRequest(const ir::Function &F) {
  std::vector<const ir::Instruction *> Result;
  std::vector<unsigned> Questions;
  auto Leaves = [&](unsigned B) {
    const ir::Terminator &Term = F.Blocks[B].Term;
    return Term.K == ir::Terminator::Unreachable ||
           (Term.K == ir::Terminator::Goto && Term.At.isValid());
  };
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    if (const ir::Terminator &Term = F.Blocks[B].Term;
        Term.K == ir::Terminator::Branch && Term.Value &&
        isOfParameter(*Term.Value, F) &&
        // A function that leaves early for a null pointer or a size refuses the
        // call.
        (isFlag(*Term.Value, F) || llvm::none_of(Term.Targets, Leaves)))
      Questions.push_back(B);
  if (Questions.empty())
    return Result;
  const FlowGraph Flow(F);
  for (unsigned Block : Flow.InOrder) {
    auto Decides = [&](unsigned Question) {
      const unsigned Meet = Flow.PostDominator[Question];
      auto Leads = [&](unsigned To) {
        return To != Meet && Flow.reaches(To, Block, /*Avoiding=*/Meet);
      };
      const std::vector<unsigned> &Ways = F.Blocks[Question].Term.Targets;
      return Block != Meet && Leads(Ways[0]) != Leads(Ways[1]);
    };
    if (hasNamedCall(F.Blocks[Block]) && llvm::any_of(Questions, Decides))
      for (const ir::Instruction &I : F.Blocks[Block].Insts)
        if (isNamedCall(I))
          Result.push_back(&I);
  }
  return Result;
}
