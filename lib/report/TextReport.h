//===- TextReport.h - Results as a compiler shows them ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_TEXTREPORT_H
#define CUDA_CAPTURE_REPORT_TEXTREPORT_H

#include "Filters.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_capture::report {

enum class ColorWhen { Auto, Always, Never };

/// What \c --color=NAME means: "auto", "always" or "never".
std::optional<ColorWhen> colorOf(llvm::StringRef Name);

/// Whether \p OS gets colours. By itself a terminal does that can show them,
/// unless the environment sets NO_COLOR.
bool useColor(ColorWhen When, const llvm::raw_ostream &OS);

struct TextOptions {
  bool Color = false;
  /// Paths are relative to it where that is shorter; absolute.
  std::string Folder;
  /// Columns for a line of source; longer ones are cut around their mark.
  unsigned Width = 160;
  /// Files that were changed later are not quoted: they may be different from
  /// what was analysed.
  std::optional<llvm::sys::TimePoint<>> Began;
};

/// \p Path as it is shown to people in \p Folder.
std::string shownPath(llvm::StringRef Path, llvm::StringRef Folder);

/// What is said of a translation unit that was not analysed, or only in part;
/// empty if all is well.
llvm::StringRef problemOf(const Unit &U);

/// Findings, with their notes and what they speak of in the source.
void printFindings(llvm::raw_ostream &OS, const Results &R,
                   const TextOptions &O);

/// What could not be analysed, and entries of a baseline that are not found any
/// more: what a run fails for, beside findings.
void printProblems(llvm::raw_ostream &OS, const Results &R,
                   const FilterCounts &Left, const TextOptions &O);

/// What the run looked at, and at last a line that says what was found, and in
/// how much.
void printSummary(llvm::raw_ostream &OS, const Results &R,
                  const FilterCounts &Left, const TextOptions &O);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_TEXTREPORT_H
