//===- SoleOwners.h - Variables that own memory alone -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies of a tensor, and views of it, share its memory, which lives until the
/// last of them is gone. Here the local variables are found that nothing shares
/// its memory with: the memory of such a variable ends with its scope.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_SOLEOWNERS_H
#define CUDA_CAPTURE_LOWER_SOLEOWNERS_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace cuda_capture::lower {

/// Returns the local variables of \p Code that are initialized with a result of
/// a function for which \p MakesMemory holds, and are used only as objects of
/// member functions that return no other owner of this memory.
llvm::DenseSet<const clang::VarDecl *>
soleOwnersIn(const clang::Stmt *Code,
             llvm::function_ref<bool(const clang::FunctionDecl *)> MakesMemory);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_SOLEOWNERS_H
