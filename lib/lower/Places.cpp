//===- Places.cpp - The places of the objects of expressions --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "Lifetimes.h"
#include "TypeQueries.h"
#include "models/LibraryModel.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the name of a field. All members of a union share one name, because
/// they are one object.
static std::string fieldName(const FieldDecl *Field) {
  if (!Field->getParent()->isUnion())
    return Field->getName().str();
  return "<union " + Field->getParent()->field_begin()->getName().str() + ">";
}

std::optional<ir::Place> ExprLowering::thisPlace() {
  if (!IR.ThisLocal)
    return std::nullopt;
  ir::Place P = ir::Place::local(*IR.ThisLocal);
  // In a lambda, "this" is the captured pointer to the enclosing object.
  const auto *Method = cast<CXXMethodDecl>(FD);
  if (Method->getParent()->isLambda())
    P = P.deref().field(L.name("this"));
  return P;
}

std::optional<ir::Place> ExprLowering::declPlace(const ValueDecl *D,
                                                 bool Captured) {
  if (const auto *B = dyn_cast<BindingDecl>(D))
    return B->getBinding() ? place(B->getBinding()) : std::nullopt;
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V)
    return std::nullopt;
  bool IsReference = V->getType()->isReferenceType();
  const auto *Method = dyn_cast<CXXMethodDecl>(FD);
  if (Captured && Method && Method->getParent()->isLambda() && IR.ThisLocal) {
    ir::Place P =
        ir::Place::local(*IR.ThisLocal).deref().field(L.name(V->getName()));
    bool ByReference = IsReference;
    // A region of OpenMP captures, too.
    bool Found = !Ctx.getLangOpts().OpenMP;
    for (const LambdaCapture &C : Method->getParent()->captures())
      if (C.capturesVariable() && C.getCapturedVar() == V) {
        ByReference |= C.getCaptureKind() == LCK_ByRef;
        Found = true;
      }
    if (Found)
      return ByReference ? P.deref() : P;
  }
  if (Part && llvm::is_contained(Part->Shared, V))
    return ir::Place::local(IR.local(V)).deref();
  spellOutConstant(V);
  ir::Place P = V->hasLocalStorage() ? ir::Place::local(IR.local(V))
                                     : ir::Place::global(L.globalName(V));
  bool IsParameter = isa<ParmVarDecl>(V) && V->getDeclContext() == FD;
  return IsReference || (IsParameter && isPassedByAddress(V->getType()))
             ? P.deref()
             : P;
}

std::optional<ir::Place> ExprLowering::memberPlace(const MemberExpr *E) {
  const ValueDecl *D = E->getMemberDecl();
  if (isa<VarDecl>(D))
    return declPlace(D, false);
  const auto *Field = dyn_cast<FieldDecl>(D);
  if (!Field)
    return std::nullopt;
  std::optional<ir::Place> Object =
      E->isArrow() ? pointeeOf(value(E->getBase())) : place(E->getBase());
  if (!Object)
    return std::nullopt;
  // Members of anonymous structs belong to the struct around them.
  ir::Place P = Field->getName().empty()
                    ? *Object
                    : Object->field(L.name(fieldName(Field)));
  return Field->getType()->isReferenceType() ? P.deref() : P;
}

std::optional<ir::Place> ExprLowering::objectPlace(const Expr *E) {
  return E->getType()->isPointerType() ? pointeeOf(value(E)) : place(E);
}

std::optional<ir::Place> ExprLowering::place(const Expr *E) {
  if (!E)
    return std::nullopt;
  if (Nesting > ir::MaxNesting) {
    IR.F.Cut = true;
    return std::nullopt;
  }
  llvm::SaveAndRestore<unsigned> Nested(Nesting, Nesting + 1);

  E = E->IgnoreParens();
  if (auto It = IR.ObjectPlaces.find(E); It != IR.ObjectPlaces.end())
    return It->second;
  if (auto It = IR.Temporaries.find(E); It != IR.Temporaries.end()) {
    ir::Place P = ir::Place::local(It->second);
    return E->isGLValue() && isa<CallExpr>(E) ? P.deref() : P;
  }
  if (isa<CallExpr, CXXStdInitializerListExpr>(E))
    if (std::optional<ir::Place> P = Models.place(E))
      return P;
  switch (E->getStmtClass()) {
  case Stmt::DeclRefExprClass: {
    const auto *Ref = cast<DeclRefExpr>(E);
    return declPlace(Ref->getDecl(), Ref->refersToEnclosingVariableOrCapture());
  }
  case Stmt::MemberExprClass:
    return memberPlace(cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass: {
    const auto *Sub = cast<ArraySubscriptExpr>(E);
    const Expr *Base = Sub->getBase()->IgnoreParens();
    ir::Operand Index = value(Sub->getIdx());
    if (const auto *Decay = dyn_cast<ImplicitCastExpr>(Base))
      if (Decay->getCastKind() == CK_ArrayToPointerDecay) {
        std::optional<ir::Place> Array = place(Decay->getSubExpr());
        if (!Array)
          return std::nullopt;
        return elementOf(*Array, std::move(Index));
      }
    std::optional<ir::Place> P = pointeeOf(value(Base));
    if (!P)
      return std::nullopt;
    return P->index(std::move(Index));
  }
  case Stmt::UnaryOperatorClass: {
    const auto *U = cast<UnaryOperator>(E);
    if (U->getOpcode() == UO_Deref)
      return pointeeOf(value(U->getSubExpr()));
    if (U->getOpcode() == UO_PreInc || U->getOpcode() == UO_PreDec ||
        U->getOpcode() == UO_Extension)
      return place(U->getSubExpr());
    return std::nullopt;
  }
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: {
    const auto *B = cast<BinaryOperator>(E);
    if (B->isAssignmentOp())
      return place(B->getLHS());
    if (B->getOpcode() == BO_Comma)
      return place(B->getRHS());
    return std::nullopt;
  }
  case Stmt::MaterializeTemporaryExprClass: {
    const auto *Temporary = cast<MaterializeTemporaryExpr>(E);
    std::optional<ir::Place> P = place(Temporary->getSubExpr());
    // A scalar needs a place of its own to have an address.
    if (!P) {
      ir::Operand V = value(Temporary->getSubExpr());
      P = IR.temporary(E);
      IR.assign(*P, std::move(V), E);
    }
    bool Static = Temporary->getStorageDuration() == SD_Static ||
                  Temporary->getStorageDuration() == SD_Thread;
    if (P->Base == ir::Place::Local && P->Path.empty() &&
        !IR.Variables[P->LocalId] && !Static)
      Lives.addTemporary(P->LocalId, Temporary->getStorageDuration());
    return P;
  }
  case Stmt::CXXBindTemporaryExprClass:
    return place(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::InitListExprClass:
    // A reference that is initialized in braces refers to the object there.
    if (const auto *List = cast<InitListExpr>(E);
        List->isGLValue() && List->getNumInits() == 1)
      return place(List->getInit(0));
    return listPlace(E);
  case Stmt::CompoundLiteralExprClass:
    return listPlace(E);
  case Stmt::ExprWithCleanupsClass:
    return place(cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::ConstantExprClass:
    return place(cast<ConstantExpr>(E)->getSubExpr());
  case Stmt::CXXDefaultArgExprClass:
    return place(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return place(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::OpaqueValueExprClass:
    return place(cast<OpaqueValueExpr>(E)->getSourceExpr());
  case Stmt::CXXOperatorCallExprClass: {
    // This is an element access of a container whose operator has no body here.
    const auto *Call = cast<CXXOperatorCallExpr>(E);
    if (Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2)
      if (std::optional<ir::Place> Object = place(Call->getArg(0)))
        return elementOf(*Object, value(Call->getArg(1)));
    [[fallthrough]];
  }
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
    if (const Expr *Arg = passedThrough(cast<CallExpr>(E)))
      return place(Arg);
    return std::nullopt;
  default:
    break;
  }
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    switch (Cast->getCastKind()) {
    case CK_NoOp:
    case CK_DerivedToBase:
    case CK_UncheckedDerivedToBase:
    case CK_BaseToDerived:
    case CK_UserDefinedConversion:
    case CK_ConstructorConversion:
      return place(Cast->getSubExpr());
    case CK_LValueToRValue: // A class object that is copied.
      if (Cast->getType()->isRecordType())
        return place(Cast->getSubExpr());
      return std::nullopt;
    default:
      return std::nullopt;
    }
  return std::nullopt;
}
