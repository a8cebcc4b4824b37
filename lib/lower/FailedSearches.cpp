//===- FailedSearches.cpp - Null pointers for what is not found -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FailedSearches.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace clang;

/// Whether the value of \p E depends on parameters and constants alone.
static bool dependsOnParameters(const Stmt *E) {
  if (!E)
    return true;
  if (isa<CallExpr, CXXThisExpr, CXXConstructExpr, LambdaExpr>(E))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && !isa<ParmVarDecl>(V) && !V->isConstexpr() &&
        !V->getType().isConstQualified())
      return false;
  return llvm::all_of(E->children(), dependsOnParameters);
}

static const Expr *conditionOf(const Stmt *S) {
  if (const auto *If = dyn_cast<IfStmt>(S))
    return If->isConstexpr() ? nullptr : If->getCond();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S))
    return Choice->getCond();
  if (const auto *Loop = dyn_cast<WhileStmt>(S))
    return Loop->getCond();
  if (const auto *Loop = dyn_cast<ForStmt>(S))
    return Loop->getCond();
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Switch->getCond();
  return nullptr;
}

namespace {
/// The results of a function.
struct Results {
  ASTContext &Ctx;
  llvm::DenseSet<const Stmt *> Nulls = {};
  bool HasOther = false, Searches = false;

  void addResult(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
      addResult(Choice->getTrueExpr());
      addResult(Choice->getFalseExpr());
    } else if (E->isNullPointerConstant(Ctx,
                                        Expr::NPC_ValueDependentIsNotNull)) {
      Nulls.insert(E);
    } else {
      HasOther = true;
    }
  }

  void visit(const Stmt *S) {
    // The body of a lambda returns other results.
    if (!S || isa<LambdaExpr>(S))
      return;
    if (const auto *Return = dyn_cast<ReturnStmt>(S);
        Return && Return->getRetValue())
      addResult(Return->getRetValue());
    if (const Expr *Condition = conditionOf(S))
      Searches |= !dependsOnParameters(Condition);
    Searches |= isa<CXXForRangeStmt>(S);
    for (const Stmt *Child : S->children())
      visit(Child);
  }
};
} // namespace

llvm::DenseSet<const Stmt *> lower::failedSearches(const Stmt *Body,
                                                   ASTContext &Ctx) {
  Results R{Ctx};
  R.visit(Body);
  if (!R.HasOther || !R.Searches)
    R.Nulls.clear();
  return std::move(R.Nulls);
}
