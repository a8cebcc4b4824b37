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

/// Returns the meaning of \c --color=NAME: "auto", "always" or "never".
std::optional<ColorWhen> colorOf(llvm::StringRef Name);

/// Whether to write colours to \p OS. With ColorWhen::Auto, a terminal that can
/// show colours gets them, unless the environment sets NO_COLOR.
bool useColor(ColorWhen When, const llvm::raw_ostream &OS);

struct TextOptions {
  bool Color = false;
  /// The absolute path of a folder. Paths are shown relative to it where that
  /// is shorter.
  std::string Folder;
  /// The maximum number of columns of a source line. Longer lines are cut
  /// around their mark.
  unsigned Width = 160;
  /// The time when the analysis began. Files that were changed later are not
  /// quoted, because they may differ from the analysed ones.
  std::optional<llvm::sys::TimePoint<>> Began;
};

/// Returns \p Path in the form in which it is shown to people in \p Folder.
std::string shownPath(llvm::StringRef Path, llvm::StringRef Folder);

/// Returns the message for a translation unit that was not analysed, or only in
/// part; empty if there was no problem.
llvm::StringRef problemOf(const Unit &U);

/// Prints the findings, with their notes and the source that they refer to.
void printFindings(llvm::raw_ostream &OS, const Results &R,
                   const TextOptions &O);

/// Prints the reasons other than findings why a run fails: the parts that could
/// not be analysed, and the entries of a baseline that are not found any more.
void printProblems(llvm::raw_ostream &OS, const Results &R,
                   const FilterCounts &Left, const TextOptions &O);

/// Prints what the run analysed, and finally a line that says what was found,
/// and in how much code.
void printSummary(llvm::raw_ostream &OS, const Results &R,
                  const FilterCounts &Left, const TextOptions &O);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_TEXTREPORT_H
