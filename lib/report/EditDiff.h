//===- EditDiff.h - What edits change, line by line -------------*- C++ -*-===//
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

/// What edits of \p File, which do not overlap, make of its lines, with
/// \p Context lines around; empty if they do not fit the file.
std::vector<DiffLine> diffOf(const SourceFile &File, std::vector<Edit> Edits,
                             unsigned Context = 2);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_EDITDIFF_H
