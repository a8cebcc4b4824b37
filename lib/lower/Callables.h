//===- Callables.h - Values that are functions, and their calls -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The name of a function is a value, and a call of the function that a
/// variable holds is an invoke. An object that holds a callable has fields that
/// no program can name.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_CALLABLES_H
#define CUDA_CAPTURE_LOWER_CALLABLES_H

#include "FunctionParts.h"
#include "Lowering.h"
#include "clang/AST/ExprCXX.h"

namespace cuda_capture::lower {

//===--- Fields of wrappers and binders -------------------------------------//
// Wrappers and binders share these fields, because a wrapper may hold a binder.

/// The function to call.
inline constexpr llvm::StringLiteral Target = "<target>";
/// The function object that the function is called on.
inline constexpr llvm::StringLiteral Object = "<object>";
/// The address of the function object, where a wrapper only refers to it.
inline constexpr llvm::StringLiteral Referent = "<referent>";

//===--- Questions about types ----------------------------------------------//

/// The kinds of value that a wrapper holds.
enum class Holds {
  Nothing,
  /// A callable of its own, whose type the wrapper's type does not name.
  Callable,
  /// A pointer to a callable whose type the wrapper's type does not name.
  Pointer,
  /// A pointer to a callable whose type the wrapper's type names.
  Typed,
  /// A callable whose result is delivered elsewhere.
  Task,
};

/// Returns what an object of this type holds; Holds::Nothing if the object is
/// not a wrapper, or is a task.
Holds wrapperKind(DeclQueries &Decls, clang::QualType T);
/// Whether objects of this type are wrappers.
bool isWrapper(DeclQueries &Decls, clang::QualType T);
/// Whether objects of this type refer to an object of a type that \p T names.
bool isReferenceWrapper(DeclQueries &Decls, clang::QualType T);
/// Whether \p Class is a class that runs a callable of any type.
bool runsCallable(DeclQueries &Decls, const clang::CXXRecordDecl *Class);
/// Whether a value of this type is a function, or holds one.
bool holdsFunction(DeclQueries &Decls, clang::QualType T);
/// Whether std::bind or a similar function makes objects of this type.
bool isBinder(DeclQueries &Decls, clang::QualType T);
bool isBinder(DeclQueries &Decls, const clang::CXXRecordDecl *Class);
/// Returns \p T if it is the type of a function, or the function type that a
/// pointer or reference of type \p T points at; null for other types.
const clang::FunctionProtoType *prototype(clang::QualType T);
/// Returns the function that a call of an object of this class reaches, if
/// there is only one.
const clang::FunctionDecl *callOperator(clang::QualType T);
/// Returns the type of the function that a call of \p Callable reaches: that of
/// \p Known if \p Known is given; null if the function is not certain.
const clang::FunctionProtoType *calledType(DeclQueries &Decls,
                                           const clang::Expr *Callable,
                                           const clang::FunctionDecl *Known);
/// Returns how many parameters a call of \p Callee has.
unsigned parameterCount(DeclQueries &Decls, const clang::Expr *Callee);

class CallableLowering : private FunctionParts {
public:
  explicit CallableLowering(const FunctionParts &Parts)
      : FunctionParts(Parts) {}

  ir::Operand functionValue(const clang::FunctionDecl *Callee);
  /// Returns the object that a std::reference_wrapper stands for, if \p E is
  /// one that is passed for a parameter of another type.
  std::optional<ir::Operand> unwrapped(const clang::Expr *E,
                                       clang::QualType ParamType);
  void emitInvoke(ir::Operand Callee, std::optional<ir::Operand> On,
                  std::vector<ir::Operand> Args, std::optional<ir::Place> Dest,
                  const clang::Expr *At);

  // The following functions return false if the call is of another kind, or its
  // callee is unknown.
  /// Lowers a call without a declared callee: one of a pointer to a function or
  /// to a member.
  bool callPointer(const clang::CallExpr *E,
                   const std::optional<ir::Place> &Dest);
  /// Lowers a call of the object of type \p T at \p Callee.
  bool callObject(const ir::Place &Callee, clang::QualType T,
                  llvm::ArrayRef<const clang::Expr *> Args,
                  const std::optional<ir::Place> &Dest, const clang::Expr *At);
  /// Calls \p Callee as std::invoke does. A null argument stands for one that
  /// is not known.
  bool callWith(const clang::Expr *Callee,
                llvm::ArrayRef<const clang::Expr *> Args,
                const std::optional<ir::Place> &Dest, const clang::Expr *At);

  /// Calls a function that has a row through a made-up lambda, because a thread
  /// cannot run an API call itself. Emits a call of that lambda.
  bool callByLambda(const clang::Expr *Callee,
                    llvm::ArrayRef<const clang::Expr *> Args,
                    const clang::Expr *At);

  /// Makes the wrapper of type \p T at \p To hold \p From.
  void wrap(const ir::Place &To, clang::QualType T, const clang::Expr *From);

  //===--- Binders (Binders.cpp) --------------------------------------------//
  /// An argument of a binder: an expression, the object at a place, or the
  /// object that the value at a place refers to.
  struct Given {
    const clang::Expr *E;
    ir::Place Where;
    clang::QualType Type;
    bool Refers;
  };
  /// Writes the callable and the arguments that a call of std::bind or a
  /// similar function stores.
  bool makeBinder(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                  const std::optional<ir::Place> &Dest);
  /// Returns the argument for a parameter of type \p To.
  ir::Operand passOn(const Given &From, clang::QualType To);

private:
  void keepBound(const ir::Place &To, const clang::Expr *From);
  ir::Operand objectFrom(const Given &From);
  bool callBinder(const ir::Place &Self, clang::QualType T,
                  llvm::ArrayRef<Given> Args,
                  const std::optional<ir::Place> &Dest, const clang::Expr *At);
  bool callBinder(const ir::Place &Self, clang::QualType T,
                  llvm::ArrayRef<const clang::Expr *> Args,
                  const std::optional<ir::Place> &Dest, const clang::Expr *At);
  ir::Operand binderFunction(clang::QualType T,
                             const clang::FunctionProtoType *Signature,
                             const clang::Expr *At);
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_CALLABLES_H
