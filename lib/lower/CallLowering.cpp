//===- CallLowering.cpp - Calls -------------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallLowering.h"
#include "BodyScan.h"
#include "Callables.h"
#include "CapturableContracts.h"
#include "DescribedCalls.h"
#include "DynamicTypes.h"
#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "Lifetimes.h"
#include "MissingStatements.h"
#include "PassedArguments.h"
#include "ShortCircuits.h"
#include "TypeQueries.h"
#include "models/LibraryModel.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the function that a virtual call is certain to reach, or null.
static const CXXMethodDecl *exactOverrider(const CXXMemberCallExpr *E) {
  const CXXMethodDecl *Method = E->getMethodDecl();
  const auto *Member = dyn_cast<MemberExpr>(E->getCallee()->IgnoreParens());
  if (!Method || !Member)
    return Method;
  if (Member->hasQualifier())
    return Method;
  return const_cast<CXXMethodDecl *>(Method)->getDevirtualizedMethod(
      Member->getBase(), /*IsAppleKext=*/false);
}

ir::Operand CallLowering::argument(const Expr *E, QualType ParamType) {
  if (!E)
    return ir::Operand::unknown();
  if (E->getType()->isFunctionType())
    return Exprs.value(E);
  if (std::optional<ir::Operand> Inner = Callables.unwrapped(E, ParamType))
    return *Inner;
  if (isPassedByAddress(ParamType)) {
    std::optional<ir::Place> P =
        Exprs.place(ParamType->isReferenceType() ? E : E->IgnoreImplicit());
    return P ? ir::Operand::address(*P) : ir::Operand::unknown();
  }
  if (E->getType()->isRecordType())
    if (std::optional<ir::Place> P = Exprs.place(E->IgnoreImplicit()))
      return ir::Operand::read(*P);
  return Exprs.value(E);
}

std::vector<ir::Operand>
CallLowering::arguments(const FunctionDecl *Callee,
                        llvm::ArrayRef<const Expr *> Args) {
  std::vector<ir::Operand> Result;
  for (unsigned I = 0; I < Args.size(); ++I)
    Result.push_back(argument(Args[I], Callee && I < Callee->getNumParams()
                                           ? Callee->getParamDecl(I)->getType()
                                           : QualType()));
  return Result;
}

/// Whether \p F computes a number from numbers, and does nothing else.
static bool onlyComputes(DeclQueries &Decls, const FunctionDecl *F) {
  return F->isConstexpr() && isNumber(F->getReturnType()) &&
         llvm::all_of(F->parameters(), [&](const ParmVarDecl *P) {
           return isNumber(P->getType()) ||
                  (isConstView(Decls, P->getType()) &&
                   isNumber(P->getType()->getPointeeType()));
         });
}

/// Whether \p F compares two objects, such as two iterators.
static bool isComparison(const FunctionDecl &F) {
  return F.getOverloadedOperator() == OO_EqualEqual ||
         F.getOverloadedOperator() == OO_ExclaimEqual;
}

void CallLowering::emitCall(const FunctionDecl *Callee,
                            std::vector<ir::Operand> Args,
                            std::optional<ir::Place> Dest, bool Virtual,
                            const Stmt *At, SourceLocation Where) {
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  bool HasThis = Method && Method->isImplicitObjectMemberFunction();
  if (Callee && L.contracts() &&
      L.contracts()->of(Callee).K == CapturableContract::NotCapturable) {
    IR.Matters = true;
    ir::List<ir::Operand> Named;
    Named.push_back(ir::Operand::function(Callee->getQualifiedNameAsString()));
    IR.emit(ir::Instruction::api(NotCapturable, std::move(Named)), At, Where);
  }

  bool System =
      Callee &&
      (Callee->getBuiltinID() ||
       Ctx.getSourceManager().isInSystemHeader(Callee->getLocation()));
  const bool OfProgram = System && !Virtual && mayBeOfProgram(Callee);
  if (OfProgram && L.summarize(Callee).Visible)
    System = false;
  bool Deferred = false, IsVisible = false, IsKnown = false, Harmless = false,
       NeverWaits = false;
  std::vector<ir::Operand> Given; // What a deferred callee gets.
  if (Callee && !Virtual && !System) {
    Lowering::Summary Known = L.summarize(Callee);
    IsKnown = Known.Visible && !Known.MayCallUnknown && !Known.Defers;
    IR.Matters |= Known.Matters;
    IR.HasSideEffects |= Known.HasSideEffects;
    IR.Defers |= Known.Defers;
    bool HasEffect =
        Known.HasSideEffects || Dest || (HasThis && !Method->isConst());
    for (const ParmVarDecl *P : Callee->parameters())
      HasEffect |= isOutParameter(P->getType());
    const ir::Guard Guarded = Scan.Guarded.lookup(At);
    // A call that is made for its value is followed only where the callee is
    // simple.
    const bool MayNotReturn = Known.MayNotReturn && !Dest;
    if (Known.Matters || MayNotReturn ||
        (Known.Visible && HasEffect && Known.Simple)) {
      IR.MayThrow |= MayNotReturn && Guarded != ir::Guard::Ends;
      const FunctionDecl *Def = nullptr;
      ir::Name Symbol = L.symbol(Callee->hasBody(Def) ? Def : Callee);
      ir::Instruction &I =
          IR.emit(ir::Instruction::call(std::move(Symbol), std::move(Args),
                                        std::move(Dest)),
                  At, Where);
      I.Flags.Guarded = Guarded;
      I.Flags.Throws = (Known.MayCallUnknown || Known.Defers) &&
                       mayThrow(dyn_cast_or_null<CallExpr>(At), Def);
      return;
    }
    IsVisible = Known.Visible;
    NeverWaits = Known.Visible && !Known.Defers && !Known.MayWait;
    Deferred = Known.Visible ? Known.Defers : mayBeElsewhere(Callee);
    // The body of the callee is known. Unless it calls unknown callees, it
    // matters to capture as little as a function of the system.
    System = Known.Visible && !Known.MayCallUnknown && !Known.HasSideEffects;
    Harmless = System;
    if (Deferred)
      Given = Args;
    // A function that only reports failures does not expect one.
    for (unsigned I = HasThis; System && I < Args.size(); ++I)
      if (L.isIdleAtZero(Callee, I, I - HasThis))
        Args[I] = ir::Operand::unknown();
  }

  if (System && OfProgram && mayBeElsewhere(Callee)) {
    Deferred = true;
    Given = Args;
  }

  System |= Callee && (onlyReports(Callee, At) || isPartOfMessage(Callee, At));

  // A const callable may still do anything.
  bool RunsCallable = Method && Method->getOverloadedOperator() == OO_Call;
  if (RunsCallable && runsCallable(Decls, Method->getParent()))
    System = false; // The callable is code of the program.
  bool Pure =
      Callee && (Callee->hasAttr<PureAttr>() || Callee->hasAttr<ConstAttr>() ||
                 (HasThis && Method->isConst() && !RunsCallable) ||
                 (System && !HasThis && Decls.usesHostValues() &&
                  onlyComputes(Decls, Callee)));
  // An audit lists calls that may use a stream, even if their results are not
  // used.
  const bool MayUseStream =
      L.contracts() && L.contracts()->isAudit() && Callee &&
      llvm::any_of(Callee->parameters(), [&](const ParmVarDecl *P) {
        return Decls.handleRole(P->getType().getNonReferenceType()) ==
               Role::Stream;
      });
  // A function that returns nothing is called for its effects: it may wait.
  if (Pure && !Dest && !MayUseStream && !Callee->getReturnType()->isVoidType())
    return;
  // Its body is written here, but the compiler has not made it.
  const bool IsDropped = Callee && !Virtual && L.isDropped(Callee);
  if (IsDropped)
    Gaps.missing(At, Where);
  // For a deferred callee, this is decided once the callee is known.
  IR.MayCallUnknown |= !System && !Pure && !Deferred;
  IR.Defers |= Deferred;
  const size_t First = IR.current().Insts.size();
  // What a comparison tells depends on what it compares.
  const bool Compares = System && Callee && isComparison(*Callee);
  if (!Pure && Callee)
    passByValue(Decls, *Callee, {HasThis, Harmless, Compares}, Args);
  const bool Unseen = Callee && !System && !Pure;
  bool SetsMode = Unseen && Decls.concernsMode(Callee);
  bool SetsStream = Unseen && Decls.mayChangeStream(Callee);
  std::vector<ir::Operand> Passed = Args;
  auto ThroughGuards = [&] {
    if (SetsMode)
      throughGuard(ir::ThreadModePlace, Callee, Passed);
    if (SetsStream)
      throughGuard(ir::CurrentStreamPlace, Callee, Passed);
  };
  if (isa_and_nonnull<CXXDestructorDecl>(Callee))
    ThroughGuards();
  std::string Shown =
      Callee ? Callee->getQualifiedNameAsString() : "function pointer";
  // "*p" is the object that "p->" points at.
  if (Pure && Method && Method->getOverloadedOperator() == OO_Star &&
      Method->getNumParams() == 0)
    Shown.replace(Shown.rfind('*'), 1, "->");
  if (System && Callee && Dest)
    if (std::string Known = Decls.hostValue(Callee); !Known.empty())
      Shown = std::move(Known);
  ir::Instruction &I =
      IR.emit(ir::Instruction::unknownCall(L.name(Shown), std::move(Args),
                                           std::move(Dest)),
              At, Where);
  I.Flags.System = System;
  I.Flags.Pure = Pure;
  I.Flags.Defined = IsVisible && !System && !I.Dest;
  I.Flags.NeverWaits = NeverWaits;
  I.Flags.Guarded = Scan.Guarded.lookup(At);
  I.Flags.Throws = !IsKnown && !IsDropped &&
                   mayThrow(dyn_cast_or_null<CallExpr>(At), Callee);
  // A function that does nothing but call a library may throw, too.
  IR.Matters |= System && I.Flags.Throws;
  I.Flags.Interface = !System && !Pure && !IsKnown &&
                      isOfInterface(dyn_cast_or_null<CallExpr>(At));
  if (!Pure && At)
    havocOutParameters(Callee, Passed, HasThis, At);
  if (!isa_and_nonnull<CXXDestructorDecl>(Callee))
    ThroughGuards();
  if (System && Callee && Decls.handlesStreamGuard(Callee)) {
    IR.emit(ir::Instruction::havoc(ir::Place::global(ir::CurrentStreamPlace)),
            nullptr, SourceLocation());
    IR.Matters = true;
  }
  if (Deferred)
    defer(Callee, Given, HasThis, At, Where, First);
}

/// Whether another translation unit can define \p F.
static bool isDefinableElsewhere(const FunctionDecl *F) {
  return !F->isImplicit() && !F->isDeleted() && F->isExternallyVisible();
}

/// Whether another translation unit may define \p F, which has no body here.
bool CallLowering::mayBeElsewhere(const FunctionDecl *F) const {
  return L.defersCalls() && isDefinableElsewhere(F);
}

/// Whether another translation unit may define \p F, which a system header
/// declares: the headers of a program's own libraries are often found like
/// those of the system ("-isystem"). The libraries of the languages are no such
/// ones.
bool CallLowering::mayBeOfProgram(const FunctionDecl *F) const {
  for (const DeclContext *Around = F->getDeclContext(); Around;
       Around = Around->getParent())
    if (Around->isStdNamespace())
      return false;
  return isDefinableElsewhere(F) && !F->hasBody() && !F->getBuiltinID() &&
         Ctx.getSourceManager().getFileCharacteristic(F->getLocation()) ==
             SrcMgr::C_System;
}

/// Wraps the instructions from \p First on, which stand for a call of an
/// unknown callee, in a deferred call of \p Callee.
void CallLowering::defer(const FunctionDecl *Callee,
                         const std::vector<ir::Operand> &Args, bool HasThis,
                         const Stmt *At, SourceLocation Where, size_t First) {
  std::vector<ir::Instruction> &Insts = IR.current().Insts;
  ir::IndirectCall Indirect;
  Indirect.Target = ir::Operand::function(L.symbol(Callee));
  if (HasThis && !Args.empty())
    Indirect.Object = Args.front();
  Indirect.Otherwise.assign(std::make_move_iterator(Insts.begin() + First),
                            std::make_move_iterator(Insts.end()));
  ir::List<ir::Operand> Given(Args.begin() + (Indirect.Object ? 1 : 0),
                              Args.end());
  ir::Instruction I =
      ir::Instruction::invoke(std::move(Indirect), std::move(Given));
  for (const ir::Instruction &Other : I.alternatives())
    if (Other.K == ir::Instruction::UnknownCall) {
      I.Dest = Other.Dest;
      I.Flags.Guarded = Other.Flags.Guarded;
      I.Flags.Throws = Other.Flags.Throws;
    }
  I.At = L.location(Where, At);
  Insts.erase(Insts.begin() + First, Insts.end());
  Insts.push_back(std::move(I));
}

/// Updates the thread's capture mode, or its current stream, after a call of an
/// unknown callee that may set it. The destructor of an object restores the
/// value that its constructor found.
void CallLowering::throughGuard(StringRef Register, const FunctionDecl *Callee,
                                llvm::ArrayRef<ir::Operand> Args) {
  ir::Place Mode = ir::Place::global(Register);
  std::optional<ir::Place> Saved;
  if (isa<CXXConstructorDecl, CXXDestructorDecl>(Callee) && !Args.empty())
    if (std::optional<ir::Place> Object = pointeeOf(Args.front()))
      Saved = Object->field(Register);
  auto Copy = [&](const ir::Place &To, const ir::Place &From) {
    IR.emit(ir::Instruction::assign(To, ir::Operand::read(From)), nullptr,
            SourceLocation());
  };
  if (Saved && isa<CXXDestructorDecl>(Callee))
    return Copy(Mode, *Saved);
  if (Saved)
    Copy(*Saved, Mode);
  IR.emit(ir::Instruction::havoc(Mode), nullptr, SourceLocation());
  IR.Matters = true;
}

/// Whether a call only names an object or a value, and does nothing.
static bool onlyNames(const CallExpr *E, ModelList &Models) {
  return passedThrough(E) || isa<CXXPseudoDestructorExpr>(E->getCallee()) ||
         Models.value(E) || Models.place(E);
}

ir::Operand CallLowering::addressOf(const Expr *Object) {
  if (!Object)
    return ir::Operand::unknown();
  if (Object->getType()->isPointerType())
    return Exprs.value(Object);
  std::optional<ir::Place> P = Exprs.place(Object);
  return P ? ir::Operand::address(*P) : ir::Operand::unknown();
}

bool CallLowering::callOperator(const CXXOperatorCallExpr *E,
                                const CXXMethodDecl *Method,
                                const std::optional<ir::Place> &Self) {
  // An implicit copy is an assignment.
  if (E->getOperator() == OO_Equal &&
      (Method->isTrivial() || Method->isImplicit() || Method->isDefaulted())) {
    std::optional<ir::Place> From = Exprs.place(E->getArg(1));
    if (!Self)
      return true;
    IR.assign(*Self, From ? ir::Operand::read(*From) : ir::Operand::unknown(),
              E);
    if (From)
      Models.copied(*Self, E->getType(), *From,
                    Method->isMoveAssignmentOperator() ? Transfer::Moved
                                                       : Transfer::Copied);
    const auto *Named = dyn_cast<DeclRefExpr>(E->getArg(0));
    if (Named && !Named->getDecl()->getType()->isReferenceType())
      Dynamic.setType(*Self, Method->getParent());
    else
      Dynamic.forgetType(*Self, Method->getParent());
    return true;
  }
  if (!Self || E->getNumArgs() != 2)
    return false;
  if (E->getOperator() == OO_Equal)
    return Rows.copyDescribed(Method, *Self, E->getArg(1), E);
  // An element of an object whose code is unknown is a place.
  const bool Follows =
      !Ctx.getSourceManager().isInSystemHeader(Method->getLocation()) &&
      L.lower(Method);
  if (E->getOperator() != OO_Subscript || Follows)
    return false;
  IR.Temporaries.erase(E);
  return true;
}

void CallLowering::call(const CallExpr *E) {
  // The configuration of a kernel launch is part of the launch.
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee)
    Callee =
        E->containsErrors() ? Gaps.calledApi(E->getCallee()) : L.pointedApi(E);
  if ((Callee && Callee == Ctx.getcudaConfigureCallDecl()) ||
      onlyNames(E, Models))
    return;
  if (Callee && Callee->getBuiltinID() == Builtin::BI__builtin_unreachable)
    return;
  llvm::SmallVector<const Expr *, 8> ArgExprs(E->arguments());
  if (!Callee && E->containsErrors())
    if (const FunctionDecl *F =
            Gaps.calledFunction(E->getCallee(), ArgExprs.size()))
      return Gaps.callWithError(F, E->getCallee(), ArgExprs, E);
  std::optional<ir::Place> Dest;
  if (!E->getType()->isVoidType())
    Dest = IR.temporary(E);

  defaultArguments(ArgExprs, beginOf(E));
  if (Callee)
    if (Lookup Api = L.api(Callee)) {
      IR.Matters |= canMatter(*Api.Row);
      IR.HasSideEffects |= Api.Row->Eff == Effect::SetDevice;
      if (E->containsErrors() && boundsCapture(*Api.Row))
        Gaps.understand(E);
      std::optional<ir::Place> Object = Rows.objectOf(E, ArgExprs);
      Rows.describedCall(Api, Callee, std::move(Object), ArgExprs,
                         std::move(Dest), E, beginOf(E));
      if (Api.Row->Eff == Effect::LookUp)
        Rows.lookUp(*Api.Row, E);
      return;
    }
  if (Models.call(E, Callee, Dest))
    return;

  std::vector<ir::Operand> Args;
  bool Virtual = false;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const auto *Op = dyn_cast<CXXOperatorCallExpr>(E);
  if (Member) {
    Args.push_back(addressOf(Member->getImplicitObjectArgument()));
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
  } else if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
             Op && Method && Method->isImplicitObjectMemberFunction() &&
             !ArgExprs.empty()) {
    std::optional<ir::Place> Self = Exprs.place(ArgExprs.front());
    if (callOperator(Op, Method, Self))
      return;
    Args.push_back(Self ? ir::Operand::address(*Self) : ir::Operand::unknown());
    ArgExprs.erase(ArgExprs.begin());
  }
  for (ir::Operand &A : arguments(Callee, ArgExprs))
    Args.push_back(std::move(A));
  handOver(Callee, ArgExprs);
  bool Frees = Callee && Callee->getBuiltinID() == Builtin::BIfree;
  ir::Operand Freed = Frees ? Args.front() : ir::Operand::unknown();
  const size_t First = IR.current().Insts.size();
  emitCall(Callee, std::move(Args), Dest, Virtual, E, beginOf(E));
  if (Virtual && Member && Member->getMethodDecl())
    Dynamic.dispatch(Member, Member->getMethodDecl(), First);
  if (Frees)
    Lives.endPointee(Freed, E);
}

bool CallLowering::lower(const Stmt *S) {
  if (const auto *E = dyn_cast<CUDAKernelCallExpr>(S)) {
    kernelLaunch(E);
  } else if (const auto *E = dyn_cast<CallExpr>(S)) {
    call(E);
  } else if (const auto *E = dyn_cast<CXXConstructExpr>(S)) {
    const bool Misses = L.isIncomplete(E->getConstructor()->getParent());
    if (Misses)
      Gaps.missing(E, E->getBeginLoc());
    construct(E);
    if (Misses)
      Gaps.missing(E, E->getBeginLoc());
  } else if (const auto *E = dyn_cast<LambdaExpr>(S)) {
    lambda(E);
  } else if (const auto *E = dyn_cast<CXXNewExpr>(S)) {
    newObject(E);
  } else {
    return false;
  }
  return true;
}

std::vector<ir::Operand>
CallLowering::argumentsFor(const FunctionProtoType *Type,
                           llvm::ArrayRef<const Expr *> Args) {
  std::vector<ir::Operand> Result;
  for (unsigned I = 0; I < Args.size(); ++I)
    Result.push_back(argument(Args[I], Type && I < Type->getNumParams()
                                           ? Type->getParamType(I)
                                           : QualType()));
  return Result;
}
