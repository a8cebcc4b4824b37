//===- CheckGlobs.h - Lists of patterns of checks ---------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_CHECKGLOBS_H
#define CUDA_CAPTURE_REPORT_CHECKGLOBS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cuda_capture::report {

/// A list of patterns as clang-tidy has them: separated by commas or line ends,
/// '*' stands for any text, '-' in front takes away, and the last pattern that
/// fits counts.
class CheckGlobs {
public:
  /// \p KeepNegative: patterns that take away count; else they are left out.
  explicit CheckGlobs(llvm::StringRef List, bool KeepNegative = true);

  bool contains(llvm::StringRef Check) const;

private:
  struct Glob {
    bool IsPositive;
    std::string Pattern;
  };
  std::vector<Glob> Globs;
};

/// The names of all checks.
llvm::ArrayRef<llvm::StringLiteral> allChecks();

/// What \c --checks=LIST selects. A list that begins with '-' takes away from
/// all checks; an empty one selects all.
class CheckSelection {
public:
  explicit CheckSelection(llvm::StringRef List);

  bool contains(llvm::StringRef Check) const;
  /// No check is selected: a misspelt name, most likely.
  bool isEmpty() const;

private:
  CheckGlobs Globs;
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_CHECKGLOBS_H
