//===- HtmlReport.h - Results as a page -------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes results as a self-contained page that loads nothing. It shows
/// findings with source, path and diffs, and captures drawn as lanes.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_HTMLREPORT_H
#define CUDA_CAPTURE_REPORT_HTMLREPORT_H

#include "Lanes.h"
#include "RunInfo.h"
#include "SourceFiles.h"

namespace cuda_capture::report {

void writeHtmlReport(llvm::raw_ostream &OS, const Results &R,
                     const RunInfo &Run, SourceFiles &Sources,
                     const std::vector<LanesOfRegion> &Regions = {});

/// The parts of a page that show source (HtmlSource.cpp).

/// A place, and the text that says what happens there.
struct ShownStep {
  Position At;
  std::string Text;
  bool Finding = false; ///< The finding itself.
};

/// Writes the lines around \p Steps. The name of step I is \p Id, "-", I + 1.
/// \returns for each step whether the lines include it.
std::vector<bool> writeExcerpts(llvm::raw_ostream &OS,
                                const std::vector<ShownStep> &Steps,
                                llvm::StringRef Id, const RunInfo &Run,
                                SourceFiles &Sources);

/// Writes the changes that \p Edits make.
void writeDiffs(llvm::raw_ostream &OS, const std::vector<Edit> &Edits,
                const RunInfo &Run, SourceFiles &Sources);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_HTMLREPORT_H
