//===- Elements.h - Expressions that name container elements ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Recognises expressions that name an object within another one: an element of
/// a container, or the object that an owner has. They are recognised by
/// operators and by the names of member functions, whatever the class is;
/// callers check the class themselves.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_ELEMENTS_H
#define CUDA_CAPTURE_LOWER_ELEMENTS_H

#include "clang/AST/ExprCXX.h"

namespace cuda_capture::lower {

/// Whether \p E calls a member function that has one of these names.
bool isCalled(const clang::CXXMemberCallExpr *E,
              llvm::ArrayRef<llvm::StringRef> Names);

/// Returns the container or the iterator by which \p E names an element: "*it",
/// "it->", "v[i]", "v.front()"; null if \p E is another expression. A function
/// "get" may return anything.
const clang::Expr *containerOf(const clang::Expr *E);

/// Returns the owner whose object \p E names: "*o", "o->", "o.get()",
/// "o.value()"; null if \p E is another expression. \p Pointer tells whether
/// \p E is a pointer to that object.
const clang::Expr *ownerIn(const clang::Expr *E, bool &Pointer);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_ELEMENTS_H
