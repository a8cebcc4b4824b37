//===- Outlining.cpp - Parts of a function as functions -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outlining.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

void lower::visitStatements(const Stmt *S,
                            llvm::function_ref<void(const Stmt *)> Visit) {
  if (!S)
    return;
  Visit(S);
  const auto *D = dyn_cast<OMPExecutableDirective>(S);
  if (D && D->hasAssociatedStmt())
    return visitStatements(D->getRawStmt(), Visit);
  for (const Stmt *Child : S->children())
    visitStatements(Child, Visit);
}

/// Whether \p F is the body of a lambda that captures \p V.
static bool isCaptured(const VarDecl *V, const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Method && Method->getParent()->isLambda() &&
         llvm::any_of(Method->getParent()->captures(),
                      [&](const LambdaCapture &C) {
                        return C.capturesVariable() && C.getCapturedVar() == V;
                      });
}

Stmt *lower::inLoop(const Stmt *Body, ASTContext &Ctx) {
  const SourceLocation At = Body->getBeginLoc();
  return new (Ctx)
      DoStmt(const_cast<Stmt *>(Body),
             new (Ctx) CXXBoolLiteralExpr(false, Ctx.BoolTy, At), At, At, At);
}

std::vector<const VarDecl *>
lower::sharedVariables(const FunctionDecl *F, const Stmt *Body,
                       const llvm::DenseSet<const VarDecl *> &Own) {
  llvm::DenseSet<const VarDecl *> Inner;
  std::vector<const VarDecl *> Found;
  visitStatements(Body, [&](const Stmt *S) {
    if (const auto *Declares = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declares->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          Inner.insert(V);
    } else if (const auto *Handler = dyn_cast<CXXCatchStmt>(S)) {
      Inner.insert(Handler->getExceptionDecl());
    }
  });
  visitStatements(Body, [&](const Stmt *S) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    if (!Ref)
      return;
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto *B = dyn_cast<BindingDecl>(Ref->getDecl()))
      V = dyn_cast<VarDecl>(B->getDecomposedDecl());
    if (V && V->hasLocalStorage() && !Inner.count(V) && !Own.count(V) &&
        !isCaptured(V, F) && !llvm::is_contained(Found, V))
      Found.push_back(V);
  });
  return Found;
}
