//===- DescribedCalls.cpp - Calls that the knowledge base describes -------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A row says what the arguments of a function are, in C. Functions of a
/// program may be C++: they have objects that stand for handles, references,
/// and results that are no errors. An object that stands for a handle keeps it
/// in a field that no program can name.
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

bool lower::returnsError(const FunctionDecl *F) {
  QualType T = F->getReturnType();
  return T->isEnumeralType() || (T->isIntegerType() && !T->isBooleanType());
}

/// The field of \p Object that holds the handle that it stands for.
static ir::Place handleField(const ir::Place &Object, Role R) {
  return Object.field(("<" + roleName(R) + ">").str());
}

static bool isHandedBack(Access A) {
  return A == Access::Out || A == Access::InOut;
}

std::optional<ir::Place>
FunctionLowering::objectOf(const CallExpr *E,
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
  return Object->getType()->isPointerType() ? pointeePlace(value(Object))
                                            : place(Object);
}

ir::Operand FunctionLowering::describedArgument(const Expr *E,
                                                QualType ParamType,
                                                const Param &Formal) {
  bool IsReference = !ParamType.isNull() && ParamType->isReferenceType();
  QualType T = IsReference ? ParamType->getPointeeType() : E->getType();
  bool IsObject = T->isRecordType() && Formal.R != Role::None;
  if (!IsReference && !IsObject)
    return argument(E, QualType());
  std::optional<ir::Place> P = place(E->IgnoreImplicit());
  if (IsObject) {
    if (!P)
      return ir::Operand::unknown();
    P = handleField(*P, Formal.R);
  }
  if (Formal.R == Role::None || isHandedBack(Formal.Acc))
    return P ? ir::Operand::address(*P) : ir::Operand::unknown();
  return P ? ir::Operand::read(*P) : value(E);
}

/// A result that stands for a handle, or is one, and not just a number.
bool FunctionLowering::keepResult(const ApiRow &Row,
                                  llvm::ArrayRef<ir::Operand> Args,
                                  const std::optional<ir::Place> &Object,
                                  const ir::Place &Dest, const Stmt *At) {
  switch (Row.ResultIs) {
  case ResultMeaning::Error:
  case ResultMeaning::Value:
    return false;
  case ResultMeaning::KeepsStream: {
    std::optional<unsigned> From = Row.paramIndex(Role::Stream);
    if (!From || *From >= Args.size())
      return false;
    assign(handleField(Dest, Role::Stream), Args[*From], At);
    return true;
  }
  case ResultMeaning::Handle:
    if (!Object)
      return false;
    assign(Dest, ir::Operand::read(handleField(*Object, Row.This->R)), At);
    return true;
  }
  return false;
}

void FunctionLowering::describedCall(const Lookup &Api,
                                     const FunctionDecl *Callee,
                                     std::optional<ir::Place> Object,
                                     llvm::ArrayRef<const Expr *> ArgExprs,
                                     std::optional<ir::Place> Dest,
                                     const Stmt *At, SourceLocation Where) {
  const ApiRow &Row = *Api.Row;
  Matters |= canMatter(Row);
  std::vector<ir::Operand> Args;
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
    ByType = L.streamParameter(Callee);
    Args.push_back(ByType && *ByType < ArgExprs.size()
                       ? argument(ArgExprs[*ByType], QualType())
                       : ir::Operand::unknown());
  }
  for (unsigned I = 0; I < ArgExprs.size(); ++I) {
    if (ByType == I)
      continue;
    QualType T = I < Callee->getNumParams() ? Callee->getParamDecl(I)->getType()
                                            : QualType();
    Args.push_back(describedArgument(
        ArgExprs[I], T,
        Args.size() < Row.Params.size() ? Row.Params[Args.size()] : Param()));
  }
  std::optional<ir::Operand> Kept;
  if (Row.KeepsArgument && Object)
    if (std::optional<unsigned> From = Row.paramIndex(Row.This->R);
        From && *From < Args.size())
      Kept = Args[*From];

  bool IsError = Row.ResultIs == ResultMeaning::Error && returnsError(Callee);
  // Nobody can look at a result that is no error.
  std::optional<ir::Place> Result =
      IsError ? std::nullopt : std::optional(freshTemporary());
  bool Used = Dest && !(At && Discarded.count(At));
  if (IsError && Used)
    Result = Dest;
  ir::Instruction &I = emit(ir::Instruction::Api, At, Where);
  I.Callee = L.calleeName(Callee);
  I.Args = std::move(Args);
  I.Dest = std::move(Result);
  if (Used && keepResult(Row, I.Args, Object, *Dest, At))
    return;
  if (Kept)
    assign(handleField(*Object, Row.This->R), std::move(*Kept), At);
  // It may say whether a stream captures.
  if (!IsError && Used)
    emit(ir::Instruction::Havoc, At, Where).Dest = std::move(Dest);
}
