//===- ResourceDir.h - Clang's resource directory ---------------*- C++ -*-===//
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

/// Whether \p Folder contains Clang's own headers, such as stddef.h.
bool isResourceDir(const Machine &M, llvm::StringRef Folder);

/// Returns Clang's resource directory for a program that may be installed
/// elsewhere than Clang. \p Program is the path of that program, \p Major the
/// major version of Clang, and \p BuiltWith the resource directory at build
/// time. The error says what to install or which option to pass.
llvm::Expected<std::string> findResourceDir(const Machine &M,
                                            llvm::StringRef Program,
                                            llvm::StringRef Major,
                                            llvm::StringRef BuiltWith);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_RESOURCEDIR_H
