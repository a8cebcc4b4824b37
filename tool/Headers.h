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

/// Compiles the headers that the rows of \p KB name, as they lie in \p Root (a
/// toolkit's folder, or its include folder), and returns what they declare. An
/// error says what is missing; what the compiler has to say it prints itself.
llvm::Expected<DeclaredApi> readHeaders(const KnowledgeBase &KB,
                                        llvm::StringRef Root);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_TOOL_HEADERS_H
