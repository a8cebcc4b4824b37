//===- FunctionContext.h - The classes that lower one function --*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Owns the classes that lower one function.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_FUNCTIONCONTEXT_H
#define CUDA_CAPTURE_LOWER_FUNCTIONCONTEXT_H

#include "BodyScan.h"
#include "CallLowering.h"
#include "Callables.h"
#include "DescribedCalls.h"
#include "DynamicTypes.h"
#include "ExprLowering.h"
#include "FunctionBuilder.h"
#include "Lifetimes.h"
#include "MissingStatements.h"
#include "ShortCircuits.h"
#include "models/LibraryModel.h"

namespace cuda_capture::lower {

class FunctionContext : public FunctionParts {
public:
  /// Lowers \p FD, or \p Part of it, to \p F; all must outlive this.
  FunctionContext(Lowering &L, const clang::FunctionDecl *FD, ir::Function &F,
                  const Region *Part = nullptr);
  FunctionContext(const FunctionContext &) = delete;
  FunctionContext &operator=(const FunctionContext &) = delete;

protected:
  FunctionBuilder Builder;
  BodyScan Scanned;

private:
  ExprLowering OwnExprs;
  CallLowering OwnCalls;
  CallableLowering OwnCallables;
  DynamicTypes OwnDynamic;
  ShortCircuits OwnBranches;
  DescribedCalls OwnRows;
  Lifetimes OwnLives;
  MissingStatements OwnGaps;
  ModelList OwnModels;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_FUNCTIONCONTEXT_H
