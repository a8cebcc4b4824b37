//===- LoadedPointers.h - Functions that are loaded by name -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program that loads a library at run time asks for its functions by name,
/// and keeps pointers to them: "sync = (SyncFn)dlsym(lib,
/// "cudaDeviceSynchronize")", or "cudaGetDriverEntryPoint("cuMemAlloc", &alloc,
/// ...)". Any call that is given the name of an API counts as such a question,
/// so that functions and macros of the program may stand between it and the
/// loader.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_LOADEDPOINTERS_H
#define CUDA_CAPTURE_LOWER_LOADEDPOINTERS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class ASTContext;
class Expr;
class ValueDecl;
} // namespace clang

namespace cuda_capture::lower {

/// The variables and fields of a translation unit that only ever hold the
/// function of one name, apart from null. The names live as long as the AST.
using LoadedPointers =
    llvm::DenseMap<const clang::ValueDecl *, llvm::StringRef>;

/// Returns the pointers of \p Ctx that hold a function for whose name
/// \p IsApi holds.
LoadedPointers
findLoadedPointers(clang::ASTContext &Ctx,
                   llvm::function_ref<bool(llvm::StringRef)> IsApi);

/// Returns the variable or field that \p E, a pointer, reads; null if it is
/// something else.
const clang::ValueDecl *pointerVariable(const clang::Expr *E);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_LOADEDPOINTERS_H
