//===- MissingStatements.h - What the AST lacks -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Statements that the compiler did not understand are not in the AST: an
/// instruction says where (Missing.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_MISSINGSTATEMENTS_H
#define CUDA_CAPTURE_LOWER_MISSINGSTATEMENTS_H

#include "FunctionParts.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

namespace cuda_capture::lower {

class MissingStatements : private FunctionParts {
public:
  explicit MissingStatements(const FunctionParts &Parts)
      : FunctionParts(Parts) {}

  /// Finds out beside which statements others are missing.
  void findMissing();
  bool isMissingAtEntry() const { return MissesAtEntry; }
  /// Emits an instruction for a statement that is missing here.
  void missing(const clang::Stmt *At, clang::SourceLocation Where);
  /// Control gets from \p Last to \p Next; either may be null.
  void passMarks(const clang::Stmt *Last, const clang::Stmt *Next);

private:
  bool markBeside(const clang::Stmt *S, unsigned Error);
  void mark(const clang::Stmt *S, bool IsBefore, bool IsBehind);

  /// On which side of a statement another one is missing.
  struct Beside {
    bool Before = false, Behind = false;
  };
  llvm::DenseMap<const clang::Stmt *, Beside> Marked;
  /// What they consist of, and which of them it is a part of.
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> MarkedParts;
  bool MissesAtEntry = false;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_MISSINGSTATEMENTS_H
