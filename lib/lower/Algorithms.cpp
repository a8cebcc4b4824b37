//===- Algorithms.cpp - Functions of the library that run callables -------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// std::for_each and its like run the callable that they are given, on elements
/// that are not known. It is run once, as the body of a loop is taken to run.
/// Default arguments and initializers are calls that the caller makes.
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

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
bool FunctionLowering::callOnce(const CallExpr *E) {
  std::optional<ir::Place> Flag = place(E->getArg(0));
  if (!Flag)
    return false;
  ir::Place Called = Flag->field("<called>");
  unsigned First = newBlock(), Join = newBlock();
  ir::Terminator &T = current().Term;
  T.K = ir::Terminator::Branch;
  T.Value = ir::Operand::read(Called);
  T.Targets = {Join, First};
  Current = First;
  llvm::SmallVector<const Expr *, 8> Args(llvm::drop_begin(E->arguments(), 2));
  if (!callWith(E->getArg(1), Args, std::nullopt, E))
    emitCall(nullptr, {}, std::nullopt, false, E, beginOf(E));
  assign(Called, ir::Operand::constant(1), nullptr);
  current().Term.K = ir::Terminator::Goto;
  current().Term.Targets = {Join};
  Current = Join;
  return true;
}

bool FunctionLowering::callOfAlgorithm(const CallExpr *E,
                                       const FunctionDecl *Callee,
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
  llvm::SmallVector<const Expr *, 8> Unknown(parameterCount(Callable), nullptr);
  if (!callWith(Callable, Unknown, std::nullopt, E))
    return false;
  // Others write to what they are given.
  if (Name == "transform" || Name == "generate" || Name == "generate_n")
    return false;
  if (Dest && !Discarded.count(E))
    emit(ir::Instruction::Havoc, E, beginOf(E)).Dest = *Dest;
  return true;
}

/// Whether an expression runs from one end to the other.
static bool isStraight(const Stmt *S) {
  if (isa<AbstractConditionalOperator, LambdaExpr, StmtExpr>(S))
    return false;
  if (const auto *Op = dyn_cast<BinaryOperator>(S); Op && Op->isLogicalOp())
    return false;
  return llvm::all_of(S->children(), [](const Stmt *Child) {
    return !Child || isStraight(Child);
  });
}

void FunctionLowering::callsIn(const Stmt *S) {
  for (const Stmt *Child : S->children())
    if (Child)
      callsIn(Child);
  if (isa<CallExpr, CXXConstructExpr, CXXNewExpr>(S))
    statement(S);
}

void FunctionLowering::defaultArguments(llvm::ArrayRef<const Expr *> Args,
                                        SourceLocation Where) {
  // A default argument may have calls that have default arguments. Each is
  // written once for the outermost: what it does does not depend on how often.
  const bool IsOutermost = SpellingOut.empty();
  for (const Expr *A : Args) {
    const Expr *Default = nullptr;
    if (const auto *Arg = dyn_cast<CXXDefaultArgExpr>(A))
      Default =
          SpellingOut.insert(Arg->getParam()).second ? Arg->getExpr() : nullptr;
    else if (const auto *Init = dyn_cast<CXXDefaultInitExpr>(A))
      Default = Init->getExpr();
    if (!Default || !isStraight(Default))
      continue;
    llvm::SaveAndRestore<SourceLocation> Use(UsedAt,
                                             UsedAt.isValid() ? UsedAt : Where);
    callsIn(Default);
  }
  if (IsOutermost)
    SpellingOut.clear();
}
