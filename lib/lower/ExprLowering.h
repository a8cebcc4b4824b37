//===- ExprLowering.h - Values and places of expressions --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Lowers expressions to operands and places of CaptureIR: values in
/// ExprLowering.cpp, places in Places.cpp, initializers and assignments in
/// Writes.cpp, floating-point numbers in HostValues.cpp.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_EXPRLOWERING_H
#define CUDA_CAPTURE_LOWER_EXPRLOWERING_H

#include "FunctionParts.h"
#include "Lowering.h"
#include "clang/AST/ExprCXX.h"

namespace cuda_capture::lower {

class ExprLowering : private FunctionParts {
public:
  explicit ExprLowering(const FunctionParts &Parts) : FunctionParts(Parts) {}

  /// Returns the value of \p E. An expression that is nested deeper than
  /// ir::MaxNesting is unknown.
  ir::Operand value(const clang::Expr *E);
  /// Returns the place of the object that \p E names or makes; nullopt if it is
  /// not known.
  std::optional<ir::Place> place(const clang::Expr *E);
  /// Returns the place of the object that \p E names, or points at if \p E is a
  /// pointer: that of a member function, for example.
  std::optional<ir::Place> objectPlace(const clang::Expr *E);
  /// Returns the place of the variable or binding \p D. \p Captured tells that
  /// \p D is named in a lambda or a region of OpenMP, around which it is
  /// declared.
  std::optional<ir::Place> declPlace(const clang::ValueDecl *D, bool Captured);
  /// Returns the object of a member function; in a lambda, the object of the
  /// function around it.
  std::optional<ir::Place> thisPlace();

  /// Initializes an object or reference of type \p Type at \p To with \p Init.
  void initialize(const ir::Place &To, clang::QualType Type,
                  const clang::Expr *Init);
  void increment(const clang::UnaryOperator *E);
  void assign(const clang::BinaryOperator *E);
  void variable(const clang::VarDecl *D);
  /// Notes that \p S reads memory that a copy to the host may write
  /// (HostReads.cpp).
  void hostRead(const clang::Stmt *S);
  /// Returns the flag that tells whether a static local's initializer has run.
  ir::Operand isInitialized(const clang::VarDecl *D);
  ir::Place initializedFlag(const clang::VarDecl *D);
  /// Returns the value of the condition \p E. A condition with an error may ask
  /// whether the stream captures, as the result of an unknown callee may.
  ir::Operand condition(const clang::Expr *E);
  /// Forgets the values of all variables and members in \p E: an expression
  /// with errors may write to each of them.
  void havocMentioned(const clang::Expr *E);

  /// Constants and default arguments whose initializers are being written.
  llvm::DenseSet<const clang::VarDecl *> SpellingOut;

private:
  ir::Operand castValue(const clang::CastExpr *E);
  /// Returns the value of floating-point arithmetic: a number that depends on
  /// its operands in a way that is not followed.
  ir::Operand floatingValue(const clang::Expr *E);
  void collectOperands(const clang::Expr *E, std::vector<ir::Operand> &Found);
  ir::Operand unaryValue(const clang::UnaryOperator *E);
  ir::Operand binaryValue(const clang::BinaryOperator *E);
  ir::Operand elementAddress(const clang::BinaryOperator *E);
  ir::Operand designated(const clang::Expr *E);
  std::optional<ir::Operand> nextEpoch(const ir::Place &P,
                                       const clang::BinaryOperator *E);
  std::optional<ir::Place> memberPlace(const clang::MemberExpr *E);
  /// Returns the place of an object that an initializer list makes on the spot.
  std::optional<ir::Place> listPlace(const clang::Expr *E);
  void spellOutConstant(const clang::VarDecl *D);

  void hostRead(const clang::Expr *Read, std::optional<ir::Place> Where,
                const clang::Stmt *At);
  void emitHostRead(const clang::Expr *Read, const ir::Place &Where,
                    unsigned Known, const clang::Stmt *At);

  unsigned Nesting = 0;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_EXPRLOWERING_H
