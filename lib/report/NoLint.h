//===- NoLint.h - Comments that silence findings ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Implements clang-tidy's NOLINT, NOLINTNEXTLINE and NOLINTBEGIN ...
/// NOLINTEND, with the same meaning. They are read from the text of the file,
/// at any place in it. The lines of notes do not count, and mistakes in the
/// comments are not reported.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_NOLINT_H
#define CUDA_CAPTURE_REPORT_NOLINT_H

#include "CheckGlobs.h"
#include "SourceFiles.h"
#include <map>

namespace cuda_capture::report {

class NoLint {
public:
  explicit NoLint(SourceFiles &Files) : Files(Files) {}

  /// Whether a comment silences \p D.
  bool silences(const Diagnostic &D);

private:
  /// The part of a file between a begin and its end.
  struct Region {
    size_t Begin, End;
    CheckGlobs Checks;
  };
  const std::vector<Region> &regions(const SourceFile &File);

  SourceFiles &Files;
  std::map<const SourceFile *, std::vector<Region>> Known;
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_NOLINT_H
