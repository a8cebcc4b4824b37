//===- CallLowering.h - Calls, constructors and destructors -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers calls, constructors and destructors. Calls are in CallLowering.cpp,
/// objects in Constructors.cpp, exceptions in Throws.cpp, and default arguments
/// in DefaultArguments.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_CALLLOWERING_H
#define CUDA_CAPTURE_LOWER_CALLLOWERING_H

#include "FunctionParts.h"
#include "Lowering.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseSet.h"

namespace cuda_capture::lower {

class CallLowering : private FunctionParts {
public:
  explicit CallLowering(const FunctionParts &Parts) : FunctionParts(Parts) {}

  /// Lowers a call, a kernel launch, a constructor call, a lambda or a new
  /// expression. \returns false if \p S is none of these.
  bool lower(const clang::Stmt *S);
  void destroyObject(const clang::CXXDestructorDecl *D, ir::Operand This,
                     const clang::Stmt *At, clang::SourceLocation Where);
  /// Emits a call of \p Callee, visible or not. For a member function, the
  /// first of \p Args is the object.
  void emitCall(const clang::FunctionDecl *Callee,
                std::vector<ir::Operand> Args, std::optional<ir::Place> Dest,
                bool Virtual, const clang::Stmt *At,
                clang::SourceLocation Where);
  /// Returns the operand that is passed for a parameter of type \p ParamType,
  /// which is null if the type is not known.
  ir::Operand argument(const clang::Expr *E, clang::QualType ParamType);
  std::vector<ir::Operand> arguments(const clang::FunctionDecl *Callee,
                                     llvm::ArrayRef<const clang::Expr *> Args);
  std::vector<ir::Operand>
  argumentsFor(const clang::FunctionProtoType *Type,
               llvm::ArrayRef<const clang::Expr *> Args);
  /// Returns the operand for \p Arg, which a kernel is given. Two kinds of
  /// arguments are kept: pointers that variables, objects or structures hold,
  /// because the memory that they point at must outlive the graph, and numbers
  /// that are passed by value, alone or in structures, where they may differ
  /// from one launch to the next.
  ir::Operand kernelArgument(const clang::Expr *Arg);
  /// Returns the address of the object that a member function is called on.
  ir::Operand addressOf(const clang::Expr *Object);
  /// Lowers the calls in default arguments and initializers, which Clang's CFG
  /// does not contain.
  void defaultArguments(llvm::ArrayRef<const clang::Expr *> Args,
                        clang::SourceLocation Where);
  /// Whether \p E may throw because it runs a callable that was handed to this
  /// function.
  bool mayThrow(const clang::CallExpr *E, const clang::FunctionDecl *Callee);
  /// Whether \p Callee, which \p At calls, only writes a message: it receives
  /// nothing but numbers and text.
  bool onlyReports(const clang::FunctionDecl *Callee,
                   const clang::Stmt *At) const;
  /// Whether \p At stands in the body of a macro that also writes a message,
  /// and only asks \p Callee for a number or text: the time, or the level of
  /// the log.
  bool isPartOfMessage(const clang::FunctionDecl *Callee,
                       const clang::Stmt *At);
  /// Whether \p E calls a pure virtual function that may throw, of an object
  /// that was handed to this function.
  bool isOfInterface(const clang::CallExpr *E) const;

private:
  void call(const clang::CallExpr *E);
  /// Lowers a call of an operator that is a member function of the object at
  /// \p Self.
  /// \returns false if the call does more than was emitted.
  bool callOperator(const clang::CXXOperatorCallExpr *E,
                    const clang::CXXMethodDecl *Method,
                    const std::optional<ir::Place> &Self);
  void kernelLaunch(const clang::CUDAKernelCallExpr *E);
  ir::Operand kernelPointer(const clang::Expr *Arg);
  bool passesValue(const clang::Expr *Arg);
  void construct(const clang::CXXConstructExpr *E);
  void lambda(const clang::LambdaExpr *E);
  void newObject(const clang::CXXNewExpr *E);
  void handOver(const clang::FunctionDecl *Callee,
                llvm::ArrayRef<const clang::Expr *> Args);
  bool mayBeElsewhere(const clang::FunctionDecl *F) const;
  bool mayBeOfProgram(const clang::FunctionDecl *F) const;
  void defer(const clang::FunctionDecl *Callee,
             const std::vector<ir::Operand> &Args, bool HasThis,
             const clang::Stmt *At, clang::SourceLocation Where, size_t First);
  /// Emits the writes that an unknown callee may make through its arguments.
  void havocOutParameters(const clang::FunctionDecl *Callee,
                          llvm::ArrayRef<ir::Operand> Args, unsigned FirstParam,
                          const clang::Stmt *At);
  void throughGuard(llvm::StringRef Register, const clang::FunctionDecl *Callee,
                    llvm::ArrayRef<ir::Operand> Args);
  bool isHandedIn(const clang::Expr *Callable) const;
  void callsIn(const clang::Stmt *S);

  /// The expansions of macros that write messages; found when first needed.
  std::optional<llvm::DenseSet<clang::FileID>> MessageMacros;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_CALLLOWERING_H
