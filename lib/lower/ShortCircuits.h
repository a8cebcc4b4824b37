//===- ShortCircuits.h - Values of operators that branch --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers the operators &&, || and ?: where their value is used: a local
/// remembers which arm was taken.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_SHORTCIRCUITS_H
#define CUDA_CAPTURE_LOWER_SHORTCIRCUITS_H

#include "FunctionParts.h"
#include "clang/AST/Expr.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"

namespace cuda_capture::lower {

/// Returns the condition on which \p B branches; null if there is none. It is
/// the last statement of the block, unless temporaries of the condition are
/// destroyed behind it.
const clang::Expr *conditionOf(const clang::CFGBlock &B);

class ShortCircuits : private FunctionParts {
public:
  explicit ShortCircuits(const FunctionParts &Parts) : FunctionParts(Parts) {}

  /// Finds, among \p Terms, the conditions of blocks, the operators whose value
  /// is used.
  void findMarkers(llvm::ArrayRef<const clang::Expr *> Terms,
                   const llvm::DenseSet<const clang::Stmt *> &Elements);
  /// Whether the value of \p E is used other than to branch on it.
  bool hasValue(const clang::Expr *E) const { return Markers.count(E); }
  /// Whether \p E is an operand of another operator, and its value is not used
  /// otherwise.
  bool isInner(const clang::Expr *E) const { return Inner.count(E); }
  /// Returns the block that an edge to the block \p To leads to: a new block
  /// that sets the marker and goes on to \p To, if the terminator \p Term is an
  /// operator whose value is used.
  unsigned edge(unsigned To, const clang::Stmt *Term, bool True);
  /// Writes the value of an operator where its arms meet.
  void choose(const clang::Expr *E);

private:
  /// Maps each operator whose value is used to the local that tells which arm
  /// was taken.
  llvm::DenseMap<const clang::Stmt *, unsigned> Markers;
  llvm::DenseSet<const clang::Stmt *> Inner;
  /// An operator "&&" or "||" that is an operand of another operator that
  /// branches.
  struct LogicalOperand {
    const clang::Expr *Of;
    bool Negated, IsLeft;
  };
  llvm::DenseMap<const clang::Stmt *, LogicalOperand> Operands;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_SHORTCIRCUITS_H
