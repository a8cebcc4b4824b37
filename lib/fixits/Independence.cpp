//===- Independence.cpp - Dependences of a moved call ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Independence.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::fixits;
using namespace clang;

//===--- What the call uses -----------------------------------------------===//

bool Operands::addObject(const Expr *E, bool IsRead, const ASTContext &Ctx) {
  E = E->IgnoreParenNoopCasts(Ctx);
  if (E->getType().isVolatileQualified())
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || Ref->refersToEnclosingVariableOrCapture())
      return false;
    Shared |= !V->hasLocalStorage() || V->getType()->isReferenceType();
    (IsRead ? Read : Touched).insert(V);
    return true;
  }
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    if (!isa<FieldDecl>(Member->getMemberDecl()))
      return false;
    (IsRead ? ReadFields : TouchedFields).insert(Member->getMemberDecl());
    if (!Member->isArrow())
      return addObject(Member->getBase(), IsRead, Ctx);
    Shared = true;
    return isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()) ||
           add(Member->getBase(), Ctx);
  }
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E)) {
    const Expr *Array = Element->getBase()->IgnoreParenImpCasts();
    return Array->getType()->isArrayType() && addObject(Array, IsRead, Ctx) &&
           add(Element->getIdx(), Ctx);
  }
  return false;
}

/// Returns \p E as a call such as v.size(), which queries an object of the
/// standard library.
static const CXXMemberCallExpr *asGetter(const Expr *E,
                                         const SourceManager &SM) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  return Method && Method->isConst() && Method->getIdentifier() &&
                 Call->getNumArgs() == 0 &&
                 SM.isInSystemHeader(Method->getLocation())
             ? Call
             : nullptr;
}

void Operands::addNames(const Stmt *S) {
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Named.insert(V);
  if (S)
    for (const Stmt *Child : S->children())
      addNames(Child);
}

bool Operands::add(const Expr *E, const ASTContext &Ctx) {
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Of = Cast->getSubExpr();
    if (Cast->getCastKind() == CK_LValueToRValue)
      return addObject(Of, /*IsRead=*/true, Ctx);
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return isa<clang::StringLiteral>(Of->IgnoreParens()) ||
             addObject(Of, /*IsRead=*/false, Ctx);
    return Cast->getCastKind() != CK_UserDefinedConversion &&
           Cast->getCastKind() != CK_ConstructorConversion && add(Of, Ctx);
  }
  if (const auto *Paren = dyn_cast<ParenExpr>(E))
    return add(Paren->getSubExpr(), Ctx);
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return add(Full->getSubExpr(), Ctx);
  if (const auto *Op = dyn_cast<UnaryOperator>(E)) {
    if (Op->getOpcode() == UO_AddrOf)
      return addObject(Op->getSubExpr(), /*IsRead=*/false, Ctx);
    return Op->isArithmeticOp() && add(Op->getSubExpr(), Ctx);
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return !Op->isAssignmentOp() && !Op->isCommaOp() && !Op->isLogicalOp() &&
           add(Op->getLHS(), Ctx) && add(Op->getRHS(), Ctx);
  if (const CXXMemberCallExpr *Getter = asGetter(E, Ctx.getSourceManager()))
    return !cast<MemberExpr>(Getter->getCallee()->IgnoreParens())->isArrow() &&
           addObject(Getter->getImplicitObjectArgument()->IgnoreImpCasts(),
                     /*IsRead=*/false, Ctx);
  if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(E)) {
    if (!Size->isArgumentType())
      addNames(Size->getArgumentExpr());
    return !Size->getTypeOfArgument()->isVariablyModifiedType();
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return isa<EnumConstantDecl>(Ref->getDecl());
  return isa<IntegerLiteral, FloatingLiteral, CharacterLiteral,
             CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, GNUNullExpr,
             CXXDefaultArgExpr>(E);
}

//===--- What is in between -----------------------------------------------===//

bool Independence::isOwn(const Stmt *S) const {
  return S == Moved.S || S == Declaration;
}

bool Independence::isApi(const Expr *E) const {
  const auto *Call = dyn_cast<CallExpr>(E->IgnoreParenImpCasts());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && Site.L.api(F);
}

bool Independence::returnsOnFailure(const Stmt *S) const {
  const auto *If = dyn_cast<IfStmt>(S);
  if (!If || If->getElse() || If->getInit() || If->getConditionVariable())
    return false;
  const auto *Test = dyn_cast<BinaryOperator>(If->getCond()->IgnoreParens());
  if (!Test || Test->getOpcode() != BO_NE)
    return false;
  const auto *Tested = Test->getLHS()->IgnoreParenImpCasts();
  if (const auto *Kept = dyn_cast<BinaryOperator>(Tested);
      Kept && Kept->getOpcode() == BO_Assign)
    Tested = Kept->getRHS();
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then))
    Then = Block->size() == 1 ? Block->body_front() : nullptr;
  return Then && isa<ReturnStmt>(Then) && (isApi(Tested) || isResult(Tested));
}

/// Whether \p E is a variable that only holds results of calls, that is, has
/// the type that the begin returns.
bool Independence::isResult(const Expr *E) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *Begin =
      dyn_cast_or_null<CallExpr>(Site.L.statement(Site.F.Begin.front().I->At));
  return Ref && Begin && Begin->getType()->isEnumeralType() &&
         isa<VarDecl>(Ref->getDecl()) &&
         Site.Ctx.hasSameUnqualifiedType(Ref->getType(), Begin->getType());
}

bool Independence::isFreeReference(const Expr *E, const ValueDecl *D,
                                   const Stmt *Parent) const {
  const auto *V = dyn_cast<VarDecl>(D);
  if ((V && Used.Touched.count(V)) || Used.TouchedFields.count(D))
    return false;
  if (!(V && Used.Read.count(V)) && !Used.ReadFields.count(D))
    return true;
  // The reference only reads the variable.
  const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(Parent);
  return (Load && Load->getCastKind() == CK_LValueToRValue) ||
         E->getType().isConstQualified();
}

bool Independence::isFreeCall(const CallExpr *Call) const {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || isa<CXXOperatorCallExpr>(Call))
    return false;
  const SourceManager &SM = Site.SM;
  bool InMacro = inMacroBody(Call->getRParenLoc());
  if (Lookup Row = Site.L.api(F)) {
    switch (Row.Row->Class) {
    case ApiClass::Captured:
      return Row.Row->Cases.empty();
    case ApiClass::Control:
      return Row.Row->Eff == Effect::BeginCapture;
    case ApiClass::Unsafe:
      return Row.Row->Rewrite.Hoist;
    case ApiClass::Neutral:
      // Calls that select the device or context have arguments.
      return (Row.Row->Eff == Effect::None ||
              Row.Row->Eff == Effect::LastError) &&
             (InMacro || Call->getNumArgs() == 0);
    default:
      return false;
    }
  }
  if (F->getBuiltinID() || asGetter(Call, SM))
    return true;
  if (InMacro && F->getIdentifier() && SM.isInSystemHeader(F->getLocation()))
    return true;
  // check(call, "file", line) checks the result of a call.
  if (isa<CXXMemberCallExpr>(Call) || Call->getNumArgs() == 0 ||
      !(isApi(Call->getArg(0)) || InMacro))
    return false;
  return llvm::all_of(Call->arguments(), [&](const Expr *A) {
    return isApi(A) || A->isEvaluatable(Site.Ctx) ||
           isa<clang::StringLiteral, PredefinedExpr>(A->IgnoreParenImpCasts());
  });
}

/// Whether \p S is *p or p[i] where the result is a pointer again.
static bool isPointerBehindPointer(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  if (!E || !E->getType()->isPointerType())
    return false;
  if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
    return !Element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType();
  const auto *Op = dyn_cast<UnaryOperator>(E);
  return Op && Op->getOpcode() == UO_Deref;
}

/// Whether \p S, which stands between the begin and the call, could equally
/// well come behind the call.
bool Independence::isFree(const Stmt *S, const Stmt *Parent, bool InLoop) {
  if (!S || isOwn(S))
    return true;
  if (returnsOnFailure(S)) {
    const auto *If = cast<IfStmt>(S);
    const Stmt *Then = If->getThen();
    if (const auto *Block = dyn_cast<CompoundStmt>(Then))
      Then = Block->body_front();
    return isFree(If->getCond(), S, InLoop) &&
           isFree(cast<ReturnStmt>(Then)->getRetValue(), Then, InLoop);
  }
  bool Exits = isa<ReturnStmt, CXXThrowExpr, GotoStmt, CoreturnStmt>(S) ||
               (isa<BreakStmt, ContinueStmt>(S) && !InLoop);
  // Macros leave the function if a call fails.
  if (Exits && !inMacroBody(S->getBeginLoc()))
    return false;
  if (isa<LabelStmt, IndirectGotoStmt, AsmStmt, CXXNewExpr, CXXDeleteExpr,
          CoroutineSuspendExpr, CXXCatchStmt>(S) ||
      (isa<SwitchCase>(S) && !InLoop))
    return false;
  if (isa<UnaryExprOrTypeTraitExpr>(S))
    return true;
  if (const auto *DS = dyn_cast<DeclStmt>(S)) {
    // In front of the declaration, a name could mean something else.
    for (const Decl *D : DS->decls())
      if (!isa<VarDecl>(D) || cast<VarDecl>(D)->isStaticLocal())
        return false;
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    return isFreeReference(Ref, Ref->getDecl(), Parent) &&
           !(Used.Shared && Ref->getDecl()->getType()->isReferenceType());
  } else if (const auto *Member = dyn_cast<MemberExpr>(S)) {
    if (!isFreeReference(Member, Member->getMemberDecl(), Parent))
      return false;
  } else if (const auto *Made = dyn_cast<CXXConstructExpr>(S)) {
    const CXXConstructorDecl *C = Made->getConstructor();
    if (!C->isTrivial() && !Site.SM.isInSystemHeader(C->getLocation()))
      return false;
  } else if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(S)) {
    for (const CallExpr *C :
         {static_cast<const CallExpr *>(Launch), Launch->getConfig()})
      for (const Expr *A : C->arguments())
        if (!isFree(A, S, InLoop))
          return false;
    return true;
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    if (!isFreeCall(Call))
      return false;
  }
  // Data that are read or written through a pointer, or written elsewhere, may
  // be the data that the call writes or reads.
  if (Used.Shared && isPointerBehindPointer(S))
    return false;
  const Expr *Written = nullptr;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isAssignmentOp())
    Written = Op->getLHS();
  if (const auto *Op = dyn_cast<UnaryOperator>(S);
      Op && Op->isIncrementDecrementOp())
    Written = Op->getSubExpr();
  if (Written && Used.Shared) {
    const auto *Ref = dyn_cast<DeclRefExpr>(Written->IgnoreParens());
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType())
      return false;
  }
  bool Inside =
      InLoop || isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S);
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return isFree(Child, S, Inside);
  });
}

//===--- Names for the same thing -----------------------------------------===//

/// Whether a variable that the call uses has another name by the time of the
/// call, because its address was kept or a reference was bound to it.
bool Independence::escapes(const Stmt *S, StmtPath &Path, bool WholeFunction) {
  if (!S || Arrived)
    return false;
  if (isOwn(S)) {
    Arrived = S == Moved.S && !WholeFunction;
    return false;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || !(Used.Read.count(V) || Used.Touched.count(V)) ||
        V->getType().isConstQualified())
      return false;
    size_t I = Path.size();
    while (I > 0 && isa<CastExpr, ParenExpr>(Path[I - 1])) {
      if (cast<Expr>(Path[I - 1])->getStmtClass() ==
              Stmt::ImplicitCastExprClass &&
          cast<CastExpr>(Path[I - 1])->getCastKind() == CK_LValueToRValue)
        return false;
      --I;
    }
    if (I == 0)
      return false;
    const Stmt *User = Path[I - 1];
    if (const auto *Op = dyn_cast<BinaryOperator>(User))
      return !Op->isAssignmentOp();
    if (isa<MemberExpr>(User)) // v.size(), s.field
      return false;
    if (isa<ArraySubscriptExpr>(User))
      User = I > 1 ? Path[--I - 1] : User;
    const auto *Op = dyn_cast<UnaryOperator>(User);
    if (!Op)
      return !isa<ImplicitCastExpr>(User);
    if (Op->getOpcode() != UO_AddrOf)
      return false;
    --I;
    while (I > 0 && isa<CastExpr, ParenExpr>(Path[I - 1]))
      --I;
    return I == 0 || !isa<CallExpr>(Path[I - 1]) ||
           !isApi(cast<Expr>(Path[I - 1]));
  }
  if (isa<UnaryExprOrTypeTraitExpr>(S))
    return false;
  Path.push_back(S);
  bool Result = llvm::any_of(S->children(), [&](const Stmt *Child) {
    return escapes(Child, Path, WholeFunction);
  });
  Path.pop_back();
  return Result;
}

/// Collects the variables that \p S, apart from its call, declares and uses.
/// \returns false if \p S involves more of the function than these.
static bool collect(const Stmt *S, const CallExpr *Call,
                    llvm::SmallPtrSetImpl<const VarDecl *> &Declared,
                    llvm::SmallPtrSetImpl<const VarDecl *> &Referred) {
  if (!S || S == Call)
    return true;
  if (isa<GotoStmt, CXXThisExpr>(S))
    return false;
  if (const auto *DS = dyn_cast<DeclStmt>(S))
    for (const Decl *D : DS->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        Declared.insert(V);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
        V && V->hasLocalStorage())
      Referred.insert(V);
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return collect(Child, Call, Declared, Referred);
  });
}

/// Whether the memory that the call allocates is freed in the order of a
/// stream. Only memory that was allocated in that order belongs to a graph.
bool Independence::isFreedInStream(const Stmt *S) const {
  if (!S)
    return false;
  const auto *Call = dyn_cast<CallExpr>(S);
  if (const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr)
    if (Lookup Row = Site.L.api(F); Row && Row.Row->paramIndex(Role::Stream)) {
      unsigned Index =
          Row.Row->paramIndex(Role::Memory, Access::Destroy).value_or(~0u);
      Operands Freed;
      if (Index < Call->getNumArgs() &&
          Freed.add(Call->getArg(Index), Site.Ctx) &&
          (llvm::any_of(
               Freed.Read,
               [&](const VarDecl *V) { return Used.Touched.count(V); }) ||
           llvm::any_of(
               Freed.ReadFields,
               [&](const ValueDecl *D) {
                 return Used.TouchedFields.count(D);
               })))
        return true;
    }
  return llvm::any_of(
      S->children(), [&](const Stmt *Child) { return isFreedInStream(Child); });
}

bool Independence::holdsFor(const Between &Around) {
  if (isFreedInStream(Site.Function->getBody()))
    return false;
  llvm::SmallPtrSet<const VarDecl *, 4> Declared, Referred;
  if (!collect(Moved.S, Site.Call, Declared, Referred) ||
      !llvm::all_of(Referred,
                    [&](const VarDecl *V) { return Declared.count(V); }))
    return false;
  bool WholeFunction = false;
  for (size_t I = 0; I < Around.Block; ++I)
    WholeFunction |=
        isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(Around.ToCall[I]);
  StmtPath Path;
  if (escapes(Site.Function->getBody(), Path, WholeFunction))
    return false;
  return llvm::all_of(Around.statements(), [&](const Stmt *S) {
    return isFree(S, Around.ToBegin[Around.Block], /*InLoop=*/false);
  });
}
