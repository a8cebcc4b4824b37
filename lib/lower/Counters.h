//===- Counters.h - Variables that number the calls -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_COUNTERS_H
#define CUDA_CAPTURE_LOWER_COUNTERS_H

#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace clang {
class ASTContext;
class Expr;
class FunctionDecl;
class Stmt;
class ValueDecl;
} // namespace clang

namespace cuda_capture::lower {

using Counters = llvm::DenseSet<const clang::ValueDecl *>;

/// Returns the variables that outlive a call of the function with the body
/// \p Code, and whose new value the body, or a function that it calls,
/// computes from the old one; and the local variables that are initialized with
/// their values.
Counters countersIn(const clang::Stmt *Code);
/// Returns the same of all functions that a translation unit defines outside of
/// system headers; and the local variables, parameters and fields that get
/// their values, and the functions that return them.
Counters countersOf(clang::ASTContext &Ctx);
/// A variable, parameter or field that gets what is computed from an
/// expression, or a function that returns it.
struct Flow {
  const clang::ValueDecl *To;
  const clang::Expr *From;
};

/// Adds the flows of numbers in \p F, and into the parameters of the functions
/// that it calls.
void addFlows(const clang::FunctionDecl *F, std::vector<Flow> &Flows);

/// Returns the variable or field that \p E names, or is an element of, or the
/// function that it calls.
const clang::ValueDecl *namedBy(const clang::Expr *E);
/// Whether \p D is a local variable whose first value is computed from
/// \p Counter.
bool startsFrom(const clang::ValueDecl *D, const clang::ValueDecl *Counter);
/// Whether \p E mentions one of \p Of, or calls a function that returns what it
/// computes from one.
bool mentionsCounter(const clang::Expr *E, const Counters &Of);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_COUNTERS_H
