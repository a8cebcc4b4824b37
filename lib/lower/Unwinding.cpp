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
          const llvm::DenseMap<const Stmt *, ir::Guard> &Handlers,
          llvm::function_ref<ir::Guard(const CXXDestructorDecl *)> Does,
          llvm::DenseMap<const Stmt *, ir::Guard> &Guarded)
      : SM(SM), Handlers(Handlers), Does(Does), Guarded(Guarded) {}

  void walkBody(const FunctionDecl *F) {
    const auto *Type = F->getType()->getAs<FunctionProtoType>();
    if (Type && Type->isNothrow()) // An exception ends the program.
      Now = ir::Guard::Ends;
    for (const ParmVarDecl *P : F->parameters())
      guard(guardIn(P->getType()));
    walk(F->getBody());
  }

  void walk(const Stmt *S) {
    if (!S || isa<LambdaExpr>(S)) // A lambda's body is another function.
      return;
    // Temporaries live until the end of the expression.
    const ir::Guard Outside = Now;
    if (isa<ExprWithCleanups>(S))
      guard(temporaryGuard(S));
    if (Now != ir::Guard::None &&
        isa<CallExpr, CXXConstructExpr, CXXThrowExpr>(S))
      Guarded[S] = Now;
    if (const auto *Try = dyn_cast<CXXTryStmt>(S)) {
      enter(*Try);
      walk(Try->getTryBlock());
      Now = Outside;
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
          if (V->hasLocalStorage())
            guard(guardIn(V->getType()));
      return;
    }
    Now = Outside;
  }

private:
  /// Adds what an exception runs before what it has run so far.
  void guard(ir::Guard With) {
    // What a destructor does counts also if a handler then returns.
    if (With != ir::Guard::None)
      Now = Now == ir::Guard::Returns ? ir::Guard::Ends : std::max(Now, With);
  }

  void enter(const CXXTryStmt &Try) {
    bool Throw = true, Return = true;
    for (unsigned I = 0; I < Try.getNumHandlers(); ++I) {
      const auto By = Handlers.find(Try.getHandler(I));
      Throw &= By != Handlers.end() && By->second == ir::Guard::None;
      Return &= By != Handlers.end() && By->second == ir::Guard::Returns;
    }
    if (Return)
      Now = ir::Guard::Returns; // The exception goes no further.
    else if (!Throw)
      Now = ir::Guard::Ends;
  }

  ir::Guard temporaryGuard(const Stmt *S) {
    if (!S || isa<LambdaExpr>(S))
      return ir::Guard::None;
    ir::Guard Result = ir::Guard::None;
    if (const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(S))
      Result = guardIn(Temporary->getType());
    for (const Stmt *Child : S->children())
      Result = std::max(Result, temporaryGuard(Child));
    return Result;
  }

  /// Returns what the destruction of an object of type \p T may do.
  ir::Guard guardIn(QualType T, unsigned Depth = 0) {
    const CXXRecordDecl *Class =
        T->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!Class || !Class->hasDefinition() || Depth > 4)
      return ir::Guard::None;
    if (Class->isLambda()) // Kept by something that may run it.
      return Depth > 0 ? ir::Guard::Ends : ir::Guard::None;
    if (!Class->getDestructor() || Class->hasTrivialDestructor())
      return ir::Guard::None;
    if (!SM.isInSystemHeader(Class->getLocation()))
      return Does(Class->getDestructor());
    ir::Guard Result = ir::Guard::None;
    const auto *Owner = dyn_cast<ClassTemplateSpecializationDecl>(Class);
    if (!Owner)
      return Result;
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
          Result = std::max(Result, Inner->isFunctionPointerType() || IsDeleter
                                        ? ir::Guard::Ends
                                        : guardIn(Inner, Depth + 1));
        }
    }
    return Result;
  }

  const SourceManager &SM;
  const llvm::DenseMap<const Stmt *, ir::Guard> &Handlers;
  llvm::function_ref<ir::Guard(const CXXDestructorDecl *)> Does;
  llvm::DenseMap<const Stmt *, ir::Guard> &Guarded;
  /// What an exception would run here.
  ir::Guard Now = ir::Guard::None;
};

} // namespace

llvm::DenseMap<const Stmt *, ir::Guard> lower::guardedExpressions(
    const FunctionDecl *F, const SourceManager &SM,
    const llvm::DenseMap<const Stmt *, ir::Guard> &Handlers,
    llvm::function_ref<ir::Guard(const CXXDestructorDecl *)> Does) {
  llvm::DenseMap<const Stmt *, ir::Guard> Guarded;
  Scanner(SM, Handlers, Does, Guarded).walkBody(F);
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
