//===- Writes.cpp - Variables and the writes to them ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallLowering.h"
#include "Callables.h"
#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "MissingStatements.h"
#include "TypeQueries.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the initializer behind the ways to write one: T{...}, (T){...}, a
/// default.
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

/// Whether \p E is understood as it is written. It may name variables whose
/// initializers have errors.
static bool isUnderstood(const Expr *E) {
  if (!E->containsErrors())
    return true;
  std::vector<const Stmt *> Stack{E};
  while (!Stack.empty()) {
    const Stmt *S = Stack.back();
    Stack.pop_back();
    if (!S)
      continue;
    const auto *Part = dyn_cast<Expr>(S);
    if (!Part || isa<RecoveryExpr>(Part) || Part->isTypeDependent())
      return false;
    llvm::append_range(Stack, S->children());
  }
  return true;
}

ir::Operand ExprLowering::condition(const Expr *E) {
  if (isUnderstood(E))
    return value(E);
  if (const Expr *Call = Gaps.understood(E))
    return value(Call);
  if (const auto *Comparison =
          dyn_cast<BinaryOperator>(E->IgnoreUnlessSpelledInSource());
      Comparison && Comparison->isEqualityOp()) {
    const Expr *Call = Gaps.understood(Comparison->getLHS());
    if (Call && isUnderstood(Comparison->getRHS()))
      return ir::Operand::binary(L.name(Comparison->getOpcodeStr()),
                                 value(Call), value(Comparison->getRHS()));
  }
  const ir::Place Result = IR.temporary(E);
  IR.emit(ir::Instruction::havoc(Result), E, E->getBeginLoc());
  return ir::Operand::read(Result);
}

/// Forgets the values of the variables and members in an expression with
/// errors, because its effect on them is unknown.
void ExprLowering::havocMentioned(const Expr *E) {
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
        IR.emit(ir::Instruction::havoc(*P), E, E->getBeginLoc());
        IR.Matters |= Decls.handleRole(Member->getType()) != Role::None;
      }
    if (V && V->hasLocalStorage() && !V->getType().isConstQualified())
      if (std::optional<ir::Place> P = place(Ref))
        IR.emit(ir::Instruction::havoc(*P), E, E->getBeginLoc());
  }
}

void ExprLowering::initialize(const ir::Place &To, QualType Type,
                              const Expr *Init) {
  if (Type->isReferenceType() && Type->getPointeeType()->isFunctionType())
    return IR.assign(To, value(Init), Init);
  if (Type->isReferenceType()) {
    if (std::optional<ir::Place> P = place(Init))
      IR.assign(To, ir::Operand::address(*P), Init);
    else
      IR.assign(To, ir::Operand::unknown(), Init);
    return;
  }
  if (const Expr *Call = Gaps.understood(Init))
    return IR.assign(To, value(Call), Init);
  if (!isUnderstood(Init)) {
    IR.emit(ir::Instruction::havoc(To), Init, Init->getBeginLoc());
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
          IR.assign(Element, ir::Operand::constant(0), Init);
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
        Calls.defaultArguments(List->getInit(I), List->getBeginLoc());
        // A std::array owns its elements.
        const bool IsElements = Decls.libraryType(Type) == HostValue::Array;
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
    IR.assign(To, From ? ir::Operand::read(*From) : ir::Operand::unknown(),
              Init);
    return;
  }
  IR.assign(To, value(Init), Init);
}

void ExprLowering::increment(const UnaryOperator *E) {
  std::optional<ir::Place> P = place(E->getSubExpr());
  if (!P)
    return;
  if (E->isPostfix())
    IR.assign(IR.temporary(E), ir::Operand::read(*P), nullptr);
  IR.assign(*P,
            ir::Operand::binary(E->isIncrementOp() ? "+" : "-",
                                ir::Operand::read(*P),
                                ir::Operand::constant(1)),
            E);
}

/// Returns the new value of the variable at \p P that \p E assigns to, if the
/// variable numbers calls by other steps than one. How large a step is makes no
/// difference then.
std::optional<ir::Operand> ExprLowering::nextEpoch(const ir::Place &P,
                                                   const BinaryOperator *E) {
  const Step S = stepOf(E);
  if (!S.Of || isUnit(S, Ctx))
    return std::nullopt;
  const auto Known = Decls.epochs().find(S.Of);
  if (Known == Decls.epochs().end())
    return std::nullopt;
  const bool IsCertain = Known->second && nonzeroConstant(S.By, Ctx);
  return ir::Operand::binary(
      S.IsDown ? "-" : "+", ir::Operand::read(P),
      ir::Operand::read(ir::Place::global(
          L.name(IsCertain ? ir::StepPlace : ir::PossibleStepPlace))));
}

void ExprLowering::assign(const BinaryOperator *E) {
  std::optional<ir::Place> P = place(E->getLHS());
  if (!P)
    return;
  if (std::optional<ir::Operand> Next = nextEpoch(*P, E))
    return IR.assign(*P, std::move(*Next), E);
  if (!E->isCompoundAssignmentOp())
    return IR.assign(*P, value(E->getRHS()), E);
  StringRef Op = BinaryOperator::getOpcodeStr(
      BinaryOperator::getOpForCompoundAssignment(E->getOpcode()));
  bool Integral = E->getLHS()->getType()->isIntegralOrEnumerationType() ||
                  E->getLHS()->getType()->isPointerType();
  IR.assign(*P,
            Integral ? ir::Operand::binary(Op, ir::Operand::read(*P),
                                           value(E->getRHS()))
                     : ir::Operand::unknown(),
            E);
}

std::optional<ir::Place> ExprLowering::listPlace(const Expr *E) {
  const auto *List = dyn_cast<InitListExpr>(initializerOf(E));
  if (!List || List->getType()->isScalarType())
    return std::nullopt;
  ir::Place P = IR.temporary(List);
  initialize(P, List->getType(), List);
  return P;
}

void ExprLowering::variable(const VarDecl *D) {
  if (D->isInvalidDecl())
    Gaps.missing(nullptr, D->getLocation());
  if (!D->getInit())
    return;
  if (D->hasLocalStorage()) {
    initialize(ir::Place::local(IR.local(D)), D->getType(), D->getInit());
  } else if (D->isStaticLocal()) {
    initialize(ir::Place::global(L.globalName(D)), D->getType(), D->getInit());
    if (!D->hasConstantInitialization())
      IR.assign(initializedFlag(D), ir::Operand::constant(1), nullptr);
  }
}

/// Returns whether the static local \p D was initialized before. A constant
/// initializes it before the program starts. Control then passes the
/// declaration on one path: a variable that its function never changes gets its
/// value again, and any other variable may hold anything.
ir::Operand ExprLowering::isInitialized(const VarDecl *D) {
  if (!D->hasInit() || !D->hasConstantInitialization())
    return ir::Operand::read(initializedFlag(D));
  const bool IsSetOnce = L.globalName(D).ends_with(ir::SetOnceSuffix);
  return ir::Operand::constant(IsSetOnce ? 0 : 1);
}

/// Returns the flag that tells whether a static local's initializer has run.
ir::Place ExprLowering::initializedFlag(const VarDecl *D) {
  return ir::Place::global(Lowering::initializedFlag(L.globalName(D)));
}

/// Whether objects of this type are pointers to functions, or have some among
/// their parts.
static bool isTableOfFunctions(QualType T) {
  llvm::SmallPtrSet<const RecordDecl *, 8> Seen;
  llvm::SmallVector<QualType, 8> Work{T};
  while (!Work.empty()) {
    const QualType Next(Work.pop_back_val()->getBaseElementTypeUnsafe(), 0);
    if (prototype(Next))
      return true;
    const RecordDecl *Record = Next->getAsRecordDecl();
    if (Record && Record->isCompleteDefinition() && !Record->isUnion() &&
        Seen.insert(Record).second)
      for (const FieldDecl *Field : Record->fields())
        Work.push_back(Field->getType());
  }
  return false;
}

/// Returns the closure, without captures, that is converted to a function.
static const Expr *convertedLambda(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Call || !isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl()) ||
      !Call->getMethodDecl()->getParent()->isLambda())
    return nullptr;
  return Call->getImplicitObjectArgument();
}

/// Writes the value of a constant that is initialized before the program runs
/// where the constant is used: nothing else tells its value.
void ExprLowering::spellOutConstant(const VarDecl *D) {
  if (!D->hasGlobalStorage() || !isTableOfFunctions(D->getType()))
    return;
  bool Constant = D->getType()->isReferenceType() ||
                  Ctx.getBaseElementType(D->getType()).isConstQualified();
  const Expr *Init = D->getAnyInitializer(D);
  // A constant that several other ones refer to is written once for all of
  // them.
  const bool IsOutermost = SpellingOut.empty();
  if (!Constant || !Init || Init->isValueDependent() ||
      !SpellingOut.insert(D).second)
    return;
  const Expr *Core = Init->IgnoreImplicit();
  if (!isa<CXXConstructExpr, CallExpr>(Core) || convertedLambda(Core)) {
    // The function does not make this write.
    bool Wrote = IR.MayCallUnknown;
    ir::Place To = ir::Place::global(L.globalName(D));
    if (const Expr *Closure = convertedLambda(Core)) {
      const FunctionDecl *Op = callOperator(Closure->getType());
      IR.assign(To, Op ? Callables.functionValue(Op) : ir::Operand::unknown(),
                nullptr);
    } else if (prototype(D->getType()))
      IR.assign(To, value(Init), nullptr);
    else
      initialize(To, D->getType(), Init);
    IR.MayCallUnknown = Wrote;
  }
  if (IsOutermost)
    SpellingOut.clear();
}
