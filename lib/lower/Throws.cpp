//===- Throws.cpp - Calls that may throw ----------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A call may throw if it runs a callable that the function was handed: only
/// the caller knows what the callable does.
///
//===----------------------------------------------------------------------===//

#include "CallLowering.h"
#include "Callables.h"
#include "Elements.h"
#include "TypeQueries.h"
#include "clang/Basic/SourceManager.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether \p Callable comes from outside of the function: it is a parameter,
/// an element of one, a member, or captured.
bool CallLowering::isHandedIn(const Expr *Callable) const {
  while (true) {
    Callable = Callable->IgnoreParenImpCasts();
    if (const auto *Op = dyn_cast<UnaryOperator>(Callable)) {
      Callable = Op->getSubExpr();
    } else if (const auto *Call = dyn_cast<CallExpr>(Callable);
               Call && Call->getNumArgs() == 1 &&
               Decls.libraryFunction(Call->getDirectCallee()) ==
                   HostValue::Forward) {
      Callable = Call->getArg(0);
    } else if (const Expr *Container = containerOf(Callable)) {
      Callable = Container;
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(Callable);
               const auto *V =
                   Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr) {
      // The variable may be a reference, or the variable of a range loop.
      if (isa<ParmVarDecl>(V) || !V->hasLocalStorage() || !V->getInit() ||
          Ref->refersToEnclosingVariableOrCapture())
        break;
      const Expr *Init = V->getInit()->IgnoreImplicit();
      if (!V->getType()->isReferenceType() && !V->isImplicit() &&
          !containerOf(Init))
        break;
      Callable = Init;
    } else {
      break;
    }
  }
  // Functions of a table in another object, as C programs have them, were not
  // handed to this function to be run.
  if (const auto *Member = dyn_cast<MemberExpr>(Callable))
    return isa<FieldDecl>(Member->getMemberDecl()) &&
           (!Callable->getType()
                 ->getBaseElementTypeUnsafe()
                 ->isFunctionPointerType() ||
            isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()));
  const auto *Ref = dyn_cast<DeclRefExpr>(Callable);
  return Ref && (isa<ParmVarDecl>(Ref->getDecl()) ||
                 Ref->refersToEnclosingVariableOrCapture());
}

/// Whether only this translation unit can call \p F. A lambda as an argument
/// hides the specialization of a template, but not the template.
static bool isOnlyCalledHere(const FunctionDecl *F) {
  if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
    F = Pattern;
  return !F->isExternallyVisible();
}

/// Whether \p Callee is the body of a lambda.
static bool isLambda(const FunctionDecl *Callee) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  return Method && Method->getParent()->isLambda() && Method->hasBody();
}

/// Whether \p E calls through a pointer to a function of C or of another
/// language, which throws nothing: \p FD is called from there.
static bool isOfC(const CallExpr *E, const FunctionDecl *FD) {
  return !E->getDirectCallee() && FD->isExternC() &&
         E->getCallee()
             ->getType()
             .getNonReferenceType()
             ->isFunctionPointerType();
}

/// Whether \p E may throw because it runs a callable that was handed to this
/// function. What is known of a callable is that some caller may hand over one
/// that throws. If all callers are known, a lambda is what its body is.
bool CallLowering::mayThrow(const CallExpr *E, const FunctionDecl *Callee) {
  if (!E || !Ctx.getLangOpts().Exceptions || !Ctx.getLangOpts().CXXExceptions)
    return false;
  const FunctionProtoType *Type = nullptr;
  const Expr *Callable = nullptr;
  const FunctionDecl *Named = E->getDirectCallee();
  if (Decls.libraryFunction(Named) == HostValue::Invoke && E->getNumArgs()) {
    Callable = E->getArg(0);
    Type = calledType(Decls, Callable, Callee == Named ? nullptr : Callee);
  } else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
             Member && Decls.runsItsObject(Named)) {
    Callable = Member->getImplicitObjectArgument();
    Type = Named->getType()->getAs<FunctionProtoType>();
  } else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E)) {
    if (Op->getOperator() != OO_Call)
      return false;
    // Some callables, such as an engine of random numbers, run no code of the
    // program.
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (Method && !runsCallable(Decls, Method->getParent()) &&
        Ctx.getSourceManager().isInSystemHeader(Method->getLocation()))
      return false;
    Callable = Op->getArg(0);
    Type = Callee ? Callee->getType()->getAs<FunctionProtoType>() : nullptr;
  } else if (!Callee) {
    Callable = E->getCallee();
    QualType T = Callable->getType();
    if (T->isPointerType() || T->isReferenceType())
      T = T->getPointeeType();
    Type = T->getAs<FunctionProtoType>();
  }
  if (isOfC(E, FD) || (isLambda(Callee) && isOnlyCalledHere(FD)))
    return false;
  return Callable && Type && !Type->isNothrow() && isHandedIn(Callable);
}

/// A function that returns a number tells of errors in that way.
bool CallLowering::isOfInterface(const CallExpr *E) const {
  if (!E || !Ctx.getLangOpts().Exceptions || !Ctx.getLangOpts().CXXExceptions)
    return false;
  const auto *Member =
      dyn_cast<MemberExpr>(E->getCallee()->IgnoreParenImpCasts());
  const auto *Method =
      Member ? dyn_cast<CXXMethodDecl>(Member->getMemberDecl()) : nullptr;
  if (!Method || !Method->isPureVirtual() || Method->hasBody() ||
      Member->hasQualifier() || isa<CXXDestructorDecl>(Method) ||
      Ctx.getSourceManager().isInSystemHeader(Method->getLocation()))
    return false;
  const QualType Returned = Method->getReturnType();
  if (!Returned->isVoidType() && !Returned->isRecordType())
    return false;
  const auto *Type = Method->getType()->getAs<FunctionProtoType>();
  const Expr *Object = Member->getBase()->IgnoreParenImpCasts();
  return Type && !Type->isNothrow() &&
         (isa<CXXThisExpr>(Object) || isHandedIn(Object));
}
