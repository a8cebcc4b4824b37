//===- PrimingCalls.h - Calls for what they do once -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function with a static local variable may do something in its first call:
///
///   bool enabled() {
///     static int on = -1;
///     if (on < 0)
///       on = allocate();
///     return on;
///   }
///
/// A program that calls it and does not use the result, `(void)enabled();`,
/// calls it for that: it primes the function.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_PRIMINGCALLS_H
#define CUDA_CAPTURE_LOWER_PRIMINGCALLS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace cuda_capture::lower {

/// The functions that prime a function, by that function. Canonical
/// declarations. Constructors and destructors are left out: what those of its
/// class do, a member function knows from the analysis.
using PrimingCalls =
    llvm::DenseMap<const clang::FunctionDecl *,
                   llvm::SetVector<const clang::FunctionDecl *>>;

/// Looks through the code of the translation unit, without system headers.
PrimingCalls findPrimingCalls(clang::ASTContext &Ctx);

/// Whether a call of \p F may prime it: it returns a value, and has a static
/// local variable, which all threads share.
bool canBePrimed(const clang::FunctionDecl *F);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_PRIMINGCALLS_H
