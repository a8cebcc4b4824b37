//===- LiveLocals.h - Locals whose values may be used -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_LIVELOCALS_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_LIVELOCALS_H

#include "FlowGraph.h"
#include <algorithm>

namespace cuda_capture::analysis {

/// The locals of a function whose values may be used later, by block.
/// Parameters, locals whose address is taken, and locals that no instruction of
/// the slice changes are always live. Of the others, a large function has many,
/// each of which is live in few blocks, so that the blocks list them.
class LiveLocals {
public:
  explicit LiveLocals(const FlowGraph &Flow);

  /// Whether the value of \p Local on entry to \p Block may still be used.
  bool isLive(unsigned Block, unsigned Local) const {
    return Local < Always.size() &&
           (Always[Local] || std::binary_search(AtEntry[Block].begin(),
                                                AtEntry[Block].end(), Local));
  }

private:
  llvm::BitVector Always;
  /// The other locals that are live on entry to each block, in order.
  std::vector<std::vector<unsigned>> AtEntry;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_LIVELOCALS_H
