//===- ShortCircuits.h - Values of operators that branch --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The operators && and || and ?: where their value is used: a local remembers
/// which arm was taken.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_SHORTCIRCUITS_H
#define CUDA_CAPTURE_LOWER_SHORTCIRCUITS_H

#include "FunctionParts.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

namespace cuda_capture::lower {

class ShortCircuits : private FunctionParts {
public:
  explicit ShortCircuits(const FunctionParts &Parts) : FunctionParts(Parts) {}

  /// Finds the operators among \p Terms, the conditions of blocks, whose value
  /// is used.
  void findMarkers(llvm::ArrayRef<const clang::Expr *> Terms,
                   const llvm::DenseSet<const clang::Stmt *> &Elements);
  /// Whether the value of \p E is used, not only branched on.
  bool hasValue(const clang::Expr *E) const { return Markers.count(E); }
  /// Whether \p E is a part of another operator, and has no value otherwise.
  bool isInner(const clang::Expr *E) const { return Inner.count(E); }
  /// The block that an edge to the block \p To leads to, through one that sets
  /// the marker if the terminator \p Term is an operator whose value is used.
  unsigned edge(unsigned To, const clang::Stmt *Term, bool True);
  /// Writes the value of an operator where its arms meet.
  void choose(const clang::Expr *E);

private:
  /// Operators whose value is used, and the local that tells which arm was
  /// taken.
  llvm::DenseMap<const clang::Stmt *, unsigned> Markers;
  llvm::DenseSet<const clang::Stmt *> Inner;
  /// "&&" and "||" that another operator that branches is made of.
  struct LogicalOperand {
    const clang::Expr *Of;
    bool Negated, IsLeft;
  };
  llvm::DenseMap<const clang::Stmt *, LogicalOperand> Operands;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_SHORTCIRCUITS_H
