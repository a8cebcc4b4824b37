//===- DrawRegions.h - The graphs of a parsed source ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_DIAGNOSE_DRAWREGIONS_H
#define CUDA_CAPTURE_DIAGNOSE_DRAWREGIONS_H

#include "../lower/Lowering.h"
#include "../report/GraphText.h"

namespace cuda_capture::diagnose {

struct DrawnRegions {
  std::vector<report::DrawnRegion> Regions;
  unsigned GivenUp = 0; ///< The number of functions that are too large.
};

/// Returns what the regions of a lowered source capture. If \p Only is set,
/// these are the regions that functions reach for which it holds. \p Merged
/// asks for one graph for each region. Files below \p Folder are named relative
/// to it, unless it is empty.
DrawnRegions drawRegions(const lower::Lowering &L, const KnowledgeBase &KB,
                         llvm::function_ref<bool(const ir::Function &)> Only,
                         bool Merged, llvm::StringRef Folder);

} // namespace cuda_capture::diagnose

#endif // CUDA_CAPTURE_DIAGNOSE_DRAWREGIONS_H
