//===- Compiler.h - The compiler that a command runs ------------*- C++ -*-===//
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

/// The kinds of compilers that differ in the translation of their commands.
enum class CompilerKind {
  Other, ///< Any other compiler, or none that is known.
  Nvcc,
  /// A script that also takes the options of g++ and compiles all sources as
  /// CUDA.
  NvccWrapper,
  Hipcc,
  Clang,
};

/// The compiler in a command.
struct Compiler {
  CompilerKind Kind = CompilerKind::Other;
  /// The index of the compiler among the words of the command. It is not 0 if a
  /// launcher such as ccache precedes the compiler.
  size_t Index = 0;
};

/// Finds the compiler in a command by its name. A target may precede the name,
/// and a version may follow it.
Compiler findCompiler(llvm::ArrayRef<std::string> Arguments);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_COMPILER_H
