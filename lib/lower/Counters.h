//===- Counters.h - Variables that number the calls -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_COUNTERS_H
#define CUDA_CAPTURE_LOWER_COUNTERS_H

#include "llvm/ADT/DenseSet.h"

namespace clang {
class Expr;
class Stmt;
class ValueDecl;
} // namespace clang

namespace cuda_capture::lower {

using Counters = llvm::DenseSet<const clang::ValueDecl *>;

/// Returns the variables that outlive a call of the function with the body
/// \p Code, and whose new value the body, or a function that it calls,
/// computes from the old one; and the local variables that are initialized with
/// their values.
Counters countersIn(const clang::Stmt *Code);
/// Whether \p E mentions one of \p Of, or calls a function that returns what it
/// computes from one.
bool mentionsCounter(const clang::Expr *E, const Counters &Of);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_COUNTERS_H
