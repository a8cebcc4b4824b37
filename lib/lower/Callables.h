//===- Callables.h - Values that are functions, and calls of them *- C++
//-*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that is named is a value; a call of what a variable holds is an
/// invoke. An object that holds a callable has fields that no program can name.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_CALLABLES_H
#define CUDA_CAPTURE_LOWER_CALLABLES_H

#include "FunctionParts.h"
#include "Lowering.h"
#include "clang/AST/ExprCXX.h"

namespace cuda_capture::lower {

//===--- Fields of wrappers and binders -------------------------------------//
// They share them: a wrapper may hold a binder.

/// The function to call.
inline constexpr llvm::StringLiteral Target = "<target>";
/// The function object that it is called on.
inline constexpr llvm::StringLiteral Object = "<object>";
/// The address of that, where an object only refers to it.
inline constexpr llvm::StringLiteral Referent = "<referent>";

//===--- Questions about types ----------------------------------------------//

/// What a wrapper holds.
enum class Holds {
  Nothing,
  /// A callable of its own, of a type that its own type does not tell.
  Callable,
  /// A pointer to a callable of such a type.
  Pointer,
  /// A pointer to a callable; the type of the wrapper tells which.
  Typed,
  /// A callable whose result is delivered elsewhere.
  Task,
};

/// What an object of this type holds; nothing if it is no wrapper, or a task.
Holds wrapperKind(DeclQueries &Decls, clang::QualType T);
/// Whether objects of this type are wrappers.
bool isWrapper(DeclQueries &Decls, clang::QualType T);
/// Whether objects of this type refer to one of a type that it names.
bool isReferenceWrapper(DeclQueries &Decls, clang::QualType T);
/// Whether \p Class is a class that runs a callable of any type.
bool runsCallable(DeclQueries &Decls, const clang::CXXRecordDecl *Class);
/// Whether a value of this type is a function, or holds one.
bool holdsFunction(DeclQueries &Decls, clang::QualType T);
/// Whether std::bind or one of its like makes objects of this type.
bool isBinder(DeclQueries &Decls, clang::QualType T);
bool isBinder(DeclQueries &Decls, const clang::CXXRecordDecl *Class);
/// The type of a function, or of what a pointer or reference to one points at;
/// null if \p T is none.
const clang::FunctionProtoType *prototype(clang::QualType T);
/// The function that a call of an object of this class reaches, if there is
/// only one.
const clang::FunctionDecl *callOperator(clang::QualType T);
/// The type of the function that a call of \p Callable reaches, \p Known if
/// that is given; null if it is not certain.
const clang::FunctionProtoType *calledType(DeclQueries &Decls,
                                           const clang::Expr *Callable,
                                           const clang::FunctionDecl *Known);
/// How many parameters a call of \p Callee has.
unsigned parameterCount(DeclQueries &Decls, const clang::Expr *Callee);

class CallableLowering : private FunctionParts {
public:
  explicit CallableLowering(const FunctionParts &Parts)
      : FunctionParts(Parts) {}

  ir::Operand functionValue(const clang::FunctionDecl *Callee);
  /// What a std::reference_wrapper that is handed to a parameter of another
  /// type stands for.
  std::optional<ir::Operand> unwrapped(const clang::Expr *E,
                                       clang::QualType ParamType);
  void emitInvoke(ir::Operand Callee, std::optional<ir::Operand> On,
                  std::vector<ir::Operand> Args, std::optional<ir::Place> Dest,
                  const clang::Expr *At);

  // These return false if the call is another kind, or its callee is unknown.
  /// A call without a declared callee: of a pointer to a function or member.
  bool callPointer(const clang::CallExpr *E,
                   const std::optional<ir::Place> &Dest);
  /// A call of the object of type \p T at \p Callee.
  bool callObject(const ir::Place &Callee, clang::QualType T,
                  llvm::ArrayRef<const clang::Expr *> Args,
                  const std::optional<ir::Place> &Dest, const clang::Expr *At);
  /// Calls \p Callee as std::invoke does. A null argument is not known.
  bool callWith(const clang::Expr *Callee,
                llvm::ArrayRef<const clang::Expr *> Args,
                const std::optional<ir::Place> &Dest, const clang::Expr *At);

  /// Calls a function of a row by a lambda that is made up, in whose place the
  /// call is written: a thread cannot run an API call itself.
  bool callByLambda(const clang::Expr *Callee,
                    llvm::ArrayRef<const clang::Expr *> Args,
                    const clang::Expr *At);

  /// Makes the wrapper of type \p T at \p To hold \p From.
  void wrap(const ir::Place &To, clang::QualType T, const clang::Expr *From);

  //===--- Binders (Binders.cpp) --------------------------------------------//
  /// What a binder is given: an expression, or what is at a place or what that
  /// refers to.
  struct Given {
    const clang::Expr *E;
    ir::Place Where;
    clang::QualType Type;
    bool Refers;
  };
  /// Writes what a call of std::bind and its like keeps.
  bool makeBinder(const clang::CallExpr *E, const clang::FunctionDecl *Callee,
                  const std::optional<ir::Place> &Dest);
  /// The argument for a parameter of type \p To.
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
