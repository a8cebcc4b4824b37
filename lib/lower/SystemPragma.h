//===- SystemPragma.h - Headers that call themselves system -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// "#pragma GCC system_header" and "#pragma clang system_header" make a system
/// header of a file, wherever it is found. Nothing is reported in one, so a
/// header of the program that has the pragma is passed over.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_SYSTEMPRAGMA_H
#define CUDA_CAPTURE_LOWER_SYSTEMPRAGMA_H

#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
} // namespace clang

namespace cuda_capture {
class KnowledgeBase;
} // namespace cuda_capture

namespace cuda_capture::lower {

/// From now on the pragma means nothing to \p PP. To be called once, before a
/// file is entered.
void ignoreSystemPragma(clang::Preprocessor &PP);

/// The files that \p PP has read which are system headers for the pragma alone:
/// they have it, or one of them includes them, and no folder of system headers
/// has them. As the compiler names them, each once. What comes from a
/// precompiled header is not among them.
std::vector<std::string> headersBelowPragma(const clang::Preprocessor &PP);

/// Those of \p Files that call a function by which a capture begins, by their
/// words. A file that cannot be read is not among them.
std::vector<std::string> beginningCaptures(llvm::ArrayRef<std::string> Files,
                                           const KnowledgeBase &KB);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_SYSTEMPRAGMA_H
