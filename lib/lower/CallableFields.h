//===- CallableFields.h - Fields of objects that hold callables -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Wrappers and binders share them: a wrapper may hold a binder.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_CALLABLEFIELDS_H
#define CUDA_CAPTURE_LOWER_CALLABLEFIELDS_H

#include "llvm/ADT/StringRef.h"

namespace cuda_capture::lower {

/// The function to call.
inline constexpr llvm::StringLiteral Target = "<target>";
/// The function object that it is called on.
inline constexpr llvm::StringLiteral Object = "<object>";
/// The address of that, where an object only refers to it.
inline constexpr llvm::StringLiteral Referent = "<referent>";

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_CALLABLEFIELDS_H
