//===- Calls.cpp - Calls, constructors and destructors --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

const Expr *FunctionLowering::passedThrough(const CallExpr *E) const {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee || E->getNumArgs() == 0)
    return nullptr;
  switch (Callee->getBuiltinID()) {
  case Builtin::BI__builtin_expect:
  case Builtin::BI__builtin_expect_with_probability:
  case Builtin::BIas_const:
  case Builtin::BIforward:
  case Builtin::BIforward_like:
  case Builtin::BImove:
  case Builtin::BImove_if_noexcept:
    return E->getArg(0);
  default:
    return nullptr;
  }
}

/// The function that a virtual call is certain to reach, or null.
const CXXMethodDecl *
FunctionLowering::exactOverrider(const CXXMemberCallExpr *E) const {
  const CXXMethodDecl *Method = E->getMethodDecl();
  const auto *Member = dyn_cast<MemberExpr>(E->getCallee()->IgnoreParens());
  if (!Method || !Member)
    return Method;
  if (Member->hasQualifier())
    return Method;
  return const_cast<CXXMethodDecl *>(Method)->getDevirtualizedMethod(
      Member->getBase(), /*IsAppleKext=*/false);
}

bool lower::isPassedByAddress(QualType T) {
  if (T.isNull() || T->isReferenceType())
    return !T.isNull();
  const CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && !Class->isLambda() &&
         !Class->canPassInRegisters();
}

ir::Operand FunctionLowering::argument(const Expr *E, QualType ParamType) {
  if (!E)
    return ir::Operand::unknown();
  if (E->getType()->isFunctionType())
    return value(E);
  if (std::optional<ir::Operand> Inner = unwrapped(E, ParamType))
    return *Inner;
  if (isPassedByAddress(ParamType)) {
    std::optional<ir::Place> P =
        place(ParamType->isReferenceType() ? E : E->IgnoreImplicit());
    return P ? ir::Operand::address(*P) : ir::Operand::unknown();
  }
  if (E->getType()->isRecordType())
    if (std::optional<ir::Place> P = place(E->IgnoreImplicit()))
      return ir::Operand::read(*P);
  return value(E);
}

std::vector<ir::Operand>
FunctionLowering::arguments(const FunctionDecl *Callee,
                            llvm::ArrayRef<const Expr *> Args) {
  std::vector<ir::Operand> Result;
  for (unsigned I = 0; I < Args.size(); ++I)
    Result.push_back(argument(Args[I], Callee && I < Callee->getNumParams()
                                           ? Callee->getParamDecl(I)->getType()
                                           : QualType()));
  return Result;
}

/// Whether a parameter of this type lets the callee write to a scalar of the
/// caller.
static bool isOutParameter(QualType T) {
  QualType Pointee = T->getPointeeType();
  return !Pointee.isNull() && !Pointee.isConstQualified() &&
         Pointee->isScalarType();
}

/// Whether a parameter of this type only shows the callee an object.
static bool isConstView(QualType T) {
  QualType Pointee = T->getPointeeType();
  if (Pointee.isNull() || !Pointee.isConstQualified())
    return false;
  // What a smart pointer points at is not constant.
  const CXXRecordDecl *Class = Pointee->getAsCXXRecordDecl();
  return !Class || !Class->getIdentifier() ||
         Class->getName() != "unique_ptr" || outerNamespace(Class) != "std";
}

/// Whether \p F makes an optional object, a copy of what its parameter of type
/// \p T refers to.
static bool copiesIntoOptional(const FunctionDecl *F, QualType T) {
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(F);
  return Ctor && T->isLValueReferenceType() &&
         Ctor->getParent()->getName() == "optional";
}

void FunctionLowering::havocOutParameters(const FunctionDecl *Callee,
                                          llvm::ArrayRef<ir::Operand> Args,
                                          unsigned FirstParam, const Stmt *At) {
  for (unsigned I = FirstParam; I < Args.size(); ++I) {
    unsigned Param = I - FirstParam;
    bool Out = !Callee || Param >= Callee->getNumParams() ||
               isOutParameter(Callee->getParamDecl(Param)->getType());
    if (!Out || Args[I].K != ir::Operand::Address)
      continue;
    emit(ir::Instruction::Havoc, At, At->getBeginLoc()).Dest = Args[I].Where;
  }
}

/// Whether an object of this type is nothing but a number, as a duration is.
static bool isNumber(QualType T) {
  if (T->isArithmeticType() || T->isEnumeralType())
    return true;
  const auto *Class = T->getAsCXXRecordDecl();
  return Class && Class->hasDefinition() && Class->getNumBases() == 0 &&
         !Class->field_empty() &&
         std::next(Class->field_begin()) == Class->field_end() &&
         isNumber(Class->field_begin()->getType());
}

/// Whether \p F makes a number of numbers, and does nothing else.
static bool onlyComputes(const FunctionDecl *F) {
  return F->isConstexpr() && isNumber(F->getReturnType()) &&
         llvm::all_of(F->parameters(), [](const ParmVarDecl *P) {
           return isNumber(P->getType()) ||
                  (isConstView(P->getType()) &&
                   isNumber(P->getType()->getPointeeType()));
         });
}

void FunctionLowering::emitCall(const FunctionDecl *Callee,
                                std::vector<ir::Operand> Args,
                                std::optional<ir::Place> Dest, bool Virtual,
                                const Stmt *At, SourceLocation Where) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  bool HasThis = Method && Method->isImplicitObjectMemberFunction();
  if (Callee && L.promises() &&
      L.promises()->of(Callee).K == Promise::NotCapturable) {
    Matters = true;
    ir::Instruction &I = emit(ir::Instruction::Api, At, Where);
    I.Callee = NotCapturable;
    I.Args.push_back(ir::Operand::function(Callee->getQualifiedNameAsString()));
  }

  bool System =
      Callee &&
      (Callee->getBuiltinID() ||
       Ctx.getSourceManager().isInSystemHeader(Callee->getLocation()));
  bool Deferred = false;
  if (Callee && !Virtual && !System) {
    Lowering::Summary Known = L.summarize(Callee);
    Matters |= Known.Matters;
    LeavesTraces |= Known.LeavesTraces;
    Defers |= Known.Defers;
    bool HasEffect =
        Known.LeavesTraces || Dest || (HasThis && !Method->isConst());
    for (const ParmVarDecl *P : Callee->parameters())
      HasEffect |= isOutParameter(P->getType());
    if (Known.Matters || (Known.Visible && HasEffect && Known.Simple)) {
      ir::Instruction &I = emit(ir::Instruction::Call, At, Where);
      const FunctionDecl *Def = nullptr;
      I.Callee = L.symbol(Callee->hasBody(Def) ? Def : Callee);
      I.Args = std::move(Args);
      I.Dest = std::move(Dest);
      I.Guarded = At && Guarded.count(At);
      I.Throws = (Known.CallsOut || Known.Defers) &&
                 mayThrow(dyn_cast_or_null<CallExpr>(At), Def);
      return;
    }
    Deferred = Known.Visible ? Known.Defers : mayBeElsewhere(Callee);
    // What it does has been seen: unless it calls what cannot be seen, it is as
    // little to capture as a function of the system.
    System = Known.Visible && !Known.CallsOut && !Known.LeavesTraces;
    // A function that only complains of failures does not want one.
    for (unsigned I = HasThis; System && I < Args.size(); ++I)
      if (L.isIdleAtZero(Callee, I, I - HasThis))
        Args[I] = ir::Operand::unknown();
  }

  // That a callable is const says nothing about what it does.
  bool RunsCallable = Method && Method->getOverloadedOperator() == OO_Call;
  if (RunsCallable && runsCallable(Method->getParent()))
    System = false; // It runs code of the program.
  bool Pure =
      Callee &&
      (Callee->hasAttr<PureAttr>() || Callee->hasAttr<ConstAttr>() ||
       (HasThis && Method->isConst() && !RunsCallable) ||
       (System && !HasThis && L.usesHostValues() && onlyComputes(Callee)));
  // An audit lists what may use a stream, although its result is not used.
  const bool MayUseStream =
      L.promises() && L.promises()->isAudit() && Callee &&
      llvm::any_of(Callee->parameters(), [&](const ParmVarDecl *P) {
        return L.handleRole(P->getType().getNonReferenceType()) == Role::Stream;
      });
  // What returns nothing is called for something: it may wait.
  if (Pure && !Dest && !MayUseStream && !Callee->getReturnType()->isVoidType())
    return;
  // Decided when it is known.
  CallsOut |= !System && !Pure && !Deferred;
  Defers |= Deferred;
  const size_t First = current().Insts.size();
  const std::vector<ir::Operand> Given =
      Deferred ? Args : std::vector<ir::Operand>();
  // What a callee only looks at, it does not change; of a number it sees the
  // value.
  if (!Pure && Callee)
    for (unsigned I = HasThis; I < Args.size(); ++I) {
      unsigned Param = I - HasThis;
      if (Param >= Callee->getNumParams())
        break;
      QualType T = Callee->getParamDecl(Param)->getType();
      if (!isConstView(T) && !copiesIntoOptional(Callee, T))
        continue;
      bool Number = T->isReferenceType() && T->getPointeeType()->isScalarType();
      Args[I] = Number && Args[I].K == ir::Operand::Address
                    ? ir::Operand::read(Args[I].Where)
                    : ir::Operand::unknown();
    }
  const bool Unseen = Callee && !System && !Pure;
  bool SetsMode = Unseen && L.concernsMode(Callee);
  bool SetsStream = Unseen && L.mayChangeStream(Callee);
  std::vector<ir::Operand> Passed = Args;
  auto ThroughGuards = [&] {
    if (SetsMode)
      throughGuard(ir::ThreadModePlace, Callee, Passed);
    if (SetsStream)
      throughGuard(ir::CurrentStreamPlace, Callee, Passed);
  };
  if (isa_and_nonnull<CXXDestructorDecl>(Callee))
    ThroughGuards();
  ir::Instruction &I = emit(ir::Instruction::Opaque, At, Where);
  std::string Shown =
      Callee ? Callee->getQualifiedNameAsString() : "function pointer";
  // "*p" is what "p->" points at.
  if (Pure && Method && Method->getOverloadedOperator() == OO_Star &&
      Method->getNumParams() == 0)
    Shown.replace(Shown.rfind('*'), 1, "->");
  if (System && Callee && Dest)
    if (std::string Known = L.hostValue(Callee); !Known.empty())
      Shown = std::move(Known);
  I.Callee = L.name(Shown);
  I.System = System;
  I.Pure = Pure;
  I.Guarded = At && Guarded.count(At);
  I.Throws = mayThrow(dyn_cast_or_null<CallExpr>(At), Callee);
  I.Args = std::move(Args);
  I.Dest = std::move(Dest);
  if (!Pure && At)
    havocOutParameters(Callee, Passed, HasThis, At);
  if (!isa_and_nonnull<CXXDestructorDecl>(Callee))
    ThroughGuards();
  if (System && Callee && L.handlesStreamGuard(Callee)) {
    emit(ir::Instruction::Havoc, nullptr, SourceLocation()).Dest =
        ir::Place::global(ir::CurrentStreamPlace);
    Matters = true;
  }
  if (Deferred)
    defer(Callee, Given, HasThis, At, Where, First);
}

/// Whether another translation unit may define \p F, which has no body here.
bool FunctionLowering::mayBeElsewhere(const FunctionDecl *F) const {
  return L.Deferring && !F->isImplicit() && !F->isDeleted() &&
         F->isExternallyVisible();
}

/// Wraps the instructions from \p First on, which stand for a call that cannot
/// be seen, in one of \p Callee.
void FunctionLowering::defer(const FunctionDecl *Callee,
                             const std::vector<ir::Operand> &Args, bool HasThis,
                             const Stmt *At, SourceLocation Where,
                             size_t First) {
  std::vector<ir::Instruction> &Insts = current().Insts;
  ir::Instruction I;
  I.K = ir::Instruction::Invoke;
  I.Target = ir::Operand::function(L.symbol(Callee));
  if (HasThis && !Args.empty())
    I.Object = Args.front();
  I.Args.assign(Args.begin() + (I.Object ? 1 : 0), Args.end());
  I.Otherwise.assign(std::make_move_iterator(Insts.begin() + First),
                     std::make_move_iterator(Insts.end()));
  for (const ir::Instruction &Other : I.Otherwise)
    if (Other.K == ir::Instruction::Opaque) {
      I.Dest = Other.Dest;
      I.Guarded = Other.Guarded;
      I.Throws = Other.Throws;
    }
  I.At = L.location(Where, At);
  Insts.erase(Insts.begin() + First, Insts.end());
  Insts.push_back(std::move(I));
}

/// The thread's mode, or its current stream, after a call, that cannot be seen,
/// of what may set it. The destructor of an object restores what its
/// constructor found.
void FunctionLowering::throughGuard(StringRef Register,
                                    const FunctionDecl *Callee,
                                    llvm::ArrayRef<ir::Operand> Args) {
  ir::Place Mode = ir::Place::global(Register);
  std::optional<ir::Place> Saved;
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(Callee) && !Args.empty())
    if (std::optional<ir::Place> Object = pointeePlace(Args.front()))
      Saved = Object->field(Register);
  auto Copy = [&](const ir::Place &To, const ir::Place &From) {
    ir::Instruction &I =
        emit(ir::Instruction::Assign, nullptr, SourceLocation());
    I.Dest = To;
    I.Args.push_back(ir::Operand::read(From));
  };
  if (Saved && isa<CXXDestructorDecl>(Callee))
    return Copy(Mode, *Saved);
  if (Saved)
    Copy(*Saved, Mode);
  emit(ir::Instruction::Havoc, nullptr, SourceLocation()).Dest = Mode;
  Matters = true;
}

/// What \p E is an element of, or an iterator in: "*it", "v[i]", "v.front()".
static const Expr *containerOf(const Expr *E) {
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E))
    switch (Op->getOperator()) {
    case OO_Star:
    case OO_Subscript:
      return Op->getArg(0);
    default:
      return nullptr;
    }
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return Sub->getBase();
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *Method = Call ? Call->getMethodDecl() : nullptr;
  if (!Method || !Method->getIdentifier())
    return nullptr;
  static constexpr llvm::StringLiteral Known[] = {
      "at", "front", "back", "begin", "cbegin", "data", "value"};
  return llvm::is_contained(Known, Method->getName())
             ? Call->getImplicitObjectArgument()
             : nullptr;
}

/// Whether \p Callable comes from outside of the function: a parameter, an
/// element of one, or what is kept in a member or was captured.
bool FunctionLowering::isHandedIn(const Expr *Callable) const {
  while (true) {
    Callable = Callable->IgnoreParenImpCasts();
    if (const auto *Op = dyn_cast<UnaryOperator>(Callable)) {
      Callable = Op->getSubExpr();
    } else if (const auto *Call = dyn_cast<CallExpr>(Callable);
               Call && Call->getNumArgs() == 1 && Call->isCallToStdMove()) {
      Callable = Call->getArg(0);
    } else if (Call && Call->getNumArgs() == 1 && Call->getDirectCallee() &&
               Call->getDirectCallee()->isInStdNamespace() &&
               Call->getDirectCallee()->getIdentifier() &&
               Call->getDirectCallee()->getName() == "forward") {
      Callable = Call->getArg(0);
    } else if (const Expr *Container = containerOf(Callable)) {
      Callable = Container;
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(Callable);
               const auto *V =
                   Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr) {
      // A reference, or the variable of a range loop.
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
  if (const auto *Member = dyn_cast<MemberExpr>(Callable))
    return isa<FieldDecl>(Member->getMemberDecl());
  const auto *Ref = dyn_cast<DeclRefExpr>(Callable);
  return Ref && (isa<ParmVarDecl>(Ref->getDecl()) ||
                 Ref->refersToEnclosingVariableOrCapture());
}

/// Whether \p E runs a callable that was handed to this function and may throw.
bool FunctionLowering::mayThrow(const CallExpr *E, const FunctionDecl *Callee) {
  if (!E || !Ctx.getLangOpts().Exceptions || !Ctx.getLangOpts().CXXExceptions)
    return false;
  const FunctionProtoType *Type = nullptr;
  const Expr *Callable = nullptr;
  const FunctionDecl *Named = E->getDirectCallee();
  if (Named && Named->getIdentifier() && Named->getName() == "invoke" &&
      outerNamespace(Named) == "std" && E->getNumArgs()) {
    Callable = E->getArg(0);
    Type = calledType(Callable, Callee == Named ? nullptr : Callee);
  } else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E)) {
    if (Op->getOperator() != OO_Call)
      return false;
    // An engine of random numbers, say, runs no code of the program.
    const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
    if (Method && !runsCallable(Method->getParent()) &&
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
  return Callable && Type && !Type->isNothrow() && isHandedIn(Callable);
}

void FunctionLowering::call(const CallExpr *E) {
  // The configuration of a kernel launch is part of the launch.
  const FunctionDecl *Callee = E->getDirectCallee();
  if (Callee && Callee == Ctx.getcudaConfigureCallDecl())
    return;
  if (passedThrough(E) || isa<CXXPseudoDestructorExpr>(E->getCallee()) ||
      ownedElements(E))
    return;
  // A place, as a subscript is.
  if (ownedPlace(E) || ownedPointer(E))
    return;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
      Member && elementNamed(Member) &&
      place(Member->getImplicitObjectArgument()))
    return;
  if (Callee && Callee->getBuiltinID() == Builtin::BI__builtin_unreachable)
    return;
  endElements(E);
  std::optional<ir::Place> Dest;
  if (!E->getType()->isVoidType())
    Dest = temporary(E);

  llvm::SmallVector<const Expr *, 8> ArgExprs(E->arguments());
  defaultArguments(ArgExprs, beginOf(E));
  if (Callee)
    if (Lookup Api = L.api(Callee)) {
      Matters |= canMatter(*Api.Row);
      LeavesTraces |= Api.Row->Eff == Effect::SetDevice;
      std::optional<ir::Place> Object = objectOf(E, ArgExprs);
      describedCall(Api, Callee, std::move(Object), ArgExprs, std::move(Dest),
                    E, beginOf(E));
      if (Api.Row->Eff == Effect::LookUp)
        lookUp(*Api.Row, E);
      return;
    }

  if (Dest && takesChoice(E, *Dest))
    return;
  if (callOfOwner(E, Callee, Dest) || callOfTuple(E, Callee, Dest) ||
      callOfThread(E, Callee, Dest) || callOfAlgorithm(E, Callee, Dest) ||
      callCallable(E, Callee, Dest) || callOfExchange(E, Callee, Dest) ||
      callOfAssertion(E, Callee, Dest) || callOfScopeGuard(E, Callee, Dest) ||
      callOfInitializerList(E, Callee, Dest) || callOfArray(E, Callee, Dest))
    return;

  std::vector<ir::Operand> Args;
  bool Virtual = false;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = Member->getImplicitObjectArgument();
    if (Object && Object->getType()->isPointerType()) {
      Args.push_back(value(Object));
    } else if (Object) {
      std::optional<ir::Place> P = place(Object);
      Args.push_back(P ? ir::Operand::address(*P) : ir::Operand::unknown());
    } else {
      Args.push_back(ir::Operand::unknown());
    }
    if (const CXXMethodDecl *Method = Member->getMethodDecl();
        Method && Method->isVirtual()) {
      if (const CXXMethodDecl *Exact = exactOverrider(Member))
        Callee = Exact;
      else
        Virtual = true;
    } else if (const auto *Pointed = dyn_cast_or_null<CXXMethodDecl>(Callee);
               Pointed && !Method) {
      Virtual = Pointed->isVirtual(); // Through a pointer to the member.
    }
  } else if (isa<CXXOperatorCallExpr>(E) && Callee &&
             isa<CXXMethodDecl>(Callee) &&
             cast<CXXMethodDecl>(Callee)->isImplicitObjectMemberFunction() &&
             !ArgExprs.empty()) {
    std::optional<ir::Place> P = place(ArgExprs.front());
    Args.push_back(P ? ir::Operand::address(*P) : ir::Operand::unknown());
    ArgExprs.erase(ArgExprs.begin());
    const auto *Op = cast<CXXOperatorCallExpr>(E);
    const auto *Method = cast<CXXMethodDecl>(Callee);
    // An implicit copy is an assignment; element access of what cannot be
    // seen into is a place.
    if (Op->getOperator() == OO_Equal &&
        (Method->isTrivial() || Method->isImplicit() ||
         Method->isDefaulted())) {
      std::optional<ir::Place> From = place(E->getArg(1));
      if (P)
        assign(*P, From ? ir::Operand::read(*From) : ir::Operand::unknown(), E);
      if (P && From)
        moveOwner(*P, E->getType(), *From, E->getType(), true, nullptr);
      if (P) {
        const auto *Named = dyn_cast<DeclRefExpr>(E->getArg(0));
        if (Named && !Named->getDecl()->getType()->isReferenceType())
          setType(*P, Method->getParent());
        else
          forgetType(*P, Method->getParent());
      }
      return;
    }
    if (Op->getOperator() == OO_Equal && P && ArgExprs.size() == 1 &&
        copyDescribed(Method, *P, ArgExprs.front(), E))
      return;
    bool Follows =
        !Ctx.getSourceManager().isInSystemHeader(Callee->getLocation()) &&
        L.lower(Callee);
    if (Op->getOperator() == OO_Subscript && P && ArgExprs.size() == 1 &&
        !Follows) {
      Temporaries.erase(E);
      return;
    }
  }
  for (ir::Operand &A : arguments(Callee, ArgExprs))
    Args.push_back(std::move(A));
  bool Frees = Callee && Callee->getBuiltinID() == Builtin::BIfree;
  ir::Operand Freed = Frees ? Args.front() : ir::Operand::unknown();
  // Calls that give a smart pointer another object.
  const Expr *Smart = nullptr, *Given = nullptr;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  if (Member && Callee && Callee->getIdentifier() &&
      Callee->getName() == "reset" && ArgExprs.size() == 1) {
    Smart = Member->getImplicitObjectArgument()->IgnoreParenImpCasts();
    Given = ArgExprs[0];
  } else if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
             Op && Op->getOperator() == OO_Equal && Op->getNumArgs() == 2) {
    Smart = Op->getArg(0);
    Given = Op->getArg(1);
  }
  std::optional<ir::Place> Kept, Pointer;
  if (Smart && (Kept = typeFor(Smart->getType(), Given)))
    Pointer = place(Smart);
  const size_t First = current().Insts.size();
  emitCall(Callee, std::move(Args), Dest, Virtual, E, beginOf(E));
  if (Virtual && Member && Member->getMethodDecl())
    dispatch(Member, Member->getMethodDecl(), First);
  else if (Pointer)
    passType(*Pointer, Smart->getType(), *Kept);
  else if (Callee && Dest)
    makesObject(E, Callee, *Dest);
  if (Frees)
    endPointee(Freed, E);
}

/// The name of the kernel: that of the declaration is the host's, of what
/// launches it.
static std::string kernelSymbol(ASTContext &Ctx, const FunctionDecl *Kernel) {
  std::unique_ptr<MangleContext> Names(Ctx.createMangleContext());
  if (!Names->shouldMangleDeclName(Kernel))
    return Kernel->getNameAsString();
  std::string Symbol;
  llvm::raw_string_ostream OS(Symbol);
  Names->mangleName(GlobalDecl(Kernel, KernelReferenceKind::Kernel), OS);
  return OS.str();
}

void FunctionLowering::kernelLaunch(const CUDAKernelCallExpr *E) {
  Matters = true;
  const CallExpr *Config = E->getConfig();
  // <<<grid, block, shared memory, stream>>>; default arguments included.
  ir::Operand Stream = Config && Config->getNumArgs() > 3
                           ? value(Config->getArg(3))
                           : ir::Operand::constant(0);
  // Of the kernel's own arguments, pointers that variables hold: what they
  // point at must outlive the graph; and what is passed by value, where that
  // may differ from one launch to the next.
  std::vector<ir::Operand> Args{std::move(Stream)};
  size_t Known = 1;
  for (const Expr *Arg : E->arguments()) {
    QualType T = Arg->getType();
    bool Variable = isa<DeclRefExpr, MemberExpr>(Arg->IgnoreParenImpCasts());
    bool Number =
        L.usesHostValues() && T->isScalarType() && !T->isAnyPointerType();
    ir::Operand O;
    if ((T->isPointerType() && Variable) || Number)
      O = value(Arg);
    Args.push_back(O);
    if (O.K == ir::Operand::Read || (Number && O.K == ir::Operand::Binary))
      Known = Args.size();
  }
  Args.resize(Known);
  ir::Instruction &I = emit(ir::Instruction::Api, E, beginOf(E));
  I.Callee = "launch";
  I.Args = std::move(Args);
  if (const FunctionDecl *Kernel = E->getDirectCallee())
    I.Target = ir::Operand::function(kernelSymbol(Ctx, Kernel));
}

/// Whether an object of this class is numbers that a constructor of the
/// system's own computes.
static bool isPlainNumbers(const CXXConstructorDecl *Ctor,
                           const SourceManager &SM) {
  const CXXRecordDecl *Class = Ctor->getParent();
  return SM.isInSystemHeader(Ctor->getLocation()) && !Class->getNumBases() &&
         Class->hasTrivialDestructor() &&
         llvm::all_of(Class->fields(), [](const FieldDecl *F) {
           return F->getType()->isArithmeticType();
         });
}

void FunctionLowering::construct(const CXXConstructExpr *E) {
  const CXXConstructorDecl *Ctor = E->getConstructor();
  auto It = ObjectPlaces.find(E);
  // The dimensions of a launch, say: nothing can be told from them.
  if (It == ObjectPlaces.end() && !Ctor->isCopyOrMoveConstructor() &&
      isPlainNumbers(Ctor, Ctx.getSourceManager()) && !L.api(Ctor)) {
    llvm::SmallVector<const Expr *, 8> ArgExprs(E->arguments());
    return defaultArguments(ArgExprs, beginOf(E));
  }
  ir::Place Object = It != ObjectPlaces.end() ? It->second : temporary(E);
  if (constructThread(Object, E) || constructOwner(Object, E) ||
      constructScopeGuard(Object, E))
    return;
  if (Ctor->isCopyOrMoveConstructor() && E->getNumArgs() >= 1 &&
      (Ctor->isTrivial() || Ctor->isImplicit() || Ctor->isDefaulted() ||
       E->isElidable())) {
    std::optional<ir::Place> From = place(E->getArg(0));
    // A copy that is left out is no other object.
    if (E->isElidable() && From && From->Base == ir::Place::Local)
      ShortLived.erase(From->LocalId);
    assign(Object, From ? ir::Operand::read(*From) : ir::Operand::unknown(), E);
    if (From)
      moveOwner(Object, E->getType(), *From, E->getType(), !E->isElidable(),
                nullptr);
    setType(Object, Ctor->getParent());
    return;
  }
  llvm::SmallVector<const Expr *, 8> ArgExprs(E->arguments());
  defaultArguments(ArgExprs, beginOf(E));
  if (Ctor->isCopyOrMoveConstructor() && !ArgExprs.empty() &&
      copyDescribed(Ctor, Object, ArgExprs.front(), E))
    return;
  if (Lookup Api = L.api(Ctor))
    return describedCall(Api, Ctor, Object, ArgExprs, std::nullopt, E,
                         beginOf(E));
  if (Ctor->isTrivial() || constructTuple(Object, E) ||
      constructWrapper(Object, E) || constructAssertion(Object, E))
    return;
  std::vector<ir::Operand> Args{ir::Operand::address(Object)};
  for (ir::Operand &A : arguments(Ctor, ArgExprs))
    Args.push_back(std::move(A));
  std::optional<ir::Place> Kept;
  if (!ArgExprs.empty())
    Kept = typeFor(E->getType(), ArgExprs[0]);
  emitCall(Ctor, std::move(Args), std::nullopt, false, E, beginOf(E));
  if (E->getConstructionKind() == CXXConstructionKind::Complete)
    setType(Object, Ctor->getParent());
  else
    setTypeAtEntry(); // The base is there, now it is an object of this class.
  if (Kept)
    passType(Object, E->getType(), *Kept);
}

void FunctionLowering::lambda(const LambdaExpr *E) {
  auto It = ObjectPlaces.find(E);
  ir::Place Object = It != ObjectPlaces.end() ? It->second : temporary(E);
  const auto *Init = E->capture_init_begin();
  for (const LambdaCapture &C : E->captures()) {
    const Expr *From = *Init++;
    if (C.capturesThis()) {
      if (std::optional<ir::Place> This = thisPlace())
        assign(Object.field(L.name("this")), ir::Operand::read(*This), E);
    } else if (C.capturesVariable()) {
      const ValueDecl *V = C.getCapturedVar();
      ir::Place Field = Object.field(L.name(V->getName()));
      if (!From) { // Code with errors.
        assign(Field, ir::Operand::unknown(), E);
      } else if (From->getType()->isFunctionType()) {
        assign(Field, value(From), E);
      } else if (C.getCaptureKind() == LCK_ByRef ||
                 V->getType()->isReferenceType()) {
        std::optional<ir::Place> P = place(From);
        assign(Field, P ? ir::Operand::address(*P) : ir::Operand::unknown(), E);
      } else {
        initialize(Field, V->getType(), From);
      }
    }
  }
}

void FunctionLowering::newObject(const CXXNewExpr *E) {
  ir::Place Result = temporary(E);
  const Expr *Init = E->getInitializer();
  if (const auto *Construct = E->getConstructExpr(); Construct && !E->isArray())
    if (std::optional<ir::Place> P = place(Construct)) {
      assign(Result, ir::Operand::address(*P), E);
      return;
    }
  ir::Instruction &I = emit(ir::Instruction::Opaque, E, beginOf(E));
  I.Callee = "operator new";
  I.System = true;
  I.Dest = Result;
  if (!Init || E->isArray())
    return;
  if (E->getAllocatedType()->isScalarType())
    assign(Result.deref(), value(Init), E);
  else if (isa<InitListExpr>(Init))
    initialize(Result.deref(), E->getAllocatedType(), Init);
}

void FunctionLowering::destroyObject(const CXXDestructorDecl *D,
                                     ir::Operand This, const Stmt *At,
                                     SourceLocation Where) {
  if (L.isIncomplete(D->getParent()))
    missing(At, Where);
  destroyThread(D->getParent(), This);
  if (destroyOwner(D, This, At, Where) || destroyScopeGuard(D, This, At, Where))
    return;
  if (Lookup Api = L.api(D))
    return describedCall(Api, D, pointeePlace(This), {}, std::nullopt, At,
                         Where);
  if (D->isTrivial() ||
      Ctx.getSourceManager().isInSystemHeader(D->getLocation()))
    return;
  const size_t First = current().Insts.size();
  std::optional<ir::Place> Object = pointeePlace(This);
  emitCall(D, {std::move(This)}, std::nullopt, false, At, Where);
  // A pointer to a base.
  if (isa_and_nonnull<CXXDeleteExpr>(At) && D->isVirtual() && Object &&
      !D->getParent()->isEffectivelyFinal())
    dispatchDestructor(D, *Object, First);
}
