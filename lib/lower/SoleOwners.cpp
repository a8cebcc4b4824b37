//===- SoleOwners.cpp - Variables that own memory alone -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SoleOwners.h"
#include "UserCode.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/StmtCXX.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class OwnerSearch {
public:
  explicit OwnerSearch(llvm::function_ref<bool(const FunctionDecl *)> Makes)
      : MakesMemory(Makes) {}

  void walk(const Stmt *S, bool IsUsed = true);

  llvm::DenseSet<const VarDecl *> Owners;

private:
  /// Returns the function whose result \p V is; null if it is initialized in
  /// another way.
  static const FunctionDecl *makerOf(const VarDecl *V);
  void declare(const DeclStmt *S);

  llvm::function_ref<bool(const FunctionDecl *)> MakesMemory;
};
} // namespace

const FunctionDecl *OwnerSearch::makerOf(const VarDecl *V) {
  const Expr *E = V->getInit();
  while (E) {
    E = E->IgnoreImplicit()->IgnoreParens();
    const auto *Copy = dyn_cast<CXXConstructExpr>(E);
    if (!Copy || Copy->getNumArgs() != 1 ||
        !Copy->getConstructor()->isCopyOrMoveConstructor())
      break;
    E = Copy->getArg(0);
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(E);
  return Call ? Call->getDirectCallee() : nullptr;
}

void OwnerSearch::declare(const DeclStmt *S) {
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType() ||
        !V->getType()->isRecordType())
      continue;
    if (const FunctionDecl *Maker = makerOf(V); Maker && MakesMemory(Maker))
      Owners.insert(V);
  }
}

/// Whether an object of type \p T, or one that it refers to, may own memory.
static bool mayOwn(QualType T) {
  T = T.getNonReferenceType();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return T->isDependentType() ||
         (Class && (!Class->hasDefinition() || !Class->hasTrivialDestructor()));
}

/// \p IsUsed: something uses the value of \p S.
void OwnerSearch::walk(const Stmt *S, bool IsUsed) {
  if (!S)
    return;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    declare(Declared);
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S);
      Call && variableNamed(Call->getImplicitObjectArgument()) &&
      !(IsUsed && mayOwn(Call->getCallReturnType(
                      Call->getMethodDecl()->getASTContext())))) {
    for (const Expr *Arg : Call->arguments())
      walk(Arg);
    return;
  }
  // Also where a lambda captures the variable.
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Owners.erase(V);
  const bool IsBlock = isa<CompoundStmt>(S);
  for (const Stmt *Child : S->children()) {
    const auto *E = dyn_cast_or_null<Expr>(Child);
    walk(E ? E->IgnoreImplicit() : Child, !(IsBlock && E));
  }
}

llvm::DenseSet<const VarDecl *> lower::soleOwnersIn(
    const Stmt *Code,
    llvm::function_ref<bool(const FunctionDecl *)> MakesMemory) {
  OwnerSearch Search(MakesMemory);
  Search.walk(Code);
  return std::move(Search.Owners);
}
