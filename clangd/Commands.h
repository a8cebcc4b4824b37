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

/// Translates the commands in the text of a compile_commands.json for Clang. A
/// text that cannot be parsed is returned as it is: clangd reports what is
/// wrong with it. Messages about the translation are appended to \p Log.
std::string translateDatabase(llvm::StringRef Text,
                              std::vector<std::string> &Log);

/// Returns the command for a file that no database contains: \p Arguments,
/// which clangd made up, with the flags and headers of CUDA and HIP.
std::vector<std::string> withoutDatabase(std::vector<std::string> Arguments,
                                         llvm::StringRef Directory,
                                         llvm::StringRef File);

} // namespace cuda_capture::clangd

#endif // CUDA_CAPTURE_CLANGD_COMMANDS_H
