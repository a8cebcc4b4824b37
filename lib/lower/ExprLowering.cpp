//===- ExprLowering.cpp - Expressions to operands and places --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprLowering.h"
#include "Callables.h"
#include "FunctionBuilder.h"
#include "ShortCircuits.h"
#include "TypeQueries.h"
#include "UserCode.h"
#include "models/LibraryModel.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Whether \p Field is constant, and all objects have the value of its
/// initializer: the class is no aggregate, and no constructor sets the field.
static bool keepsItsInitializer(const FieldDecl *Field) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field->getParent());
  if (!Field->getType().isConstQualified() || !Field->hasInClassInitializer() ||
      !Field->getInClassInitializer() || !Class || Class->isAggregate())
    return false;
  return llvm::all_of(Class->ctors(), [&](const CXXConstructorDecl *Declared) {
    if (Declared->isCopyOrMoveConstructor() || !Declared->isUserProvided())
      return true;
    const auto *Ctor =
        dyn_cast_or_null<CXXConstructorDecl>(Declared->getDefinition());
    return Ctor && llvm::none_of(Ctor->inits(), [&](const auto *I) {
             return I->isWritten() && I->getMember() == Field;
           });
  });
}

ir::Operand ExprLowering::value(const Expr *E) {
  if (!E)
    return ir::Operand::unknown();
  if (Nesting > ir::MaxNesting) {
    IR.F.Cut = true;
    return ir::Operand::unknown();
  }
  llvm::SaveAndRestore<unsigned> Nested(Nesting, Nesting + 1);

  E = E->IgnoreParens();
  if (E->getType()->isFunctionType())
    return designated(E);
  if (auto It = IR.Temporaries.find(E); It != IR.Temporaries.end()) {
    ir::Place P = ir::Place::local(It->second);
    // The temporary of a call that returns a reference holds an address.
    return ir::Operand::read(E->isGLValue() && isa<CallExpr>(E) ? P.deref()
                                                                : P);
  }
  if (auto It = IR.ObjectPlaces.find(E); It != IR.ObjectPlaces.end())
    return ir::Operand::read(It->second);

  if (isa<CallExpr>(E))
    if (std::optional<ir::Operand> V = Models.value(E))
      return *V;

  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
    if (std::optional<int64_t> N = integralConstant(E, Ctx))
      return ir::Operand::constant(*N);
    return ir::Operand::unknown();
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return ir::Operand::constant(0);
  case Stmt::ConstantExprClass:
    if (std::optional<int64_t> N = integralConstant(E, Ctx))
      return ir::Operand::constant(*N);
    return value(cast<ConstantExpr>(E)->getSubExpr());
  case Stmt::ExprWithCleanupsClass:
    return value(cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::MaterializeTemporaryExprClass:
    return value(cast<MaterializeTemporaryExpr>(E)->getSubExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return value(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return value(cast<CXXRewrittenBinaryOperator>(E)->getSemanticForm());
  case Stmt::CXXDefaultArgExprClass:
    return value(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXDefaultInitExprClass:
    return value(cast<CXXDefaultInitExpr>(E)->getExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return value(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::OpaqueValueExprClass:
    return value(cast<OpaqueValueExpr>(E)->getSourceExpr());
  case Stmt::GenericSelectionExprClass:
    return value(cast<GenericSelectionExpr>(E)->getResultExpr());
  case Stmt::StmtExprClass: {
    const CompoundStmt *Body = cast<StmtExpr>(E)->getSubStmt();
    const auto *Last =
        Body->body_empty() ? nullptr : dyn_cast<Expr>(Body->body_back());
    return Last ? value(Last) : ir::Operand::unknown();
  }
  case Stmt::InitListExprClass: {
    const auto *List = cast<InitListExpr>(E);
    if (E->getType()->isScalarType())
      return List->getNumInits() ? value(List->getInit(0))
                                 : ir::Operand::constant(0);
    return ir::Operand::unknown();
  }
  case Stmt::CXXThisExprClass:
    if (std::optional<ir::Place> This = thisPlace())
      return ir::Operand::read(*This);
    return ir::Operand::unknown();
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
    if (const Expr *Arg = passedThrough(cast<CallExpr>(E)))
      return value(Arg);
    if (std::optional<ir::Place> P = place(E))
      return ir::Operand::read(*P);
    return ir::Operand::unknown();
  case Stmt::UnaryOperatorClass:
    return unaryValue(cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return binaryValue(cast<BinaryOperator>(E));
  case Stmt::DeclRefExprClass: {
    const auto *D = cast<DeclRefExpr>(E)->getDecl();
    const auto *V = dyn_cast<VarDecl>(D);
    if (isa<EnumConstantDecl>(D) ||
        (V && V->getType().isConstQualified() && !V->hasLocalStorage()))
      if (std::optional<int64_t> N = integralConstant(E, Ctx))
        return ir::Operand::constant(*N);
    break;
  }
  case Stmt::MemberExprClass:
    if (const auto *Field =
            dyn_cast<FieldDecl>(cast<MemberExpr>(E)->getMemberDecl());
        Field && keepsItsInitializer(Field))
      if (std::optional<int64_t> N =
              integralConstant(Field->getInClassInitializer(), Ctx))
        return ir::Operand::constant(*N);
    break;
  default:
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return castValue(Cast);
    break;
  }
  if (std::optional<ir::Place> P = place(E))
    return ir::Operand::read(*P);
  return ir::Operand::unknown();
}

ir::Operand ExprLowering::castValue(const CastExpr *E) {
  const Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_ArrayToPointerDecay:
    if (std::optional<ir::Place> P = place(Sub))
      return ir::Operand::address(elementOf(*P, ir::Operand::constant(0)));
    return ir::Operand::unknown();
  case CK_NullToPointer:
  case CK_NullToMemberPointer:
    return ir::Operand::constant(0);
  case CK_IntegralToBoolean:
  case CK_PointerToBoolean:
  case CK_MemberPointerToBoolean: {
    ir::Operand V = value(Sub);
    if (Sub->getType()->isBooleanType())
      return V;
    return ir::Operand::binary(L.name("!="), std::move(V),
                               ir::Operand::constant(0));
  }
  case CK_FunctionToPointerDecay:
  case CK_BaseToDerivedMemberPointer:
  case CK_DerivedToBaseMemberPointer:
  case CK_ReinterpretMemberPointer:
  case CK_LValueToRValue:
  case CK_NoOp:
  case CK_BitCast:
  case CK_LValueBitCast:
  case CK_IntegralCast:
  case CK_IntegralToPointer:
  case CK_PointerToIntegral:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived:
  case CK_UserDefinedConversion:
  case CK_ConstructorConversion:
  case CK_AddressSpaceConversion:
    return value(Sub);
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingCast:
    return floatingValue(E);
  default:
    return ir::Operand::unknown();
  }
}

ir::Operand ExprLowering::unaryValue(const UnaryOperator *E) {
  switch (E->getOpcode()) {
  case UO_AddrOf:
    if (E->getSubExpr()->getType()->isFunctionType())
      return designated(E->getSubExpr());
    if (std::optional<ir::Place> P = place(E->getSubExpr()))
      return ir::Operand::address(*P);
    return ir::Operand::unknown();
  case UO_LNot:
    return ir::Operand::negate(value(E->getSubExpr()));
  case UO_Minus:
    return ir::Operand::binary("-", ir::Operand::constant(0),
                               value(E->getSubExpr()));
  case UO_Plus:
  case UO_Extension:
    return value(E->getSubExpr());
  case UO_PreInc:
  case UO_PreDec:
  case UO_Deref:
    if (std::optional<ir::Place> P = place(E))
      return ir::Operand::read(*P);
    return ir::Operand::unknown();
  default:
    return ir::Operand::unknown();
  }
}

ir::Operand ExprLowering::binaryValue(const BinaryOperator *E) {
  if (E->isAssignmentOp()) {
    if (std::optional<ir::Place> P = place(E->getLHS()))
      return ir::Operand::read(*P);
    return ir::Operand::unknown();
  }
  switch (E->getOpcode()) {
  case BO_Comma:
    return value(E->getRHS());
  case BO_LAnd:
  case BO_LOr:
    if (Branches.isInner(E)) {
      Branches.choose(E);
      return ir::Operand::read(IR.temporary(E));
    }
    // Such an operator has a value only as a whole condition; its parts are
    // branches.
    return ir::Operand::unknown();
  case BO_EQ:
  case BO_NE:
  case BO_LT:
  case BO_LE:
  case BO_GT:
  case BO_GE:
  case BO_Add:
  case BO_Sub:
  case BO_Mul:
  case BO_Div:
  case BO_Rem:
  case BO_And:
  case BO_Or:
  case BO_Xor:
    if (E->getType()->isRealFloatingType())
      return floatingValue(E);
    if (!E->getLHS()->getType()->isScalarType() ||
        E->getLHS()->getType()->isFloatingType() ||
        E->getRHS()->getType()->isFloatingType())
      return ir::Operand::unknown();
    if (E->getOpcode() == BO_Add && E->getType()->isPointerType())
      return elementAddress(E);
    return ir::Operand::binary(L.name(E->getOpcodeStr()), value(E->getLHS()),
                               value(E->getRHS()));
  default:
    return ir::Operand::unknown();
  }
}

/// Returns the value of \p E, the sum of a pointer and a number. Like &p[n], it
/// is not null.
ir::Operand ExprLowering::elementAddress(const BinaryOperator *E) {
  ir::Operand Pointer = value(E->getLHS()), Number = value(E->getRHS());
  if (E->getRHS()->getType()->isPointerType())
    std::swap(Pointer, Number);
  if (Pointer.K == ir::Operand::Read)
    if (std::optional<ir::Place> P = pointeeOf(Pointer))
      return ir::Operand::address(P->index(std::move(Number)));
  return ir::Operand::binary("+", std::move(Pointer), std::move(Number));
}

/// Returns the value of an expression that designates a function, or a variable
/// that refers to one.
ir::Operand ExprLowering::designated(const Expr *E) {
  E = E->IgnoreParens();
  if (auto It = IR.Temporaries.find(E); It != IR.Temporaries.end())
    return ir::Operand::read(ir::Place::local(It->second));
  const ValueDecl *D = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    D = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    D = Member->getMemberDecl();
  if (const auto *F = dyn_cast_or_null<FunctionDecl>(D))
    return Callables.functionValue(F);
  if (D) {
    // The reference is stored as the pointer.
    std::optional<ir::Place> P = place(E);
    if (!P || P->Path.empty() || P->Path.back().K != ir::Step::Deref)
      return ir::Operand::unknown();
    P->Path.pop_back();
    return ir::Operand::read(std::move(*P));
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref ? value(U->getSubExpr())
                                      : ir::Operand::unknown();
  if (const auto *Cast = dyn_cast<CastExpr>(E))
    return value(Cast->getSubExpr());
  if (const auto *Subst = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return value(Subst->getReplacement());
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (const Expr *Arg = passedThrough(Call))
      return value(Arg);
  return ir::Operand::unknown();
}
