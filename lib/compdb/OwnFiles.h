//===- OwnFiles.h - Files that come with the programs -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_OWNFILES_H
#define CUDA_CAPTURE_COMPDB_OWNFILES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cuda_capture::compdb {

/// Returns the path of the running program, with links resolved.
std::string thisProgram();

/// Returns the folder with our headers. It is beside the program if that is
/// installed, else in the source tree from which the program was built.
std::string shareFolder();

/// Returns the folder docs/, which is found in the same way; empty if there is
/// none.
std::string docsFolder();

/// Returns the folder lib/clang/\p Major beside the program if it contains
/// Clang's own headers, else \p BuiltWith, the one at build time; empty if
/// there is neither.
std::string resourceFolder(llvm::StringRef Major, llvm::StringRef BuiltWith);

/// Returns the path of the clang-tidy plugin that was built or installed with
/// this program; empty if there is none.
std::string pluginFile();

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_OWNFILES_H
