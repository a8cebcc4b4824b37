//===- Lifetimes.h - Where the memory of locals ends ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Ends of locals and temporaries: memory that a graph refers to must outlive
/// it.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_LIFETIMES_H
#define CUDA_CAPTURE_LOWER_LIFETIMES_H

#include "FunctionParts.h"
#include "Lowering.h"
#include "clang/AST/ExprCXX.h"

namespace cuda_capture::lower {

class Lifetimes : private FunctionParts {
public:
  explicit Lifetimes(const FunctionParts &Parts) : FunctionParts(Parts) {}

  /// Whether \p D lives in a scope within the function.
  bool isInScope(const clang::VarDecl *D) const;
  /// The memory of a local is not its own any more after \p Scope.
  void endLocal(unsigned Local, const clang::Stmt *Scope);
  /// \p Local is a temporary object of its own, and no initializer.
  void addTemporary(unsigned Local, clang::StorageDuration Duration);
  /// \p Local is no temporary object after all.
  void dropTemporary(unsigned Local) { ShortLived.erase(Local); }
  /// The temporaries of an expression are gone after it.
  void endTemporaries(const clang::Stmt *Whole);
  /// What \p Pointer points at is released.
  void endPointee(const ir::Operand &Pointer, const clang::Expr *At);
  /// Ends what lives as long as the function, and drops the ends of what has no
  /// address that anybody could keep.
  void endsAtExit(unsigned Exit);

private:
  /// Temporaries that are objects of their own, and those of the expression
  /// that is being lowered.
  llvm::DenseSet<unsigned> ShortLived;
  std::vector<unsigned> InExpression;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_LIFETIMES_H
