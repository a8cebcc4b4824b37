//===- Unwinding.h - The code that an exception runs on its way -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang's CFG, as it is built here, has no edges for exceptions. The analysis
/// needs to know little about them: whether an exception that leaves an
/// expression is caught in the function, or runs a destructor that may end a
/// capture.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_UNWINDING_H
#define CUDA_CAPTURE_LOWER_UNWINDING_H

#include "../ir/IR.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace clang {
class CXXDestructorDecl;
class FunctionDecl;
class SourceManager;
class Stmt;
} // namespace clang

namespace cuda_capture::lower {

/// Returns the calls, constructions and throws in the body of \p F that are
/// inside a try block, or that run while an object lives whose destructor is in
/// user code and does something, according to \p Does; and what an exception in
/// them runs. A container of the standard library counts if it owns an object
/// of user code. \p Handlers tells what each handler of \p F does.
llvm::DenseMap<const clang::Stmt *, ir::Guard> guardedExpressions(
    const clang::FunctionDecl *F, const clang::SourceManager &SM,
    const llvm::DenseMap<const clang::Stmt *, ir::Guard> &Handlers,
    llvm::function_ref<ir::Guard(const clang::CXXDestructorDecl *)> Does);

/// Whether each object that \p F may destroy has a destructor, and each that it
/// declares is constructed. In broken code, destructors and constructions may
/// be missing, because no template is instantiated after a fatal error. Clang's
/// CFG does not expect that.
bool hasAllDestructors(const clang::FunctionDecl *F);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_UNWINDING_H
