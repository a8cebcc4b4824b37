//===- ReachedInstructions.h - What control reaches -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Answers questions about the order of instructions in one function, without
/// any values.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_REACHEDINSTRUCTIONS_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_REACHEDINSTRUCTIONS_H

#include "../../ir/IR.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace cuda_capture::analysis {

using Instructions = llvm::SmallPtrSet<const ir::Instruction *, 32>;

/// What control reaches in a function.
struct Reached {
  Instructions Found;
  /// Whether it reaches a return.
  bool End = false;
};

/// Returns what control reaches in \p F from an instruction that is \p From,
/// before one that is \p Until.
Reached reachedFrom(const ir::Function &F,
                    llvm::function_ref<bool(const ir::Instruction &)> From,
                    llvm::function_ref<bool(const ir::Instruction &)> Until);

/// Returns the assignments of zero by which \p F takes back a number that it
/// has written to the same place before, on some of its ways to a return: what
/// it began has failed.
Instructions undoneIn(const ir::Function &F);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_REACHEDINSTRUCTIONS_H
