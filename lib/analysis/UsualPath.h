//===- UsualPath.h - When a function makes its calls ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_USUALPATH_H
#define CUDA_CAPTURE_ANALYSIS_USUALPATH_H

#include "../ir/IR.h"

namespace cuda_capture::analysis {

/// Whether the usual path of a function may end where it returns what an
/// earlier call has made: "if (n <= size) return buffer;".
enum class Hits { AreSpecial, AreUsual };

/// Returns the calls of \p F, by name, that are on each path from its entry to
/// its end: the closing brace, or the return that comes last in the source.
/// Earlier returns are for errors and special cases; \p Found tells about those
/// that depend on what the function itself keeps for its next call. Calls that
/// only debug builds make are left out.
std::vector<const ir::Instruction *> onUsualPath(const ir::Function &F,
                                                 Hits Found);

/// Returns the calls of \p F, by name, that the caller decides about: whether
/// they are made depends on a parameter that is a number, a truth value or a
/// pointer.
std::vector<const ir::Instruction *> callsOnRequest(const ir::Function &F);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_USUALPATH_H
