//===- FailedSearches.h - Null pointers for what is not found ---*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A null pointer that a function returns may mean that it found nothing:
///
///   Stream *info = find(context);
///   if (info)
///     return info->stream;
///   return nullptr;
///
/// Nothing says that a program ever gets there, so the result must not count as
/// the null stream. On the other hand, `return own ? 0 : stream;` chooses by a
/// parameter, and some caller asks for each result.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_FAILEDSEARCHES_H
#define CUDA_CAPTURE_LOWER_FAILEDSEARCHES_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"

namespace cuda_capture::lower {

/// Returns the null pointers that \p Body returns, if it also returns something
/// else, and if a condition in it depends on more than parameters. The
/// expressions are without parentheses and casts.
llvm::DenseSet<const clang::Stmt *> failedSearches(const clang::Stmt *Body,
                                                   clang::ASTContext &Ctx);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_FAILEDSEARCHES_H
