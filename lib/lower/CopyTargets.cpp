//===- CopyTargets.cpp - Variables that copies to the host write ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyTargets.h"
#include "../kb/ApiTraits.h"
#include "Elements.h"
#include "Lowering.h"
#include "UserCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether calls of \p Row may be captured copies to the host, or add such
/// copies to a graph.
static bool mayCopyToHost(const ApiRow &Row) {
  return Row.nodeKind() == NodeKind::Memcpy &&
         Row.paramIndex(Role::CopyDestination);
}

/// Returns the object of a call that only leads to the memory of that object:
/// "buffer.host()"; null for other calls.
static const Expr *objectOf(const CXXMemberCallExpr *E) {
  const QualType T = E->getType();
  return E->getNumArgs() == 0 && (T->isPointerType() || E->isGLValue())
             ? E->getImplicitObjectArgument()
             : nullptr;
}

/// Whether \p E makes room in a container.
static bool isResize(const CallExpr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  return Call && Call->getNumArgs() == 1 &&
         isCalled(Call, {"resize", "reserve"});
}

/// Returns the variable or field whose memory \p E names or leads to: "h" in
/// "&h[i]" and "h.data()"; null if there is none. For a member, \p Object, if
/// it is given, receives the expression of its object.
static const ValueDecl *namedMemory(const Expr *E,
                                    const Expr **Object = nullptr) {
  while (E) {
    E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      const ValueDecl *D = Member->getMemberDecl();
      if (Object && isa<FieldDecl>(D))
        *Object = Member->getBase();
      return isa<FieldDecl, VarDecl>(D) ? D : nullptr;
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
      E = Unary->getSubExpr();
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
      if (Binary->isAssignmentOp())
        E = Binary->getLHS();
      else if (!Binary->isAdditiveOp() || !Binary->getType()->isPointerType())
        return nullptr;
      else
        E = Binary->getLHS()->getType()->isPointerType() ? Binary->getLHS()
                                                         : Binary->getRHS();
    } else if (const Expr *Container = containerOf(E)) {
      E = Container;
    } else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
      E = objectOf(Call);
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

/// Calls \p Each with the variable or field that \p E names, and with those
/// that it is a part of: "value" and "results" in "results[i].value".
static void forEachNamed(const Expr *E,
                         llvm::function_ref<void(const ValueDecl *)> Each) {
  while (E) {
    const Expr *Object = nullptr;
    if (const ValueDecl *D = namedMemory(E, &Object))
      Each(D);
    E = Object;
  }
}

static bool refers(QualType T) {
  return T->isPointerType() || T->isReferenceType();
}

/// Whether a parameter of type \p T lets its function write to the argument.
static bool isWritable(QualType T) {
  return refers(T) && !T->getPointeeType().isConstQualified();
}

CopyTargets::CopyTargets(Lowering &L) : L(L) {
  if (!isInUse(mayCopyToHost))
    return;
  // The begin may be in another translation unit, or in the caller of a
  // function that is declared capturable.
  if (!L.defersCalls() && !L.contracts() && !isInUse([](const ApiRow &Row) {
        return Row.Eff == Effect::BeginCapture;
      }))
    return;
  forEachDefinition(
      L.context(),
      [&](const FunctionDecl *F) {
        scanConstructor(F);
        scan(F->getBody());
      },
      [](const Expr *) {});
}

/// Whether the translation unit refers to a function that \p IsMeant holds for.
bool CopyTargets::isInUse(llvm::function_ref<bool(const ApiRow &)> IsMeant) {
  const Identifiers Names(L.context());
  const TranslationUnitDecl *TU = L.context().getTranslationUnitDecl();
  bool Found = false;
  for (const ApiRow &Row : L.knowledge().rows()) {
    if (Found)
      break;
    if (IsMeant(Row))
      L.knowledge().spellings(Row, [&](StringRef Name) {
        const IdentifierInfo *Id = Found ? nullptr : Names.find(Name);
        if (!Id)
          return;
        Found = llvm::any_of(TU->lookup(Id), [](const NamedDecl *D) {
          const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
          return Template ? llvm::any_of(Template->specializations(), isUsed)
                          : D->getAsFunction() && isUsed(D->getAsFunction());
        });
      });
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

unsigned CopyTargets::groupOf(const ValueDecl *D) {
  auto [It, New] = Ids.try_emplace(cast<ValueDecl>(D->getCanonicalDecl()),
                                   unsigned(Groups.size()));
  if (New) {
    Groups.push_back({It->second});
    const auto *V = dyn_cast<VarDecl>(D);
    const auto *Field = dyn_cast<FieldDecl>(D);
    // The program may rely on the zero that a global begins with.
    if ((V && V->hasGlobalStorage()) ||
        (Field && Field->hasInClassInitializer()))
      Groups.back().Known = ir::WrittenOtherwise;
  }
  return root(It->second);
}

unsigned CopyTargets::root(unsigned G) {
  while (Groups[G].Parent != G)
    G = Groups[G].Parent = Groups[Groups[G].Parent].Parent;
  return G;
}

void CopyTargets::unite(const ValueDecl *A, const ValueDecl *B) {
  if (!A || !B)
    return;
  const unsigned To = groupOf(A), From = groupOf(B);
  if (To == From)
    return;
  Groups[From].Parent = To;
  Groups[To].IsTarget |= Groups[From].IsTarget;
  Groups[To].Known |= Groups[From].Known;
}

void CopyTargets::note(const Expr *E, unsigned Known) {
  forEachNamed(E,
               [&](const ValueDecl *D) { Groups[groupOf(D)].Known |= Known; });
}

std::optional<unsigned> CopyTargets::find(const Expr *E) {
  std::optional<unsigned> Found;
  if (!AnyTarget)
    return Found;
  unsigned Known = 0;
  bool IsTarget = false;
  forEachNamed(E, [&](const ValueDecl *D) {
    if (!Ids.count(cast<ValueDecl>(D->getCanonicalDecl())))
      return;
    const Group &G = Groups[groupOf(D)];
    IsTarget |= G.IsTarget;
    Known |= G.Known;
  });
  if (IsTarget)
    Found = Known;
  return Found;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void CopyTargets::scanConstructor(const FunctionDecl *F) {
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(F);
  if (!Ctor)
    return;
  for (const CXXCtorInitializer *I : Ctor->inits()) {
    scan(I->getInit());
    const FieldDecl *Field = I->getAnyMember();
    if (!Field || !I->getInit() || !I->isWritten())
      continue;
    if (refers(Field->getType()))
      unite(Field, namedMemory(I->getInit()));
    else
      Groups[groupOf(Field)].Known |= ir::WrittenOtherwise;
  }
}

/// Whether objects that \p E makes hold nothing that the program has put into
/// them: std::vector<int> v(n).
static bool makesEmpty(const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
    return !Made->isListInitialization() &&
           !Made->getConstructor()->isCopyOrMoveConstructor() &&
           llvm::count_if(Made->arguments(), [](const Expr *A) {
             return !isa<CXXDefaultArgExpr>(A);
           }) <= 1;
  return isa<CallExpr, CXXNewExpr>(E);
}

void CopyTargets::declare(const VarDecl *V) {
  const Expr *Init = V->getInit();
  if (!Init)
    return;
  if (refers(V->getType()))
    return unite(V, namedMemory(Init));
  if (V->getType()->isRecordType()) {
    // An iterator, or an owner that is made of a pointer.
    const Expr *Core = Init->IgnoreImplicit()->IgnoreParenCasts();
    if (const auto *Made = dyn_cast<CXXConstructExpr>(Core);
        Made && Made->getNumArgs() >= 1 &&
        Made->getArg(0)->getType()->isPointerType())
      unite(V, namedMemory(Made->getArg(0)));
    else if (isa<CallExpr>(Core))
      unite(V, namedMemory(Core));
  }
  if (!makesEmpty(Init))
    Groups[groupOf(V)].Known |= ir::WrittenOtherwise;
}

void CopyTargets::assign(const Expr *To, const Expr *From) {
  if (To->getType()->isPointerType())
    return unite(namedMemory(To), namedMemory(From));
  if (!makesEmpty(From) || !To->getType()->isRecordType())
    note(To, ir::WrittenOtherwise);
}

void CopyTargets::scan(const Stmt *Code) {
  llvm::SmallVector<const Stmt *, 32> Todo{Code};
  while (!Todo.empty()) {
    const Stmt *S = Todo.pop_back_val();
    while (const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(S))
      S = Cast->getSubExpr();
    // Most expressions are names and literals, to which nothing applies.
    if (!S || isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, StringLiteral,
                  CXXThisExpr>(S))
      continue;
    statement(S);
    Todo.append(S->child_begin(), S->child_end());
  }
}

void CopyTargets::statement(const Stmt *S) {
  if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        declare(V);
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    if (Binary->isCompoundAssignmentOp()) {
      if (!Binary->getType()->isPointerType())
        note(Binary->getLHS(), ir::WrittenOtherwise);
    } else if (Binary->isAssignmentOp()) {
      assign(Binary->getLHS(), Binary->getRHS());
    }
  } else if (const auto *Unary = dyn_cast<UnaryOperator>(S)) {
    if (Unary->isIncrementDecrementOp() && !Unary->getType()->isPointerType())
      note(Unary->getSubExpr(), ir::WrittenOtherwise);
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    call(Call);
  } else if (const auto *Made = dyn_cast<CXXConstructExpr>(S)) {
    for (unsigned A = 0; A < Made->getNumArgs(); ++A)
      pass(Made->getConstructor(), A, Made->getArg(A));
  } else if (const auto *List = dyn_cast<InitListExpr>(S)) {
    if (const RecordDecl *Record = List->getType()->getAsRecordDecl();
        Record && List->isSemanticForm()) {
      const auto *Class = dyn_cast<CXXRecordDecl>(Record);
      unsigned I = Class ? Class->getNumBases() : 0;
      for (const FieldDecl *Field : Record->fields()) {
        if (I >= List->getNumInits())
          break;
        if (refers(Field->getType()))
          unite(Field, namedMemory(List->getInit(I)));
        else if (!isa<ImplicitValueInitExpr>(List->getInit(I)))
          Groups[groupOf(Field)].Known |= ir::WrittenOtherwise;
        ++I;
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Whether the direction of a copy, a cudaMemcpyKind, certainly leads to a
/// device.
static bool leadsToDevice(const Expr *Kind, const ASTContext &Ctx) {
  Expr::EvalResult R;
  if (Kind->isValueDependent() || !Kind->EvaluateAsInt(R, Ctx))
    return false;
  const int64_t Value = R.Val.getInt().getExtValue();
  return Value == HostToDevice || Value == DeviceToDevice;
}

void CopyTargets::describedCall(const ApiRow &Row, const CallExpr *E) {
  if (Row.Implicit || Row.StreamByType || Row.Typed)
    return;
  const FunctionDecl *Callee = E->getDirectCallee();
  const auto Order = Callee ? parameterOrder(Callee, Row, L.knowledge())
                            : std::vector<std::optional<unsigned>>();
  if (const std::optional<unsigned> Kind = Row.paramIndex(Role::CopyKind);
      Kind && Order.empty() && *Kind < E->getNumArgs() &&
      leadsToDevice(E->getArg(*Kind), L.context())) {
    if (const std::optional<unsigned> From = Row.paramIndex(Role::CopySource);
        From && *From < E->getNumArgs())
      note(E->getArg(*From), ir::IsCopied);
    return;
  }
  for (unsigned P = 0; P < Row.Params.size(); ++P) {
    const std::optional<unsigned> A = Order.empty()      ? std::optional(P)
                                      : P < Order.size() ? Order[P]
                                                         : std::nullopt;
    if (!A || *A >= E->getNumArgs())
      continue;
    const Expr *Arg = E->getArg(*A);
    if (Row.Params[P].R == Role::CopySource)
      note(Arg, ir::IsCopied);
    if (Row.Params[P].R != Role::CopyDestination)
      continue;
    if (!mayCopyToHost(Row)) {
      note(Arg, ir::WrittenOtherwise);
    } else if (const ValueDecl *D = namedMemory(Arg)) {
      Groups[groupOf(D)].IsTarget = AnyTarget = true;
    }
  }
}

void CopyTargets::pass(const FunctionDecl *Callee, unsigned Index,
                       const Expr *Arg) {
  const QualType Given = Arg->getType();
  const FunctionDecl *Def = nullptr;
  const ParmVarDecl *Param = nullptr;
  if (Callee && Callee->hasBody(Def) && Index < Def->getNumParams() &&
      !L.context().getSourceManager().isInSystemHeader(Def->getLocation()))
    Param = Def->getParamDecl(Index);
  if (Param) {
    if (refers(Param->getType()))
      unite(Param, namedMemory(Arg));
    return;
  }
  // An iterator is an object that is passed by value.
  if (Given->isRecordType() && isa<CXXMemberCallExpr>(Arg->IgnoreImplicit()))
    return note(Arg, ir::WrittenOtherwise);
  const bool IsKnown = Callee && Index < Callee->getNumParams();
  if (IsKnown ? isWritable(Callee->getParamDecl(Index)->getType())
              : isWritable(Given))
    note(Arg, ir::WrittenOtherwise);
}

void CopyTargets::call(const CallExpr *E) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (isa<CUDAKernelCallExpr>(E)) {
    for (const Expr *A : E->arguments())
      if (isWritable(A->getType()))
        note(A, ir::WrittenOtherwise);
    return;
  }
  if (Lookup Api = Callee ? L.api(Callee) : Lookup())
    return describedCall(*Api.Row, E);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  const bool IsOperator = isa<CXXOperatorCallExpr>(E);
  const bool HasObject = Method && Method->isImplicitObjectMemberFunction();
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
    Object = Member->getImplicitObjectArgument();
  else if (IsOperator && HasObject && E->getNumArgs())
    Object = E->getArg(0);
  const unsigned First = IsOperator && HasObject ? 1 : 0;
  for (unsigned A = First; A < E->getNumArgs(); ++A)
    pass(Callee, A - First, E->getArg(A));
  // What a function gives a container is no result of a copy. An element that
  // is written is written where it is named.
  if (Object && Method && !Method->isConst() && E->getNumArgs() > First &&
      !containerOf(E) && !isResize(E))
    note(Object, ir::WrittenOtherwise);
}
