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
  void setType(const ir::Place &Object, const clang::CXXRecordDecl *Class);
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
  /// Returns the destructor that destroys \p Object, whose class or base class
  /// has the virtual destructor \p D.
  ir::Operand destructorOf(const ir::Place &Object,
                           const clang::CXXDestructorDecl *D);

private:
  std::string slot(const clang::CXXMethodDecl *Method);
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_DYNAMICTYPES_H
