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

/// A list of patterns in the form that clang-tidy uses. Commas or line ends
/// separate the patterns, '*' stands for any text, and a '-' in front makes a
/// pattern negative. The last pattern that matches counts.
class CheckGlobs {
public:
  /// If \p KeepNegative is false, negative patterns are ignored.
  explicit CheckGlobs(llvm::StringRef List, bool KeepNegative = true);

  bool contains(llvm::StringRef Check) const;

private:
  struct Glob {
    bool IsPositive;
    std::string Pattern;
  };
  std::vector<Glob> Globs;
};

/// Returns the names of all checks.
llvm::ArrayRef<llvm::StringLiteral> allChecks();

/// The checks that \c --checks=LIST selects. A list that begins with '-'
/// removes checks from the set of all checks. An empty list selects all checks.
class CheckSelection {
public:
  explicit CheckSelection(llvm::StringRef List);

  bool contains(llvm::StringRef Check) const;
  /// Whether no check is selected. This is most likely due to a misspelt name.
  bool isEmpty() const;

private:
  CheckGlobs Globs;
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_CHECKGLOBS_H
