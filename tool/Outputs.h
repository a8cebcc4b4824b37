//===- Outputs.h - Compile commands without their outputs -------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A compile command makes its compiler write files: objects, lists of
/// dependencies, diagnostics, traces, modules. When these commands are only
/// used to read the sources, the files that a build has written must stay as
/// they are.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_OUTPUTS_H
#define CUDA_CAPTURE_TOOL_OUTPUTS_H

#include "clang/Tooling/ArgumentsAdjusters.h"

namespace clang {
class CompilerInvocation;
} // namespace clang

/// Returns an adjuster that drops the options by which Clang's driver writes
/// files, and options of other compilers that do so and that Clang does not
/// know.
clang::tooling::ArgumentsAdjuster withoutOutputs();

/// Drops all outputs of the frontend, regardless of the options that ask for
/// them.
void dropOutputs(clang::CompilerInvocation &CI);

#endif // CUDA_CAPTURE_TOOL_OUTPUTS_H
