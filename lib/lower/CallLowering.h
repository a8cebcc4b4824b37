//===- CallLowering.h - Calls, constructors and destructors -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls, constructors and destructors: calls in CallLowering.cpp, objects in
/// Constructors.cpp, exceptions in Throws.cpp, default arguments in
/// DefaultArguments.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_CALLLOWERING_H
#define CUDA_CAPTURE_LOWER_CALLLOWERING_H

#include "FunctionParts.h"
#include "Lowering.h"
#include "clang/AST/ExprCXX.h"

namespace cuda_capture::lower {

class CallLowering : private FunctionParts {
public:
  explicit CallLowering(const FunctionParts &Parts) : FunctionParts(Parts) {}

  /// Lowers a call, a kernel launch, a constructor call, a lambda or a new
  /// expression. \returns false if \p S is none of these.
  bool lower(const clang::Stmt *S);
  void destroyObject(const clang::CXXDestructorDecl *D, ir::Operand This,
                     const clang::Stmt *At, clang::SourceLocation Where);
  /// Emits a call of \p Callee, visible or not. \p Args holds the object of a
  /// member function first.
  void emitCall(const clang::FunctionDecl *Callee,
                std::vector<ir::Operand> Args, std::optional<ir::Place> Dest,
                bool Virtual, const clang::Stmt *At,
                clang::SourceLocation Where);
  /// What is passed for a parameter of type \p ParamType; null if that is not
  /// known.
  ir::Operand argument(const clang::Expr *E, clang::QualType ParamType);
  std::vector<ir::Operand> arguments(const clang::FunctionDecl *Callee,
                                     llvm::ArrayRef<const clang::Expr *> Args);
  std::vector<ir::Operand>
  argumentsFor(const clang::FunctionProtoType *Type,
               llvm::ArrayRef<const clang::Expr *> Args);
  /// Lowers the calls in default arguments and initializers, which no CFG has.
  void defaultArguments(llvm::ArrayRef<const clang::Expr *> Args,
                        clang::SourceLocation Where);
  /// Whether \p E runs a callable that was handed to this function and may
  /// throw.
  bool mayThrow(const clang::CallExpr *E, const clang::FunctionDecl *Callee);

private:
  void call(const clang::CallExpr *E);
  /// The address of the object that a member function is called on.
  ir::Operand addressOf(const clang::Expr *Object);
  /// A call of an operator that is a member function of the object at \p Self.
  /// \returns false if there is more to it.
  bool callOperator(const clang::CXXOperatorCallExpr *E,
                    const clang::CXXMethodDecl *Method,
                    const std::optional<ir::Place> &Self);
  void kernelLaunch(const clang::CUDAKernelCallExpr *E);
  void construct(const clang::CXXConstructExpr *E);
  void lambda(const clang::LambdaExpr *E);
  void newObject(const clang::CXXNewExpr *E);
  bool mayBeElsewhere(const clang::FunctionDecl *F) const;
  void defer(const clang::FunctionDecl *Callee,
             const std::vector<ir::Operand> &Args, bool HasThis,
             const clang::Stmt *At, clang::SourceLocation Where, size_t First);
  /// What an unknown callee may write through its arguments.
  void havocOutParameters(const clang::FunctionDecl *Callee,
                          llvm::ArrayRef<ir::Operand> Args, unsigned FirstParam,
                          const clang::Stmt *At);
  void throughGuard(llvm::StringRef Register, const clang::FunctionDecl *Callee,
                    llvm::ArrayRef<ir::Operand> Args);
  bool isHandedIn(const clang::Expr *Callable) const;
  void callsIn(const clang::Stmt *S);
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_CALLLOWERING_H
