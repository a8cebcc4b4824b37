//===- EditDiff.h - The effect of edits, line by line -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_EDITDIFF_H
#define CUDA_CAPTURE_REPORT_EDITDIFF_H

#include "SourceFiles.h"

namespace cuda_capture::report {

struct DiffLine {
  enum Kind { Same, Old, New, Gap } K; ///< Gap: lines that are left out.
  unsigned Line;                       ///< In the old file; 0 for new lines.
  std::string Text;
};

/// Returns the changes that \p Edits, which must not overlap, make to the lines
/// of \p File, with \p Context lines around them. The result is empty if the
/// edits do not fit the file.
std::vector<DiffLine> diffOf(const SourceFile &File, std::vector<Edit> Edits,
                             unsigned Context = 2);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_EDITDIFF_H
