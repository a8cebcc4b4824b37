//===- DumpIR.h - cuda-capture dump-ir --------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_DUMPIR_H
#define CUDA_CAPTURE_TOOL_DUMPIR_H

#include "Commands.h"

/// Parses and runs the commands that compile: dump-ir. Also answers --help and
/// --version, and a command line without a command.
ExitCode runCompilerCommand(int Argc, const char **Argv);

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

struct Sources;

/// Parses each of the sources and calls \p Use on it.
/// \returns false if one could not be parsed.
bool forEachSource(
    const Sources &S,
    llvm::function_ref<void(clang::ASTContext &, clang::Preprocessor &)> Use);

#endif // CUDA_CAPTURE_TOOL_DUMPIR_H
