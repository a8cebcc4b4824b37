//===- Unwinding.cpp - The code that an exception runs on its way ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Unwinding.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {

class Scanner {
public:
  Scanner(const SourceManager &SM,
          llvm::function_ref<bool(const CXXDestructorDecl *)> Matters,
          llvm::DenseSet<const Stmt *> &Guarded)
      : SM(SM), Matters(Matters), Guarded(Guarded) {}

  void walkBody(const FunctionDecl *F) {
    const auto *Type = F->getType()->getAs<FunctionProtoType>();
    Guards += Type && Type->isNothrow(); // An exception ends the program.
    for (const ParmVarDecl *P : F->parameters())
      Guards += mayMatter(P->getType());
    walk(F->getBody());
  }

  void walk(const Stmt *S) {
    if (!S || isa<LambdaExpr>(S)) // A lambda's body is another function.
      return;
    // Temporaries live until the end of the expression.
    const unsigned Outside = Guards;
    if (isa<ExprWithCleanups>(S))
      Guards += makesGuard(S);
    if (Guards && isa<CallExpr, CXXConstructExpr, CXXThrowExpr>(S))
      Guarded.insert(S);
    if (const auto *Try = dyn_cast<CXXTryStmt>(S)) {
      ++Guards;
      walk(Try->getTryBlock());
      --Guards;
      for (unsigned I = 0; I < Try->getNumHandlers(); ++I)
        walk(Try->getHandler(I));
      return;
    }
    // Objects live until the end of the statement that encloses their
    // declaration.
    for (const Stmt *Child : S->children())
      walk(Child);
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *Declared : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(Declared))
          Guards += V->hasLocalStorage() && mayMatter(V->getType());
      return;
    }
    Guards = Outside;
  }

  bool makesGuard(const Stmt *S) {
    if (!S || isa<LambdaExpr>(S))
      return false;
    if (const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(S);
        Temporary && mayMatter(Temporary->getType()))
      return true;
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return makesGuard(Child); });
  }

  bool mayMatter(QualType T, unsigned Depth = 0) {
    const CXXRecordDecl *Class =
        T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Depth > 4)
      return false;
    if (Class->isLambda())
      return Depth > 0; // Kept by something that may run it.
    if (!Class->getDestructor() || Class->hasTrivialDestructor())
      return false;
    if (!SM.isInSystemHeader(Class->getLocation()))
      return Matters(Class->getDestructor());
    const auto *Owner = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    if (!Owner)
      return false;
    for (const TemplateArgument &A : Owner->getTemplateArgs().asArray()) {
      llvm::ArrayRef<TemplateArgument> Types =
          A.getKind() == TemplateArgument::Pack ? A.getPackAsArray()
                                                : llvm::ArrayRef(A);
      for (const TemplateArgument &Type : Types)
        if (Type.getKind() == TemplateArgument::Type) {
          QualType Inner = Type.getAsType();
          // A deleter may be a function, or a class of the program's own.
          const CXXRecordDecl *Record = Inner->getAsCXXRecordDecl();
          bool IsDeleter =
              Record && !SM.isInSystemHeader(Record->getLocation()) &&
              llvm::any_of(Record->methods(), [](const CXXMethodDecl *M) {
                return M->getOverloadedOperator() == OO_Call;
              });
          if (Inner->isFunctionPointerType() || IsDeleter ||
              mayMatter(Inner, Depth + 1))
            return true;
        }
    }
    return false;
  }

private:
  const SourceManager &SM;
  llvm::function_ref<bool(const CXXDestructorDecl *)> Matters;
  llvm::DenseSet<const Stmt *> &Guarded;
  unsigned Guards = 0;
};

} // namespace

llvm::DenseSet<const Stmt *> lower::guardedExpressions(
    const FunctionDecl *F, const SourceManager &SM,
    llvm::function_ref<bool(const CXXDestructorDecl *)> Matters) {
  llvm::DenseSet<const Stmt *> Guarded;
  Scanner(SM, Matters, Guarded).walkBody(F);
  return Guarded;
}

static bool hasDestructor(QualType T) {
  if (T.isNull() || T->isReferenceType() || T->isDependentType())
    return true;
  const CXXRecordDecl *Class =
      T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return !Class || (Class->hasDefinition() &&
                    (Class->hasTrivialDestructor() || Class->getDestructor()));
}

/// Whether \p V lacks its constructor call, because the error was in its
/// initializer.
static bool lostItsInitializer(const VarDecl *V) {
  const CXXRecordDecl *Class = V->getType()->getAsCXXRecordDecl();
  return V->hasLocalStorage() && !V->getInit() && Class &&
         Class->hasDefinition() && !Class->hasTrivialDefaultConstructor();
}

static bool destroysOnlyComplete(const Stmt *S) {
  if (!S)
    return true;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Declared : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Declared))
        if (!hasDestructor(V->getType()) || lostItsInitializer(V))
          return false;
  if (const auto *E = dyn_cast<Expr>(S);
      E && E->isPRValue() && !hasDestructor(E->getType()))
    return false;
  return llvm::all_of(S->children(), [](const Stmt *Child) {
    return destroysOnlyComplete(Child);
  });
}

bool lower::hasAllDestructors(const FunctionDecl *FD) {
  for (const ParmVarDecl *P : FD->parameters())
    if (!hasDestructor(P->getType()))
      return false;
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(FD)) {
    const CXXRecordDecl *Class = cast<CXXMethodDecl>(FD)->getParent();
    for (const FieldDecl *Field : Class->fields())
      if (!hasDestructor(Field->getType()))
        return false;
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (!hasDestructor(Base.getType()))
        return false;
  }
  return destroysOnlyComplete(FD->getBody());
}
