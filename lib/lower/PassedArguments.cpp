//===- PassedArguments.cpp - Arguments of calls that are not followed -----===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PassedArguments.h"
#include "CallLowering.h"
#include "FunctionBuilder.h"
#include "TypeQueries.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

bool lower::isConstView(DeclQueries &Decls, QualType T) {
  QualType Pointee = T->getPointeeType();
  if (Pointee.isNull() || !Pointee.isConstQualified())
    return false;
  // The object that a smart pointer points at is not constant.
  const HostValue Type = Decls.libraryType(Pointee);
  return Type != HostValue::UniqueOwner && Type != HostValue::SharedOwner;
}

/// Whether a parameter of this type is a shared owner that the callee does not
/// change for its caller.
static bool isShared(DeclQueries &Decls, QualType T) {
  return (!T->isReferenceType() || T->getPointeeType().isConstQualified()) &&
         Decls.libraryType(T.getNonReferenceType()) == HostValue::SharedOwner;
}

/// Whether \p F makes an optional that holds a copy of the object that its
/// parameter of type \p T refers to.
static bool copiesIntoOptional(DeclQueries &Decls, const FunctionDecl *F,
                               QualType T) {
  const auto *Ctor = dyn_cast<CXXConstructorDecl>(F);
  return Ctor && T->isLValueReferenceType() &&
         isOptional(Decls, Ctor->getParent());
}

/// Whether \p F prints the arguments that have no parameter. It reads the
/// strings that these point at, and changes nothing.
static bool printsVariadic(const FunctionDecl &F) {
  return llvm::any_of(F.specific_attrs<FormatAttr>(), [](const FormatAttr *A) {
    return A->getType()->isStr("printf");
  });
}

void lower::passByValue(DeclQueries &Decls, const FunctionDecl &Callee,
                        OpaqueCall Call, std::vector<ir::Operand> &Args) {
  // A call that is given nothing but numbers, such as `flag.store(true)`,
  // checks no result.
  const bool MayCheck = llvm::any_of(
      llvm::ArrayRef<ir::Operand>(Args).drop_front(Call.HasThis),
      [](const ir::Operand &A) { return A.K != ir::Operand::Int; });
  for (unsigned I = Call.HasThis; I < Args.size(); ++I) {
    const unsigned Param = I - Call.HasThis;
    if (Param >= Callee.getNumParams()) {
      if (printsVariadic(Callee))
        std::fill(Args.begin() + I, Args.end(), ir::Operand::unknown());
      break;
    }
    const QualType T = Callee.getParamDecl(Param)->getType();
    // A switch is no error that a check expects.
    if ((MayCheck && T->isBooleanType() && Args[I].K == ir::Operand::Int) ||
        (Call.IsHarmless && isShared(Decls, T))) {
      Args[I] = ir::Operand::unknown();
      continue;
    }
    if (!isConstView(Decls, T) && !copiesIntoOptional(Decls, &Callee, T))
      continue;
    const bool IsNumber =
        T->isReferenceType() && T->getPointeeType()->isScalarType();
    // The callee may use the handles that it reads.
    Args[I] = Args[I].K == ir::Operand::Address &&
                      (IsNumber || Call.Compares ||
                       containsHandles(Decls, T->getPointeeType()))
                  ? ir::Operand::read(Args[I].Where)
                  : ir::Operand::unknown();
  }
}

void CallLowering::havocOutParameters(const FunctionDecl *Callee,
                                      llvm::ArrayRef<ir::Operand> Args,
                                      unsigned FirstParam, const Stmt *At) {
  for (unsigned I = FirstParam; I < Args.size(); ++I) {
    unsigned Param = I - FirstParam;
    bool Out = !Callee || Param >= Callee->getNumParams() ||
               isOutParameter(Callee->getParamDecl(Param)->getType());
    if (!Out || Args[I].K != ir::Operand::Address)
      continue;
    IR.emit(ir::Instruction::havoc(Args[I].Where), At, At->getBeginLoc());
  }
}
