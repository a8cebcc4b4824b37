//===- Algorithms.cpp - Functions of the library that run callables -------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// std::for_each and similar functions run the callable that they are given, on
/// unknown elements. The model runs it once, as the analysis does the body of a
/// loop.
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

/// The argument of a function of namespace std that it runs.
static std::optional<unsigned> callableOf(StringRef Name, unsigned Args) {
  static constexpr struct {
    llvm::StringLiteral Name;
    unsigned Callable;
    unsigned Args;
  } Known[] = {
      {"for_each", 2, 3},    {"for_each_n", 2, 3}, {"any_of", 2, 3},
      {"all_of", 2, 3},      {"none_of", 2, 3},    {"find_if", 2, 3},
      {"find_if_not", 2, 3}, {"count_if", 2, 3},   {"generate", 2, 3},
      {"generate_n", 2, 3},  {"transform", 3, 4},  {"transform", 4, 5},
      {"apply", 0, 2},       {"visit", 0, 2},      {"visit", 0, 3},
  };
  for (const auto &[Is, Callable, Wanted] : Known)
    if (Name == Is && Args == Wanted)
      return Callable;
  return std::nullopt;
}

/// std::call_once: a call under the condition of a flag.
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
  if (!Callee || !Callee->getIdentifier() || isa<CXXMethodDecl>(Callee) ||
      outerNamespace(Callee) != "std")
    return false;
  StringRef Name = Callee->getName();
  if (Name == "call_once")
    return E->getNumArgs() > 1 && callOnce(E);
  std::optional<unsigned> Which = callableOf(Name, E->getNumArgs());
  if (!Which)
    return false;
  const Expr *Callable = E->getArg(*Which);
  llvm::SmallVector<const Expr *, 8> Unknown(parameterCount(Decls, Callable),
                                             nullptr);
  if (!Callables.callWith(Callable, Unknown, std::nullopt, E))
    return false;
  // Others write to what they are given.
  if (Name == "transform" || Name == "generate" || Name == "generate_n")
    return false;
  if (Dest && !Scan.Discarded.count(E))
    IR.emit(ir::Instruction::Havoc, E, beginOf(E)).Dest = *Dest;
  return true;
}
