//===- Regions.h - How much there is to find fault with ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_REGIONS_H
#define CUDA_CAPTURE_ANALYSIS_REGIONS_H

#include "../ir/IR.h"
#include "../kb/KnowledgeBase.h"

namespace cuda_capture::analysis {

struct RegionCounts {
  /// Calls that begin a capture, each once as it is written: instantiations of
  /// a template have them together.
  unsigned Regions = 0;
  /// Functions that callers may capture, counted the same.
  unsigned Capturable = 0;
};

/// Of a translation unit, or of a program.
RegionCounts countRegions(const ir::Module &M, const KnowledgeBase &KB);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_REGIONS_H
