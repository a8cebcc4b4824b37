//===- ScopeGuards.cpp - Objects that run a callable at their end ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A scope guard (gsl::final_action, absl::Cleanup) has a copy of the callable
/// that it is made of, and a field for the function that its destructor runs:
/// 0 once the guard is dismissed, or moved from. The list "host" of the
/// knowledge base names the classes, whose own code is not analysed.
///
//===----------------------------------------------------------------------===//

#include "LibraryModel.h"
#include "clang/Basic/SourceManager.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class ScopeGuardModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;
  bool construct(const ir::Place &To, const CXXConstructExpr *E) override;
  bool destroy(const CXXDestructorDecl *D, const ir::Operand &This,
               const Stmt *At, SourceLocation Where) override;

private:
  bool isScopeGuard(QualType T);
  /// Sets the callable that the destructor of a guard will run.
  void armGuard(const ir::Place &Guard, const Expr *Callable);
};
} // namespace

std::unique_ptr<LibraryModel>
lower::makeScopeGuardsModel(const ModelContext &C) {
  return std::make_unique<ScopeGuardModel>(C);
}

static ir::Place actionOf(const ir::Place &Guard) {
  return Guard.field("<at end>");
}

bool ScopeGuardModel::isScopeGuard(QualType T) {
  if (T.isNull() || !Decls.knowsScopeGuards())
    return false;
  const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  return Class && Decls.isScopeGuard(Class);
}

void ScopeGuardModel::armGuard(const ir::Place &Guard, const Expr *Callable) {
  ir::Operand Action = ir::Operand::unknown();
  if (holdsFunction(Decls, Callable->getType())) {
    // A wrapper may hold anything.
    if (!isWrapper(Decls, Callable->getType()))
      Action = Exprs.value(Callable);
  } else if (const FunctionDecl *Op = callOperator(Callable->getType());
             Op && Op->param_empty()) {
    if (std::optional<ir::Place> P = Exprs.place(Callable)) {
      IR.assign(Guard.field(Object), ir::Operand::read(*P), Callable);
      Action = Callables.functionValue(Op);
    }
  }
  IR.assign(actionOf(Guard), std::move(Action), nullptr);
}

bool ScopeGuardModel::construct(const ir::Place &Guard,
                                const CXXConstructExpr *E) {
  // A copy that is elided is handled like any other.
  if (E->isElidable() || !isScopeGuard(E->getType()))
    return false;
  if (E->getConstructor()->isCopyOrMoveConstructor()) {
    std::optional<ir::Place> From = Exprs.place(E->getArg(0));
    IR.assign(Guard, From ? ir::Operand::read(*From) : ir::Operand::unknown(),
              E);
    if (From)
      IR.assign(actionOf(*From), ir::Operand::constant(0), nullptr);
    return true;
  }
  const bool IsPlain =
      E->getNumArgs() > 0 &&
      llvm::all_of(llvm::drop_begin(E->arguments()),
                   [](const Expr *A) { return isa<CXXDefaultArgExpr>(A); });
  if (IsPlain)
    armGuard(Guard, E->getArg(0));
  else // A condition of its own, say.
    IR.assign(actionOf(Guard), ir::Operand::unknown(), nullptr);
  return true;
}

bool ScopeGuardModel::call(const CallExpr *E, const FunctionDecl *Callee,
                           const std::optional<ir::Place> &Dest) {
  if (!Callee || !Decls.knowsScopeGuards())
    return false;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    if (!Decls.isDismissal(Callee))
      return false;
    const Expr *Guard = Member->getImplicitObjectArgument();
    std::optional<ir::Place> P =
        Guard->getType()->isPointerType() ? std::nullopt : Exprs.place(Guard);
    if (!P)
      return false;
    IR.assign(actionOf(*P), ir::Operand::constant(0), E);
    return true;
  }
  if (Dest && Decls.makesScopeGuard(Callee) && E->getNumArgs() == 2) {
    armGuard(*Dest, E->getArg(1));
    return true;
  }
  // A function of the library may make a guard: gsl::finally(). The class may
  // be in a namespace within that of the function.
  const QualType Made = Callee->getReturnType();
  const DeclContext *Library =
      Callee->getDeclContext()->getEnclosingNamespaceContext();
  if (!Dest || isa<CXXMethodDecl>(Callee) || Made->isReferenceType() ||
      E->getNumArgs() != 1 || !isScopeGuard(Made) ||
      Library->isTranslationUnit() ||
      !Library->Encloses(Made->getAsCXXRecordDecl()))
    return false;
  armGuard(*Dest, E->getArg(0));
  return true;
}

bool ScopeGuardModel::destroy(const CXXDestructorDecl *D,
                              const ir::Operand &This, const Stmt *At,
                              SourceLocation Where) {
  const CXXRecordDecl *Class = D->getParent();
  if (!Decls.knowsScopeGuards() || !Decls.isScopeGuard(Class))
    return false;
  std::optional<ir::Place> Guard = pointeeOf(This);
  if (!Guard)
    return false;
  const size_t First = IR.current().Insts.size();
  IR.emit(ir::Instruction::unknownCall(L.name(Class->getName())), At, Where);
  Dynamic.makeVirtual(ir::Operand::read(actionOf(*Guard)),
                      ir::Operand::address(Guard->field(Object)), {}, First);
  return true;
}
