//===- ShortCircuits.cpp - Values of operators that branch ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang's CFG branches at "&&", "||" and "?:". Where the value of such an
/// operator is used, a temporary keeps the value of its left side, or of its
/// condition. That value may be decided deep inside the operand: in "a || b ? x
/// : y", a path on which a is true goes to x at once.
///
//===----------------------------------------------------------------------===//

#include "ShortCircuits.h"
#include "BodyScan.h"
#include "ExprLowering.h"
#include "FunctionBuilder.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

const Expr *lower::conditionOf(const CFGBlock &B) {
  if (const Expr *Last = B.getLastCondition())
    return Last;
  if (!B.getTerminator().isStmtBranch())
    return nullptr;
  const auto *Whole = dyn_cast_or_null<Expr>(B.getTerminatorCondition());
  return Whole && isa<ExprWithCleanups>(Whole)
             ? cast<ExprWithCleanups>(Whole)->getSubExpr()->IgnoreParens()
             : nullptr;
}

static const BinaryOperator *asLogical(const Stmt *S) {
  const auto *Op = dyn_cast<BinaryOperator>(S);
  return Op && Op->isLogicalOp() ? Op : nullptr;
}

/// \p Elements holds the statements that the CFG lists, which include the
/// operators whose value is used.
void ShortCircuits::findMarkers(llvm::ArrayRef<const Expr *> Terms,
                                const llvm::DenseSet<const Stmt *> &Elements) {
  auto Note = [&](const Expr *Part, const Expr *Whole, bool IsLeft) {
    bool Negated = false;
    Part = Part->IgnoreParenImpCasts();
    while (const auto *Not = dyn_cast<UnaryOperator>(Part)) {
      if (Not->getOpcode() != UO_LNot)
        break;
      Negated = !Negated;
      Part = Not->getSubExpr()->IgnoreParenImpCasts();
    }
    if (asLogical(Part))
      Operands.try_emplace(Part, LogicalOperand{Whole, Negated, IsLeft});
  };
  auto Mark = [&](const Expr *E) {
    if (!Markers.count(E))
      Markers[E] = IR.freshTemporary().LocalId;
  };
  for (const Expr *T : Terms) {
    if (const BinaryOperator *Op = asLogical(T)) {
      Note(Op->getLHS(), Op, true);
      Note(Op->getRHS(), Op, false);
    } else if (const auto *Choice = dyn_cast<ConditionalOperator>(T)) {
      Note(Choice->getCond(), Choice, true);
    }
    if (Elements.count(T))
      Mark(T);
  }
  // The value of an operator may be that of another one on its right.
  for (const Expr *T : Terms) {
    const Stmt *Outer = T;
    for (auto In = Operands.find(Outer);
         In != Operands.end() && asLogical(In->second.Of);
         In = Operands.find(Outer))
      Outer = In->second.Of;
    if (Outer == T || !asLogical(T) || !Elements.count(Outer))
      continue;
    Mark(T);
    Inner.insert(T);
  }
}

unsigned ShortCircuits::edge(unsigned To, const Stmt *Term, bool True) {
  llvm::SmallVector<std::pair<unsigned, bool>, 2> Known;
  auto Knows = [&](const Stmt *Operator, bool Value) {
    if (auto It = Markers.find(Operator); It != Markers.end())
      Known.emplace_back(It->second, Value);
  };
  if (Term)
    Knows(Term, True);
  // If the left side decides an operator, the operators that contain it as
  // their left side know its value, too.
  const BinaryOperator *Decided = Term ? asLogical(Term) : nullptr;
  bool Value = True;
  while (Decided && Value == (Decided->getOpcode() == BO_LOr)) {
    auto In = Operands.find(Decided);
    Decided = nullptr;
    while (In != Operands.end() && !Decided) {
      const auto &[Of, Negated, IsLeft] = In->second;
      Value ^= Negated;
      if (IsLeft) {
        Knows(Of, Value);
        Decided = asLogical(Of);
        break;
      }
      In = Operands.find(Of);
    }
  }
  if (Known.empty())
    return To;
  unsigned Saved = IR.Current;
  unsigned Id = IR.newBlock();
  IR.Current = Id;
  for (const auto &[Marker, Is] : Known)
    IR.assign(ir::Place::local(Marker), ir::Operand::constant(Is), nullptr);
  IR.jump(To);
  IR.Current = Saved;
  return Id;
}

void ShortCircuits::choose(const Expr *E) {
  const Expr *IfTrue = nullptr, *IfFalse = nullptr;
  std::optional<int64_t> TrueValue, FalseValue;
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() == BO_LAnd) {
      IfTrue = B->getRHS();
      FalseValue = 0;
    } else {
      TrueValue = 1;
      IfFalse = B->getRHS();
    }
  } else if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    IfTrue = C->getTrueExpr();
    IfFalse = C->getFalseExpr();
  } else {
    return;
  }
  ir::Place Result = IR.temporary(E);
  unsigned TrueBlock = IR.newBlock(), FalseBlock = IR.newBlock(),
           Join = IR.newBlock();
  IR.branch(ir::Operand::read(ir::Place::local(Markers[E])), TrueBlock,
            FalseBlock);
  auto Arm = [&](unsigned Block, const Expr *From,
                 std::optional<int64_t> Constant) {
    IR.Current = Block;
    const bool IsNotFound =
        From && Scan.NotFound.count(From->IgnoreParenCasts());
    IR.assign(Result,
              IsNotFound ? ir::Operand::unknown()
              : From     ? Exprs.value(From)
                         : ir::Operand::constant(*Constant),
              nullptr);
    IR.jump(Join);
  };
  Arm(TrueBlock, IfTrue, TrueValue);
  Arm(FalseBlock, IfFalse, FalseValue);
  IR.Current = Join;
}
