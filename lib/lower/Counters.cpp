//===- Counters.cpp - Variables that number the calls ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "UserCode.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

const ValueDecl *lower::namedBy(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
    if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E))
      E = Element->getBase();
    else if (Op && Op->getOperator() == OO_Subscript)
      E = Op->getArg(0);
    else
      break;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    return Callee ? Callee->getCanonicalDecl() : nullptr;
  }
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    return Ref->getDecl();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  return nullptr;
}

/// Returns the body of the function that \p S calls, or null.
static const Stmt *calledBody(const Stmt *S) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee ? Callee->getBody() : nullptr;
}

using Test = llvm::function_ref<bool(const ValueDecl *)>;
static bool isReturned(const Stmt *Body, Test Is);

/// Whether \p S names a variable or field that \p Is holds for. \p AsksCallees
/// counts those that a called function returns a number of; what that function
/// calls does not count.
static bool mentions(const Stmt *S, Test Is, bool AsksCallees = false) {
  if (!S)
    return false;
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (const ValueDecl *D = namedBy(E); D && Is(D))
      return true;
    if (AsksCallees && E->getType()->isIntegralOrEnumerationType())
      if (const Stmt *Body = calledBody(E); Body && isReturned(Body, Is))
        return true;
  }
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return mentions(Child, Is, AsksCallees);
  });
}

/// Whether \p Body returns what it computes from such a variable.
static bool isReturned(const Stmt *Body, Test Is) {
  if (!Body)
    return false;
  if (const auto *Return = dyn_cast<ReturnStmt>(Body))
    return mentions(Return->getRetValue(), Is);
  return llvm::any_of(Body->children(),
                      [&](const Stmt *Child) { return isReturned(Child, Is); });
}

bool lower::startsFrom(const ValueDecl *D, const ValueDecl *Counter) {
  const auto *Variable = dyn_cast<VarDecl>(D);
  return Variable && Variable->hasLocalStorage() && Variable->getInit() &&
         mentions(Variable->getInit(),
                  [&](const ValueDecl *In) { return In == Counter; });
}

/// Adds what \p S changes.
static void findChanges(const Stmt *S, Counters &Found) {
  if (!S)
    return;
  auto Add = [&](const Expr *E) {
    const ValueDecl *D = namedBy(E);
    const auto *Variable = dyn_cast_or_null<VarDecl>(D);
    if (D && E->getType()->isIntegralOrEnumerationType() &&
        (isa<FieldDecl>(D) || (Variable && Variable->hasGlobalStorage())))
      Found.insert(D);
  };
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp()) {
    Add(Unary->getSubExpr());
  } else if (const auto *Assign = dyn_cast<BinaryOperator>(S);
             Assign && Assign->isAssignmentOp()) {
    const ValueDecl *To = namedBy(Assign->getLHS());
    if (To && (Assign->isCompoundAssignmentOp() ||
               mentions(Assign->getRHS(), [&](const ValueDecl *D) {
                 return D == To || startsFrom(D, To);
               })))
      Add(Assign->getLHS());
  }
  for (const Stmt *Child : S->children())
    findChanges(Child, Found);
}

/// Adds what the functions that \p S calls change.
static void findChangesOfCallees(const Stmt *S, Counters &Found,
                                 llvm::SmallPtrSetImpl<const Stmt *> &Seen) {
  if (!S)
    return;
  if (const Stmt *Body = calledBody(S); Body && Seen.insert(Body).second)
    findChanges(Body, Found);
  for (const Stmt *Child : S->children())
    findChangesOfCallees(Child, Found, Seen);
}

/// Adds the local variables that get a value of \p Found.
static void findCopies(const Stmt *S, Counters &Found) {
  if (!S)
    return;
  if (const auto *Decls = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Decls->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        if (Variable->getInit() && mentionsCounter(Variable->getInit(), Found))
          Found.insert(Variable);
  for (const Stmt *Child : S->children())
    findCopies(Child, Found);
}

Counters lower::countersIn(const Stmt *Code) {
  Counters Found;
  findChanges(Code, Found);
  llvm::SmallPtrSet<const Stmt *, 16> Callees;
  findChangesOfCallees(Code, Found, Callees);
  if (!Found.empty())
    findCopies(Code, Found);
  return Found;
}

namespace {
/// Finds the flows of numbers in the code of a translation unit.
class FlowCollector {
public:
  explicit FlowCollector(std::vector<Flow> &Flows) : Flows(Flows) {}

  void function(const FunctionDecl *F) {
    Function = F;
    statement(F->getBody());
    if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *I : Ctor->inits())
        if (I->isAnyMemberInitializer()) {
          add(I->getAnyMember(), I->getInit());
          statement(I->getInit());
        }
  }

private:
  void statement(const Stmt *S);
  void add(const ValueDecl *To, const Expr *From) {
    if (!To || !From)
      return;
    const auto *F = dyn_cast<FunctionDecl>(To);
    const QualType T = F ? F->getReturnType() : To->getType();
    if (T.getNonReferenceType()->isIntegralOrEnumerationType() &&
        !isa<IntegerLiteral, CXXBoolLiteralExpr>(From->IgnoreParenImpCasts()))
      Flows.push_back({To, From});
  }
  template <typename Call> void arguments(const FunctionDecl *F, const Call *E);

  std::vector<Flow> &Flows;
  const FunctionDecl *Function = nullptr;
};
} // namespace

void lower::addFlows(const FunctionDecl *F, std::vector<Flow> &Flows) {
  FlowCollector(Flows).function(F);
}

/// Adds what the parameters of \p F get in the call \p E.
template <typename Call>
void FlowCollector::arguments(const FunctionDecl *F, const Call *E) {
  const FunctionDecl *Def = nullptr;
  if (!F || !F->hasBody(Def))
    return;
  // The object of an operator that is a member is an argument.
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  const unsigned First = isa<CXXOperatorCallExpr>(E) && Method &&
                         Method->isImplicitObjectMemberFunction();
  for (unsigned I = First; I < E->getNumArgs(); ++I)
    if (I - First < Def->getNumParams())
      add(Def->getParamDecl(I - First), E->getArg(I));
}

void FlowCollector::statement(const Stmt *S) {
  if (!S)
    return;
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D))
        add(Variable, Variable->getInit());
  } else if (const auto *Assign = dyn_cast<BinaryOperator>(S);
             Assign && Assign->getOpcode() == BO_Assign) {
    const ValueDecl *To = namedBy(Assign->getLHS());
    add(isa_and_nonnull<FunctionDecl>(To) ? nullptr : To, Assign->getRHS());
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    arguments(Call->getDirectCallee(), Call);
  } else if (const auto *Made = dyn_cast<CXXConstructExpr>(S)) {
    arguments(Made->getConstructor(), Made);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    add(Function->getCanonicalDecl(), Return->getRetValue());
  } else if (const auto *List = dyn_cast<InitListExpr>(S)) {
    const auto *Class = List->getType()->getAsCXXRecordDecl();
    // The bases of a class come before its fields.
    unsigned I = Class ? Class->getNumBases() : 0;
    if (Class && !Class->isUnion())
      for (const FieldDecl *Field : Class->fields())
        if (I < List->getNumInits() && !Field->isUnnamedBitField())
          add(Field, List->getInit(I++));
  }
  for (const Stmt *Child : S->children())
    statement(Child);
}

Counters lower::countersOf(ASTContext &Ctx) {
  Counters Found;
  std::vector<Flow> Flows;
  forEachDefinition(
      Ctx,
      [&](const FunctionDecl *F) {
        findChanges(F->getBody(), Found);
        addFlows(F, Flows);
      },
      [](const Expr *) {});
  // Programs pass a number on through few hands.
  bool Grows = !Found.empty();
  for (int Round = 0; Grows && Round < 4; ++Round) {
    Grows = false;
    for (const Flow &F : Flows)
      if (!Found.contains(F.To) && mentions(F.From, [&](const ValueDecl *D) {
            return Found.contains(D);
          }))
        Grows |= Found.insert(F.To).second;
  }
  return Found;
}

bool lower::mentionsCounter(const Expr *E, const Counters &Of) {
  return !Of.empty() &&
         mentions(
             E, [&](const ValueDecl *D) { return Of.contains(D); },
             /*AsksCallees=*/true);
}
