//===- FlowGraph.h - Order and post-dominators of a function
//----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FLOWGRAPH_H
#define CUDA_CAPTURE_ANALYSIS_FLOWGRAPH_H

#include "../ir/IR.h"

namespace cuda_capture::analysis {

/// Facts about a function's control flow that the interpreter needs.
struct FlowGraph {
  explicit FlowGraph(const ir::Function &F);

  static constexpr unsigned None = ~0U;

  /// Position of each block in reverse post-order; unreachable blocks last.
  std::vector<unsigned> Order;
  /// Where all paths from a block meet again; None if only after the exit.
  std::vector<unsigned> PostDominator;

  /// Whether control can get from \p From to \p To in one step or more.
  bool reaches(unsigned From, unsigned To) const;

private:
  const ir::Function &F;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FLOWGRAPH_H
