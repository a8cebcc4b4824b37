//===- Leading.h - What a source begins with --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_SCAN_LEADING_H
#define CUDA_CAPTURE_SCAN_LEADING_H

#include "Sources.h"

namespace cuda_capture::scan {

/// A header that a source enters before anything is said.
struct Leading {
  /// What stands behind "#include" where another file is to enter it, too;
  /// empty: what the command line includes, and no other header.
  std::string Spelling;
  std::string Path; ///< Empty: the same.
  /// How long it takes to parse with all that it may include and what the
  /// command line does: bytes, where those of the user's files count ten times.
  /// System headers are comments for the most part, and their bodies skipped.
  uint64_t Weight = 0;
};

/// What unit \p Unit of \p S begins with, outermost first: each header has,
/// with what the command line includes, the same content as where a file
/// consists of it, and perhaps none where it is included again.
std::vector<Leading> leading(Sources &S, unsigned Unit);

} // namespace cuda_capture::scan

#endif // CUDA_CAPTURE_SCAN_LEADING_H
