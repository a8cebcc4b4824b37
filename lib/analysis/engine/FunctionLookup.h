//===- FunctionLookup.h - Functions by symbol -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_FUNCTIONLOOKUP_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_FUNCTIONLOOKUP_H

#include "../../ir/IR.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cuda_capture::analysis {

/// Finds a function by symbol, or returns null if its body is not available.
using FunctionLookup =
    llvm::function_ref<const ir::Function *(llvm::StringRef Symbol)>;

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_FUNCTIONLOOKUP_H
