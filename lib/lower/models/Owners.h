//===- Owners.h - Objects that own another object ---------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which types the model of std::unique_ptr and std::optional is for.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_MODELS_OWNERS_H
#define CUDA_CAPTURE_LOWER_MODELS_OWNERS_H

#include "clang/AST/Type.h"

namespace cuda_capture::lower {

class Lowering;

enum class OwnerKind { None, Unique, Optional };

/// What objects of type \p T own, if the model is for it.
OwnerKind ownerKind(clang::QualType T, Lowering &L, clang::ASTContext &Ctx);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_MODELS_OWNERS_H
