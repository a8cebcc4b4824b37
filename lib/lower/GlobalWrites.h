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
/// captures. So it is with a field that holds a stream: it keeps the stream
/// that the constructor has put there if no other code sets it.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_GLOBALWRITES_H
#define CUDA_CAPTURE_LOWER_GLOBALWRITES_H

#include "../ir/VariableWrites.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace clang {
class ValueDecl;
} // namespace clang

namespace cuda_capture::lower {

class Lowering;

/// Returns the globals of scalar types, and the fields that hold streams, that
/// the functions of a translation unit write, with what they write, in the
/// order of the code. A field is left out where only constructors and
/// destructors of its class write it.
llvm::MapVector<const clang::ValueDecl *, ir::VariableWrites>
findGlobalWrites(Lowering &L);

/// Returns the name by which the writes to \p D are found: that of a global in
/// CaptureIR, or that of a field with its scopes.
std::string nameOfWritten(Lowering &L, const clang::ValueDecl *D);

/// Answers questions about the globals of a translation unit, and about the
/// fields that hold streams, by their names. The code is searched at the first
/// question.
class GlobalWrites {
public:
  explicit GlobalWrites(Lowering &L) : L(L) {}

  /// Returns null if nothing writes the global or field \p Name.
  const ir::VariableWrites *find(llvm::StringRef Name);

private:
  Lowering &L;
  bool IsSearched = false;
  llvm::StringMap<ir::VariableWrites> Known;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_GLOBALWRITES_H
