//===- Guards.h - Destructors that may end a capture ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_GUARDS_H
#define CUDA_CAPTURE_LOWER_GUARDS_H

#include "../ir/IR.h"

namespace clang {
class CXXDestructorDecl;
} // namespace clang

namespace cuda_capture::lower {

class Lowering;

/// Returns what the destructor \p D may do to a capture. Code that does not
/// return, and the deletion of an object that counts its references, do
/// nothing.
ir::Guard guardIn(Lowering &L, const clang::CXXDestructorDecl *D);

/// Whether the handler \p F, which may not be a part of the module, may change
/// a capture.
bool mayChangeCapture(Lowering &L, const ir::Function &F);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_GUARDS_H
