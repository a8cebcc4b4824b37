//===- GitHub.h - Results as annotations of GitHub --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Prints results as workflow commands. GitHub shows each of them as an
/// annotation at its line of a pull request.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_GITHUB_H
#define CUDA_CAPTURE_REPORT_GITHUB_H

#include "RunInfo.h"
#include "SourceFiles.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_capture::report {

/// Prints a command for each finding and for each problem of the run, first
/// what makes the run fail. GitHub shows only the first ten annotations of each
/// level, so if there are more, a further command tells how many there are.
void writeGitHubCommands(llvm::raw_ostream &OS, const Results &R,
                         const RunInfo &Run, SourceFiles &Sources);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_GITHUB_H
