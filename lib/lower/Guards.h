//===- Guards.h - Destructors that may end a capture ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_GUARDS_H
#define CUDA_CAPTURE_LOWER_GUARDS_H

namespace clang {
class CXXDestructorDecl;
} // namespace clang

namespace cuda_capture::lower {

class Lowering;

/// Whether the destructor \p D may change a capture, as that of a guard which
/// ends one does. Code that does not return, and the deletion of an object that
/// counts its references, change none.
bool mayChangeCapture(Lowering &L, const clang::CXXDestructorDecl *D);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_GUARDS_H
