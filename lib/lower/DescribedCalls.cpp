//===- DescribedCalls.cpp - Calls that the knowledge base describes -------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row describes the arguments of a function in terms of C. Functions of a
/// program may be C++: they have objects that stand for handles, references,
/// and results that are not error codes. An object that stands for a handle
/// keeps the handle in a field that no program can name.
///
//===----------------------------------------------------------------------===//

#include "DescribedCalls.h"
#include "../analysis/Rules.h"
#include "BodyScan.h"
#include "CallLowering.h"
#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "TypeQueries.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

static bool isHandedBack(Access A) {
  return A == Access::Out || A == Access::InOut;
}

std::optional<ir::Place>
DescribedCalls::objectOf(const CallExpr *E,
                         llvm::SmallVectorImpl<const Expr *> &Args) {
  const Expr *Object = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
    Object = Member->getImplicitObjectArgument();
  } else if (const auto *Method =
                 dyn_cast_or_null<CXXMethodDecl>(E->getCalleeDecl());
             Method && Method->isImplicitObjectMemberFunction() &&
             isa<CXXOperatorCallExpr>(E) && !Args.empty()) {
    Object = Args.front();
    Args.erase(Args.begin());
  }
  if (!Object)
    return std::nullopt;
  return Exprs.objectPlace(Object);
}

/// Returns the place of the thread's current value for role \p R: a stream, or
/// the capture mode.
static std::optional<ir::Place> registerOf(Role R) {
  if (R == Role::Stream)
    return ir::Place::global(ir::CurrentStreamPlace);
  if (R == Role::Mode)
    return ir::Place::global(ir::ThreadModePlace);
  return std::nullopt;
}

ir::Operand DescribedCalls::describedArgument(const Expr *E, QualType ParamType,
                                              const Param &Formal) {
  bool IsReference = !ParamType.isNull() && ParamType->isReferenceType();
  QualType T = IsReference ? ParamType->getPointeeType() : E->getType();
  bool IsObject = T->isRecordType() && Formal.R != Role::None;
  // A tag that chooses an overload is not a handle.
  if (T->isEnumeralType() && analysis::isHandle(Formal.R))
    return ir::Operand::unknown();
  if (!IsReference && !IsObject)
    return Calls.argument(E, QualType());
  // A const object without a role is only read, and nothing depends on it.
  if (Formal.R == Role::None && T->isRecordType() && T.isConstQualified())
    return ir::Operand::unknown();
  std::optional<ir::Place> P = Exprs.place(E->IgnoreImplicit());
  if (IsObject) {
    if (!P)
      return ir::Operand::unknown();
    P = handleField(*P, Formal.R);
  }
  if (Formal.R == Role::None || isHandedBack(Formal.Acc))
    return P ? ir::Operand::address(*P) : ir::Operand::unknown();
  return P ? ir::Operand::read(*P) : Exprs.value(E);
}

/// Writes a result that stands for a handle, or is one, to \p Dest.
void DescribedCalls::keepResult(const ApiRow &Row,
                                llvm::ArrayRef<ir::Operand> Args,
                                const std::optional<ir::Place> &Object,
                                const ir::Place &Dest, const Stmt *At) {
  switch (Row.ResultIs) {
  case ResultMeaning::Error:
  case ResultMeaning::Value:
    break;
  case ResultMeaning::KeepsStream:
    if (std::optional<unsigned> From = Row.paramIndex(Role::Stream);
        From && *From < Args.size())
      IR.assign(handleField(Dest, Role::Stream), Args[*From], At);
    break;
  case ResultMeaning::Handle:
    if (Object)
      IR.assign(Dest, ir::Operand::read(handleField(*Object, Row.This->R)), At);
    break;
  }
}

/// Whether \p E is a device that some object is on. Programs switch to the
/// device of the objects that they work on. As long as they work on one device,
/// it is the current one.
static bool isDeviceOfObject(const Expr *E) {
  E = E->IgnoreImplicit()->IgnoreParens();
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
    return Made->getNumArgs() >= 1 && isDeviceOfObject(Made->getArg(0));
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return isDeviceOfObject(Cast->getSubExpr());
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return E->getType()->isRecordType();
  return isa<CXXMemberCallExpr>(Call) || Call->getNumArgs() <= 1;
}

/// Whether \p E is left out, or is -1, which has the same meaning.
static bool isLeftOut(const Expr *E, const ASTContext &Ctx) {
  if (isa<CXXDefaultArgExpr>(E->IgnoreImplicit()))
    return true;
  Expr::EvalResult R;
  return E->getType()->isIntegerType() && !E->isValueDependent() &&
         E->EvaluateAsInt(R, Ctx) && R.Val.getInt() == -1;
}

/// Returns the argument of role \p R that a call is given, or null.
static const Expr *givenArgument(const ApiRow &Row, Role R,
                                 llvm::ArrayRef<const Expr *> Args,
                                 const ASTContext &Ctx) {
  for (unsigned I = 0; I < Args.size(); ++I) {
    unsigned P = Row.Implicit + I;
    if (P < Row.Params.size() && Row.Params[P].R == R)
      return isLeftOut(Args[I], Ctx) ? nullptr : Args[I];
  }
  return nullptr;
}

/// Whether the flags of an event that is made may have bit 3, by which
/// libraries mark events that graphs share with the world outside of them.
static bool mayBeExternal(const ApiRow &Row, llvm::ArrayRef<const Expr *> Args,
                          const ASTContext &Ctx) {
  const Expr *Flags = givenArgument(Row, Role::EventFlags, Args, Ctx);
  if (!Flags)
    return false;
  Expr::EvalResult R;
  return Flags->isValueDependent() || !Flags->EvaluateAsInt(R, Ctx) ||
         R.Val.getInt()[3];
}

/// Returns the current value, which a call works on if it is given no other
/// one.
ir::Operand DescribedCalls::currentArgument(const ApiRow &Row,
                                            const FunctionDecl *Callee,
                                            llvm::ArrayRef<const Expr *> Args) {
  std::optional<ir::Place> Register = registerOf(Row.CurrentRole);
  if (const Expr *E = givenArgument(Row, Row.CurrentRole, Args, Ctx)) {
    const auto *At = llvm::find(Args, E);
    unsigned I = At - Args.begin();
    QualType T = I < Callee->getNumParams() ? Callee->getParamDecl(I)->getType()
                                            : QualType();
    return describedArgument(E, T, {Access::In, Row.CurrentRole});
  }
  // The current stream of another device is unknown.
  if (const Expr *Device = givenArgument(Row, Role::Device, Args, Ctx))
    if (!isDeviceOfObject(Device))
      return ir::Operand::unknown();
  return Register ? ir::Operand::read(*Register) : ir::Operand::unknown();
}

/// Updates the current value after a call that sets or restores it.
void DescribedCalls::setCurrent(const ApiRow &Row,
                                const std::optional<ir::Place> &Object,
                                llvm::ArrayRef<const Expr *> ArgExprs,
                                llvm::ArrayRef<ir::Operand> Args,
                                const Stmt *At) {
  if (Row.Current == CurrentUse::None || Row.Current == CurrentUse::Use)
    return;
  // The current stream changes together with the device.
  const bool IsDevice = Row.CurrentRole == Role::Device;
  if (Row.CurrentRole != Role::Mode && !Decls.usesCurrentStream())
    return;
  std::optional<ir::Place> Register =
      registerOf(IsDevice ? Role::Stream : Row.CurrentRole);
  if (!Register)
    return;
  IR.Matters = IR.HasSideEffects = true;
  std::optional<ir::Place> Saved;
  if (Object)
    Saved = Object->field(Register->GlobalName);
  if (Row.Current == CurrentUse::Pop) {
    if (Saved)
      IR.assign(*Register, ir::Operand::read(*Saved), nullptr);
    return;
  }
  if (Row.Current == CurrentUse::Push && Saved)
    IR.assign(*Saved, ir::Operand::read(*Register), nullptr);
  if (IsDevice) {
    const Expr *Device = givenArgument(Row, Role::Device, ArgExprs, Ctx);
    if (Device && !isDeviceOfObject(Device))
      IR.emit(ir::Instruction::havoc(*Register), nullptr, SourceLocation());
    return;
  }
  // A call that is given no stream makes one of its own current.
  if (Row.Current == CurrentUse::Set && !Row.paramIndex(Row.CurrentRole))
    IR.emit(ir::Instruction::havoc(*Register), nullptr, SourceLocation());
  for (unsigned I = Row.Implicit; I < Row.Params.size() && I < Args.size(); ++I)
    if (Row.Params[I].R == Row.CurrentRole &&
        !isLeftOut(ArgExprs[I - Row.Implicit], Ctx))
      IR.assign(*Register, Args[I], nullptr);
}

/// Records that a tensor is on a device: the program goes on after a call that
/// succeeds only in that case.
void DescribedCalls::proveDevice(const ir::Operand &Where) {
  if (Where.K != ir::Operand::Read)
    return;
  unsigned From = IR.Current, Rest = IR.newBlock(), Dead = IR.newBlock();
  ir::Terminator &T = IR.F.Blocks[From].Term;
  T.K = ir::Terminator::Branch;
  T.Value = ir::Operand::binary(
      "==", Where, ir::Operand::constant(int64_t(MemorySpace::Device)));
  T.Targets = {Rest, Dead};
  // On this path the call throws, which the program does not intend.
  IR.F.Blocks[Dead].Term.Throws = true;
  IR.F.Blocks[Dead].Term.Guarded = ir::Guard::Ends;
  IR.Current = Rest;
}

void DescribedCalls::proveDispatched() {
  const ParmVarDecl *P = Decls.dispatchedOn(FD);
  std::optional<ir::Place> Where =
      P ? Exprs.declPlace(P, /*Captured=*/false) : std::nullopt;
  if (!Where)
    return;
  ir::Terminator Old = IR.F.Blocks.front().Term;
  IR.Current = 0;
  proveDevice(ir::Operand::read(handleField(*Where, Role::MemorySpace)));
  IR.current().Term = std::move(Old);
}

void DescribedCalls::describedCall(const Lookup &Api,
                                   const FunctionDecl *Callee,
                                   std::optional<ir::Place> Object,
                                   llvm::ArrayRef<const Expr *> ArgExprs,
                                   std::optional<ir::Place> Dest,
                                   const Stmt *At, SourceLocation Where) {
  const ApiRow &Row = *Api.Row;
  IR.Matters |= canMatter(Row);
  const bool Used = Dest && !(At && Scan.Discarded.count(At));
  // The place for the object or handle that the result stands for.
  std::optional<ir::Place> Returned;
  if (Row.Returns != ResultKind::None) {
    Returned = Dest ? *Dest : IR.freshTemporary();
    if (Dest && Callee->getReturnType().getNonReferenceType()->isRecordType())
      Returned = handleField(*Dest, Row.ReturnedRole);
  }

  std::vector<ir::Operand> Args;
  if (Row.Returns == ResultKind::Made)
    Args.push_back(ir::Operand::address(*Returned));
  if (Row.Current == CurrentUse::Use)
    Args.push_back(currentArgument(Row, Callee, ArgExprs));
  if (Row.This && !Row.KeepsArgument) {
    if (!Object)
      Args.push_back(ir::Operand::unknown());
    else if (isHandedBack(Row.This->Acc))
      Args.push_back(ir::Operand::address(handleField(*Object, Row.This->R)));
    else
      Args.push_back(ir::Operand::read(handleField(*Object, Row.This->R)));
  }
  std::optional<unsigned> ByType;
  if (Row.StreamByType) {
    ByType = Decls.streamParameter(Callee);
    Args.push_back(ByType && *ByType < ArgExprs.size()
                       ? Calls.argument(ArgExprs[*ByType], QualType())
                       : ir::Operand::unknown());
  }
  if (Row.Typed)
    typedArguments(Row, Callee, ArgExprs, Args);
  else if (auto Order = parameterOrder(Callee, Row, L.knowledge());
           !Order.empty())
    for (unsigned P = 0; P < Order.size(); ++P)
      Args.push_back(
          Order[P] && *Order[P] < ArgExprs.size()
              ? describedArgument(ArgExprs[*Order[P]],
                                  Callee->getParamDecl(*Order[P])->getType(),
                                  Row.Params[P])
              : ir::Operand::unknown());
  else
    for (unsigned I = 0; I < ArgExprs.size(); ++I) {
      if (ByType == I)
        continue;
      if (Row.KernelFollows && Args.size() >= Row.Params.size()) {
        Args.push_back(Calls.kernelArgument(ArgExprs[I]));
        continue;
      }
      QualType T = I < Callee->getNumParams()
                       ? Callee->getParamDecl(I)->getType()
                       : QualType();
      Param Formal =
          Args.size() < Row.Params.size() ? Row.Params[Args.size()] : Param();
      Args.push_back(Formal.R == Role::MemorySpace ? memorySpace(ArgExprs[I])
                     : Formal.R == Role::Mask
                         ? mask(ArgExprs[I])
                         : describedArgument(ArgExprs[I], T, Formal));
    }
  if (Row.LibraryByType) {
    Args.resize(Row.Params.size() - 1, ir::Operand::unknown());
    Args.push_back(libraryArgument(Callee, ArgExprs));
  }
  std::optional<ir::Operand> Kept;
  if (Row.KeepsArgument && Object)
    if (std::optional<unsigned> From = Row.paramIndex(Row.This->R);
        From && *From < Args.size())
      Kept = Args[*From];

  bool IsError =
      Row.ResultIs == ResultMeaning::Error && returnsError(Callee) && !Returned;
  // A result that is not an error code cannot be checked by the program.
  std::optional<ir::Place> Result =
      IsError ? std::nullopt : std::optional(IR.freshTemporary());
  if (IsError && Used)
    Result = Dest;
  // A function that only names a handle has no effect.
  const bool IsGetter = onlyNamesHandle(Row);
  // The analysis does not follow an event that ties work to the world outside
  // of a capture.
  const bool IsExternal = Row.This && Row.This->R == Role::Event &&
                          Row.This->Acc == Access::Out && Object &&
                          mayBeExternal(Row, ArgExprs, Ctx);
  if (IsExternal)
    IR.assign(handleField(*Object, Role::Event), ir::Operand::unknown(), At);
  if (!IsGetter && !IsExternal) {
    IR.emit(
        ir::Instruction::api(L.calleeName(Callee),
                             ir::List<ir::Operand>(Args.begin(), Args.end()),
                             std::move(Result)),
        At, Where);
  }
  // The result may tell whether a stream captures.
  if (!IsError && Used && Row.Returns != ResultKind::Made)
    IR.emit(ir::Instruction::havoc(*Dest), At, Where);
  if (Used)
    keepResult(Row, Args, Object, *Dest, At);
  if (Used && !Callee->getReturnType()->isReferenceType())
    keepMask(Row, Object, *Dest, At);
  if (Kept)
    IR.assign(handleField(*Object, Row.This->R), std::move(*Kept), At);
  setCurrent(Row, Object, ArgExprs, Args, At);
  if (Row.ProvesDevice)
    for (const Expr *E : ArgExprs)
      if (Decls.saysMemorySpace(E->getType()))
        proveDevice(memorySpace(E));
  if (Used && Row.Returns == ResultKind::Default)
    IR.assign(*Returned, ir::Operand::constant(0), At);
  if (Used && Row.Returns == ResultKind::Same) {
    // A reference that is returned refers to the object: "tensor.add_(other)".
    if (!Callee->getReturnType()->isReferenceType())
      returnSame(Row, Callee, Args, *Returned, At);
    else if (Object)
      IR.assign(*Dest, ir::Operand::address(*Object), At);
  }
}

/// Makes the result of a call stand for the object that the call works on.
void DescribedCalls::returnSame(const ApiRow &Row, const FunctionDecl *Callee,
                                llvm::ArrayRef<ir::Operand> Args,
                                const ir::Place &To, const Stmt *At) {
  std::optional<ir::Operand> Same;
  // The destination of a copy says more than its source; among several other
  // arguments, the first known one decides.
  for (unsigned I = 0; I < Args.size() && I < Row.Params.size(); ++I)
    if (Row.Params[I].R == Row.ReturnedRole &&
        Row.Params[I].Acc == Access::In &&
        (!Same || Same->K == ir::Operand::Unknown ||
         (Row.Typed && Args[I].K != ir::Operand::Unknown)))
      Same = Args[I];
  if (!Same)
    return;
  // This is a call such as "is_cuda()".
  if (Row.ReturnedRole == Role::MemorySpace &&
      Callee->getReturnType()->isBooleanType())
    Same = ir::Operand::binary(
        "==", std::move(*Same),
        ir::Operand::constant(int64_t(MemorySpace::Device)));
  IR.assign(To, std::move(*Same), At);
}

bool DescribedCalls::copyDescribed(const CXXMethodDecl *D, const ir::Place &To,
                                   const Expr *From, const Stmt *At) {
  if (!Decls.isDescribed(D->getParent()) || D->getNumParams() < 1)
    return false;
  QualType T = D->getParamDecl(0)->getType();
  const CXXRecordDecl *Other = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Other || Other->getCanonicalDecl() != D->getParent()->getCanonicalDecl())
    return false;
  std::optional<ir::Place> P = Exprs.place(From);
  IR.assign(To, P ? ir::Operand::read(*P) : ir::Operand::unknown(), At);
  // An object that was moved from stands for an unknown value.
  if (P && T->isRValueReferenceType())
    IR.emit(ir::Instruction::havoc(*P), At, At->getBeginLoc());
  return true;
}

/// Lowers a call that finds a function by its name. If the name is a literal,
/// the pointer is that function.
void DescribedCalls::lookUp(const ApiRow &Row, const CallExpr *E) {
  std::optional<unsigned> Name = Row.paramIndex(Role::FunctionName);
  std::optional<unsigned> Out = Row.paramIndex(Role::Function, Access::Out);
  if (!Name || !Out || std::max(*Name, *Out) >= E->getNumArgs())
    return;
  const auto *Text =
      dyn_cast<StringLiteral>(E->getArg(*Name)->IgnoreParenCasts());
  std::optional<ir::Place> To = pointeeOf(Exprs.value(E->getArg(*Out)));
  if (!Text || !To || Text->getCharByteWidth() != 1 ||
      !L.knowledge().lookup(Text->getString()))
    return;
  IR.assign(*To, ir::Operand::function(Text->getString()), E);
}
