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

/// Returns the working directory, or an empty string if it is gone. An error
/// will show up when a path is made absolute.
std::string currentFolder();

/// Returns the nearest folder, \p Folder or one above it, that is a repository
/// of git; \p Folder if there is none.
std::string repositoryOf(llvm::StringRef Folder);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_SUPPORT_PATHS_H
