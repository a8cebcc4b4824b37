//===- Excerpt.h - A line of source with marks below it ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_EXCERPT_H
#define CUDA_CAPTURE_REPORT_EXCERPT_H

#include "SourceFiles.h"

namespace cuda_capture::report {

/// \p Text with everything a terminal would not show as a character written as
/// "<U+001B>" or, if it is no UTF-8, "<FF>". Line ends are one space.
std::string printable(llvm::StringRef Text);

/// Lines without line ends. Empty if there is nothing to show.
struct Excerpt {
  std::string Source;
  std::string Marks; ///< A caret, and what is removed.
  std::string Hint;  ///< What is inserted, where it goes.
};

/// The line of \p At, and what of \p Edits is about that line alone.
/// \p Width: columns that the lines may have.
Excerpt excerptOf(const SourceFile &File, const Position &At,
                  const std::vector<Edit> &Edits, unsigned Width);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_EXCERPT_H
