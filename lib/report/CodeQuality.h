//===- CodeQuality.h - Results for merge requests ---------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes results as a code quality report, in the part of Code Climate's
/// format that GitLab shows in merge requests.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_CODEQUALITY_H
#define CUDA_CAPTURE_REPORT_CODEQUALITY_H

#include "Sarif.h"

namespace cuda_capture::report {

/// Writes all findings, and the sources that could not be analysed. Equal
/// findings get different fingerprints. Paths are relative to the root.
void writeCodeQuality(llvm::raw_ostream &OS, const Results &R,
                      const RunInfo &Run, const Fingerprint &Print);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_CODEQUALITY_H
