//===- Algorithms.cpp - Functions of the library that run callables -------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// std::for_each and similar functions run the callable that they are given, on
/// unknown elements. The model runs the callable once, just as the analysis
/// runs the body of a loop once.
///
//===----------------------------------------------------------------------===//

#include "LibraryModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
class AlgorithmModel final : public LibraryModel {
public:
  using LibraryModel::LibraryModel;
  bool call(const CallExpr *E, const FunctionDecl *Callee,
            const std::optional<ir::Place> &Dest) override;

private:
  bool callOnce(const CallExpr *E);
};
} // namespace

std::unique_ptr<LibraryModel>
lower::makeAlgorithmsModel(const ModelContext &C) {
  return std::make_unique<AlgorithmModel>(C);
}

/// Returns which of \p Args arguments a function runs. An overload that takes
/// more arguments may run the callable in another thread.
static std::optional<unsigned> callableOf(HostValue Function, unsigned Args) {
  switch (Function) {
  case HostValue::Algorithm:
  case HostValue::Generator:
    return Args == 3 ? std::optional(2U) : std::nullopt;
  case HostValue::Transformation:
    return Args == 4 || Args == 5 ? std::optional(Args - 1) : std::nullopt;
  case HostValue::Apply:
    return Args == 2 ? std::optional(0U) : std::nullopt;
  case HostValue::Visit:
    return Args == 2 || Args == 3 ? std::optional(0U) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Lowers std::call_once: a call under the condition of a flag.
bool AlgorithmModel::callOnce(const CallExpr *E) {
  std::optional<ir::Place> Flag = Exprs.place(E->getArg(0));
  if (!Flag)
    return false;
  ir::Place Called = Flag->field("<called>");
  unsigned First = IR.newBlock(), Join = IR.newBlock();
  IR.branch(ir::Operand::read(Called), Join, First);
  IR.Current = First;
  llvm::SmallVector<const Expr *, 8> Args(llvm::drop_begin(E->arguments(), 2));
  if (!Callables.callWith(E->getArg(1), Args, std::nullopt, E))
    Calls.emitCall(nullptr, {}, std::nullopt, false, E, beginOf(E));
  IR.assign(Called, ir::Operand::constant(1), nullptr);
  IR.jump(Join);
  IR.Current = Join;
  return true;
}

bool AlgorithmModel::call(const CallExpr *E, const FunctionDecl *Callee,
                          const std::optional<ir::Place> &Dest) {
  const HostValue Function = Decls.libraryFunction(Callee);
  if (Function == HostValue::CallOnce)
    return E->getNumArgs() > 1 && callOnce(E);
  std::optional<unsigned> Which = callableOf(Function, E->getNumArgs());
  if (!Which)
    return false;
  const Expr *Callable = E->getArg(*Which);
  llvm::SmallVector<const Expr *, 8> Unknown(parameterCount(Decls, Callable),
                                             nullptr);
  if (!Callables.callWith(Callable, Unknown, std::nullopt, E))
    return false;
  // These functions also write to the elements that they are given.
  if (Function == HostValue::Transformation || Function == HostValue::Generator)
    return false;
  if (Dest && !Scan.Discarded.count(E))
    IR.emit(ir::Instruction::havoc(*Dest), E, beginOf(E));
  return true;
}
