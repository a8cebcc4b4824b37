//===- Polls.h - Loops that wait for memory to change -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the loops of a function that poll: they read volatile memory that they
/// do not write, and go on until it has changed. On the host, that is how a
/// program waits for a kernel to write mapped or managed memory.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_POLLS_H
#define CUDA_CAPTURE_LOWER_POLLS_H

#include "llvm/ADT/DenseSet.h"

namespace clang {
class Stmt;
} // namespace clang

namespace cuda_capture::lower {

/// Whether \p S reads volatile memory.
bool readsVolatile(const clang::Stmt *S);

/// Returns the first polling read of each loop in \p Code that polls. A loop
/// polls if the outcome of a condition on which it ends depends on the read, or
/// on a variable that the loop assigns it to.
llvm::DenseSet<const clang::Stmt *> pollsIn(const clang::Stmt *Code);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_POLLS_H
