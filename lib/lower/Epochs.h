//===- Epochs.h - Variables that only grow ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A variable that grows by one numbers calls. One that grows by more, or by a
/// variable amount, may do so, too ("epoch += rounds"), but most such variables
/// are positions in memory, or sizes. Those begin anew at some time, are
/// compared with the capacity, or are added to a pointer; and a number of calls
/// is none of this.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_EPOCHS_H
#define CUDA_CAPTURE_LOWER_EPOCHS_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <optional>

namespace clang {
class ASTContext;
class Expr;
class ValueDecl;
} // namespace clang

namespace cuda_capture::lower {

/// The variables and fields that a translation unit only ever increases, or
/// only ever decreases, and uses neither as positions nor as sizes. The number
/// tells whether no other source can set the variable.
using Epochs = llvm::DenseMap<const clang::ValueDecl *, bool>;

Epochs epochsOf(clang::ASTContext &Ctx);

/// How an assignment changes a variable.
struct Step {
  /// The variable; null if the assignment computes its value from others.
  const clang::ValueDecl *Of = nullptr;
  /// What is added, or subtracted; null for one.
  const clang::Expr *By = nullptr;
  bool IsDown = false;
};
/// Returns the step that \p E, an assignment or an increment, makes from the
/// variable's old value: "x += n", "x = x + n", or the same by way of a local
/// variable.
Step stepOf(const clang::Expr *E);
/// Whether \p S is one up or down.
bool isUnit(const Step &S, const clang::ASTContext &Ctx);
/// Returns the value of \p E if it is a constant other than zero.
std::optional<int64_t> nonzeroConstant(const clang::Expr *E,
                                       const clang::ASTContext &Ctx);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_EPOCHS_H
