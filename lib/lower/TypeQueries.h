//===- TypeQueries.h - Questions about types and declarations ---*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Questions that several files of lib/lower ask about types and declarations,
/// and the places of CaptureIR that follow from them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_TYPEQUERIES_H
#define CUDA_CAPTURE_LOWER_TYPEQUERIES_H

#include "../ir/IR.h"
#include "../kb/ApiTraits.h"
#include "clang/AST/Expr.h"

namespace clang {
class CXXConstructExpr;
} // namespace clang

namespace cuda_capture::lower {

class DeclQueries;

/// Where an expression begins. Stmt asks the right class, which matters for
/// operators: their callee is not first.
inline clang::SourceLocation beginOf(const clang::Stmt *E) {
  return E->getBeginLoc();
}

/// Whether what \p F returns can be an error code: a number.
bool returnsError(const clang::FunctionDecl *F);

/// The field of an object that holds the handle, or the residence, that it
/// stands for.
ir::Place handleField(const ir::Place &Object, Role R);

/// Whether a parameter of this type is the caller's object: it is referred to,
/// or, passed by value, made and destroyed by the caller.
bool isPassedByAddress(clang::QualType T);

/// The element of an array, or of an object that has elements.
ir::Place elementOf(const ir::Place &Array, ir::Operand Index);

/// The place that a pointer points at; nullopt if nothing is known of it.
std::optional<ir::Place> pointeeOf(const ir::Operand &Pointer);

/// Whether \p Class is a unique owner of a number or an array of numbers, with
/// the deleter of the standard library.
bool ownsNumbers(DeclQueries &Decls, const clang::CXXRecordDecl *Class);
/// Whether objects of \p Class have elements of their own, which end with them.
bool ownsElements(DeclQueries &Decls, const clang::CXXRecordDecl *Class);
/// Whether objects of \p Class have an object in them, or none.
bool isOptional(DeclQueries &Decls, const clang::CXXRecordDecl *Class);

/// The argument that a call returns as it is (std::move, __builtin_expect);
/// null if it does something else.
const clang::Expr *passedThrough(const clang::CallExpr *E);

/// Whether a constructor call copies or moves an object member by member, or is
/// left out.
bool isPlainCopy(const clang::CXXConstructExpr *E);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_TYPEQUERIES_H
