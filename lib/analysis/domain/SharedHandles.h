//===- SharedHandles.h - Handles that unknown code may know -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_SHAREDHANDLES_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_SHAREDHANDLES_H

#include "Component.h"

namespace cuda_capture::analysis {

/// The streams, events and library handles that were created here and that an
/// unknown callee was able to read. It may have kept them, so any later unknown
/// callee may use them.
struct SharedHandles : SymbolMap<SharedHandles, bool> {
  bool sameInput(const SharedHandles &O) const { return *this == O; }
  bool mergeConditions(const SharedHandles &O) {
    return uniteEntries(*this, O);
  }
  void rename(SymbolId Old, SymbolId New) { moveKey(*this, Old, New); }
  void replaceHandle(SymbolId Old, SymbolId New) { moveKey(*this, Old, New); }
  bool outlives(const CallScope &, const SharedHandles &Before) const {
    return !(*this == Before);
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_SHAREDHANDLES_H
