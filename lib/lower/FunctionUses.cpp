//===- FunctionUses.cpp - Who calls or keeps functions --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionUses.h"
#include "CapturableContracts.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class UseFinder : public RecursiveASTVisitor<UseFinder> {
public:
  explicit UseFinder(ASTContext &Ctx) : SM(Ctx.getSourceManager()) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool TraverseDecl(Decl *D) {
    if (D && isSystemCode(*D, SM))
      return true;
    // The code of a lambda belongs to the function around it.
    const auto *F = dyn_cast_or_null<FunctionDecl>(D);
    llvm::SaveAndRestore Inside(Current, F ? F->getCanonicalDecl() : Current);
    return RecursiveASTVisitor::TraverseDecl(D);
  }

  bool VisitCallExpr(CallExpr *E) {
    const FunctionDecl *Callee = E->getDirectCallee();
    if (!Callee)
      return true;
    // A function that only calls itself is called by nobody else. Who calls
    // what a destructor calls depends on who calls the destructor.
    if (Callee->getCanonicalDecl() != Current &&
        !isa_and_nonnull<CXXDestructorDecl>(Current))
      Uses.Called.insert(Callee->getCanonicalDecl());
    if (!isSystemCode(*Callee, SM))
      for (const Expr *Argument : E->arguments())
        keep(Argument);
    else if (keepsLastArgument(*E))
      keep(E->getArg(E->getNumArgs() - 1));
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    if (!isSystemCode(*E->getConstructor(), SM))
      for (const Expr *Argument : E->arguments())
        keep(Argument);
    return true;
  }

  bool VisitVarDecl(VarDecl *D) {
    if (D->hasGlobalStorage() && D->hasInit())
      keep(D->getInit());
    return true;
  }

  /// Variables and members end, too. Who has a temporary object that is
  /// returned is not known here.
  bool VisitDeclaratorDecl(DeclaratorDecl *D) {
    if (isa<VarDecl, FieldDecl>(D))
      end(D->getType());
    return true;
  }

  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    end(E->getDestroyedType());
    return true;
  }

  bool VisitInitListExpr(InitListExpr *E) {
    if (!E->getType().isNull() && E->getType()->isRecordType())
      for (const Expr *Field : E->inits())
        keep(Field);
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *E) {
    if (E->isAssignmentOp() && !isLocal(E->getLHS()))
      keep(E->getRHS());
    return true;
  }

  FunctionUses Uses;

private:
  static bool isLocal(const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return V && V->hasLocalStorage();
  }

  /// Whether a container or a function object of the standard library keeps the
  /// last argument of a call. In a container of threads, the arguments of the
  /// new thread follow its function.
  static bool keepsLastArgument(const CallExpr &E) {
    return E.getNumArgs() > 0 && isa<CXXMemberCallExpr, CXXOperatorCallExpr>(E);
  }

  void end(QualType T) {
    if (T.isNull() || T->isDependentType())
      return;
    const CXXRecordDecl *Class =
        T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Class && Class->hasDefinition())
      if (const CXXDestructorDecl *D = Class->getDestructor())
        Uses.Called.insert(D->getCanonicalDecl());
  }

  void keep(const Expr *E) {
    std::vector<const FunctionDecl *> Named;
    if (E)
      functionsIn(E, Named);
    for (const FunctionDecl *F : Named)
      Uses.Kept.insert(F->getCanonicalDecl());
  }

  const SourceManager &SM;
  const FunctionDecl *Current = nullptr;
};
} // namespace

FunctionUses lower::findFunctionUses(ASTContext &Ctx) {
  UseFinder Finder(Ctx);
  Finder.TraverseAST(Ctx);
  return std::move(Finder.Uses);
}
