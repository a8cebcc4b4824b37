//===- Between.h - From the begin of a capture to a call --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_FIXITS_BETWEEN_H
#define CUDA_CAPTURE_FIXITS_BETWEEN_H

#include "CallSite.h"

namespace cuda_capture::fixits {

/// The statements from the begin of a capture to the violating call, where the
/// begin always runs before the call: the begin is a statement that runs
/// unconditionally in a block that also holds the call.
struct Between {
  static std::optional<Between> of(const CallSite &Site);

  StmtPath ToBegin, ToCall;
  size_t Block = 0; ///< The index, in both paths, of the block that they share.

  /// Returns the statement that begins the capture.
  const clang::Stmt *begin() const { return ToBegin[Block + 1]; }
  /// Returns the statements from the one that begins the capture to the one
  /// that holds the call.
  std::vector<const clang::Stmt *> statements() const;
};

} // namespace cuda_capture::fixits

#endif // CUDA_CAPTURE_FIXITS_BETWEEN_H
