//===- ResourceDir.h - Where Clang's own headers are ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_RESOURCEDIR_H
#define CUDA_CAPTURE_COMPDB_RESOURCEDIR_H

#include "Toolkit.h"
#include "llvm/Support/Error.h"

namespace cuda_capture::compdb {

/// Whether \p Folder has the headers of a Clang: stddef.h and its like.
bool isResourceDir(const Machine &M, llvm::StringRef Folder);

/// Clang's resource directory, for a program that need not be where Clang is.
/// \p Program is its path, \p Major the version of Clang, \p BuiltWith the
/// folder that it was built with. An error says what to install or pass.
llvm::Expected<std::string> findResourceDir(const Machine &M,
                                            llvm::StringRef Program,
                                            llvm::StringRef Major,
                                            llvm::StringRef BuiltWith);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_RESOURCEDIR_H
