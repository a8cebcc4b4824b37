//===- StoredFunctions.h - Functions that fields hold -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A call through a pointer in a field may reach each function that the program
/// stores in that field of any object, as a virtual call may reach each
/// overrider.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_STOREDFUNCTIONS_H
#define CUDA_CAPTURE_LOWER_STOREDFUNCTIONS_H

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace clang {
class ASTContext;
class Expr;
class FieldDecl;
class FunctionDecl;
} // namespace clang

namespace cuda_capture::lower {

/// The functions that a translation unit stores in each field, in the order of
/// the source.
using StoredFunctions =
    llvm::MapVector<const clang::FieldDecl *,
                    llvm::SmallSetVector<const clang::FunctionDecl *, 4>>;

/// Returns the functions that user code of \p Ctx stores in fields.
StoredFunctions findStoredFunctions(clang::ASTContext &Ctx);

/// Returns the field that \p E, the callee of a call, reads: a pointer to a
/// function, or an array of such pointers; null if \p E is something else.
const clang::FieldDecl *calledField(const clang::Expr *E);

/// Returns the name by which all translation units know \p Field; an empty
/// string if other ones cannot know it.
std::string fieldSymbol(const clang::FieldDecl *Field);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_STOREDFUNCTIONS_H
