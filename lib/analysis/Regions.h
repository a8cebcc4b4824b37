//===- Regions.h - How much there is to find fault with ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_REGIONS_H
#define CUDA_CAPTURE_ANALYSIS_REGIONS_H

#include "../ir/IR.h"
#include "ResolvedCalls.h"
#include <set>

namespace cuda_capture::analysis {

struct RegionCounts {
  /// Calls that begin a capture, each once as it is written: instantiations of
  /// a template have them together.
  unsigned Regions = 0;
  /// Functions that callers may capture, counted the same.
  unsigned Capturable = 0;
};

/// Counts in the functions of a translation unit.
class RegionCounter {
public:
  explicit RegionCounter(const ResolvedCalls &Calls) : Calls(Calls) {}
  /// \returns what was not counted in those before.
  RegionCounts add(const ir::Function &F);

private:
  /// Text in the form of the printer may have no places: each is another one.
  static bool isNew(const ir::Loc &At, std::set<ir::Loc> &Seen) {
    return !At.isValid() || Seen.insert(At).second;
  }

  const ResolvedCalls &Calls;
  std::set<ir::Loc> Begins, Contracts;
};

/// Of a translation unit, or of a program.
RegionCounts countRegions(const ir::Module &M, const KnowledgeBase &KB);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_REGIONS_H
