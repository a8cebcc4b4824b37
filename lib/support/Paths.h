//===- Paths.h - Absolute paths of files ------------------------*- C++ -*-===//
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

/// Returns the absolute path of \p File, without "..". A relative name refers
/// to \p Folder or, if that is empty, to the working directory of \p FS. If
/// removing ".." lexically would lead to another file because of a link, the
/// links are resolved.
std::string
absolutePath(llvm::StringRef Folder, llvm::StringRef File,
             llvm::vfs::FileSystem &FS = *llvm::vfs::getRealFileSystem());

} // namespace cuda_capture

#endif // CUDA_CAPTURE_SUPPORT_PATHS_H
