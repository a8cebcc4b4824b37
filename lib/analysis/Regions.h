//===- Regions.h - Counts regions and capturable functions ------*- C++ -*-===//
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
  /// The number of calls that begin a capture, each counted once as it is
  /// written: the instantiations of a template share their calls.
  unsigned Regions = 0;
  /// The number of functions that callers may capture, counted in the same way.
  unsigned Capturable = 0;
};

/// Counts the regions and capturable functions of a translation unit.
class RegionCounter {
public:
  explicit RegionCounter(const ResolvedCalls &Calls) : Calls(Calls) {}
  /// \returns the counts for \p F, without what was counted in earlier
  /// functions.
  RegionCounts add(const ir::Function &F);

private:
  /// Whether \p At was not seen before. Text in the form of the printer may
  /// have no locations, so each missing location counts as a new one.
  static bool isNew(const ir::Loc &At, std::set<ir::Loc> &Seen) {
    return !At.isValid() || Seen.insert(At).second;
  }

  const ResolvedCalls &Calls;
  std::set<ir::Loc> Begins, Contracts;
};

/// Counts the regions and capturable functions of a translation unit or of a
/// program.
RegionCounts countRegions(const ir::Module &M, const KnowledgeBase &KB);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_REGIONS_H
