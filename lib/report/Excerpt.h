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

/// Returns \p Text in a printable form. Everything that a terminal would not
/// show as a character is written as "<U+001B>" or, if it is not UTF-8, as
/// "<FF>". A line end becomes one space.
std::string printable(llvm::StringRef Text);

/// The lines of an excerpt, without line ends. They are empty if there is
/// nothing to show.
struct Excerpt {
  std::string Source;
  std::string Marks; ///< A caret, and marks below removed text.
  std::string Hint;  ///< The inserted text, below its place.
};

/// Returns the line of \p At, with those of \p Edits that concern only that
/// line. \p Width is the maximum number of columns of the lines.
Excerpt excerptOf(const SourceFile &File, const Position &At,
                  const std::vector<Edit> &Edits, unsigned Width);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_EXCERPT_H
