//===- Expressions.cpp - Expressions to operands and places ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// An element of an array or container, and not of what its name points at.
ir::Place lower::elementOf(const ir::Place &Array, ir::Operand Index) {
  bool Reference =
      !Array.Path.empty() && Array.Path.back().K == ir::Step::Deref;
  return (Reference ? Array.field(ir::ItselfField) : Array)
      .index(std::move(Index));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The value of an integral constant expression that names or is a literal.
static std::optional<int64_t> constantOf(const Expr *E, ASTContext &Ctx) {
  if (!E->getType()->isIntegralOrEnumerationType() || E->isValueDependent())
    return std::nullopt;
  Expr::EvalResult R;
  if (!E->EvaluateAsInt(R, Ctx) || !R.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return R.Val.getInt().getExtValue();
}

ir::Operand FunctionLowering::value(const Expr *E) {
  if (!E)
    return ir::Operand::unknown();
  if (Nesting > ir::MaxNesting) {
    F.Cut = true;
    return ir::Operand::unknown();
  }
  llvm::SaveAndRestore<unsigned> Nested(Nesting, Nesting + 1);

  E = E->IgnoreParens();
  if (E->getType()->isFunctionType())
    return designated(E);
  if (auto It = Temporaries.find(E); It != Temporaries.end()) {
    ir::Place P = ir::Place::local(It->second);
    // The temporary of a call that returns a reference holds an address.
    return ir::Operand::read(E->isGLValue() && isa<CallExpr>(E) ? P.deref()
                                                                : P);
  }
  if (auto It = ObjectPlaces.find(E); It != ObjectPlaces.end())
    return ir::Operand::read(It->second);

  if (std::optional<ir::Place> P = ownedElements(E))
    return ir::Operand::address(*P);
  if (std::optional<ir::Operand> Pointer = ownedPointer(E))
    return *Pointer;

  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::UnaryExprOrTypeTraitExprClass:
  case Stmt::TypeTraitExprClass:
    if (std::optional<int64_t> N = constantOf(E, Ctx))
      return ir::Operand::constant(*N);
    return ir::Operand::unknown();
  case Stmt::CXXNullPtrLiteralExprClass:
  case Stmt::GNUNullExprClass:
  case Stmt::ImplicitValueInitExprClass:
  case Stmt::CXXScalarValueInitExprClass:
    return ir::Operand::constant(0);
  case Stmt::ConstantExprClass:
    if (std::optional<int64_t> N = constantOf(E, Ctx))
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
      if (std::optional<int64_t> N = constantOf(E, Ctx))
        return ir::Operand::constant(*N);
    break;
  }
  default:
    if (const auto *Cast = dyn_cast<CastExpr>(E))
      return castValue(Cast);
    break;
  }
  if (std::optional<ir::Place> P = place(E))
    return ir::Operand::read(*P);
  return ir::Operand::unknown();
}

ir::Operand FunctionLowering::castValue(const CastExpr *E) {
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

ir::Operand FunctionLowering::unaryValue(const UnaryOperator *E) {
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

ir::Operand FunctionLowering::binaryValue(const BinaryOperator *E) {
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
    if (Inner.count(E)) {
      choose(E);
      return ir::Operand::read(temporary(E));
    }
    // Only as a whole condition; its parts are branches.
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
    return ir::Operand::binary(L.name(E->getOpcodeStr()), value(E->getLHS()),
                               value(E->getRHS()));
  default:
    return ir::Operand::unknown();
  }
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

std::optional<ir::Place> FunctionLowering::thisPlace() {
  if (!ThisLocal)
    return std::nullopt;
  ir::Place P = ir::Place::local(*ThisLocal);
  // In a lambda, "this" is the enclosing object's, captured.
  const auto *Method = cast<CXXMethodDecl>(FD);
  if (Method->getParent()->isLambda())
    P = P.deref().field(L.name("this"));
  return P;
}

std::optional<ir::Place>
FunctionLowering::pointeePlace(const ir::Operand &Pointer) {
  if (Pointer.K == ir::Operand::Address)
    return Pointer.Where;
  if (Pointer.K == ir::Operand::Read)
    return Pointer.Where.deref();
  return std::nullopt;
}

std::optional<ir::Place> FunctionLowering::declPlace(const ValueDecl *D,
                                                     bool Captured) {
  if (const auto *B = dyn_cast<BindingDecl>(D))
    return B->getBinding() ? place(B->getBinding()) : std::nullopt;
  const auto *V = dyn_cast<VarDecl>(D);
  if (!V)
    return std::nullopt;
  bool IsReference = V->getType()->isReferenceType();
  const auto *Method = dyn_cast<CXXMethodDecl>(FD);
  if (Captured && Method && Method->getParent()->isLambda() && ThisLocal) {
    ir::Place P =
        ir::Place::local(*ThisLocal).deref().field(L.name(V->getName()));
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
    return ir::Place::local(local(V)).deref();
  spellOutConstant(V);
  ir::Place P = V->hasLocalStorage() ? ir::Place::local(local(V))
                                     : ir::Place::global(globalName(V));
  bool IsParameter = isa<ParmVarDecl>(V) && V->getDeclContext() == FD;
  return IsReference || (IsParameter && isPassedByAddress(V->getType()))
             ? P.deref()
             : P;
}

/// All members of a union are one object.
static std::string fieldName(const FieldDecl *Field) {
  if (!Field->getParent()->isUnion())
    return Field->getName().str();
  return "<union " + Field->getParent()->field_begin()->getName().str() + ">";
}

std::optional<ir::Place> FunctionLowering::memberPlace(const MemberExpr *E) {
  const ValueDecl *D = E->getMemberDecl();
  if (isa<VarDecl>(D))
    return declPlace(D, false);
  const auto *Field = dyn_cast<FieldDecl>(D);
  if (!Field)
    return std::nullopt;
  std::optional<ir::Place> Object =
      E->isArrow() ? pointeePlace(value(E->getBase())) : place(E->getBase());
  if (!Object)
    return std::nullopt;
  // Members of anonymous structs belong to the struct around them.
  ir::Place P = Field->getName().empty()
                    ? *Object
                    : Object->field(L.name(fieldName(Field)));
  return Field->getType()->isReferenceType() ? P.deref() : P;
}

std::optional<ir::Place> FunctionLowering::place(const Expr *E) {
  if (!E)
    return std::nullopt;
  if (Nesting > ir::MaxNesting) {
    F.Cut = true;
    return std::nullopt;
  }
  llvm::SaveAndRestore<unsigned> Nested(Nesting, Nesting + 1);

  E = E->IgnoreParens();
  if (auto It = ObjectPlaces.find(E); It != ObjectPlaces.end())
    return It->second;
  if (auto It = Temporaries.find(E); It != Temporaries.end()) {
    ir::Place P = ir::Place::local(It->second);
    return E->isGLValue() && isa<CallExpr>(E) ? P.deref() : P;
  }
  if (std::optional<ir::Place> P = ownedPlace(E))
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
    std::optional<ir::Place> P = pointeePlace(value(Base));
    if (!P)
      return std::nullopt;
    return P->index(std::move(Index));
  }
  case Stmt::UnaryOperatorClass: {
    const auto *U = cast<UnaryOperator>(E);
    if (U->getOpcode() == UO_Deref)
      return pointeePlace(value(U->getSubExpr()));
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
      P = temporary(E);
      assign(*P, std::move(V), E);
    }
    bool Static = Temporary->getStorageDuration() == SD_Static ||
                  Temporary->getStorageDuration() == SD_Thread;
    if (P->Base == ir::Place::Local && P->Path.empty() &&
        !Variables[P->LocalId] && !Static &&
        ShortLived.insert(P->LocalId).second &&
        Temporary->getStorageDuration() == SD_FullExpression)
      InExpression.push_back(P->LocalId);
    return P;
  }
  case Stmt::CXXStdInitializerListExprClass:
    return initializerList(cast<CXXStdInitializerListExpr>(E));
  case Stmt::CXXBindTemporaryExprClass:
    return place(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::InitListExprClass:
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
    // Element access of a container that cannot be seen into.
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
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
      if (std::optional<ir::Operand> Index = elementNamed(Call))
        if (std::optional<ir::Place> Object =
                place(Call->getImplicitObjectArgument()))
          return elementOf(*Object, std::move(*Index));
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
    case CK_LValueToRValue: // Of a class, when it is copied.
      if (Cast->getType()->isRecordType())
        return place(Cast->getSubExpr());
      return std::nullopt;
    default:
      return std::nullopt;
    }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

/// The initializer behind the ways to write one: T{...}, (T){...}, a default.
static const Expr *initializerOf(const Expr *E) {
  while (true) {
    const Expr *Inner = E->IgnoreImplicit()->IgnoreParens();
    if (const auto *D = dyn_cast<CXXDefaultInitExpr>(Inner))
      Inner = D->getExpr();
    else if (const auto *C = dyn_cast<CXXFunctionalCastExpr>(Inner))
      Inner = C->getSubExpr();
    else if (const auto *L = dyn_cast<CompoundLiteralExpr>(Inner))
      Inner = L->getInitializer();
    if (Inner == E)
      return E;
    E = Inner;
  }
}

std::optional<ir::Place> FunctionLowering::listPlace(const Expr *E) {
  const auto *List = dyn_cast<InitListExpr>(initializerOf(E));
  if (!List || List->getType()->isScalarType())
    return std::nullopt;
  ir::Place P = temporary(List);
  initialize(P, List->getType(), List);
  return P;
}

/// What an expression with errors does to the variables and members in it,
/// nobody knows.
void FunctionLowering::havocMentioned(const Expr *E) {
  std::vector<const Stmt *> Stack{E};
  while (!Stack.empty()) {
    const Stmt *S = Stack.back();
    Stack.pop_back();
    if (!S)
      continue;
    llvm::append_range(Stack, S->children());
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (const auto *Member = dyn_cast<MemberExpr>(S);
        Member && isa<FieldDecl>(Member->getMemberDecl()) &&
        !Member->getType().isConstQualified())
      if (std::optional<ir::Place> P = place(Member)) {
        emit(ir::Instruction::Havoc, E, E->getBeginLoc()).Dest = *P;
        Matters |= L.handleRole(Member->getType()) != Role::None;
      }
    if (V && V->hasLocalStorage() && !V->getType().isConstQualified())
      if (std::optional<ir::Place> P = place(Ref))
        emit(ir::Instruction::Havoc, E, E->getBeginLoc()).Dest = *P;
  }
}

void FunctionLowering::initialize(const ir::Place &To, QualType Type,
                                  const Expr *Init) {
  if (Type->isReferenceType() && Type->getPointeeType()->isFunctionType())
    return assign(To, value(Init), Init);
  if (Type->isReferenceType()) {
    if (std::optional<ir::Place> P = place(Init))
      assign(To, ir::Operand::address(*P), Init);
    else
      assign(To, ir::Operand::unknown(), Init);
    return;
  }
  if (Init->containsErrors()) {
    emit(ir::Instruction::Havoc, Init, Init->getBeginLoc()).Dest = To;
    havocMentioned(Init);
    return;
  }
  const Expr *Core = initializerOf(Init);
  if (const auto *List = dyn_cast<InitListExpr>(Core);
      List && !Type->isScalarType()) {
    if (List->isSemanticForm() == false && List->getSemanticForm())
      List = List->getSemanticForm();
    if (const auto *Array = Ctx.getAsConstantArrayType(Type)) {
      // Elements without an initializer are zero; a large array is not worth
      // spelling out.
      uint64_t Size = Array->getSize().getLimitedValue();
      for (uint64_t I = 0; I < Size && I < 64; ++I) {
        ir::Place Element = To.index(ir::Operand::constant(I));
        if (I < List->getNumInits())
          initialize(Element, Array->getElementType(), List->getInit(I));
        else if (Array->getElementType()->isScalarType())
          assign(Element, ir::Operand::constant(0), Init);
      }
      return;
    }
    if (const auto *Record = Type->getAsRecordDecl();
        Record && !Record->isUnion()) {
      unsigned I = 0;
      if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
        I = Class->getNumBases();
      for (const FieldDecl *Field : Record->fields()) {
        if (Field->isUnnamedBitField())
          continue;
        if (I >= List->getNumInits())
          break;
        defaultArguments(List->getInit(I), List->getBeginLoc());
        // The elements of a std::array are its own.
        const bool IsElements = isStdArray(Type);
        const bool IsPointee =
            !To.Path.empty() && To.Path.back().K == ir::Step::Deref;
        initialize(!IsElements ? To.field(L.name(Field->getName()))
                   : IsPointee ? To.field(ir::ItselfField)
                               : To,
                   Field->getType(), List->getInit(I++));
      }
      return;
    }
  }
  if (Type->isRecordType()) {
    // A constructor or lambda has already built the object where it belongs.
    std::optional<ir::Place> From = place(Core);
    if (From && *From == To)
      return;
    assign(To, From ? ir::Operand::read(*From) : ir::Operand::unknown(), Init);
    return;
  }
  assign(To, value(Init), Init);
}

void FunctionLowering::increment(const UnaryOperator *E) {
  std::optional<ir::Place> P = place(E->getSubExpr());
  if (!P)
    return;
  if (E->isPostfix())
    assign(temporary(E), ir::Operand::read(*P), nullptr);
  assign(*P,
         ir::Operand::binary(E->isIncrementOp() ? "+" : "-",
                             ir::Operand::read(*P), ir::Operand::constant(1)),
         E);
}

void FunctionLowering::compoundAssign(const CompoundAssignOperator *E) {
  std::optional<ir::Place> P = place(E->getLHS());
  if (!P)
    return;
  StringRef Op = BinaryOperator::getOpcodeStr(
      BinaryOperator::getOpForCompoundAssignment(E->getOpcode()));
  bool Integral = E->getLHS()->getType()->isIntegralOrEnumerationType() ||
                  E->getLHS()->getType()->isPointerType();
  assign(*P,
         Integral ? ir::Operand::binary(Op, ir::Operand::read(*P),
                                        value(E->getRHS()))
                  : ir::Operand::unknown(),
         E);
}
