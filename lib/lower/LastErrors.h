//===- LastErrors.h - Code that asks for the last error ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_LASTERRORS_H
#define CUDA_CAPTURE_LOWER_LASTERRORS_H

#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace clang {
class Stmt;
} // namespace clang

namespace cuda_capture::lower {

class Lowering;

/// Tells which statements ask for the error of an earlier call, as
/// cudaGetLastError does.
class LastErrors {
public:
  explicit LastErrors(Lowering &L) : L(L) {}

  /// Whether \p S, which may be null, asks for the error of an earlier call,
  /// itself or in a function that it calls, at most two calls away.
  bool areAskedIn(const clang::Stmt *S) {
    return areAnyAsked() && areAskedIn(S, /*Depth=*/2);
  }

private:
  bool areAnyAsked();
  bool areAskedIn(const clang::Stmt *S, unsigned Depth);

  Lowering &L;
  /// Whether the translation unit may ask at all.
  std::optional<bool> AnyAsked;
  /// The answers for statements that are no expressions, which are asked about
  /// again for the statements around them, and by the depth that is left.
  llvm::DenseMap<std::pair<const clang::Stmt *, unsigned>, bool> Known;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_LASTERRORS_H
