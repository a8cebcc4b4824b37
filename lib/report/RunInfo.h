//===- RunInfo.h - A run, besides its results -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_RUNINFO_H
#define CUDA_CAPTURE_REPORT_RUNINFO_H

#include <string>

namespace cuda_capture::report {

/// What reports say of a run besides its results.
struct RunInfo {
  std::string Version; ///< Of the program: "0.1.0".
  /// The folder that paths are shown from: an absolute path without "..".
  std::string Root;
  /// Where docs/ is on the web, with a slash at the end; empty: nowhere.
  std::string Docs;
  /// What the program says to its caller: 0 no finding, 1 findings, 2 it could
  /// not analyse.
  int ExitCode = 0;
  /// All sources were analysed, and all functions that capture completely.
  bool Complete = true;
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_RUNINFO_H
