//===- FlowGraph.h - Order and post-dominators of a function ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FLOWGRAPH_H
#define CUDA_CAPTURE_ANALYSIS_FLOWGRAPH_H

#include "../ir/IR.h"
#include <map>

namespace cuda_capture::analysis {

/// Facts about a function's control flow that the interpreter needs.
struct FlowGraph {
  explicit FlowGraph(const ir::Function &F);

  static constexpr unsigned None = ~0U;

  /// Position of each block in reverse post-order; unreachable blocks last.
  std::vector<unsigned> Order;
  /// Where all paths from a block meet again; None if only after the exit.
  std::vector<unsigned> PostDominator;

  /// Whether a block can be run again in the same call.
  std::vector<bool> InLoop;

  /// Live[B][L]: the value of local L on entry to B may still be used. Locals
  /// whose address is taken are always live.
  std::vector<std::vector<bool>> Live;

  /// Whether control can get from \p From to \p To, in any number of steps,
  /// without passing \p Avoiding.
  bool reaches(unsigned From, unsigned To, unsigned Avoiding = None) const;

  /// Whether control gets from \p From to \p Exit, without passing \p Avoiding,
  /// only through a return or goto statement, if at all.
  bool leaves(unsigned From, unsigned Exit, unsigned Avoiding) const;

private:
  void computeOrder();
  void computePostDominators();
  void computeLiveness();
  void computeLoops();

  const ir::Function &F;
  /// What leaves() has answered.
  mutable std::map<std::tuple<unsigned, unsigned, unsigned>, bool> Leaves;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FLOWGRAPH_H
