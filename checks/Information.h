//===- Information.h - Informations for clangd ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_CHECKS_INFORMATION_H
#define CUDA_CAPTURE_CHECKS_INFORMATION_H

#include "llvm/ADT/StringRef.h"

namespace cuda_capture::checks {

/// The beginning of a message to clangd that is not a finding.
constexpr llvm::StringRef InformationPrefix = "information: ";

} // namespace cuda_capture::checks

#endif // CUDA_CAPTURE_CHECKS_INFORMATION_H
