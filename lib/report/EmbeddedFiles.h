//===- EmbeddedFiles.h - Files that are built in ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files of the source tree whose texts are part of the binary.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_EMBEDDEDFILES_H
#define CUDA_CAPTURE_REPORT_EMBEDDEDFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace cuda_capture::report {

struct EmbeddedFile {
  llvm::StringRef Name; ///< With the name of its folder: "checks/README.md".
  llvm::StringRef Text;
};

/// Returns all embedded files. cmake/EmbedFiles.cmake writes this function at
/// build time.
llvm::ArrayRef<EmbeddedFile> embeddedFiles();

/// Returns the text of a file, which must exist.
llvm::StringRef embeddedFile(llvm::StringRef Name);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_EMBEDDEDFILES_H
