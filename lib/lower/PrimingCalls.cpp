//===- PrimingCalls.cpp - Calls for what they do once ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrimingCalls.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class PrimingVisitor : public RecursiveASTVisitor<PrimingVisitor> {
public:
  explicit PrimingVisitor(ASTContext &Ctx) : SM(Ctx.getSourceManager()) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D) {
    if (D && isSystemCode(*D, SM))
      return true;
    const auto *F = dyn_cast_or_null<FunctionDecl>(D);
    llvm::SaveAndRestore Inside(Current, F ? F->getCanonicalDecl() : Current);
    return RecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitCompoundStmt(CompoundStmt *S) {
    for (const Stmt *Part : S->body())
      discard(Part);
    return true;
  }

  bool VisitIfStmt(IfStmt *S) {
    discard(S->getThen());
    discard(S->getElse());
    return true;
  }

  PrimingCalls Found;

private:
  /// Notes the call \p S, whose result is not used.
  void discard(const Stmt *S) {
    const auto *E = dyn_cast_or_null<Expr>(S);
    if (!E || !Current || isa<CXXConstructorDecl, CXXDestructorDecl>(Current))
      return;
    E = E->IgnoreImplicit()->IgnoreParens();
    if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
      E = Cast->getSubExpr()->IgnoreImplicit()->IgnoreParens();
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (Callee && !Callee->getReturnType()->isVoidType())
      Found[Callee->getCanonicalDecl()].insert(Current);
  }

  const SourceManager &SM;
  const FunctionDecl *Current = nullptr;
};
} // namespace

PrimingCalls lower::findPrimingCalls(ASTContext &Ctx) {
  PrimingVisitor Visitor(Ctx);
  Visitor.TraverseAST(Ctx);
  return std::move(Visitor.Found);
}

bool lower::canBePrimed(const FunctionDecl *F) {
  return !F->getReturnType()->isVoidType() &&
         llvm::any_of(F->decls(), [](const Decl *D) {
           const auto *V = dyn_cast<VarDecl>(D);
           return V && V->isStaticLocal() && !V->getTLSKind();
         });
}
