//===- Counted.h - Numbers of things in messages ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COUNTED_H
#define CUDA_CAPTURE_COUNTED_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace cuda_capture {

/// Returns \p One if \p N is 1, else the plural: \p Many, or \p One with an "s"
/// if \p Many is empty.
inline std::string pluralIf(size_t N, llvm::StringRef One,
                            llvm::StringRef Many = "") {
  if (N == 1)
    return One.str();
  return Many.empty() ? One.str() + "s" : Many.str();
}

/// Returns a number and its noun, such as "1 file" or "2 files". All messages
/// that count something use this function.
inline std::string counted(size_t N, llvm::StringRef One,
                           llvm::StringRef Many = "") {
  return std::to_string(N) + " " + pluralIf(N, One, Many);
}

} // namespace cuda_capture

#endif // CUDA_CAPTURE_COUNTED_H
