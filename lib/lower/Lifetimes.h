//===- Lifetimes.h - Where the memory of locals ends ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Emits the ends of locals and temporaries: memory that a graph refers to must
/// outlive the graph.
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

  /// Whether the lifetime of \p D ends with a scope within the function.
  bool isInScope(const clang::VarDecl *D) const;
  /// Ends the lifetime of the memory of a local after \p Scope.
  void endLocal(unsigned Local, const clang::Stmt *Scope);
  /// Records that \p Local is a temporary object of its own, and not an
  /// initializer.
  void addTemporary(unsigned Local, clang::StorageDuration Duration);
  /// Records that \p Local is not a temporary object after all.
  void dropTemporary(unsigned Local) { ShortLived.erase(Local); }
  /// Ends the temporaries of an expression after the expression.
  void endTemporaries(const clang::Stmt *Whole);
  /// Ends the object that \p Pointer points at, which is released.
  void endPointee(const ir::Operand &Pointer, const clang::Expr *At);
  /// Ends the objects that live as long as the function, and drops the ends of
  /// those whose addresses nothing could keep. A part of the function, such as a
  /// handler, leaves the parameters alone.
  void endsAtExit(unsigned Exit, bool IsPart);

private:
  /// Temporaries that are objects of their own, and those of the expression
  /// that is being lowered.
  llvm::DenseSet<unsigned> ShortLived;
  std::vector<unsigned> InExpression;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_LIFETIMES_H
