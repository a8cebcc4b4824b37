//===- DefaultArguments.cpp - Calls that default arguments make -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang's CFG does not contain default arguments and initializers. The caller
/// makes the calls in them.
///
//===----------------------------------------------------------------------===//

#include "BodyScan.h"
#include "CallLowering.h"
#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "TypeQueries.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether an expression is evaluated as a whole, without branches.
static bool isStraight(const Stmt *S) {
  if (isa<AbstractConditionalOperator, LambdaExpr, StmtExpr>(S))
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isLogicalOp())
    return false;
  return llvm::all_of(S->children(), [](const Stmt *Child) {
    return !Child || isStraight(Child);
  });
}

void CallLowering::callsIn(const Stmt *S) {
  for (const Stmt *Child : S->children())
    if (Child)
      callsIn(Child);
  if (isa<CallExpr, CXXConstructExpr, CXXNewExpr>(S) &&
      !Scan.Unevaluated.count(S))
    lower(S);
}

void CallLowering::defaultArguments(llvm::ArrayRef<const Expr *> Args,
                                    SourceLocation Where) {
  // A default argument may have calls that have default arguments. Each is
  // written once for the outermost one: its effect does not depend on how often
  // it runs.
  const bool IsOutermost = Exprs.SpellingOut.empty();
  for (const Expr *A : Args) {
    const Expr *Default = nullptr;
    if (const auto *Arg = dyn_cast<CXXDefaultArgExpr>(A))
      Default = Exprs.SpellingOut.insert(Arg->getParam()).second
                    ? Arg->getExpr()
                    : nullptr;
    else if (const auto *Init = dyn_cast<CXXDefaultInitExpr>(A))
      Default = Init->getExpr();
    if (!Default || !isStraight(Default))
      continue;
    llvm::SaveAndRestore<SourceLocation> Use(
        IR.UsedAt, IR.UsedAt.isValid() ? IR.UsedAt : Where);
    callsIn(Default);
  }
  if (IsOutermost)
    Exprs.SpellingOut.clear();
}
