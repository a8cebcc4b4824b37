//===- Callables.cpp - Values that are functions, and calls of them -------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that is named is a value; a call of what a variable holds is an
/// invoke. A wrapper of the standard library (std::function) or of a well-known
/// other one is an object with fields that no program can name: "<target>" is
/// the function to call, "<object>" the closure that it is called on, or, if
/// the wrapper only refers to that, "<referent>" its address.
///
//===----------------------------------------------------------------------===//

#include "CallableFields.h"
#include "FunctionLowering.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
enum class Holds {
  Nothing,
  /// A callable of its own, of a type that its own type does not tell.
  Callable,
  /// A pointer to a callable of such a type.
  Pointer,
  /// A pointer to a callable; the type of the wrapper tells which.
  Typed,
  /// A callable whose result is delivered elsewhere.
  Task,
};
} // namespace

StringRef lower::outerNamespace(const Decl *D) {
  const DeclContext *Around = D->getDeclContext();
  while (Around->isInlineNamespace())
    Around = Around->getParent();
  const auto *N = dyn_cast<NamespaceDecl>(Around);
  // A library may open it within extern "C++".
  return N && N->getParent()->getRedeclContext()->isTranslationUnit()
             ? N->getName()
             : "";
}

/// What an object of this class holds, if it is a wrapper that is known by
/// name: their own code is not looked at.
static Holds wrapperKind(const CXXRecordDecl *Of) {
  static constexpr struct {
    llvm::StringLiteral Namespace, Name;
    Holds What;
  } Known[] = {
      {"std", "function", Holds::Callable},
      {"std", "move_only_function", Holds::Callable},
      {"std", "copyable_function", Holds::Callable},
      {"std", "function_ref", Holds::Pointer},
      {"std", "reference_wrapper", Holds::Typed},
      {"std", "packaged_task", Holds::Task},
      {"absl", "AnyInvocable", Holds::Callable},
      {"absl", "FunctionRef", Holds::Pointer},
      {"boost", "function", Holds::Callable},
      {"folly", "Function", Holds::Callable},
      {"folly", "FunctionRef", Holds::Pointer},
      {"llvm", "unique_function", Holds::Callable},
      {"llvm", "function_ref", Holds::Pointer},
      {"c10", "function_ref", Holds::Pointer},
  };
  const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Of);
  if (!Class || !Class->getIdentifier())
    return Holds::Nothing;
  for (const auto &[Namespace, Name, What] : Known)
    if (Class->getName() == Name && outerNamespace(Class) == Namespace)
      return What;
  return Holds::Nothing;
}

static Holds wrapperKind(QualType T) {
  Holds Kind = T.isNull()
                   ? Holds::Nothing
                   : wrapperKind(T.getNonReferenceType()->getAsCXXRecordDecl());
  return Kind == Holds::Task ? Holds::Nothing : Kind;
}

/// The first argument of a wrapper's template: a signature, or a type.
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

/// The type of a function, or what a pointer or reference to one points at.
static const FunctionProtoType *prototype(QualType T) {
  if (T.isNull())
    return nullptr;
  T = T.getNonReferenceType();
  if (T->isPointerType() || T->isMemberPointerType())
    T = T->getPointeeType();
  return T->getAs<FunctionProtoType>();
}

/// Whether a call with signature \p From hands its arguments, and gets its
/// result, in the form that a function of type \p To has them.
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

/// The function that a call of an object of this class reaches, if there is
/// only one.
const FunctionDecl *FunctionLowering::callOperator(QualType T) {
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

const FunctionProtoType *
FunctionLowering::calledType(const Expr *Callable, const FunctionDecl *Known) {
  QualType T = Callable->getType();
  if (!Known && prototype(T))
    return prototype(T);
  if (!Known && isWrapper(T))
    return prototype(wrapped(T));
  if (!Known)
    Known = callOperator(T);
  return Known ? Known->getType()->getAs<FunctionProtoType>() : nullptr;
}

unsigned FunctionLowering::parameterCount(const Expr *Callee) {
  QualType T = Callee->getType();
  if (const FunctionProtoType *Type = prototype(T))
    return Type->getNumParams();
  if (isWrapper(T))
    if (const FunctionProtoType *Type = prototype(wrapped(T)))
      return Type->getNumParams();
  const FunctionDecl *Op = callOperator(T);
  return Op ? Op->getNumParams() : 0;
}

bool FunctionLowering::runsCallable(const CXXRecordDecl *Class) {
  return wrapperKind(Class) != Holds::Nothing || isBinder(Class);
}

bool FunctionLowering::isReferenceWrapper(QualType T) {
  return wrapperKind(T) == Holds::Typed;
}

bool FunctionLowering::isWrapper(QualType T) {
  return wrapperKind(T) != Holds::Nothing;
}

std::optional<ir::Operand> FunctionLowering::unwrapped(const Expr *E,
                                                       QualType ParamType) {
  if (wrapperKind(E->getType()) != Holds::Typed || ParamType.isNull() ||
      wrapperKind(ParamType) == Holds::Typed)
    return std::nullopt;
  std::optional<ir::Place> P = place(E);
  if (!P)
    return ir::Operand::unknown();
  ir::Place Address = P->field(Referent);
  return ir::Operand::read(ParamType->isReferenceType() ? Address
                                                        : Address.deref());
}

bool FunctionLowering::holdsFunction(QualType T) {
  return prototype(T) || isWrapper(T);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

ir::Operand FunctionLowering::functionValue(const FunctionDecl *Callee) {
  if (Lookup Api = L.api(Callee)) {
    // What has an object, or no error to return, is called by its name only.
    if (isa<CXXMethodDecl>(Callee) || !returnsError(Callee))
      return ir::Operand::unknown();
    LeavesTraces |= canMatter(*Api.Row);
    return ir::Operand::function(L.calleeName(Callee));
  }
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (Callee->getBuiltinID() || (Method && Method->isVirtual()))
    return ir::Operand::unknown();
  const FunctionDecl *Def = nullptr;
  if (!Ctx.getSourceManager().isInSystemHeader(Callee->getLocation()) &&
      Callee->hasBody(Def))
    LeavesTraces |= L.summarize(Callee).Matters;
  return ir::Operand::function(L.symbol(Def ? Def : Callee));
}

/// The value of an expression that designates a function, or a variable that
/// refers to one.
ir::Operand FunctionLowering::designated(const Expr *E) {
  E = E->IgnoreParens();
  if (auto It = Temporaries.find(E); It != Temporaries.end())
    return ir::Operand::read(ir::Place::local(It->second));
  const ValueDecl *D = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    D = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    D = Member->getMemberDecl();
  if (const auto *F = dyn_cast_or_null<FunctionDecl>(D))
    return functionValue(F);
  if (D) {
    // The reference is the pointer.
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

/// Whether objects of this type are, or consist of, pointers to functions,
/// among others.
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

/// The closure, without captures, that is converted to a function.
static const Expr *convertedLambda(const Expr *E) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Call || !isa_and_nonnull<CXXConversionDecl>(Call->getMethodDecl()) ||
      !Call->getMethodDecl()->getParent()->isLambda())
    return nullptr;
  return Call->getImplicitObjectArgument();
}

/// A constant that is initialized before the program runs is written where it
/// is used: nothing else says what it holds.
void FunctionLowering::spellOutConstant(const VarDecl *D) {
  if (!D->hasGlobalStorage() || !isTableOfFunctions(D->getType()))
    return;
  bool Constant = D->getType()->isReferenceType() ||
                  Ctx.getBaseElementType(D->getType()).isConstQualified();
  const Expr *Init = D->getAnyInitializer(D);
  // One that several others refer to is written once for all of them.
  const bool IsOutermost = SpellingOut.empty();
  if (!Constant || !Init || Init->isValueDependent() ||
      !SpellingOut.insert(D).second)
    return;
  const Expr *Core = Init->IgnoreImplicit();
  if (!isa<CXXConstructExpr, CallExpr>(Core) || convertedLambda(Core)) {
    // This is no write of the function.
    bool Wrote = CallsOut;
    ir::Place To = ir::Place::global(globalName(D));
    if (const Expr *Closure = convertedLambda(Core)) {
      const FunctionDecl *Op = callOperator(Closure->getType());
      assign(To, Op ? functionValue(Op) : ir::Operand::unknown(), nullptr);
    } else if (prototype(D->getType()))
      assign(To, value(Init), nullptr);
    else
      initialize(To, D->getType(), Init);
    CallsOut = Wrote;
  }
  if (IsOutermost)
    SpellingOut.clear();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

std::vector<ir::Operand>
FunctionLowering::argumentsFor(const FunctionProtoType *Type,
                               llvm::ArrayRef<const Expr *> Args) {
  std::vector<ir::Operand> Result;
  for (unsigned I = 0; I < Args.size(); ++I)
    Result.push_back(argument(Args[I], Type && I < Type->getNumParams()
                                           ? Type->getParamType(I)
                                           : QualType()));
  return Result;
}

void FunctionLowering::emitInvoke(ir::Operand Callee,
                                  std::optional<ir::Operand> On,
                                  std::vector<ir::Operand> Args,
                                  std::optional<ir::Place> Dest,
                                  const Expr *At) {
  Matters = CallsOut = true;
  ir::Instruction &I = emit(ir::Instruction::Invoke, At, beginOf(At));
  const auto *Call = dyn_cast<CallExpr>(At);
  I.Target = std::move(Callee);
  I.Object = std::move(On);
  I.Args = std::move(Args);
  I.Guarded = Guarded.count(At);
  I.Throws = Call && mayThrow(Call, Call->getDirectCallee());
  if (!Discarded.count(At))
    I.Dest = std::move(Dest);
}

/// A call without a declared callee: of a pointer to a function or member.
bool FunctionLowering::callPointer(const CallExpr *E,
                                   const std::optional<ir::Place> &Dest) {
  const Expr *Callee = E->getCallee()->IgnoreParens();
  std::optional<ir::Operand> On;
  if (const auto *Member = dyn_cast<BinaryOperator>(Callee)) {
    if (!Member->isPtrMemOp())
      return false;
    if (Member->getOpcode() == BO_PtrMemI) {
      On = value(Member->getLHS());
    } else {
      std::optional<ir::Place> P = place(Member->getLHS());
      On = P ? ir::Operand::address(*P) : ir::Operand::unknown();
    }
    Callee = Member->getRHS();
  }
  ir::Operand Pointer = value(Callee);
  if (Pointer.K == ir::Operand::Unknown)
    return false;
  llvm::SmallVector<const Expr *, 8> Args(E->arguments());
  emitInvoke(std::move(Pointer), std::move(On),
             argumentsFor(prototype(Callee->getType()), Args), Dest, E);
  return true;
}

/// A call of the object of type \p T at \p Callee.
bool FunctionLowering::callObject(const ir::Place &Callee, QualType T,
                                  llvm::ArrayRef<const Expr *> Args,
                                  const std::optional<ir::Place> &Dest,
                                  const Expr *At) {
  const FunctionProtoType *Type = prototype(T);
  std::optional<ir::Operand> On;
  ir::Place Pointer = Callee;
  switch (wrapperKind(T)) {
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
    if (isBinder(T))
      return callBinder(Callee, T, Args, Dest, At);
    const FunctionDecl *Op = callOperator(T);
    if (!Op)
      return false;
    std::vector<ir::Operand> Operands;
    if (!cast<CXXMethodDecl>(Op)->isStatic())
      Operands.push_back(ir::Operand::address(Callee));
    for (ir::Operand &A : arguments(Op, Args))
      Operands.push_back(std::move(A));
    emitCall(Op, std::move(Operands), Dest, false, At, beginOf(At));
    return true;
  }
  if (!Type)
    return false;
  emitInvoke(ir::Operand::read(Pointer), std::move(On),
             argumentsFor(Type, Args), Dest, At);
  return true;
}

bool FunctionLowering::callWith(const Expr *Callee,
                                llvm::ArrayRef<const Expr *> Args,
                                const std::optional<ir::Place> &Dest,
                                const Expr *At) {
  QualType T = Callee->getType().getNonReferenceType();
  if (T->isRecordType()) {
    std::optional<ir::Place> P = place(Callee);
    return P && callObject(*P, T, Args, Dest, At);
  }
  const FunctionProtoType *Type = prototype(T);
  if (!Type)
    return false;
  ir::Operand Pointer = value(Callee);
  std::optional<ir::Operand> On;
  if (T->isMemberPointerType()) {
    if (Args.empty())
      return false;
    QualType Of = Args.front()->getType().getNonReferenceType();
    std::optional<ir::Place> P;
    if (Of->isPointerType())
      On = value(Args.front());
    else
      P = place(Args.front());
    if (P && wrapperKind(Of) == Holds::Typed)
      On = ir::Operand::read(P->field(Referent));
    else if (P && !isWrapper(Of))
      On = ir::Operand::address(*P);
    else if (!On)
      On = ir::Operand::unknown();
    Args = Args.drop_front();
  }
  emitInvoke(std::move(Pointer), std::move(On), argumentsFor(Type, Args), Dest,
             At);
  return true;
}

/// A call that finds a function by its name: if that is written there, the
/// pointer is the function.
void FunctionLowering::lookUp(const ApiRow &Row, const CallExpr *E) {
  std::optional<unsigned> Name = Row.paramIndex(Role::FunctionName);
  std::optional<unsigned> Out = Row.paramIndex(Role::Function, Access::Out);
  if (!Name || !Out || std::max(*Name, *Out) >= E->getNumArgs())
    return;
  const auto *Text =
      dyn_cast<StringLiteral>(E->getArg(*Name)->IgnoreParenCasts());
  std::optional<ir::Place> To = pointeePlace(value(E->getArg(*Out)));
  if (!Text || !To || Text->getCharByteWidth() != 1 ||
      !L.KB.lookup(Text->getString()))
    return;
  assign(*To, ir::Operand::function(Text->getString()), E);
}

//===----------------------------------------------------------------------===//
// Wrappers
//===----------------------------------------------------------------------===//

/// Makes the wrapper of type \p T at \p To hold \p From.
void FunctionLowering::wrap(const ir::Place &To, QualType T, const Expr *From) {
  QualType Given = From->getType().getNonReferenceType();
  Holds Kind = wrapperKind(T);
  auto Forget = [&] { assign(To, ir::Operand::unknown(), From); };
  if (Kind == Holds::Typed) {
    if (Given->isFunctionType())
      return assign(To.field(Referent), value(From), From);
    std::optional<ir::Place> P = place(From);
    if (!P || wrapperKind(Given) == Holds::Typed)
      return Forget();
    return assign(To.field(Referent), ir::Operand::address(*P), From);
  }
  if (Given->isNullPtrType())
    return assign(To.field(Target), ir::Operand::constant(0), From);
  const FunctionProtoType *Type = prototype(wrapped(T));
  if (const FunctionProtoType *Called = prototype(Given)) {
    if (Given->isMemberPointerType() || !fits(Type, Called))
      return Forget();
    return assign(To.field(Target), value(From), From);
  }
  std::optional<ir::Place> P = place(From);
  if (Holds Other = wrapperKind(Given); Other == Holds::Typed) {
    Given = wrapped(Given);
    if (Given.isNull() || !P)
      return Forget();
    P = P->field(Referent).deref();
  } else if (Other != Holds::Nothing) {
    if (Other != Kind || !P || !fits(Type, prototype(wrapped(Given))))
      return Forget();
    return assign(To, ir::Operand::read(*P), From);
  }
  if (P && Kind == Holds::Callable && isBinder(Given) && Type) {
    assign(To.field(Target), binderFunction(Given, Type, From), From);
    return assign(To.field(Object), ir::Operand::read(*P), From);
  }
  const FunctionDecl *Op = isWrapper(Given) ? nullptr : callOperator(Given);
  if (!P || !Op || !fits(Type, Op->getType()->getAs<FunctionProtoType>()))
    return Forget();
  assign(To.field(Target), functionValue(Op), From);
  if (Kind == Holds::Callable)
    assign(To.field(Object), ir::Operand::read(*P), From);
  else
    assign(To.field(Referent), ir::Operand::address(*P), From);
}

/// A constructor of a wrapper.
bool FunctionLowering::constructWrapper(const ir::Place &To,
                                        const CXXConstructExpr *E) {
  QualType T = E->getType();
  if (!isWrapper(T) &&
      !(isBinder(T) && E->getConstructor()->isCopyOrMoveConstructor()))
    return false;
  unsigned Given = llvm::count_if(
      E->arguments(), [](const Expr *A) { return !isa<CXXDefaultArgExpr>(A); });
  if (E->getConstructor()->isCopyOrMoveConstructor()) {
    std::optional<ir::Place> From = place(E->getArg(0));
    assign(To, From ? ir::Operand::read(*From) : ir::Operand::unknown(), E);
  } else if (Given == 0) {
    assign(To.field(Target), ir::Operand::constant(0), E);
  } else if (Given == 1) {
    wrap(To, T, E->getArg(0));
  } else {
    assign(To, ir::Operand::unknown(), E);
  }
  return true;
}

/// An operator of a wrapper.
bool FunctionLowering::callWrapperOperator(
    const CXXOperatorCallExpr *E, const std::optional<ir::Place> &Dest) {
  const Expr *Wrapper = E->getArg(0)->IgnoreParenImpCasts();
  QualType T = Wrapper->getType().getNonReferenceType();
  const bool Binds = isBinder(T) && E->getOperator() == OO_Call;
  bool First = isWrapper(T) || Binds;
  if (!First && E->getNumArgs() == 2) {
    Wrapper = E->getArg(1)->IgnoreParenImpCasts();
    T = Wrapper->getType().getNonReferenceType();
  }
  Holds Kind = wrapperKind(T);
  if (Kind == Holds::Nothing && !Binds)
    return false;
  std::optional<ir::Place> P = place(Wrapper);
  if (!P)
    return false;
  switch (E->getOperator()) {
  case OO_Call: {
    llvm::SmallVector<const Expr *, 8> Args(llvm::drop_begin(E->arguments()));
    return First && callObject(*P, T, Args, Dest, E);
  }
  case OO_Equal: {
    if (!First)
      return false;
    const Expr *From = E->getArg(1);
    if (Ctx.hasSameUnqualifiedType(From->getType().getNonReferenceType(), T)) {
      std::optional<ir::Place> Q = place(From);
      assign(*P, Q ? ir::Operand::read(*Q) : ir::Operand::unknown(), E);
    } else {
      wrap(*P, T, From);
    }
    if (Dest)
      assign(*Dest, ir::Operand::address(*P), nullptr);
    return true;
  }
  case OO_EqualEqual:
  case OO_ExclaimEqual:
    // Wrappers are compared with null only.
    if (Kind == Holds::Typed || !Dest)
      return false;
    assign(*Dest,
           ir::Operand::binary(E->getOperator() == OO_EqualEqual ? "==" : "!=",
                               ir::Operand::read(P->field(Target)),
                               ir::Operand::constant(0)),
           nullptr);
    return true;
  default:
    return false;
  }
}

/// Calls that are about a callable: of it, of a wrapper, of a function of the
/// standard library that only calls or wraps it.
bool FunctionLowering::callCallable(const CallExpr *E,
                                    const FunctionDecl *Callee,
                                    const std::optional<ir::Place> &Dest) {
  if (!Callee)
    return callPointer(E, Dest);
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E))
    return callWrapperOperator(Op, Dest);
  if (const auto *Conversion = dyn_cast<CXXConversionDecl>(Callee)) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
    if (!Member || !Dest)
      return false;
    const Expr *From = Member->getImplicitObjectArgument();
    if (Conversion->getParent()->isLambda()) {
      const FunctionDecl *Op = callOperator(From->getType());
      assign(*Dest, Op ? functionValue(Op) : ir::Operand::unknown(), nullptr);
      return true;
    }
    Holds Kind = wrapperKind(From->IgnoreParenImpCasts()->getType());
    if (!Conversion->getConversionType()->isBooleanType() ||
        (Kind != Holds::Callable && Kind != Holds::Pointer))
      return false;
    std::optional<ir::Place> P = place(From->IgnoreParenImpCasts());
    if (!P)
      return false;
    assign(*Dest,
           ir::Operand::binary("!=", ir::Operand::read(P->field(Target)),
                               ir::Operand::constant(0)),
           nullptr);
    return true;
  }
  if (!Callee->getIdentifier() || outerNamespace(Callee) != "std" ||
      E->getNumArgs() == 0)
    return false;
  if (makeBinder(E, Callee, Dest))
    return true;
  if (Callee->getName() == "invoke" || Callee->getName() == "invoke_r") {
    llvm::SmallVector<const Expr *, 8> Args(llvm::drop_begin(E->arguments()));
    return callWith(E->getArg(0), Args, Dest, E);
  }
  if ((Callee->getName() == "ref" || Callee->getName() == "cref") && Dest &&
      wrapperKind(E->getType()) == Holds::Typed) {
    wrap(*Dest, E->getType(), E->getArg(0));
    return true;
  }
  return false;
}
