//===- HostReads.cpp - Reads of what copies to the host write -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Nothing that a host reads concerns a capture, but for the targets of
/// captured copies, and for loops that poll (Polls.h). A read of a target, and
/// the first read of such a loop, becomes a call of the construct "host-read"
/// (lib/ir/HostRead.h). Neither an address nor an operand of sizeof is a read.
///
//===----------------------------------------------------------------------===//

#include "../ir/HostRead.h"
#include "BodyScan.h"
#include "CopyTargets.h"
#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "TypeQueries.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether a call of \p F only reads what its reference \p Param refers to: the
/// reference cannot come back in the result.
static bool onlyReads(const FunctionDecl *F, const ParmVarDecl *Param) {
  const QualType T = Param->getType();
  const QualType Result = F->getReturnType();
  return T->isLValueReferenceType() && T->getPointeeType().isConstQualified() &&
         isPlainNumber(T->getPointeeType()) && !isa<CXXConstructorDecl>(F) &&
         (Result->isVoidType() || isPlainNumber(Result) ||
          isa<CXXMethodDecl>(F) || F->isOverloadedOperator());
}

void ExprLowering::hostRead(const Expr *Read, std::optional<ir::Place> Where,
                            const Stmt *At) {
  if (std::optional<unsigned> Known = L.copyTargets().find(Read);
      Known && Where)
    emitHostRead(Read, *Where, *Known, At);
}

/// Emits a read of \p Where. \p Known is a set of ir::HostMemory.
void ExprLowering::emitHostRead(const Expr *Read, const ir::Place &Where,
                                unsigned Known, const Stmt *At) {
  std::string Text = L.sourceText(Read->IgnoreParenImpCasts(), 40);
  ir::List<ir::Operand> Args;
  Args.push_back(ir::Operand::address(Where));
  Args.push_back(ir::Operand::constant(Known));
  if (!Text.empty())
    Args.push_back(ir::Operand::function(L.name(Text)));
  IR.emit(ir::Instruction::api(HostRead, std::move(Args)), At, beginOf(At));
  IR.Matters = true;
}

void ExprLowering::hostRead(const Stmt *S) {
  if (Scan.isPoll(S)) {
    const Expr *Read = cast<ImplicitCastExpr>(S)->getSubExpr();
    if (std::optional<ir::Place> Where = place(Read))
      emitHostRead(Read, *Where, ir::IsPolled, S);
    return;
  }
  if (L.copyTargets().empty())
    return;
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(S)) {
    if (Cast->getCastKind() == CK_LValueToRValue &&
        isPlainNumber(Cast->getType()) &&
        L.copyTargets().find(Cast->getSubExpr()))
      hostRead(Cast->getSubExpr(), place(Cast->getSubExpr()), S);
    return;
  }
  const Expr *Changed = nullptr;
  if (const auto *Assign = dyn_cast<CompoundAssignOperator>(S))
    Changed = Assign->getLHS();
  else if (const auto *Unary = dyn_cast<UnaryOperator>(S);
           Unary && Unary->isIncrementDecrementOp())
    Changed = Unary->getSubExpr();
  if (Changed) {
    if (isPlainNumber(Changed->getType()) && L.copyTargets().find(Changed))
      hostRead(Changed, place(Changed), S);
    return;
  }
  // The bodies of functions of the program are lowered, and their reads noted.
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee || L.api(Callee))
    return;
  const bool IsOperator = isa<CXXOperatorCallExpr>(Call);
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  const unsigned First =
      IsOperator && Method && Method->isImplicitObjectMemberFunction();
  const bool IsFollowed =
      Callee->hasBody() &&
      !Ctx.getSourceManager().isInSystemHeader(Callee->getLocation());
  for (unsigned A = First; A < Call->getNumArgs(); ++A) {
    const Expr *Arg = Call->getArg(A);
    if (A - First >= Callee->getNumParams() || !L.copyTargets().find(Arg))
      continue;
    const ParmVarDecl *Param = Callee->getParamDecl(A - First);
    if (!IsFollowed && onlyReads(Callee, Param))
      hostRead(Arg, place(Arg), S);
    // memcpy(to, h, size)
    else if (Callee->getBuiltinID() && Param->getType()->isPointerType() &&
             Param->getType()->getPointeeType().isConstQualified())
      hostRead(Arg, pointeeOf(value(Arg)), S);
  }
}
