//===- FunctionParts.h - The classes that lower a function ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Several classes lower one function together, and each of them knows the
/// others. This file names these classes. A library model gets a smaller set of
/// them, ModelContext.
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

/// How an object becomes another one.
enum class Transfer {
  Elided, ///< They are one object: the copy is left out.
  Moved,
  Copied
};

/// The context that a model of a library type works with while one function is
/// lowered.
struct ModelContext {
  /// The state of the translation unit: rows, other functions.
  Lowering &L;
  /// The queries about types and functions that the knowledge base answers.
  DeclQueries &Decls;
  clang::ASTContext &Ctx;
  /// The function that is lowered.
  const clang::FunctionDecl *FD;
  /// The code that is lowered: the body of the function, or a part of it.
  const clang::Stmt *Code;
  /// Makes instructions, blocks and locals.
  FunctionBuilder &IR;
  /// The facts about the code that are collected before it is lowered.
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

/// A part of a function that is lowered as a function of its own: a region of
/// OpenMP, or a handler of exceptions.
struct Region {
  const clang::Stmt *Body = nullptr;
  bool IsHandler = false;
  /// The variables of the function whose addresses the region has.
  std::vector<const clang::VarDecl *> Shared;
  /// The variables of the function that the region has its own copies of.
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
