//===- RunInfo.h - A run, besides its results -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_RUNINFO_H
#define CUDA_CAPTURE_REPORT_RUNINFO_H

#include <string>
#include <vector>

namespace cuda_capture::report {

/// The information about a run that reports contain besides its results.
struct RunInfo {
  std::string Version; ///< Version of the program: "0.1.0".
  /// The folder that paths are shown from: an absolute path without "..".
  std::string Root;
  /// The address of docs/ on the web, with a slash at the end; empty if there
  /// is none.
  std::string Docs;
  /// The exit code of the program: 0 if there is no finding, 1 if there are
  /// findings, 2 if the analysis was not possible.
  int ExitCode = 0;
  /// Whether all sources were analysed, and all functions that capture were
  /// analysed completely.
  bool Complete = true;
  /// Whether the user accepts functions that were not analysed completely.
  bool AcceptsIncomplete = false;
  /// The entries of the baseline whose findings are not found any more, each as
  /// a line for a person to read.
  std::vector<std::string> StaleEntries = {};
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_RUNINFO_H
