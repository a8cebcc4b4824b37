//===- DynamicTypes.h - The functions that virtual calls reach --*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object of a class with virtual functions has a field for each of them,
/// which holds the function that a call reaches. A virtual call is an invoke of
/// such a field (Virtual.cpp).
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

  /// Records that \p Object is of class \p Class, and not of a derived class.
  /// If \p Owned is set, \p Object is a smart pointer, and the object is the
  /// one that it owns.
  void setType(const ir::Place &Object, const clang::CXXRecordDecl *Class,
               bool Owned = false);
  /// Records that the object is of the class of the constructor or destructor
  /// that is being lowered.
  void setTypeAtEntry();
  void forgetType(const ir::Place &Object, const clang::CXXRecordDecl *Class);
  /// Turns the instructions from \p First on, which emit an unknown call, into
  /// the alternative of a call of the function that the object's dynamic type
  /// determines.
  void dispatch(const clang::CXXMemberCallExpr *E,
                const clang::CXXMethodDecl *Method, size_t First);
  void dispatchDestructor(const clang::CXXDestructorDecl *D,
                          const ir::Place &Object, size_t First);
  /// Turns the instructions of the current block from \p First on into the
  /// alternative of a call of \p Target.
  void makeVirtual(ir::Operand Target, ir::Operand On,
                   std::vector<ir::Operand> Args, size_t First);
  /// Keeps in a local what \p From knows about the type of the object that a
  /// smart pointer of type \p Pointer will own. Returns that local, or nullopt
  /// if the type is not followed.
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
  /// Returns the replacement that \p E, which is about to be lowered with
  /// \p Args, makes; nullopt if it replaces no object whose type is followed.
  std::optional<Replacement>
  replacement(const clang::CallExpr *E,
              llvm::ArrayRef<const clang::Expr *> Args);
  /// Records the type of the object that a smart pointer owns, if \p Callee
  /// makes that object and thereby knows its type.
  void makesObject(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                   const ir::Place &Dest);

private:
  std::string slot(const clang::CXXMethodDecl *Method, bool Owned = false);
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_DYNAMICTYPES_H
