//===- Assertions.cpp - The comparisons of test assertions ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Assertions of test libraries compare results in functions of their own, and
/// keep the verdict in an object that is queried next: GoogleTest's
/// AssertionResult. This object has a field that no program can name.
///
//===----------------------------------------------------------------------===//

#include "LibraryModel.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class AssertionModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;
  bool construct(const ir::Place &To, const CXXConstructExpr *E) override;
};
} // namespace

std::unique_ptr<LibraryModel>
lower::makeAssertionsModel(const ModelContext &C) {
  return std::make_unique<AssertionModel>(C);
}

static ir::Place verdictOf(const ir::Place &Object) {
  return Object.field("<verdict>");
}

/// Whether \p E is 0, the value of cudaSuccess and similar constants.
static bool isZero(const Expr *E, ASTContext &Ctx) {
  Expr::EvalResult Result;
  return !E->isValueDependent() &&
         E->IgnoreImplicit()->EvaluateAsInt(Result, Ctx) &&
         Result.Val.getInt() == 0;
}

bool AssertionModel::call(const CallExpr *E, const FunctionDecl *Callee,
                          const std::optional<ir::Place> &Dest) {
  if (!Callee || !Dest || !Decls.knowsAssertions())
    return false;
  const HostValue Kind = Decls.assertion(Callee);
  if (Kind == HostValue::Verdict) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
    const Expr *Object = Member ? Member->getImplicitObjectArgument() : nullptr;
    if (!Object || Object->getType()->isPointerType())
      return false;
    std::optional<ir::Place> P = Exprs.place(Object);
    if (!P)
      return false;
    IR.assign(*Dest, ir::Operand::read(verdictOf(*P)), E);
    return true;
  }
  if ((Kind != HostValue::Equal && Kind != HostValue::Unequal) ||
      E->getNumArgs() < 2)
    return false;
  const Expr *Left = E->getArg(E->getNumArgs() - 2);
  const Expr *Right = E->getArg(E->getNumArgs() - 1);
  // A comparison with an error code suggests that the program expects the
  // error, so the outcome stays unknown.
  if (!Left->getType()->isIntegralOrEnumerationType() ||
      !Right->getType()->isIntegralOrEnumerationType() ||
      isZero(Left, Ctx) == isZero(Right, Ctx))
    return false;
  const Expr *Tested = isZero(Left, Ctx) ? Right : Left;
  IR.assign(verdictOf(*Dest),
            ir::Operand::binary(Kind == HostValue::Equal ? "==" : "!=",
                                Exprs.value(Tested), ir::Operand::constant(0)),
            nullptr);
  return true;
}

bool AssertionModel::construct(const ir::Place &Object,
                               const CXXConstructExpr *E) {
  if (!Decls.knowsAssertions() || !E->getNumArgs() || isPlainCopy(E) ||
      Decls.assertion(E->getConstructor()) != HostValue::Verdict ||
      !E->getArg(0)->getType()->isScalarType())
    return false;
  IR.assign(verdictOf(Object), Exprs.value(E->getArg(0)), nullptr);
  return true;
}
