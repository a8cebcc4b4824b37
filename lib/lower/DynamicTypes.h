//===- DynamicTypes.h - The functions that virtual calls reach --*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object of a class with virtual functions has a field for each: the
/// function that a call reaches. A virtual call is an invoke of such a field
/// (Virtual.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_DYNAMICTYPES_H
#define CUDA_CAPTURE_LOWER_DYNAMICTYPES_H

#include "FunctionParts.h"
#include "Lowering.h"
#include "clang/AST/ExprCXX.h"

namespace cuda_capture::lower {

class DynamicTypes : private FunctionParts {
public:
  explicit DynamicTypes(const FunctionParts &Parts) : FunctionParts(Parts) {}

  /// \p Object is of class \p Class, and of no class that is derived from it.
  /// \p Owned: it is what a smart pointer at \p Object owns.
  void setType(const ir::Place &Object, const clang::CXXRecordDecl *Class,
               bool Owned = false);
  /// While a constructor or destructor runs, the object is of its class.
  void setTypeAtEntry();
  void forgetType(const ir::Place &Object, const clang::CXXRecordDecl *Class);
  /// Makes the unknown call that was emitted last, and what follows it from
  /// \p First on, the alternative of a call of what the object's type says.
  void dispatch(const clang::CXXMemberCallExpr *E,
                const clang::CXXMethodDecl *Method, size_t First);
  void dispatchDestructor(const clang::CXXDestructorDecl *D,
                          const ir::Place &Object, size_t First);
  /// Makes the instructions of the current block from \p First on the
  /// alternative of a call of \p Target.
  void makeVirtual(ir::Operand Target, ir::Operand On,
                   std::vector<ir::Operand> Args, size_t First);
  /// What \p From knows of the type of the object that a smart pointer of type
  /// \p Pointer will own, kept in a local; if it is to be followed.
  std::optional<ir::Place> typeFor(clang::QualType Pointer,
                                   const clang::Expr *From);
  void passType(const ir::Place &To, clang::QualType Pointer,
                const ir::Place &Kept);
  /// A call that gives a smart pointer another object.
  struct Replacement {
    ir::Place Pointer;
    clang::QualType Type;
    /// See typeFor().
    ir::Place Kept;
  };
  /// What \p E, to be lowered with \p Args, replaces; nullopt if that is
  /// nothing whose type is followed.
  std::optional<Replacement>
  replacement(const clang::CallExpr *E,
              llvm::ArrayRef<const clang::Expr *> Args);
  /// A function that makes what a smart pointer owns knows the type.
  void makesObject(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                   const ir::Place &Dest);

private:
  std::string slot(const clang::CXXMethodDecl *Method, bool Owned = false);
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_DYNAMICTYPES_H
