//===- FunctionParts.h - What lowers one function, and how it is shared *- C++
//-*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One function is lowered by several classes, each of which knows the others:
/// this file names them. A library model gets the smaller set, ModelContext.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_FUNCTIONPARTS_H
#define CUDA_CAPTURE_LOWER_FUNCTIONPARTS_H

#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace cuda_capture::lower {

class BodyScan;
class CallableLowering;
class CallLowering;
class DeclQueries;
class DescribedCalls;
class DynamicTypes;
class ExprLowering;
class FunctionBuilder;
class Lifetimes;
class Lowering;
class MissingStatements;
class ModelList;
class ShortCircuits;

/// What a model of a library type works with, as long as one function is
/// lowered.
struct ModelContext {
  /// What is known about the translation unit: rows, other functions.
  Lowering &L;
  /// What the knowledge base says about types and functions.
  DeclQueries &Decls;
  clang::ASTContext &Ctx;
  /// The function.
  const clang::FunctionDecl *FD;
  /// The part of it that is lowered: its body, or a region of OpenMP.
  const clang::Stmt *Code;
  /// Makes instructions, blocks and locals.
  FunctionBuilder &IR;
  /// What the code tells before it is lowered.
  const BodyScan &Scan;
  /// Values and places of expressions.
  ExprLowering &Exprs;
  /// Calls, constructors and destructors.
  CallLowering &Calls;
  /// Values that are functions, and calls of them.
  CallableLowering &Callables;
  /// The functions that virtual calls reach.
  DynamicTypes &Dynamic;
};

/// A part of a function that is lowered as one of its own: a region of OpenMP.
struct Region {
  const clang::Stmt *Body = nullptr;
  /// Variables of the function that it has the addresses of.
  std::vector<const clang::VarDecl *> Shared;
  /// Variables of the function of which it has a copy.
  llvm::DenseSet<const clang::VarDecl *> Own;
};

/// The classes that lower one function.
struct FunctionParts : ModelContext {
  /// Null for the whole function.
  const Region *Part;
  ShortCircuits &Branches;
  DescribedCalls &Rows;
  Lifetimes &Lives;
  MissingStatements &Gaps;
  ModelList &Models;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_FUNCTIONPARTS_H
