//===- GlobalWrites.h - Writes of a translation unit to globals -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function whose body is not known may change each global. But it changes
/// none to a value that the program does not write to that global anywhere. All
/// code counts here, also code that is not lowered because it does not concern
/// captures.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_GLOBALWRITES_H
#define CUDA_CAPTURE_LOWER_GLOBALWRITES_H

#include "../ir/VariableWrites.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace clang {
class ASTContext;
class VarDecl;
} // namespace clang

namespace cuda_capture::lower {

class Lowering;

/// Returns the globals of scalar types that the functions of a translation unit
/// write, with what they write, in the order of the code.
llvm::MapVector<const clang::VarDecl *, ir::VariableWrites>
findGlobalWrites(clang::ASTContext &Ctx);

/// Answers questions about the globals of a translation unit, by their names in
/// CaptureIR. The code is searched at the first question.
class GlobalWrites {
public:
  GlobalWrites(clang::ASTContext &Ctx, Lowering &L) : Ctx(Ctx), L(L) {}

  /// Returns null if nothing writes the global \p Name.
  const ir::VariableWrites *find(llvm::StringRef Name);

private:
  clang::ASTContext &Ctx;
  Lowering &L;
  bool IsSearched = false;
  llvm::StringMap<ir::VariableWrites> Known;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_GLOBALWRITES_H
