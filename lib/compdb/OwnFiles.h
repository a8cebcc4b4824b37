//===- OwnFiles.h - What comes with the programs ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_OWNFILES_H
#define CUDA_CAPTURE_COMPDB_OWNFILES_H

#include <string>

namespace cuda_capture::compdb {

/// The program that runs, without links.
std::string thisProgram();

/// The folder with our headers: beside the program, where it is installed, or
/// in the source tree, where it was built.
std::string shareFolder();

/// The folder docs/, likewise; empty if there is none.
std::string docsFolder();

/// The clang-tidy plugin that was built or installed with this program; empty
/// if it is not beside it.
std::string pluginFile();

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_OWNFILES_H
