//===- Counters.cpp - Variables that number the calls ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the variable or field that \p E names.
static const ValueDecl *named(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

/// Returns the body of the function that \p S calls, or null.
static const Stmt *calledBody(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee ? Callee->getBody() : nullptr;
}

using Test = llvm::function_ref<bool(const ValueDecl *)>;
static bool isReturned(const Stmt *Body, Test Is);

/// Whether \p S names a variable or field that \p Is holds for. \p AsksCallees
/// counts those that a called function returns a number of; what that function
/// calls does not count.
static bool mentions(const Stmt *S, Test Is, bool AsksCallees = false) {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (const ValueDecl *D = named(E); D && Is(D))
      return true;
    if (AsksCallees && E->getType()->isIntegralOrEnumerationType())
      if (const Stmt *Body = calledBody(E); Body && isReturned(Body, Is))
        return true;
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return mentions(Child, Is, AsksCallees);
  });
}

/// Whether \p Body returns what it computes from such a variable.
static bool isReturned(const Stmt *Body, Test Is) {
  if (!Body)
    return false;
  if (const auto *Return = dyn_cast<ReturnStmt>(Body))
    return mentions(Return->getRetValue(), Is);
  return llvm::any_of(Body->children(),
                      [&](const Stmt *Child) { return isReturned(Child, Is); });
}

/// Whether \p D is a variable whose first value is computed from \p Counter.
static bool startsFrom(const ValueDecl *D, const ValueDecl *Counter) {
  const auto *Variable = dyn_cast<VarDecl>(D);
  return Variable && Variable->hasLocalStorage() && Variable->getInit() &&
         mentions(Variable->getInit(),
                  [&](const ValueDecl *In) { return In == Counter; });
}

/// Adds what \p S changes.
static void findChanges(const Stmt *S, Counters &Found) {
  if (!S)
    return;
  auto Add = [&](const Expr *E) {
    const ValueDecl *D = named(E);
    const auto *Variable = dyn_cast_or_null<VarDecl>(D);
    if (D && D->getType()->isIntegralOrEnumerationType() &&
        (isa<FieldDecl>(D) || (Variable && Variable->hasGlobalStorage())))
      Found.insert(D);
  };
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp()) {
    Add(Unary->getSubExpr());
  } else if (const auto *Assign = dyn_cast<BinaryOperator>(S);
             Assign && Assign->isAssignmentOp()) {
    const ValueDecl *To = named(Assign->getLHS());
    if (To && (Assign->isCompoundAssignmentOp() ||
               mentions(Assign->getRHS(), [&](const ValueDecl *D) {
                 return D == To || startsFrom(D, To);
               })))
      Add(Assign->getLHS());
  }
  for (const Stmt *Child : S->children())
    findChanges(Child, Found);
}

/// Adds what the functions that \p S calls change.
static void findChangesOfCallees(const Stmt *S, Counters &Found,
                                 llvm::SmallPtrSetImpl<const Stmt *> &Seen) {
  if (!S)
    return;
  if (const Stmt *Body = calledBody(S); Body && Seen.insert(Body).second)
    findChanges(Body, Found);
  for (const Stmt *Child : S->children())
    findChangesOfCallees(Child, Found, Seen);
}

/// Adds the local variables that get a value of \p Found.
static void findCopies(const Stmt *S, Counters &Found) {
  if (!S)
    return;
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        if (Variable->getInit() && mentionsCounter(Variable->getInit(), Found))
          Found.insert(Variable);
  for (const Stmt *Child : S->children())
    findCopies(Child, Found);
}

Counters lower::countersIn(const Stmt *Code) {
  Counters Found;
  findChanges(Code, Found);
  llvm::SmallPtrSet<const Stmt *, 16> Callees;
  findChangesOfCallees(Code, Found, Callees);
  if (!Found.empty())
    findCopies(Code, Found);
  return Found;
}

bool lower::mentionsCounter(const Expr *E, const Counters &Of) {
  return !Of.empty() &&
         mentions(
             E, [&](const ValueDecl *D) { return Of.contains(D); },
             /*AsksCallees=*/true);
}
