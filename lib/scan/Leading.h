//===- Leading.h - Headers that a source begins with ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_SCAN_LEADING_H
#define CUDA_CAPTURE_SCAN_LEADING_H

#include "Sources.h"

namespace cuda_capture::scan {

/// A header that a source includes before all other content.
struct Leading {
  /// The text behind "#include" by which another file includes the header.
  /// Empty if there is no header, but only the files that the command line
  /// includes.
  std::string Spelling;
  std::string Path; ///< Empty if Spelling is empty.
  /// The cost of parsing the header, all files that it may include, and those
  /// that the command line includes. The unit is bytes, where a byte of the
  /// user's files counts ten times: system headers mostly consist of comments,
  /// and the function bodies in them are skipped.
  uint64_t Weight = 0;
};

/// Returns the headers that unit \p Unit of \p S begins with, outermost first.
/// In a file that includes only such a header, the header has the same content,
/// given the same command line. Where it is included again, it may have no
/// content.
std::vector<Leading> leading(Sources &S, unsigned Unit);

} // namespace cuda_capture::scan

#endif // CUDA_CAPTURE_SCAN_LEADING_H
