//===- Limits.cpp - The model of std::min, std::max and std::clamp --------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The result of std::min, std::max or std::clamp of integers is one of the
/// arguments. Programs limit sizes with them, and ask later whether a size is
/// within the limit.
///
//===----------------------------------------------------------------------===//

#include "../../ir/Operators.h"
#include "LibraryModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class LimitsModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  std::optional<ir::Operand> value(const Expr *E) override;
};
} // namespace

std::unique_ptr<LibraryModel> lower::makeLimitsModel(const ModelContext &C) {
  return std::make_unique<LimitsModel>(C);
}

std::optional<ir::Operand> LimitsModel::value(const Expr *E) {
  const auto *Call = dyn_cast<CallExpr>(E);
  const HostValue Function =
      Call ? Decls.libraryFunction(Call->getDirectCallee()) : HostValue::None;
  const bool Clamps = Function == HostValue::Clamp;
  if ((Function != HostValue::Minimum && Function != HostValue::Maximum &&
       !Clamps) ||
      Call->getNumArgs() != (Clamps ? 3u : 2u) ||
      !E->getType()->isIntegerType())
    return std::nullopt;
  llvm::SmallVector<ir::Operand, 3> Args;
  for (const Expr *Arg : Call->arguments()) {
    // A comparison of the program's own decides which argument is the result.
    if (!Arg->getType()->isIntegerType())
      return std::nullopt;
    Args.push_back(Exprs.value(Arg));
    // CaptureIR knows no numbers that need all bits of an unsigned type.
    if (E->getType()->isUnsignedIntegerType() &&
        Args.back().K == ir::Operand::Int && Args.back().Value < 0)
      return std::nullopt;
  }
  if (!Clamps)
    return ir::Operand::binary(
        L.name(Function == HostValue::Minimum ? ir::Minimum : ir::Maximum),
        std::move(Args[0]), std::move(Args[1]));
  return ir::Operand::binary(L.name(ir::Minimum),
                             ir::Operand::binary(L.name(ir::Maximum),
                                                 std::move(Args[0]),
                                                 std::move(Args[1])),
                             std::move(Args[2]));
}
