//===- DescribedCalls.h - Calls of functions that have a row ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers calls of functions that the knowledge base describes, and the objects
/// that stand for handles. Tensors and their memory spaces are in
/// MemorySpaces.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_DESCRIBEDCALLS_H
#define CUDA_CAPTURE_LOWER_DESCRIBEDCALLS_H

#include "FunctionParts.h"
#include "Lowering.h"
#include "clang/AST/ExprCXX.h"

namespace cuda_capture::lower {

class DescribedCalls : private FunctionParts {
public:
  explicit DescribedCalls(const FunctionParts &Parts) : FunctionParts(Parts) {}

  /// Emits a call of a function that has a row. \p Object is the object of a
  /// member function.
  void describedCall(const Lookup &Api, const clang::FunctionDecl *Callee,
                     std::optional<ir::Place> Object,
                     llvm::ArrayRef<const clang::Expr *> Args,
                     std::optional<ir::Place> Dest, const clang::Stmt *At,
                     clang::SourceLocation Where);
  /// Lowers a call that finds a function by its name. If the name is a literal,
  /// the pointer is that function.
  void lookUp(const ApiRow &Row, const clang::CallExpr *E);
  /// Copies or moves an object that stands for a handle, if \p D is a function
  /// that does so.
  bool copyDescribed(const clang::CXXMethodDecl *D, const ir::Place &To,
                     const clang::Expr *From, const clang::Stmt *At);
  /// Returns the object that a member function is called on. \p Args receives
  /// the arguments without the object.
  std::optional<ir::Place>
  objectOf(const clang::CallExpr *E,
           llvm::SmallVectorImpl<const clang::Expr *> &Args);
  /// Proves, at the entry of the function, the device for which the function is
  /// registered. The entry block must have its terminator.
  void proveDispatched();

private:
  void keepResult(const ApiRow &Row, llvm::ArrayRef<ir::Operand> Args,
                  const std::optional<ir::Place> &Object, const ir::Place &Dest,
                  const clang::Stmt *At);
  ir::Operand describedArgument(const clang::Expr *E, clang::QualType ParamType,
                                const Param &Formal);
  ir::Operand currentArgument(const ApiRow &Row,
                              const clang::FunctionDecl *Callee,
                              llvm::ArrayRef<const clang::Expr *> Args);
  void setCurrent(const ApiRow &Row, const std::optional<ir::Place> &Object,
                  llvm::ArrayRef<const clang::Expr *> ArgExprs,
                  llvm::ArrayRef<ir::Operand> Args, const clang::Stmt *At);
  void returnSame(const ApiRow &Row, const clang::FunctionDecl *Callee,
                  llvm::ArrayRef<ir::Operand> Args, const ir::Place &To,
                  const clang::Stmt *At);

  //===--- Where tensors are (MemorySpaces.cpp) ---------------------------===//
  ir::Operand memorySpace(const clang::Expr *E);
  bool namesNoDevice(const clang::Expr *E);
  ir::Operand mask(const clang::Expr *Indices);
  void keepMask(const ApiRow &Row, const std::optional<ir::Place> &Object,
                const ir::Place &Dest, const clang::Stmt *At);
  ir::Operand libraryArgument(const clang::FunctionDecl *Callee,
                              llvm::ArrayRef<const clang::Expr *> Args);
  void typedArguments(const ApiRow &Row, const clang::FunctionDecl *Callee,
                      llvm::ArrayRef<const clang::Expr *> ArgExprs,
                      std::vector<ir::Operand> &Args);
  void proveDevice(const ir::Operand &Where);
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_DESCRIBEDCALLS_H
