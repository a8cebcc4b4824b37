//===- Index.h - Indexes that are read once per process ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LINK_INDEX_H
#define CUDA_CAPTURE_LINK_INDEX_H

#include "Program.h"

namespace cuda_capture::link {

/// Returns the index in \p File, linked. Files that were changed since are
/// ignored (Program::ignoreChangedFiles). An editor asks at each edit, so the
/// file is read again only if it is a different one. Thread-safe.
/// \returns an error that names the file if it cannot be read, is not an index,
/// or was not made by \p By.
llvm::Expected<Program> openIndex(llvm::StringRef File, const ir::Producer &By);

} // namespace cuda_capture::link

#endif // CUDA_CAPTURE_LINK_INDEX_H
