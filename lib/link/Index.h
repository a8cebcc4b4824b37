//===- Index.h - Indexes that a process reads once --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LINK_INDEX_H
#define CUDA_CAPTURE_LINK_INDEX_H

#include "Program.h"

namespace cuda_capture::link {

/// The index in \p File, linked, with files ignored that were changed since
/// (Program::ignoreChangedFiles). An editor asks at each edit: the file is read
/// again only if it is another one. Thread-safe.
/// \returns an error that names the file if it cannot be read, is no index, or
/// was not made by \p By.
llvm::Expected<Program> openIndex(llvm::StringRef File, const ir::Producer &By);

} // namespace cuda_capture::link

#endif // CUDA_CAPTURE_LINK_INDEX_H
