//===- GraphLanes.h - The graph of a region as stream lanes -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_GRAPHLANES_H
#define CUDA_CAPTURE_REPORT_GRAPHLANES_H

#include "GraphText.h"
#include "Lanes.h"

namespace cuda_capture::report {

/// Returns a graph of \p R, in the order of the program: that with the number
/// \p Graph. \p Result returns the index in
/// Results::Findings of a finding of the analysis. Without it, lanes refer to
/// no findings.
LanesOfRegion
lanesOf(const DrawnRegion &R,
        llvm::function_ref<std::optional<unsigned>(unsigned Finding)> Result =
            nullptr,
        size_t Graph = 0);

/// Returns the graphs of \p Regions, each with its title.
std::vector<TitledLanes> lanesOf(llvm::ArrayRef<DrawnRegion> Regions);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_GRAPHLANES_H
