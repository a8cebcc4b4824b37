//===- Reviewdog.h - Results for reviewdog ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes results in reviewdog's diagnostic format (rdjson), from which it
/// makes comments in pull requests and merge requests.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_REVIEWDOG_H
#define CUDA_CAPTURE_REPORT_REVIEWDOG_H

#include "RunInfo.h"
#include "SourceFiles.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_capture::report {

/// Writes a diagnostic for each finding and for each problem of the run. A
/// finding has one suggestion at most, which makes all edits of its sure fix,
/// or else of its first alternative. There is none if the edits concern another
/// file.
void writeReviewdog(llvm::raw_ostream &OS, const Results &R, const RunInfo &Run,
                    SourceFiles &Sources);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_REVIEWDOG_H
