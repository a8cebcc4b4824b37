//===- ChangedLines.h - The lines changed since a revision ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_CHANGEDLINES_H
#define CUDA_CAPTURE_REPORT_CHANGEDLINES_H

#include "Diagnostic.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace cuda_capture::report {

/// A set of lines of files in the working tree.
class ChangedLines {
public:
  /// Asks git for the difference between \p Revision and the working tree of
  /// the repository that \p Folder is in: the changed lines, and all lines of
  /// files that git neither tracks nor ignores. "REVISION..." denotes the
  /// commit where HEAD branched off REVISION.
  static llvm::Expected<ChangedLines> since(llvm::StringRef Revision,
                                            llvm::StringRef Folder);

  /// Reads a git patch without context lines, for files below \p Root.
  static llvm::Expected<ChangedLines> parse(llvm::StringRef Patch,
                                            llvm::StringRef Root);

  bool contains(const Position &P);

private:
  struct Range {
    unsigned First, Last;
  };
  void add(llvm::StringRef File, Range R);

  /// The changed lines by the real path of their file, because programs and git
  /// may use different links.
  llvm::StringMap<std::vector<Range>> Files;
  llvm::StringMap<std::string> RealPaths;
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_CHANGEDLINES_H
