//===- Commands.h - Compile commands for clangd -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_CLANGD_COMMANDS_H
#define CUDA_CAPTURE_CLANGD_COMMANDS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cuda_capture::clangd {

/// compile_commands.json with its commands of nvcc translated. What cannot be
/// read stays as it is: clangd says what is wrong with it. \p Log gets what
/// somebody should know of the translation.
std::string translateDatabase(llvm::StringRef Text,
                              std::vector<std::string> &Log);

/// The command by which a file is parsed that no database has: \p Arguments,
/// which clangd made up, with the flags and headers of CUDA and HIP.
std::vector<std::string> withoutDatabase(std::vector<std::string> Arguments,
                                         llvm::StringRef Directory,
                                         llvm::StringRef File);

} // namespace cuda_capture::clangd

#endif // CUDA_CAPTURE_CLANGD_COMMANDS_H
