//===- PassedArguments.h - Arguments of calls not followed ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_PASSEDARGUMENTS_H
#define CUDA_CAPTURE_LOWER_PASSEDARGUMENTS_H

#include "../ir/IR.h"
#include "clang/AST/Type.h"

namespace clang {
class FunctionDecl;
} // namespace clang

namespace cuda_capture::lower {

class DeclQueries;

/// Whether a parameter of this type lets the callee only read an object.
bool isConstView(DeclQueries &Decls, clang::QualType T);

/// What is known of a call of a function that is not followed.
struct OpaqueCall {
  bool HasThis = false;
  /// The callee calls no unknown code.
  bool IsHarmless = false;
  /// The callee compares two objects.
  bool Compares = false;
};

/// Replaces those of \p Args through which \p Callee changes nothing by what it
/// reads: a number, the handles in an object, or nothing that matters.
void passByValue(DeclQueries &Decls, const clang::FunctionDecl &Callee,
                 OpaqueCall Call, std::vector<ir::Operand> &Args);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_PASSEDARGUMENTS_H
