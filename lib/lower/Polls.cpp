//===- Polls.cpp - Loops that wait for memory to change -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Polls.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

bool lower::readsVolatile(const Stmt *S) {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(S);
  return Cast && Cast->getCastKind() == CK_LValueToRValue &&
         Cast->getSubExpr()->getType().isVolatileQualified();
}

namespace {
/// One loop. Loops inside of it are a part of it.
class Loop {
public:
  explicit Loop(const Stmt *S) {
    if (const auto *While = dyn_cast<WhileStmt>(S))
      Head = While->getCond();
    else if (const auto *Do = dyn_cast<DoStmt>(S))
      Head = Do->getCond();
    else
      Head = cast<ForStmt>(S)->getCond();
    if (isAlwaysTrue(Head))
      Head = nullptr;
    for (const Stmt *Child : S->children())
      walk(Child, /*InInner=*/false);
  }

  /// Returns the first read on which an exit depends; null if the loop does not
  /// poll, or ends anyway, or does some work.
  const Stmt *poll() {
    if (Works || (Head && counts(Head)))
      return nullptr;
    if (Head)
      leavesBy(Head);
    else
      for (const Expr *Condition : Exits)
        if (!counts(Condition))
          leavesBy(Condition);
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const auto &[To, From] : Assigned)
        if (On.contains(To) && Seen.insert(From).second) {
          leavesBy(From);
          Changed = true;
        }
    }
    for (const Stmt *Read : Reads)
      if (Deciding.contains(Read) && !Written.contains(variableOf(Read)))
        return Read;
    return nullptr;
  }

private:
  static bool isAlwaysTrue(const Expr *Condition) {
    if (!Condition)
      return true;
    Condition = Condition->IgnoreParenImpCasts();
    if (const auto *Bool = dyn_cast<CXXBoolLiteralExpr>(Condition))
      return Bool->getValue();
    const auto *Number = dyn_cast<IntegerLiteral>(Condition);
    return Number && Number->getValue() != 0;
  }

  /// Whether \p Condition depends on what the loop counts.
  bool counts(const Stmt *Condition) const {
    if (!Condition)
      return false;
    if (isa<DeclRefExpr, MemberExpr>(Condition) &&
        Counted.contains(variableOf(Condition)))
      return true;
    return llvm::any_of(Condition->children(),
                        [&](const Stmt *Child) { return counts(Child); });
  }

  /// Returns the variable or member through which \p E gets at its memory.
  static const ValueDecl *variableOf(const Stmt *E) {
    while (E) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
        return Ref->getDecl();
      if (const auto *Member = dyn_cast<MemberExpr>(E))
        return Member->getMemberDecl();
      if (E->child_begin() == E->child_end())
        return nullptr;
      E = *E->child_begin();
    }
    return nullptr;
  }

  /// Notes what \p Condition, which may end the loop, depends on.
  void leavesBy(const Stmt *Condition) {
    if (!Condition || isa<LambdaExpr>(Condition))
      return;
    if (readsVolatile(Condition))
      Deciding.insert(Condition);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Condition))
      On.insert(Ref->getDecl());
    for (const Stmt *Child : Condition->children())
      leavesBy(Child);
  }

  /// Whether a "break" in \p S leaves \p S.
  static bool hasBreak(const Stmt *S) {
    return isa<WhileStmt, DoStmt, ForStmt, CXXForRangeStmt, SwitchStmt>(S);
  }

  /// Whether \p S leaves the loop. \p InInner: a "break" does not.
  static bool leaves(const Stmt *S, bool InInner) {
    if (!S || isa<LambdaExpr>(S))
      return false;
    if (isa<ReturnStmt>(S) || (isa<BreakStmt>(S) && !InInner))
      return true;
    InInner |= hasBreak(S);
    for (const Stmt *Child : S->children())
      if (leaves(Child, InInner))
        return true;
    return false;
  }

  void walk(const Stmt *S, bool InInner) {
    if (!S || isa<LambdaExpr>(S))
      return;
    if (readsVolatile(S))
      Reads.push_back(S);
    if (const auto *If = dyn_cast<IfStmt>(S);
        If &&
        (leaves(If->getThen(), InInner) || leaves(If->getElse(), InInner)))
      Exits.push_back(If->getCond());
    Works |= isa<CUDAKernelCallExpr>(S);
    if (const auto *Assign = dyn_cast<BinaryOperator>(S);
        Assign && Assign->isAssignmentOp()) {
      const ValueDecl *To = variableOf(Assign->getLHS());
      if (isa<DeclRefExpr>(Assign->getLHS()->IgnoreParens()))
        Assigned.emplace_back(To, Assign->getRHS());
      if (Assign->getOpcode() == BO_AddAssign ||
          Assign->getOpcode() == BO_SubAssign)
        Counted.insert(To);
      if (Assign->getLHS()->getType().isVolatileQualified())
        Written.insert(To);
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(S);
        Unary && Unary->isIncrementDecrementOp())
      Counted.insert(variableOf(Unary->getSubExpr()));
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declared->decls())
        if (const auto *V = dyn_cast<VarDecl>(D); V && V->getInit())
          Assigned.emplace_back(V, V->getInit());
    InInner |= hasBreak(S);
    for (const Stmt *Child : S->children())
      walk(Child, InInner);
  }

  /// The condition of the loop; null if it is always true.
  const Expr *Head = nullptr;
  /// Conditions on which the loop may be left.
  llvm::SmallVector<const Expr *, 4> Exits;
  /// The reads of volatile memory, in their order.
  llvm::SmallVector<const Stmt *, 4> Reads;
  /// The reads on which an exit depends.
  llvm::DenseSet<const Stmt *> Deciding;
  /// The variables on which an exit depends.
  llvm::DenseSet<const ValueDecl *> On;
  /// The variables that the loop assigns to, and what.
  llvm::SmallVector<std::pair<const ValueDecl *, const Stmt *>, 8> Assigned;
  llvm::DenseSet<const Stmt *> Seen;
  /// The variables through which the loop writes volatile memory.
  llvm::DenseSet<const ValueDecl *> Written;
  /// The variables that each round counts up or down.
  llvm::DenseSet<const ValueDecl *> Counted;
  /// Whether the loop launches kernels.
  bool Works = false;
};
} // namespace

static void addPolls(const Stmt *S, llvm::DenseSet<const Stmt *> &Found) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (isa<WhileStmt, DoStmt, ForStmt>(S))
    if (const Stmt *Read = Loop(S).poll())
      Found.insert(Read);
  for (const Stmt *Child : S->children())
    addPolls(Child, Found);
}

llvm::DenseSet<const Stmt *> lower::pollsIn(const Stmt *Code) {
  llvm::DenseSet<const Stmt *> Found;
  addPolls(Code, Found);
  return Found;
}
