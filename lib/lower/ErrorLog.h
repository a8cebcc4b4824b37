//===- ErrorLog.h - Where the compiler reported errors ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang drops statements that it does not understand from the AST without a
/// trace. The places of its errors are all that tells where one is missing.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_ERRORLOG_H
#define CUDA_CAPTURE_LOWER_ERRORLOG_H

#include "clang/Basic/SourceLocation.h"
#include <vector>

namespace clang {
class DiagnosticsEngine;
} // namespace clang

namespace cuda_capture::lower {

/// From now on, keeps the places of the errors that \p Diags reports, also of
/// those behind a fatal one, which nobody is shown: Clang goes on as if it were
/// none, and makes instances of templates. What its client gets to see stays
/// the same. To be called before the translation unit is parsed; a second
/// call does nothing.
void logErrors(clang::DiagnosticsEngine &Diags);

/// The places of the errors that \p Diags has reported so far; none if
/// logErrors() was not called.
std::vector<clang::SourceLocation>
loggedErrors(const clang::DiagnosticsEngine &Diags);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_ERRORLOG_H
