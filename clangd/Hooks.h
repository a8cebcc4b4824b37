//===- Hooks.h - Hooks into clangd ------------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_CLANGD_HOOKS_H
#define CUDA_CAPTURE_CLANGD_HOOKS_H

#include <string>

namespace cuda_capture::clangd {

/// Clang's resource directory, or empty to use clangd's own choice. It must be
/// set before clangd runs.
extern std::string ResourceDir;

} // namespace cuda_capture::clangd

#endif // CUDA_CAPTURE_CLANGD_HOOKS_H
