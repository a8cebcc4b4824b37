//===- PathStep.h - A step of a call path -----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_PATHSTEP_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_PATHSTEP_H

#include "../../ir/IR.h"

namespace cuda_capture {
struct ApiRow;
}

namespace cuda_capture::analysis {

/// An instruction on the call path, outermost first.
struct PathStep {
  const ir::Function *In = nullptr; ///< The function that contains it.
  const ir::Instruction *I = nullptr;
  /// Conditions that decide whether this instruction runs.
  std::vector<std::pair<const ir::Terminator *, bool>> When;
  /// The callee: the name as the knowledge base spells it, or a symbol.
  std::string Callee = {};
  /// In findings only: the row of the callee, if there is one, and the name of
  /// the callee as programmers write it, without the version that headers
  /// choose.
  const ApiRow *Row = nullptr;
  std::string Spelling = {};
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_PATHSTEP_H
