//===- UserCode.h - The code that a translation unit defines ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_USERCODE_H
#define CUDA_CAPTURE_LOWER_USERCODE_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
} // namespace clang

namespace cuda_capture::lower {

/// Code that only runs on the device makes no API calls of the host.
bool isDeviceOnly(const clang::FunctionDecl *F);

/// Calls \p OnFunction once with each function that the translation unit
/// defines for the host, instantiations included, and \p OnInit with what
/// initialises variables and fields outside of functions. What system headers
/// define, and templates themselves, are left out, and so is what function
/// bodies define: the cost is that of the declarations of the user's own files,
/// or of those that the context is limited to (ASTContext::getTraversalScope).
void forEachDefinition(
    clang::ASTContext &Ctx,
    llvm::function_ref<void(const clang::FunctionDecl *)> OnFunction,
    llvm::function_ref<void(const clang::Expr *)> OnInit);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_USERCODE_H
