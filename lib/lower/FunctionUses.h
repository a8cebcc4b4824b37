//===- FunctionUses.h - Who calls or keeps functions ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A survey of a program asks who calls each function: the sources of the
/// program, somebody else, or whoever reads a pointer that the program keeps.
/// The lowering does not tell, because it leaves out code that does not concern
/// captures.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_FUNCTIONUSES_H
#define CUDA_CAPTURE_LOWER_FUNCTIONUSES_H

#include "llvm/ADT/SetVector.h"

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace cuda_capture::lower {

struct FunctionUses {
  /// The functions that another function than a destructor, or the initializer
  /// of a variable, calls by name, and the destructors of the objects that
  /// variables, members and delete-expressions have. Canonical declarations.
  llvm::SetVector<const clang::FunctionDecl *> Called;
  /// The functions whose address is kept: in a variable that outlives the call,
  /// in a field, in a container, or by a function of the program that is given
  /// it. Canonical declarations.
  llvm::SetVector<const clang::FunctionDecl *> Kept;
};

/// Looks through the code of the translation unit, without system headers.
FunctionUses findFunctionUses(clang::ASTContext &Ctx);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_FUNCTIONUSES_H
