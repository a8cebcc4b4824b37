//===- MissingStatements.h - Statements that the AST lacks ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The AST lacks statements that the compiler did not understand. An
/// instruction marks where one is missing (Missing.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_MISSINGSTATEMENTS_H
#define CUDA_CAPTURE_LOWER_MISSINGSTATEMENTS_H

#include "FunctionParts.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace cuda_capture::lower {

class MissingStatements : private FunctionParts {
public:
  explicit MissingStatements(const FunctionParts &Parts)
      : FunctionParts(Parts) {}

  /// Finds the statements beside which others are missing.
  void findMissing();
  bool isMissingAtEntry() const { return MissesAtEntry; }
  /// Emits an instruction for a statement that is missing here.
  void missing(const clang::Stmt *At, clang::SourceLocation Where);
  /// Emits an instruction for \p E, which has an error; and, if it is certain
  /// what \p E calls, a call of that. \returns whether this is all that \p E
  /// does.
  bool recovered(const clang::RecoveryExpr *E);
  /// Notes that the result of \p E, a call with an error in an argument, is
  /// known nevertheless.
  void understand(const clang::CallExpr *E) { Understood.insert(E); }
  /// Returns the call with an error that \p E consists of, if its result is
  /// known nevertheless; otherwise null.
  const clang::Expr *understood(const clang::Expr *E) const;
  /// Returns the API that \p Named, the callee of a call with an error in an
  /// argument, must be. \returns null if there is none, if it is not certain,
  /// or if the call would make, end or change a handle other than by beginning
  /// or ending a capture.
  const clang::FunctionDecl *calledApi(const clang::Expr *Named) const;
  /// Returns the function that \p Named, the callee of a call with an error in
  /// an argument, must be. \p NumArgs is the number of arguments, or nullopt if
  /// the AST lacks them. \returns null if the function is not certain.
  const clang::FunctionDecl *
  calledFunction(const clang::Expr *Named,
                 std::optional<unsigned> NumArgs) const;
  /// Emits a call of \p Callee, which \p At calls with an error in an argument.
  /// \p Named is the callee as written. The AST may lack the arguments.
  void callWithError(const clang::FunctionDecl *Callee,
                     const clang::Expr *Named,
                     llvm::ArrayRef<const clang::Expr *> Args,
                     const clang::Expr *At);
  /// Emits the marks that control passes between \p Last and \p Next; either
  /// may be null.
  void passMarks(const clang::Stmt *Last, const clang::Stmt *Next);

private:
  std::vector<ir::Operand>
  argumentsByType(const clang::FunctionDecl *Api,
                  llvm::ArrayRef<const clang::Expr *> Given);
  bool markBeside(const clang::Stmt *S, clang::SourceLocation Error);
  void mark(const clang::Stmt *S, bool IsBefore, bool IsBehind);

  /// The sides of a statement on which another one is missing.
  struct Beside {
    bool Before = false, Behind = false;
  };
  llvm::DenseMap<const clang::Stmt *, Beside> Marked;
  /// Maps each part of a marked statement to that statement.
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> MarkedParts;
  bool MissesAtEntry = false;
  llvm::DenseSet<const clang::Expr *> Understood;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_MISSINGSTATEMENTS_H
