//===- Headers.h - Reading a toolkit's headers ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_HEADERS_H
#define CUDA_CAPTURE_TOOL_HEADERS_H

#include "../lib/kb/Verify.h"

namespace cuda_capture {

/// Compiles the headers that the rows of \p KB name, and returns their
/// declarations. \p Root is the folder of a toolkit or its include folder. The
/// error says what is missing; the compiler prints its own messages.
llvm::Expected<DeclaredApi> readHeaders(const KnowledgeBase &KB,
                                        llvm::StringRef Root);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_TOOL_HEADERS_H
