//===- Names.h - The names of functions -------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_SUPPORT_NAMES_H
#define CUDA_CAPTURE_SUPPORT_NAMES_H

#include "llvm/ADT/StringRef.h"

namespace cuda_capture {

/// Returns \p Name, that of a function without template arguments, without its
/// scope: "run" for "ops::run".
inline llvm::StringRef withoutScope(llvm::StringRef Name) {
  const size_t Scope = Name.rfind(':');
  return Scope == llvm::StringRef::npos ? Name : Name.drop_front(Scope + 1);
}

} // namespace cuda_capture

#endif // CUDA_CAPTURE_SUPPORT_NAMES_H
