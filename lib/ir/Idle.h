//===- Idle.h - Functions that have nothing to do ---------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_IDLE_H
#define CUDA_CAPTURE_IR_IDLE_H

#include "IR.h"

namespace cuda_capture::ir {

/// Whether \p F calls, writes and throws nothing if parameter \p Param is 0, or
/// a reference to 0. The function may still return a value.
bool isIdleAtZero(const Function &F, unsigned Param);

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_IDLE_H
