//===- PrimingCalls.cpp - Calls for what they do once ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimingCalls.h"
#include "Outlining.h"
#include "UserCode.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the call that \p S, a part of a block, is; null if it is none.
static const CallExpr *discardedCall(const Stmt *S) {
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return nullptr;
  E = E->IgnoreImplicit()->IgnoreParens();
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    E = Cast->getSubExpr()->IgnoreImplicit()->IgnoreParens();
  return dyn_cast<CallExpr>(E);
}

PrimingCalls lower::findPrimingCalls(ASTContext &Ctx) {
  PrimingCalls Found;
  auto Look = [&](const FunctionDecl *F) {
    if (isa<CXXConstructorDecl, CXXDestructorDecl>(F))
      return;
    auto Discard = [&](const Stmt *S) {
      const CallExpr *Call = discardedCall(S);
      const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
      if (Callee && !Callee->getReturnType()->isVoidType())
        Found[Callee->getCanonicalDecl()].insert(F->getCanonicalDecl());
    };
    visitStatements(F->getBody(), [&](const Stmt *S) {
      if (const auto *If = dyn_cast<IfStmt>(S)) {
        Discard(If->getThen());
        Discard(If->getElse());
      } else if (isa<CompoundStmt>(S)) {
        llvm::for_each(S->children(), Discard);
      }
    });
  };
  forEachDefinition(Ctx, Look, [](const Expr *) {});
  return Found;
}

bool lower::canBePrimed(const FunctionDecl *F) {
  return !F->getReturnType()->isVoidType() &&
         llvm::any_of(F->decls(), [](const Decl *D) {
           const auto *V = dyn_cast<VarDecl>(D);
           return V && V->isStaticLocal() && !V->getTLSKind();
         });
}
