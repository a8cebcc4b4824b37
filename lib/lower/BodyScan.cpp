//===- BodyScan.cpp - Facts about a function before it is lowered ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scans the statements of a function before they are lowered.
///
//===----------------------------------------------------------------------===//

#include "BodyScan.h"
#include "DeclQueries.h"
#include "FailedSearches.h"
#include "Guards.h"
#include "Lowering.h"
#include "Polls.h"
#include "SoleOwners.h"
#include "TypeQueries.h"
#include "Unwinding.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

static void addWithChildren(const Stmt *S, llvm::DenseSet<const Stmt *> &Set) {
  if (!S || !Set.insert(S).second)
    return;
  for (const Stmt *Child : S->children())
    addWithChildren(Child, Set);
}

void BodyScan::findElided(const Expr *Init) {
  Init = Init->IgnoreParens();
  if (const auto *Full = dyn_cast<FullExpr>(Init))
    return findElided(Full->getSubExpr());
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(Init))
    return findElided(Default->getExpr());
  if (const auto *Cast = dyn_cast<CastExpr>(Init))
    return findElided(Cast->getSubExpr());
  if (const auto *Either = dyn_cast<ConditionalOperator>(Init)) {
    findElided(Either->getTrueExpr());
    return findElided(Either->getFalseExpr());
  }
  if (const auto *Comma = dyn_cast<BinaryOperator>(Init);
      Comma && Comma->getOpcode() == BO_Comma)
    return findElided(Comma->getRHS());
  if (const auto *List = dyn_cast<InitListExpr>(Init))
    for (const Expr *Part : List->inits())
      findElided(Part);
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(Init);
      Copy && Copy->isElidable() && Copy->getNumArgs() == 1)
    if (const auto *Made =
            dyn_cast<MaterializeTemporaryExpr>(Copy->getArg(0)->IgnoreParens()))
      return findElided(Made->getSubExpr());
  if (isa<CXXBindTemporaryExpr>(Init))
    Elided.insert(Init);
}

/// Finds the calls that are statements, whose results are ignored. A cast to
/// void says that the program ignores a result on purpose.
void BodyScan::findDiscarded(const Stmt *S) {
  auto Child = [&](const Stmt *Body) {
    const auto *E = dyn_cast_or_null<Expr>(Body);
    if (!E)
      return Body ? findDiscarded(Body) : void();
    WholeExpressions.insert(E->IgnoreImplicit());
    while (true) {
      E = E->IgnoreImplicit()->IgnoreParens();
      const auto *Comma = dyn_cast<BinaryOperator>(E);
      if (!Comma || Comma->getOpcode() != BO_Comma)
        break;
      const Expr *Left = Comma->getLHS()->IgnoreImplicit()->IgnoreParens();
      if (isa<CallExpr>(Left))
        Discarded.insert(Left);
      E = Comma->getRHS();
    }
    if (isa<CallExpr>(E))
      Discarded.insert(E);
  };
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    Child(If->getThen());
    Child(If->getElse());
    return;
  }
  if (const auto *Loop = dyn_cast<ForStmt>(S)) {
    Child(Loop->getInit());
    Child(Loop->getInc());
    return Child(Loop->getBody());
  }
  if (const auto *Loop = dyn_cast<CXXForRangeStmt>(S))
    return Child(Loop->getBody());
  if (const auto *Loop = dyn_cast<WhileStmt>(S))
    return Child(Loop->getBody());
  if (const auto *Loop = dyn_cast<DoStmt>(S))
    return Child(Loop->getBody());
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return Child(Switch->getBody());
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return Child(Case->getSubStmt());
  if (isa<CompoundStmt, LabelStmt, AttributedStmt, CXXTryStmt, CXXCatchStmt>(S))
    for (const Stmt *Body : S->children())
      if (Body)
        Child(Body);
  if (isa<CompoundStmt>(S))
    keepAsked(S);
}

/// Whether \p S is the call of a function without a body that gets texts and
/// numbers only, and its own line: it reports errors, and there are no others
/// than those of calls before it.
static bool reportsErrors(const Stmt *S, const SourceManager &SM) {
  const auto *E = dyn_cast<Expr>(S);
  const auto *Call =
      E ? dyn_cast<CallExpr>(E->IgnoreUnlessSpelledInSource()) : nullptr;
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || Callee->hasBody() ||
      SM.isInSystemHeader(Callee->getLocation()))
    return false;
  bool HasLine = false;
  for (const Expr *A : Call->arguments()) {
    A = A->IgnoreUnlessSpelledInSource();
    if (const auto *N = dyn_cast<IntegerLiteral>(A))
      HasLine |=
          N->getValue() == SM.getExpansionLineNumber(Call->getBeginLoc());
    else if (!isa<StringLiteral, PredefinedExpr>(A))
      return false;
  }
  return HasLine;
}

/// Adds to \p Calls the calls in \p S whose results are ignored, and from which
/// control reaches the code after \p S.
void BodyScan::ignoredCalls(const Stmt *S,
                            llvm::SmallVectorImpl<const Expr *> &Calls) {
  if (!S)
    return;
  if (const auto *E = dyn_cast<Expr>(S)) {
    const auto *Call = dyn_cast<CallExpr>(E->IgnoreImplicit()->IgnoreParens());
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee || !Discarded.count(Call))
      return;
    if (Lookup Api = L.api(Callee); Api && Api.Row->Eff != Effect::None)
      Calls.push_back(Call);
    return;
  }
  if (isa<CompoundStmt>(S) &&
      llvm::any_of(S->children(),
                   [](const Stmt *Child) { return isa<ReturnStmt>(Child); }))
    return;
  for (const Stmt *Child : S->children())
    ignoredCalls(Child, Calls);
}

/// Returns the variable, or the member of this object, that \p E names.
static const ValueDecl *namedObject(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  const auto *Member = dyn_cast<MemberExpr>(E);
  return Member && isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts())
             ? Member->getMemberDecl()
             : nullptr;
}

/// Returns the variable into which \p Call, which ends a capture, puts the
/// graph, or null.
static const ValueDecl *graphOfEnd(const Lowering &L, const Expr *E) {
  const auto *Call = cast<CallExpr>(E->IgnoreImplicit()->IgnoreParens());
  const Lookup Api = L.api(Call->getDirectCallee());
  if (!Api || Api.Row->Eff != Effect::EndCapture)
    return nullptr;
  const std::optional<unsigned> Arg =
      Api.Row->paramIndex(Role::Graph, Access::Out);
  if (!Arg || *Arg >= Call->getNumArgs())
    return nullptr;
  const auto *Address =
      dyn_cast<UnaryOperator>(Call->getArg(*Arg)->IgnoreParenImpCasts());
  return Address && Address->getOpcode() == UO_AddrOf
             ? namedObject(Address->getSubExpr())
             : nullptr;
}

/// Whether the first mention of \p Object in \p S compares it with null; no
/// value if \p S does not mention it.
static std::optional<bool>
isFirstTestedForNull(const Stmt *S, const ValueDecl *Object, ASTContext &Ctx) {
  if (!S)
    return std::nullopt;
  if (const auto *Cast = dyn_cast<CastExpr>(S);
      Cast && Cast->getCastKind() == CK_PointerToBoolean &&
      namedObject(Cast->getSubExpr()) == Object)
    return true;
  if (const auto *Not = dyn_cast<UnaryOperator>(S);
      Not && Not->getOpcode() == UO_LNot &&
      namedObject(Not->getSubExpr()) == Object)
    return true;
  if (const auto *Compared = dyn_cast<BinaryOperator>(S);
      Compared && Compared->isEqualityOp()) {
    auto IsNull = [&](const Expr *E) {
      return E->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull) !=
             Expr::NPCK_NotNull;
    };
    const Expr *L = Compared->getLHS(), *R = Compared->getRHS();
    if ((namedObject(L) == Object && IsNull(R)) ||
        (namedObject(R) == Object && IsNull(L)))
      return true;
  }
  if (const auto *E = dyn_cast<Expr>(S); E && namedObject(E) == Object)
    return false;
  for (const Stmt *Child : S->children())
    if (auto First = isFirstTestedForNull(Child, Object, Ctx))
      return First;
  return std::nullopt;
}

/// Removes the ends of captures from the discarded calls whose graph an "if"
/// tests for null before anything else is done with it: the graph of a capture
/// that failed is null. Code that cleans up tests it later, and proves nothing.
void BodyScan::keepTested(const Stmt *S,
                          llvm::SmallVectorImpl<const Expr *> &Ends) {
  llvm::erase_if(Ends, [&](const Expr *End) {
    const auto *If = dyn_cast<IfStmt>(S);
    const ValueDecl *Graph = graphOfEnd(L, End);
    if (Graph && If &&
        isFirstTestedForNull(If->getCond(), Graph, Ctx).value_or(false))
      Discarded.erase(End);
    return !Graph || isFirstTestedForNull(S, Graph, Ctx).has_value();
  });
}

/// Removes calls from the discarded ones if a later statement, in the same
/// block or in one around it, asks for the thread's last error: the program
/// then does check the result.
void BodyScan::keepAsked(const Stmt *Body) {
  llvm::SmallVector<const Expr *, 4> Calls, Ends;
  for (const Stmt *S : Body->children()) {
    if (!Ends.empty() && S)
      keepTested(S, Ends);
    ignoredCalls(S, Ends);
    if (!Calls.empty() && (L.lastErrors().areAskedIn(S) ||
                           reportsErrors(S, Ctx.getSourceManager()))) {
      for (const Expr *Call : Calls)
        Discarded.erase(Call);
      Calls.clear();
    }
    ignoredCalls(S, Calls);
  }
}

/// Finds the statements that leave a block "do { } while (false)", as written
/// in functions that clean up after that block.
void BodyScan::findBreaks(const Stmt *S, bool InBlock) {
  if (!S || isa<Expr>(S))
    return;
  if (InBlock && isa<BreakStmt>(S))
    BlockBreaks.insert(S);
  if (const auto *Do = dyn_cast<DoStmt>(S)) {
    bool Again = true;
    InBlock = !Do->getCond()->isValueDependent() &&
              Do->getCond()->EvaluateAsBooleanCondition(Again, Ctx) && !Again;
  } else if (isa<ForStmt, CXXForRangeStmt, WhileStmt, SwitchStmt>(S)) {
    InBlock = false;
  }
  for (const Stmt *Child : S->children())
    findBreaks(Child, InBlock);
}

void BodyScan::run(const FunctionDecl *FD, const Stmt *Code,
                   const DeclQueries &Decls) {
  Scanned = Code;
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(FD))
    for (const CXXCtorInitializer *I : Ctor->inits())
      if (I->getInit())
        findElided(I->getInit());
  if (Code) {
    const QualType Result = FD->getReturnType();
    if (Decls.handleRole(Result) == Role::Stream || Result->isVoidPointerType())
      NotFound = failedSearches(Code, Ctx);
    findDiscarded(Code);
    findBreaks(Code, /*InBlock=*/false);
  }
}

/// Whether the destructor of \p T does something.
static bool isDestroyed(QualType T) {
  return T.isDestructedType() != QualType::DK_none;
}

void BodyScan::findGuarded(
    const FunctionDecl *FD, const CFG *Cfg,
    const llvm::DenseMap<const Stmt *, ir::Guard> &Handlers) {
  // Most functions have neither objects nor try blocks.
  const auto *Type = FD->getType()->getAs<FunctionProtoType>();
  if (!Cfg || MakesObjects ||
      Cfg->try_blocks_begin() != Cfg->try_blocks_end() ||
      (Type && Type->isNothrow()) ||
      llvm::any_of(FD->parameters(), [](const ParmVarDecl *P) {
        return isDestroyed(P->getType());
      }))
    Guarded = guardedExpressions(
        FD, Ctx.getSourceManager(), Handlers,
        [&](const CXXDestructorDecl *D) { return guardIn(L, D); });
}

const Counters &BodyScan::counters() const {
  if (!Counted)
    Counted = countersIn(Scanned);
  return *Counted;
}

bool BodyScan::isPoll(const Stmt *S) const {
  if (!readsVolatile(S))
    return false;
  if (!Polls)
    Polls = pollsIn(Scanned);
  return Polls->contains(S);
}

bool BodyScan::isSoleOwner(const VarDecl *V) const {
  if (!SoleOwners)
    SoleOwners = soleOwnersIn(Scanned, [&](const FunctionDecl *F) {
      const Lookup Api = L.api(F);
      return Api && Api.Row->MakesMemory;
    });
  return SoleOwners->contains(V);
}

void BodyScan::add(const Stmt *Element) {
  if (const auto *Declared = dyn_cast<DeclStmt>(Element))
    MakesObjects |= llvm::any_of(Declared->decls(), [](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return V && V->hasLocalStorage() && isDestroyed(V->getType());
    });
  MakesObjects |= isa<CXXBindTemporaryExpr>(Element);
  if (const auto *E = dyn_cast<CXXConstructExpr>(Element); E && E->isElidable())
    findElided(E);
  if (const auto *R = dyn_cast<ReturnStmt>(Element); R && namedResult(R))
    Unevaluated.insert(R->getRetValue()->IgnoreImplicit());
  if (const auto *E = dyn_cast<CXXNoexceptExpr>(Element))
    addWithChildren(E->getOperand(), Unevaluated);
  // Assertion macros use __builtin_constant_p and similar functions.
  if (const auto *E = dyn_cast<CallExpr>(Element))
    if (unsigned Id = E->getBuiltinCallee();
        Id && Ctx.BuiltinInfo.isUnevaluated(Id))
      addWithChildren(E, Unevaluated);
}
