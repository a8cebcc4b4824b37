//===- OwnFiles.h - Files that come with the programs -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_OWNFILES_H
#define CUDA_CAPTURE_COMPDB_OWNFILES_H

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

/// Returns the path of the clang-tidy plugin that was built or installed with
/// this program; empty if there is none.
std::string pluginFile();

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_OWNFILES_H
