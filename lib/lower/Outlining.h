//===- Outlining.h - Parts of a function as functions -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A region of OpenMP and a handler of exceptions become functions of their
/// own, which receive the addresses of the variables that they share with the
/// function around them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_OUTLINING_H
#define CUDA_CAPTURE_LOWER_OUTLINING_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace cuda_capture::lower {

/// Calls \p Visit with \p S and all its descendants, including those in regions
/// of OpenMP.
void visitStatements(const clang::Stmt *S,
                     llvm::function_ref<void(const clang::Stmt *)> Visit);

/// Returns a loop with one round around \p Body, so that each "break" and
/// "continue" of \p Body that leaves it has a target.
clang::Stmt *inLoop(const clang::Stmt *Body, clang::ASTContext &Ctx);

/// Returns the variables of \p F that \p Body, a part of \p F, uses and does
/// not declare, without those in \p Own.
std::vector<const clang::VarDecl *>
sharedVariables(const clang::FunctionDecl *F, const clang::Stmt *Body,
                const llvm::DenseSet<const clang::VarDecl *> &Own);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_OUTLINING_H
