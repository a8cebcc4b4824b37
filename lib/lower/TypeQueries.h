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

/// Returns the location where an expression begins. The call goes through Stmt,
/// which dispatches to the right class. This matters for operators, whose
/// callee does not come first.
inline clang::SourceLocation beginOf(const clang::Stmt *E) {
  return E->getBeginLoc();
}

/// Whether the result of \p F can be an error code: a number.
bool returnsError(const clang::FunctionDecl *F);

/// Returns the field that holds the handle, or the residence, that an object
/// stands for.
ir::Place handleField(const ir::Place &Object, Role R);

/// Whether a parameter of this type is the caller's object: the parameter
/// refers to it, or, if it is passed by value, the caller makes and destroys
/// it.
bool isPassedByAddress(clang::QualType T);

/// The element of an array, or of an object that has elements.
ir::Place elementOf(const ir::Place &Array, ir::Operand Index);

/// The place that a pointer points at; nullopt if the place is not known.
std::optional<ir::Place> pointeeOf(const ir::Operand &Pointer);

/// Whether \p Class is a unique owner, with the deleter of the standard
/// library, of a number or an array of numbers.
bool ownsNumbers(DeclQueries &Decls, const clang::CXXRecordDecl *Class);
/// Whether objects of \p Class have elements of their own, whose lifetime ends
/// with the object.
bool ownsElements(DeclQueries &Decls, const clang::CXXRecordDecl *Class);
/// Whether objects of \p Class are optionals: they contain an object, or none.
bool isOptional(DeclQueries &Decls, const clang::CXXRecordDecl *Class);

/// Whether objects of this type contain streams or events: in fields, also of
/// objects within, or as the elements of a container.
bool containsHandles(const DeclQueries &Decls, clang::QualType T);

/// Whether a parameter of this type lets the callee write to a scalar of the
/// caller.
bool isOutParameter(clang::QualType T);
/// Whether values of this type are numbers of the language.
bool isPlainNumber(clang::QualType T);
/// Whether an object of this type only holds a number, like a duration.
bool isNumber(clang::QualType T);

/// Returns the argument that a call returns unchanged (std::move,
/// __builtin_expect); null if the call does something else.
const clang::Expr *passedThrough(const clang::CallExpr *E);

/// Whether a constructor call copies or moves an object member by member, or is
/// elided.
bool isPlainCopy(const clang::CXXConstructExpr *E);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_TYPEQUERIES_H
