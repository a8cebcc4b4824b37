//===- Virtual.h - The functions that override virtual ones -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_VIRTUAL_H
#define CUDA_CAPTURE_LOWER_VIRTUAL_H

#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace clang {
class CXXMethodDecl;
class FunctionDecl;
} // namespace clang

namespace cuda_capture::lower {

/// Returns the root of \p Method: the function that \p Method overrides and
/// that overrides no other one. The root stands for all functions that a call
/// of any of them may reach.
const clang::CXXMethodDecl *rootOf(const clang::CXXMethodDecl *Method);

/// The virtual functions with a body, by their roots.
using OverriderMap = llvm::DenseMap<const clang::CXXMethodDecl *,
                                    std::vector<const clang::CXXMethodDecl *>>;
/// Adds \p F, a definition, if it is a virtual function.
void addOverrider(const clang::FunctionDecl *F, OverriderMap &To);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_VIRTUAL_H
