//===- Epochs.cpp - Variables that only grow ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Epochs.h"
#include "Counters.h"
#include "UserCode.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the number that \p E names and that outlives a call, or null.
static const ValueDecl *variable(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const ValueDecl *D = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    D = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    D = Member->getMemberDecl();
  const auto *Global = dyn_cast_or_null<VarDecl>(D);
  if (!D || !D->getType()->isIntegerType() || D->getType()->isBooleanType() ||
      !(isa<FieldDecl>(D) || (Global && Global->hasGlobalStorage())))
    return nullptr;
  return cast<ValueDecl>(D->getCanonicalDecl());
}

/// Returns the first value of the local variable that \p E names, or null.
static const Expr *firstValue(const Expr *E) {
  const VarDecl *Local = variableNamed(E);
  return Local && Local->hasLocalStorage() ? Local->getInit() : nullptr;
}

/// Whether \p E is the old value of \p Of, or a local variable with this value.
static bool isOldValue(const Expr *E, const ValueDecl *Of) {
  if (variable(E) == Of)
    return true;
  const Expr *Init = firstValue(E);
  return Init && variable(Init) == Of;
}

/// Returns the step that makes \p New of the old value of \p Of.
static Step stepTo(const Expr *New, const ValueDecl *Of) {
  New = New->IgnoreParenCasts();
  if (const auto *Sum = dyn_cast<BinaryOperator>(New);
      Sum && Sum->isAdditiveOp()) {
    if (isOldValue(Sum->getLHS(), Of))
      return {Of, Sum->getRHS(), Sum->getOpcode() == BO_Sub};
    if (Sum->getOpcode() == BO_Add && isOldValue(Sum->getRHS(), Of))
      return {Of, Sum->getLHS(), false};
  }
  return {};
}

Step lower::stepOf(const Expr *E) {
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isIncrementDecrementOp()
               ? Step{variable(Unary->getSubExpr()), nullptr,
                      Unary->isDecrementOp()}
               : Step{};
  const auto *Assign = dyn_cast<BinaryOperator>(E);
  const ValueDecl *Of =
      Assign && Assign->isAssignmentOp() ? variable(Assign->getLHS()) : nullptr;
  if (!Of)
    return {};
  if (Assign->getOpcode() == BO_AddAssign ||
      Assign->getOpcode() == BO_SubAssign)
    return {Of, Assign->getRHS(), Assign->getOpcode() == BO_SubAssign};
  if (Assign->getOpcode() != BO_Assign)
    return {};
  const Step Direct = stepTo(Assign->getRHS(), Of);
  const Expr *Init = Direct.Of ? nullptr : firstValue(Assign->getRHS());
  return Init ? stepTo(Init, Of) : Direct;
}

std::optional<int64_t> lower::nonzeroConstant(const Expr *E,
                                              const ASTContext &Ctx) {
  const std::optional<int64_t> C = integralConstant(E, Ctx);
  return C && *C ? C : std::nullopt;
}

bool lower::isUnit(const Step &S, const ASTContext &Ctx) {
  if (!S.By)
    return true;
  const std::optional<int64_t> C = integralConstant(S.By, Ctx);
  return C == 1 || C == -1;
}

namespace {
/// Finds the variables that only grow, and how they are used.
class EpochCollector : public RecursiveASTVisitor<EpochCollector> {
public:
  explicit EpochCollector(const ASTContext &Ctx) : Ctx(Ctx) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseType(QualType, bool = true) { return true; }
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }
  /// Only the semantic form of a list has the conversions.
  bool TraverseInitListExpr(InitListExpr *E) {
    if (InitListExpr *Semantic = E->getSemanticForm())
      E = Semantic;
    list(E);
    return llvm::all_of(E->inits(),
                        [&](Expr *Init) { return TraverseStmt(Init); });
  }

  void function(const FunctionDecl *F);
  Epochs result();

  // Expressions are visited before their parts.
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    if (E->getCastKind() == CK_LValueToRValue ||
        (E->getCastKind() == CK_NoOp && E->getType().isConstQualified()))
      Understood.insert(E->getSubExpr()->IgnoreParens());
    return true;
  }
  bool VisitCastExpr(CastExpr *E) {
    if (E->getCastKind() == CK_IntegralToPointer)
      addPosition(E->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *E);
  bool VisitUnaryOperator(UnaryOperator *E) {
    if (E->isIncrementDecrementOp())
      addStep(E, E->getSubExpr());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) {
    addPosition(E->getIdx());
    return true;
  }
  bool VisitCallExpr(CallExpr *E);
  bool VisitVarDecl(VarDecl *D) {
    // The object of a function that runs once is no other than a global.
    if (D->hasLocalStorage() && !isa<ParmVarDecl>(D) && Function &&
        !Function->isMain())
      addReset(D->getType()->getAsCXXRecordDecl());
    return true;
  }
  bool VisitForStmt(ForStmt *S) { return addCondition(S->getCond()); }
  bool VisitWhileStmt(WhileStmt *S) { return addCondition(S->getCond()); }
  bool VisitDoStmt(DoStmt *S) { return addCondition(S->getCond()); }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return addUse(E); }
  bool VisitMemberExpr(MemberExpr *E) { return addUse(E); }

private:
  struct Change {
    bool IsUp = false, IsDown = false;
    /// Whether a step is other than one.
    bool IsLarge = false;
  };

  /// Whatever neither reads nor counts may set the variable: x = 0, &x, a
  /// reference to x.
  bool addUse(const Expr *E) {
    const ValueDecl *D = variable(E);
    if (D && !OnDevice && !Understood.contains(E))
      Reset.insert(D);
    return true;
  }
  void addStep(const Expr *E, const Expr *To);
  /// Notes that the code uses the numbers that \p E mentions to find or to
  /// measure memory.
  void addPosition(const Stmt *E);
  bool addCondition(const Expr *E) {
    if (E && !OnDevice)
      addPosition(E);
    return true;
  }
  void addReset(const CXXRecordDecl *Class);
  void list(const InitListExpr *E);
  void constructor(const CXXConstructorDecl *Ctor);
  void spreadPositions();
  bool beginsElsewhere(const ValueDecl *D) const;
  bool isOnlyHere(const ValueDecl *D) const;
  bool hasAllMethods(const CXXRecordDecl *Class) const;

  const ASTContext &Ctx;
  const FunctionDecl *Function = nullptr;
  bool OnDevice = false;
  llvm::DenseMap<const ValueDecl *, Change> Changes;
  Counters Reset, Positions;
  llvm::DenseSet<const CXXRecordDecl *> Renewed;
  std::vector<Flow> Flows;
  llvm::DenseSet<const FunctionDecl *> Seen;
  std::vector<const FunctionDecl *> Kernels;
  /// Names of variables that are only read there, or only counted.
  llvm::DenseSet<const Expr *> Understood;
};
} // namespace

void EpochCollector::function(const FunctionDecl *F) {
  if (!Seen.insert(F).second)
    return;
  Function = F;
  addFlows(F, Flows);
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(F))
    constructor(Ctor);
  TraverseStmt(F->getBody());
}

/// An object may begin with a position that is not its own.
void EpochCollector::constructor(const CXXConstructorDecl *Ctor) {
  for (const CXXCtorInitializer *I : Ctor->inits()) {
    if (const FieldDecl *Field = I->getAnyMember();
        Field && !Ctor->isCopyOrMoveConstructor() &&
        !isa<ImplicitValueInitExpr, CXXDefaultInitExpr>(I->getInit()) &&
        !integralConstant(I->getInit(), Ctx))
      Reset.insert(Field->getCanonicalDecl());
    TraverseStmt(I->getInit());
  }
}

void EpochCollector::list(const InitListExpr *E) {
  const auto *Class = E->getType()->getAsCXXRecordDecl();
  unsigned I = Class ? Class->getNumBases() : 0;
  if (Class && !Class->isUnion())
    for (const FieldDecl *Field : Class->fields()) {
      if (I >= E->getNumInits() || Field->isUnnamedBitField())
        continue;
      const Expr *Init = E->getInit(I++);
      if (!isa<ImplicitValueInitExpr, CXXDefaultInitExpr>(Init) &&
          !integralConstant(Init, Ctx))
        Reset.insert(Field->getCanonicalDecl());
    }
  // The arguments of a kernel are behind pointers.
  for (const Expr *Init : E->inits())
    if (const auto *Address = dyn_cast<UnaryOperator>(Init->IgnoreParenCasts());
        Address && Address->getOpcode() == UO_AddrOf &&
        Init->getType()->isVoidPointerType())
      Understood.insert(Address->getSubExpr()->IgnoreParens());
}

void EpochCollector::addStep(const Expr *E, const Expr *To) {
  if (OnDevice)
    return;
  const ValueDecl *D = variable(To);
  const Step S = stepOf(E);
  if (D && S.Of) {
    const std::optional<int64_t> C = S.By ? integralConstant(S.By, Ctx) : 1;
    Change &Known = Changes[D];
    const bool IsDown = S.IsDown != (C && *C < 0);
    if (C != 0)
      (IsDown ? Known.IsDown : Known.IsUp) = true;
    Known.IsLarge |= C != 0 && !isUnit(S, Ctx);
    Understood.insert(To->IgnoreParens());
    return;
  }
  // The first value is no reset.
  const auto *Ctor = dyn_cast_or_null<CXXConstructorDecl>(Function);
  const auto *Assign = dyn_cast<BinaryOperator>(E);
  const auto *Field = dyn_cast_or_null<FieldDecl>(D);
  if (Field && Ctor && Ctor->getParent() == Field->getParent() && Assign &&
      Assign->getOpcode() == BO_Assign &&
      integralConstant(Assign->getRHS(), Ctx))
    Understood.insert(To->IgnoreParens());
}

bool EpochCollector::VisitBinaryOperator(BinaryOperator *E) {
  if (E->isAssignmentOp())
    addStep(E, E->getLHS());
  if (E->isAdditiveOp() && E->getType()->isPointerType()) {
    addPosition(E->getLHS());
    addPosition(E->getRHS());
  }
  if (!OnDevice && (E->isRelationalOp() || E->isMultiplicativeOp() ||
                    E->isShiftOp() || E->getOpcode() == BO_And)) {
    addPosition(E->getLHS());
    addPosition(E->getRHS());
  }
  return true;
}

/// Returns the class of the object that \p Pointer points at, or null.
static const CXXRecordDecl *pointeeClass(const Expr *Pointer) {
  const QualType T = Pointer->IgnoreParenCasts()->getType();
  return T->isPointerType() ? T->getPointeeCXXRecordDecl() : nullptr;
}

bool EpochCollector::VisitCallExpr(CallExpr *E) {
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(E))
    if (const CallExpr *Config = Launch->getConfig())
      for (const Expr *Arg : Config->arguments())
        addPosition(Arg);
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  if (Operator && Operator->getOperator() == OO_Subscript)
    for (unsigned I = 1; I < E->getNumArgs(); ++I)
      addPosition(E->getArg(I));
  const FunctionDecl *Callee = E->getDirectCallee();
  const FunctionDecl *Def = nullptr;
  if (!Callee)
    return true;
  if (Callee->hasBody(Def) && isDeviceOnly(Def))
    Kernels.push_back(Def);
  if (OnDevice)
    return true;
  // The object may begin anew as a whole.
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (Operator && Method && !Method->isUserProvided() &&
      (Method->isCopyAssignmentOperator() ||
       Method->isMoveAssignmentOperator()))
    addReset(Method->getParent());
  if (Callee->getMemoryFunctionKind() == Builtin::BImemset && E->getNumArgs())
    addReset(pointeeClass(E->getArg(0)));
  // Functions elsewhere are given sizes in the type for them.
  if (!Def && !Callee->isVariadic() && !isa<CUDAKernelCallExpr>(E))
    for (unsigned I = 0; I < E->getNumArgs(); ++I)
      if (!Operator && I < Callee->getNumParams() &&
          Ctx.hasSameUnqualifiedType(Callee->getParamDecl(I)->getType(),
                                     Ctx.getSizeType()))
        addPosition(E->getArg(I));
  return true;
}

void EpochCollector::addPosition(const Stmt *E) {
  if (!E || isa<LambdaExpr>(E))
    return;
  if (const auto *Value = dyn_cast<Expr>(E))
    if (const ValueDecl *D = namedBy(Value))
      Positions.insert(cast<ValueDecl>(D->getCanonicalDecl()));
  for (const Stmt *Child : E->children())
    addPosition(Child);
}

/// Notes that objects of \p Class begin anew.
void EpochCollector::addReset(const CXXRecordDecl *Class) {
  if (!Class || !Class->hasDefinition() || Class->isLambda() ||
      !Renewed.insert(Class->getDefinition()).second)
    return;
  for (const CXXBaseSpecifier &Base : Class->getDefinition()->bases())
    addReset(Base.getType()->getAsCXXRecordDecl());
  for (const FieldDecl *Field : Class->getDefinition()->fields()) {
    Reset.insert(Field->getCanonicalDecl());
    addReset(
        Field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl());
  }
}

/// A variable whose value is used as a position elsewhere is one, too.
void EpochCollector::spreadPositions() {
  auto Names = [&](const Stmt *S, auto &Self) -> bool {
    if (!S || isa<LambdaExpr>(S))
      return false;
    bool Grows = false;
    if (const auto *E = dyn_cast<Expr>(S))
      if (const ValueDecl *D = namedBy(E))
        Grows |=
            Positions.insert(cast<ValueDecl>(D->getCanonicalDecl())).second;
    for (const Stmt *Child : S->children())
      Grows |= Self(Child, Self);
    return Grows;
  };
  bool Grows = !Positions.empty();
  for (int Round = 0; Grows && Round < 6; ++Round) {
    Grows = false;
    for (const Flow &F : Flows)
      if (Positions.contains(cast<ValueDecl>(F.To->getCanonicalDecl())))
        Grows |= Names(F.From, Names);
  }
}

/// Whether the functions of \p Class that may set its fields are all here.
bool EpochCollector::hasAllMethods(const CXXRecordDecl *Class) const {
  return llvm::all_of(Class->methods(), [](const CXXMethodDecl *M) {
    return M->isImplicit() || M->isDefaulted() || M->isDeleted() ||
           M->isPureVirtual() || M->isStatic() || M->isConst() ||
           isa<CXXConstructorDecl, CXXDestructorDecl>(M) || M->hasBody() ||
           isDeviceOnly(M);
  });
}

/// Whether the declaration of \p D gives it a value that is no constant.
bool EpochCollector::beginsElsewhere(const ValueDecl *D) const {
  const auto *Field = dyn_cast<FieldDecl>(D);
  const auto *Variable = dyn_cast<VarDecl>(D);
  const Expr *Init = Field      ? Field->getInClassInitializer()
                     : Variable ? Variable->getAnyInitializer()
                                : nullptr;
  return Init && !integralConstant(Init, Ctx);
}

/// Whether no other source can set \p D.
bool EpochCollector::isOnlyHere(const ValueDecl *D) const {
  const auto *Field = dyn_cast<FieldDecl>(D);
  if (!Field)
    return !D->hasExternalFormalLinkage();
  return Field->getAccess() == AS_private ||
         Ctx.getSourceManager().isWrittenInMainFile(
             Field->getParent()->getLocation());
}

Epochs EpochCollector::result() {
  // What a kernel does with its parameters tells what they are.
  OnDevice = true;
  for (size_t I = 0; I < Kernels.size(); ++I)
    function(Kernels[I]);
  spreadPositions();
  Epochs Found;
  for (const auto &[D, Known] : Changes) {
    const auto *Field = dyn_cast<FieldDecl>(D);
    const auto *Class =
        Field ? dyn_cast<CXXRecordDecl>(Field->getParent()) : nullptr;
    if (Known.IsLarge && Known.IsUp != Known.IsDown && !Reset.contains(D) &&
        !Positions.contains(D) && !beginsElsewhere(D) &&
        (!Class || hasAllMethods(Class)))
      Found[D] = isOnlyHere(D);
  }
  return Found;
}

Epochs lower::epochsOf(ASTContext &Ctx) {
  EpochCollector Collector(Ctx);
  forEachDefinition(
      Ctx, [&](const FunctionDecl *F) { Collector.function(F); },
      [](const Expr *) {});
  return Collector.result();
}
