//===- ChangedLines.h - What was changed since a revision -------*- C++ -*-===//
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

/// Lines of files in the working tree.
class ChangedLines {
public:
  /// Asks git what differs between \p Revision and the working tree of the
  /// repository that \p Folder is in: changed lines, and all lines of files
  /// that git does not know and does not ignore. "REVISION..." is the commit
  /// where HEAD left REVISION.
  static llvm::Expected<ChangedLines> since(llvm::StringRef Revision,
                                            llvm::StringRef Folder);

  /// Reads a patch of git without context, of files below \p Root.
  static llvm::Expected<ChangedLines> parse(llvm::StringRef Patch,
                                            llvm::StringRef Root);

  bool contains(const Position &P);

private:
  struct Range {
    unsigned First, Last;
  };
  void add(llvm::StringRef File, Range R);

  /// By real path: programs and git may go through different links.
  llvm::StringMap<std::vector<Range>> Files;
  llvm::StringMap<std::string> RealPaths;
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_CHANGEDLINES_H
