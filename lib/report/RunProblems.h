//===- RunProblems.h - What a run could not do ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything besides findings that a report must tell: sources that were not
/// analysed, functions that were not analysed completely, entries of a baseline
/// that are not found any more, and configuration without effect. Reports list
/// all of it, because "no finding" means nothing without it.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_RUNPROBLEMS_H
#define CUDA_CAPTURE_REPORT_RUNPROBLEMS_H

#include "Diagnostic.h"
#include "RunInfo.h"

namespace cuda_capture::report {

struct RunProblem {
  enum Kind {
    NotAnalysed,   ///< A source, or a part of it, was not analysed.
    Incomplete,    ///< A function or a file was not analysed completely.
    StaleBaseline, ///< A finding of the baseline is not found any more.
    Configuration, ///< Something in the configuration has no effect.
  } K = NotAnalysed;
  enum Level {
    Failure, ///< The run is not a success because of it.
    Warning, ///< Most likely, something should be corrected.
    Remark,
  } L = Failure;
  /// Where it is; it has no file if it concerns no file, and no line if it
  /// concerns a file as a whole.
  Position At;
  std::string Function; ///< The function that it concerns; may be empty.
  std::string Text;     ///< One line, without the name of the file.
  std::string Details;  ///< Further lines; may be empty.
};

/// Returns the name under which reports list problems of a kind, in the manner
/// of the names of checks: "cuda-capture-not-analysed".
const char *nameOf(RunProblem::Kind K);

/// Returns all problems of a run, in the order of the kinds.
std::vector<RunProblem> problemsOf(const Results &R, const RunInfo &Run);

/// Returns the finding and its notes as lines such as
/// "src/a.cu:4:3: capture of 'stream' begins here". Paths are relative to
/// \p Root. Characters that are not printable are replaced.
std::string linesOf(const Diagnostic &D, llvm::StringRef Root);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_RUNPROBLEMS_H
