//===- Operators.h - Names of operators -------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_OPERATORS_H
#define CUDA_CAPTURE_IR_OPERATORS_H

#include "llvm/ADT/StringRef.h"

namespace cuda_capture::ir {

/// The operators of CaptureIR that C++ has no signs for: the smaller and the
/// larger one of two numbers.
constexpr llvm::StringLiteral Minimum = "min", Maximum = "max";

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_OPERATORS_H
