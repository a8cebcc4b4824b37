//===- ErrorLog.h - Where the compiler reported errors ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang drops statements that it does not understand from the AST without a
/// trace. Only the locations of its errors tell where a statement is missing.
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

/// Keeps, from now on, the locations of the errors that \p Diags reports,
/// including those after a fatal error, which no user is shown: Clang goes on
/// as if that error were not fatal, and instantiates templates. The client of
/// \p Diags receives the same diagnostics as before. This function must be
/// called before the translation unit is parsed; a second call does nothing.
void logErrors(clang::DiagnosticsEngine &Diags);

/// Returns the locations of the errors that \p Diags has reported so far; an
/// empty list if logErrors() was not called.
std::vector<clang::SourceLocation>
loggedErrors(const clang::DiagnosticsEngine &Diags);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_ERRORLOG_H
