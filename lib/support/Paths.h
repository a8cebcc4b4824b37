//===- Paths.h - One name for each file -------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_SUPPORT_PATHS_H
#define CUDA_CAPTURE_SUPPORT_PATHS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>

namespace cuda_capture {

/// \p File as seen from \p Folder, or from the working directory of \p FS if
/// that is empty: absolute, and without "..", which a link may make another
/// folder than its name says.
std::string
absolutePath(llvm::StringRef Folder, llvm::StringRef File,
             llvm::vfs::FileSystem &FS = *llvm::vfs::getRealFileSystem());

} // namespace cuda_capture

#endif // CUDA_CAPTURE_SUPPORT_PATHS_H
