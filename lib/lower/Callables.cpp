//===- Callables.cpp - Values that are functions, and their calls ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The name of a function is a value, and a call of the function that a
/// variable holds is an invoke. A wrapper of the standard library
/// (std::function) or of another well-known library is an object with fields
/// that no program can name: "<target>" is the function to call, "<object>" the
/// closure that it is called on, or, if the wrapper only refers to the closure,
/// "<referent>" its address.
///
//===----------------------------------------------------------------------===//

#include "Callables.h"
#include "BodyScan.h"
#include "CallLowering.h"
#include "ExprLowering.h"
#include "FunctionContext.h"
#include "TypeQueries.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns what an object of this class holds, if the class is a wrapper. The
/// wrapper's own code is not analysed.
static Holds heldBy(DeclQueries &Decls, const CXXRecordDecl *Class) {
  if (!isa_and_nonnull<ClassTemplateSpecializationDecl>(Class))
    return Holds::Nothing;
  switch (Decls.libraryType(Class)) {
  case HostValue::Wrapper:
    return Holds::Callable;
  case HostValue::CallableReference:
    return Holds::Pointer;
  case HostValue::ReferenceWrapper:
    return Holds::Typed;
  case HostValue::Task:
    return Holds::Task;
  default:
    return Holds::Nothing;
  }
}

Holds lower::wrapperKind(DeclQueries &Decls, QualType T) {
  Holds Kind =
      T.isNull() ? Holds::Nothing
                 : heldBy(Decls, T.getNonReferenceType()->getAsCXXRecordDecl());
  return Kind == Holds::Task ? Holds::Nothing : Kind;
}

/// Returns the first argument of a wrapper's template: a signature, or a type.
static QualType wrapped(QualType Wrapper) {
  const auto *Class = cast<ClassTemplateSpecializationDecl>(
      Wrapper.getNonReferenceType()->getAsCXXRecordDecl());
  llvm::ArrayRef<TemplateArgument> Args = Class->getTemplateArgs().asArray();
  if (!Args.empty() && Args[0].getKind() == TemplateArgument::Pack)
    Args = Args[0].getPackAsArray();
  return !Args.empty() && Args[0].getKind() == TemplateArgument::Type
             ? Args[0].getAsType()
             : QualType();
}

/// Returns \p T if it is the type of a function, or the function type that a
/// pointer or reference of type \p T points at; null for other types.
const FunctionProtoType *lower::prototype(QualType T) {
  if (T.isNull())
    return nullptr;
  T = T.getNonReferenceType();
  if (T->isPointerType() || T->isMemberPointerType())
    T = T->getPointeeType();
  return T->getAs<FunctionProtoType>();
}

/// Whether a call with signature \p From passes its arguments, and receives its
/// result, in the form that a function of type \p To uses.
static bool fits(const FunctionProtoType *From, const FunctionProtoType *To) {
  if (!From || !To || To->getNumParams() < From->getNumParams())
    return false;
  for (unsigned I = 0; I < From->getNumParams(); ++I)
    if (isPassedByAddress(From->getParamType(I)) !=
        isPassedByAddress(To->getParamType(I)))
      return false;
  return From->getReturnType()->isVoidType() ||
         From->getReturnType()->isReferenceType() ==
             To->getReturnType()->isReferenceType();
}

/// Returns the function that a call of an object of this class reaches, if
/// there is only one.
const FunctionDecl *lower::callOperator(QualType T) {
  const CXXRecordDecl *Class = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return nullptr;
  const FunctionDecl *Found = nullptr;
  DeclarationName Name =
      Class->getASTContext().DeclarationNames.getCXXOperatorName(OO_Call);
  auto Add = [&](const FunctionDecl *F) {
    if (Found)
      return false;
    Found = F;
    return true;
  };
  for (const NamedDecl *D : Class->lookup(Name)) {
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
      for (const FunctionDecl *F : Template->specializations())
        if (!Add(F))
          return nullptr;
    } else if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      if (!Add(F))
        return nullptr;
    } else {
      return nullptr;
    }
  }
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Found);
  // A parameter "this auto self" takes the object in another form.
  if (!Method || Method->isVirtual() ||
      (!Method->isStatic() && !Method->isImplicitObjectMemberFunction()))
    return nullptr;
  return Found;
}

const FunctionProtoType *lower::calledType(DeclQueries &Decls,
                                           const Expr *Callable,
                                           const FunctionDecl *Known) {
  QualType T = Callable->getType();
  if (!Known && prototype(T))
    return prototype(T);
  if (!Known && isWrapper(Decls, T))
    return prototype(wrapped(T));
  if (!Known)
    Known = callOperator(T);
  return Known ? Known->getType()->getAs<FunctionProtoType>() : nullptr;
}

unsigned lower::parameterCount(DeclQueries &Decls, const Expr *Callee) {
  QualType T = Callee->getType();
  if (const FunctionProtoType *Type = prototype(T))
    return Type->getNumParams();
  if (isWrapper(Decls, T))
    if (const FunctionProtoType *Type = prototype(wrapped(T)))
      return Type->getNumParams();
  const FunctionDecl *Op = callOperator(T);
  return Op ? Op->getNumParams() : 0;
}

bool lower::runsCallable(DeclQueries &Decls, const CXXRecordDecl *Class) {
  return heldBy(Decls, Class) != Holds::Nothing || isBinder(Decls, Class);
}

bool lower::isReferenceWrapper(DeclQueries &Decls, QualType T) {
  return wrapperKind(Decls, T) == Holds::Typed;
}

bool lower::isWrapper(DeclQueries &Decls, QualType T) {
  return wrapperKind(Decls, T) != Holds::Nothing;
}

std::optional<ir::Operand> CallableLowering::unwrapped(const Expr *E,
                                                       QualType ParamType) {
  if (wrapperKind(Decls, E->getType()) != Holds::Typed || ParamType.isNull() ||
      wrapperKind(Decls, ParamType) == Holds::Typed)
    return std::nullopt;
  std::optional<ir::Place> P = Exprs.place(E);
  if (!P)
    return ir::Operand::unknown();
  ir::Place Address = P->field(Referent);
  return ir::Operand::read(ParamType->isReferenceType() ? Address
                                                        : Address.deref());
}

bool lower::holdsFunction(DeclQueries &Decls, QualType T) {
  return prototype(T) || isWrapper(Decls, T);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ir::Operand CallableLowering::functionValue(const FunctionDecl *Callee) {
  if (Lookup Api = L.api(Callee)) {
    // A member function, or one that returns no error, is followed only if it
    // is called by its name.
    if (isa<CXXMethodDecl>(Callee) || !returnsError(Callee))
      return ir::Operand::unknown();
    IR.HasSideEffects |= canMatter(*Api.Row);
    return ir::Operand::function(L.calleeName(Callee));
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (Callee->getBuiltinID() || (Method && Method->isVirtual()))
    return ir::Operand::unknown();
  const FunctionDecl *Def = nullptr;
  if (!Ctx.getSourceManager().isInSystemHeader(Callee->getLocation()) &&
      Callee->hasBody(Def))
    IR.HasSideEffects |= L.summarize(Callee).Matters;
  return ir::Operand::function(L.symbol(Def ? Def : Callee));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void CallableLowering::emitInvoke(ir::Operand Callee,
                                  std::optional<ir::Operand> On,
                                  std::vector<ir::Operand> Args,
                                  std::optional<ir::Place> Dest,
                                  const Expr *At) {
  IR.Matters = IR.MayCallUnknown = true;
  ir::IndirectCall Indirect;
  Indirect.Target = std::move(Callee);
  Indirect.Object = std::move(On);
  ir::Instruction &I =
      IR.emit(ir::Instruction::invoke(std::move(Indirect), std::move(Args)), At,
              beginOf(At));
  const auto *Call = dyn_cast<CallExpr>(At);
  I.Flags.Guarded = Scan.Guarded.lookup(At);
  I.Flags.Throws = Call && Calls.mayThrow(Call, Call->getDirectCallee());
  if (!Scan.Discarded.count(At))
    I.Dest = std::move(Dest);
}

/// Lowers a call without a declared callee: one of a pointer to a function or
/// to a member.
bool CallableLowering::callPointer(const CallExpr *E,
                                   const std::optional<ir::Place> &Dest) {
  const Expr *Callee = E->getCallee()->IgnoreParens();
  std::optional<ir::Operand> On;
  if (const auto *Member = dyn_cast<BinaryOperator>(Callee)) {
    if (!Member->isPtrMemOp())
      return false;
    if (Member->getOpcode() == BO_PtrMemI) {
      On = Exprs.value(Member->getLHS());
    } else {
      std::optional<ir::Place> P = Exprs.place(Member->getLHS());
      On = P ? ir::Operand::address(*P) : ir::Operand::unknown();
    }
    Callee = Member->getRHS();
  }
  ir::Operand Pointer = Exprs.value(Callee);
  if (Pointer.K == ir::Operand::Unknown)
    return false;
  llvm::SmallVector<const Expr *, 8> Args(E->arguments());
  emitInvoke(std::move(Pointer), std::move(On),
             Calls.argumentsFor(prototype(Callee->getType()), Args), Dest, E);
  if (const FieldDecl *Field = calledField(Callee);
      Field && L.listsOverriders())
    IR.current().Insts.back().Indirect->Perhaps = L.calledThrough(Field);
  return true;
}

/// Lowers a call of the object of type \p T at \p Callee.
bool CallableLowering::callObject(const ir::Place &Callee, QualType T,
                                  llvm::ArrayRef<const Expr *> Args,
                                  const std::optional<ir::Place> &Dest,
                                  const Expr *At) {
  const FunctionProtoType *Type = prototype(T);
  std::optional<ir::Operand> On;
  ir::Place Pointer = Callee;
  switch (wrapperKind(Decls, T)) {
  case Holds::Typed: {
    QualType Inner = wrapped(T);
    ir::Place Held = Callee.field(Referent);
    if (Inner.isNull())
      return false;
    return callObject(prototype(Inner) ? Held : Held.deref(), Inner, Args, Dest,
                      At);
  }
  case Holds::Callable:
    Type = prototype(wrapped(T));
    Pointer = Callee.field(Target);
    On = ir::Operand::address(Callee.field(Object));
    break;
  case Holds::Pointer:
    Type = prototype(wrapped(T));
    Pointer = Callee.field(Target);
    On = ir::Operand::read(Callee.field(Referent));
    break;
  case Holds::Nothing:
  case Holds::Task:
    if (Type)
      break;
    if (isBinder(Decls, T))
      return callBinder(Callee, T, Args, Dest, At);
    const FunctionDecl *Op = callOperator(T);
    if (!Op)
      return false;
    std::vector<ir::Operand> Operands;
    if (!cast<CXXMethodDecl>(Op)->isStatic())
      Operands.push_back(ir::Operand::address(Callee));
    for (ir::Operand &A : Calls.arguments(Op, Args))
      Operands.push_back(std::move(A));
    Calls.emitCall(Op, std::move(Operands), Dest, false, At, beginOf(At));
    return true;
  }
  if (!Type)
    return false;
  emitInvoke(ir::Operand::read(Pointer), std::move(On),
             Calls.argumentsFor(Type, Args), Dest, At);
  return true;
}

bool CallableLowering::callWith(const Expr *Callee,
                                llvm::ArrayRef<const Expr *> Args,
                                const std::optional<ir::Place> &Dest,
                                const Expr *At) {
  QualType T = Callee->getType().getNonReferenceType();
  if (T->isRecordType()) {
    std::optional<ir::Place> P = Exprs.place(Callee);
    return P && callObject(*P, T, Args, Dest, At);
  }
  const FunctionProtoType *Type = prototype(T);
  if (!Type)
    return false;
  ir::Operand Pointer = Exprs.value(Callee);
  std::optional<ir::Operand> On;
  if (T->isMemberPointerType()) {
    if (Args.empty())
      return false;
    QualType Of = Args.front()->getType().getNonReferenceType();
    std::optional<ir::Place> P;
    if (Of->isPointerType())
      On = Exprs.value(Args.front());
    else
      P = Exprs.place(Args.front());
    if (P && wrapperKind(Decls, Of) == Holds::Typed)
      On = ir::Operand::read(P->field(Referent));
    else if (P && !isWrapper(Decls, Of))
      On = ir::Operand::address(*P);
    else if (!On)
      On = ir::Operand::unknown();
    Args = Args.drop_front();
  }
  emitInvoke(std::move(Pointer), std::move(On), Calls.argumentsFor(Type, Args),
             Dest, At);
  return true;
}

//===----------------------------------------------------------------------===//
// Wrappers
//===----------------------------------------------------------------------===//

/// Makes the wrapper of type \p T at \p To hold \p From.
void CallableLowering::wrap(const ir::Place &To, QualType T, const Expr *From) {
  QualType Given = From->getType().getNonReferenceType();
  Holds Kind = wrapperKind(Decls, T);
  auto Forget = [&] { IR.assign(To, ir::Operand::unknown(), From); };
  if (Kind == Holds::Typed) {
    if (Given->isFunctionType())
      return IR.assign(To.field(Referent), Exprs.value(From), From);
    std::optional<ir::Place> P = Exprs.place(From);
    if (!P || wrapperKind(Decls, Given) == Holds::Typed)
      return Forget();
    return IR.assign(To.field(Referent), ir::Operand::address(*P), From);
  }
  if (Given->isNullPtrType())
    return IR.assign(To.field(Target), ir::Operand::constant(0), From);
  const FunctionProtoType *Type = prototype(wrapped(T));
  if (const FunctionProtoType *Called = prototype(Given)) {
    if (Given->isMemberPointerType() || !fits(Type, Called))
      return Forget();
    return IR.assign(To.field(Target), Exprs.value(From), From);
  }
  std::optional<ir::Place> P = Exprs.place(From);
  if (Holds Other = wrapperKind(Decls, Given); Other == Holds::Typed) {
    Given = wrapped(Given);
    if (Given.isNull() || !P)
      return Forget();
    P = P->field(Referent).deref();
  } else if (Other != Holds::Nothing) {
    if (Other != Kind || !P || !fits(Type, prototype(wrapped(Given))))
      return Forget();
    return IR.assign(To, ir::Operand::read(*P), From);
  }
  if (P && Kind == Holds::Callable && isBinder(Decls, Given) && Type) {
    IR.assign(To.field(Target), binderFunction(Given, Type, From), From);
    return IR.assign(To.field(Object), ir::Operand::read(*P), From);
  }
  const FunctionDecl *Op =
      isWrapper(Decls, Given) ? nullptr : callOperator(Given);
  if (!P || !Op || !fits(Type, Op->getType()->getAs<FunctionProtoType>()))
    return Forget();
  IR.assign(To.field(Target), functionValue(Op), From);
  if (Kind == Holds::Callable)
    IR.assign(To.field(Object), ir::Operand::read(*P), From);
  else
    IR.assign(To.field(Referent), ir::Operand::address(*P), From);
}
