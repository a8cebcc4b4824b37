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

/// The first graph of \p R, best drawn with all ways in one, in the order of
/// the program. \p Result says which of Results::Findings a finding of the
/// analysis is; without it, lanes refer to none.
LanesOfRegion
lanesOf(const DrawnRegion &R,
        llvm::function_ref<std::optional<unsigned>(unsigned Finding)> Result =
            nullptr);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_GRAPHLANES_H
