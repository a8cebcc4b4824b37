//===- NewGraphs.h - Graphs that nobody else knows --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_NEWGRAPHS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_NEWGRAPHS_H

#include "Component.h"

namespace cuda_capture::analysis {

/// The graphs that were created, and that no call of the program has seen
/// since.
struct NewGraphSet : SymbolMap<NewGraphSet, bool> {
  bool sameInput(const NewGraphSet &O) const { return *this == O; }
  bool mergeConditions(const NewGraphSet &O) {
    return keepCommonEntries(*this, O);
  }
  void rename(SymbolId Old, SymbolId New) { moveKey(*this, Old, New); }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_NEWGRAPHS_H
