//===- Elements.h - What names an element of a container --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Expressions that name what is in another object: an element of a container,
/// or the object that an owner has. They are told by operators and by the names
/// of member functions, whatever the class is; who asks looks at that.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_ELEMENTS_H
#define CUDA_CAPTURE_LOWER_ELEMENTS_H

#include "clang/AST/ExprCXX.h"

namespace cuda_capture::lower {

/// Whether \p E calls a member function that has one of these names.
bool isCalled(const clang::CXXMemberCallExpr *E,
              llvm::ArrayRef<llvm::StringRef> Names);

/// The object that \p E names an element of, or an iterator in: "*it", "it->",
/// "v[i]", "v.front()"; null if it is something else. A function "get" may
/// return anything.
const clang::Expr *containerOf(const clang::Expr *E);

/// The owner that \p E names the object of, or a pointer to it, as \p Pointer
/// then says: "*o", "o->", "o.get()", "o.value()"; null if it is something
/// else.
const clang::Expr *ownerIn(const clang::Expr *E, bool &Pointer);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_ELEMENTS_H
