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

/// Returns the first graph of \p R, in the order of the program. \p R should be
/// drawn with all ways in one graph. \p Result returns the index in
/// Results::Findings of a finding of the analysis. Without it, lanes refer to
/// no findings.
LanesOfRegion
lanesOf(const DrawnRegion &R,
        llvm::function_ref<std::optional<unsigned>(unsigned Finding)> Result =
            nullptr);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_GRAPHLANES_H
