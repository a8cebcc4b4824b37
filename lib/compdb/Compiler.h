//===- Compiler.h - Which compiler a command runs ---------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_COMPILER_H
#define CUDA_CAPTURE_COMPDB_COMPILER_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace cuda_capture::compdb {

enum class CompilerKind {
  Other, ///< Not one of these, or nobody knows.
  Nvcc,
  /// Scripts that understand the options of g++, too, and take all sources for
  /// CUDA.
  NvccWrapper,
  Hipcc,
  Clang,
};

struct Compiler {
  CompilerKind Kind = CompilerKind::Other;
  /// Where in the command it is: behind ccache and its like.
  size_t Index = 0;
};

/// Recognises a compiler by its name, with a target in front and a version
/// behind.
Compiler findCompiler(llvm::ArrayRef<std::string> Arguments);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_COMPILER_H
