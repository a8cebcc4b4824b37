//===- Constructors.cpp - Objects that are made and destroyed -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallLowering.h"
#include "DescribedCalls.h"
#include "DynamicTypes.h"
#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "Lifetimes.h"
#include "MissingStatements.h"
#include "TypeQueries.h"
#include "models/LibraryModel.h"
#include "clang/Basic/SourceManager.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether an object of this class only holds numbers, which a constructor from
/// a system header computes.
static bool isPlainNumbers(const CXXConstructorDecl *Ctor,
                           const SourceManager &SM) {
  const CXXRecordDecl *Class = Ctor->getParent();
  return SM.isInSystemHeader(Ctor->getLocation()) && !Class->getNumBases() &&
         Class->hasTrivialDestructor() &&
         llvm::all_of(Class->fields(), [](const FieldDecl *F) {
           return F->getType()->isArithmeticType();
         });
}

void CallLowering::construct(const CXXConstructExpr *E) {
  const CXXConstructorDecl *Ctor = E->getConstructor();
  // Such an object, the dimensions of a launch for example, tells the analysis
  // nothing.
  if (!IR.ObjectPlaces.count(E) && !Ctor->isCopyOrMoveConstructor() &&
      isPlainNumbers(Ctor, Ctx.getSourceManager()) && !L.api(Ctor)) {
    llvm::SmallVector<const Expr *, 8> ArgExprs(E->arguments());
    return defaultArguments(ArgExprs, beginOf(E));
  }
  ir::Place Object = IR.objectMadeBy(E);
  if (Models.construct(Object, E))
    return;
  if (isPlainCopy(E)) {
    std::optional<ir::Place> From = Exprs.place(E->getArg(0));
    // A copy that is elided is not another object.
    if (E->isElidable() && From && From->Base == ir::Place::Local)
      Lives.dropTemporary(From->LocalId);
    IR.assign(Object, From ? ir::Operand::read(*From) : ir::Operand::unknown(),
              E);
    if (From)
      Models.copied(Object, E->getType(), *From,
                    E->isElidable()             ? Transfer::Elided
                    : Ctor->isMoveConstructor() ? Transfer::Moved
                                                : Transfer::Copied);
    Dynamic.setType(Object, Ctor->getParent());
    return;
  }
  llvm::SmallVector<const Expr *, 8> ArgExprs(E->arguments());
  defaultArguments(ArgExprs, beginOf(E));
  if (Ctor->isCopyOrMoveConstructor() && !ArgExprs.empty() &&
      Rows.copyDescribed(Ctor, Object, ArgExprs.front(), E))
    return;
  if (Lookup Api = L.api(Ctor))
    return Rows.describedCall(Api, Ctor, Object, ArgExprs, std::nullopt, E,
                              beginOf(E));
  if (Ctor->isTrivial())
    return;
  std::vector<ir::Operand> Args{ir::Operand::address(Object)};
  for (ir::Operand &A : arguments(Ctor, ArgExprs))
    Args.push_back(std::move(A));
  handOver(Ctor, ArgExprs);
  emitCall(Ctor, std::move(Args), std::nullopt, false, E, beginOf(E));
  if (E->getConstructionKind() == CXXConstructionKind::Complete)
    Dynamic.setType(Object, Ctor->getParent());
  else
    Dynamic.setTypeAtEntry(); // The bases exist; now it is an object of this
                              // class.
}

/// Tells the models which arguments a function of a system header receives: a
/// container may keep copies of them.
void CallLowering::handOver(const FunctionDecl *Callee,
                            llvm::ArrayRef<const Expr *> Args) {
  if (!Callee ||
      !Ctx.getSourceManager().isInSystemHeader(Callee->getLocation()))
    return;
  for (const Expr *A : Args)
    if (A->getType()->isRecordType())
      if (std::optional<ir::Place> P = Exprs.place(A->IgnoreImplicit()))
        Models.handedOver(*P, A->getType(), A);
}

void CallLowering::lambda(const LambdaExpr *E) {
  ir::Place Object = IR.objectMadeBy(E);
  const auto *Init = E->capture_init_begin();
  for (const LambdaCapture &C : E->captures()) {
    const Expr *From = *Init++;
    if (C.capturesThis()) {
      if (std::optional<ir::Place> This = Exprs.thisPlace())
        IR.assign(Object.field(L.name("this")), ir::Operand::read(*This), E);
    } else if (C.capturesVariable()) {
      const ValueDecl *V = C.getCapturedVar();
      ir::Place Field = Object.field(L.name(V->getName()));
      if (!From) { // Code with errors.
        IR.assign(Field, ir::Operand::unknown(), E);
      } else if (From->getType()->isFunctionType()) {
        IR.assign(Field, Exprs.value(From), E);
      } else if (C.getCaptureKind() == LCK_ByRef ||
                 V->getType()->isReferenceType()) {
        std::optional<ir::Place> P = Exprs.place(From);
        IR.assign(Field, P ? ir::Operand::address(*P) : ir::Operand::unknown(),
                  E);
      } else {
        Exprs.initialize(Field, V->getType(), From);
        // A wrapper of the closure copies and keeps it.
        Models.handedOver(Field, V->getType(), E);
      }
    }
  }
}

void CallLowering::newObject(const CXXNewExpr *E) {
  ir::Place Result = IR.temporary(E);
  const Expr *Init = E->getInitializer();
  if (const auto *Construct = E->getConstructExpr(); Construct && !E->isArray())
    if (std::optional<ir::Place> P = Exprs.place(Construct)) {
      IR.assign(Result, ir::Operand::address(*P), E);
      return;
    }
  IR.emit(ir::Instruction::unknownCall("operator new", {}, Result), E,
          beginOf(E))
      .Flags.System = true;
  if (!Init || E->isArray())
    return;
  if (E->getAllocatedType()->isScalarType())
    IR.assign(Result.deref(), Exprs.value(Init), E);
  else if (isa<InitListExpr>(Init))
    Exprs.initialize(Result.deref(), E->getAllocatedType(), Init);
}

void CallLowering::destroyObject(const CXXDestructorDecl *D, ir::Operand This,
                                 const Stmt *At, SourceLocation Where) {
  if (L.isIncomplete(D->getParent()))
    Gaps.missing(At, Where);
  if (Models.destroy(D, This, At, Where))
    return;
  if (Lookup Api = L.api(D))
    return Rows.describedCall(Api, D, pointeeOf(This), {}, std::nullopt, At,
                              Where);
  if (D->isTrivial() ||
      Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
    return;
  const size_t First = IR.current().Insts.size();
  std::optional<ir::Place> Object = pointeeOf(This);
  emitCall(D, {std::move(This)}, std::nullopt, false, At, Where);
  // The pointer may be one to a base class.
  if (isa_and_nonnull<CXXDeleteExpr>(At) && D->isVirtual() && Object &&
      !D->getParent()->isEffectivelyFinal())
    Dynamic.dispatchDestructor(D, *Object, First);
}
