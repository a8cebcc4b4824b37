//===- Outputs.h - Nothing but our own files is written ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A compile command says what its compiler writes: objects, lists of
/// dependencies, diagnostics, traces, modules. What a build has written is
/// still its own when its commands are used to look at sources.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_OUTPUTS_H
#define CUDA_CAPTURE_TOOL_OUTPUTS_H

#include "clang/Tooling/ArgumentsAdjusters.h"

namespace clang {
class CompilerInvocation;
} // namespace clang

/// Drops options that make Clang's driver write files, or that it does not know
/// and other compilers write files for.
clang::tooling::ArgumentsAdjuster withoutOutputs();

/// Drops what the frontend would write, however that was spelled.
void dropOutputs(clang::CompilerInvocation &CI);

#endif // CUDA_CAPTURE_TOOL_OUTPUTS_H
