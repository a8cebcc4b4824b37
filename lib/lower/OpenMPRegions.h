//===- OpenMPRegions.h - Regions of OpenMP ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A region of OpenMP that a team of threads runs becomes a function of its
/// own, which is started for each thread (OpenMP.cpp).
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_OPENMPREGIONS_H
#define CUDA_CAPTURE_LOWER_OPENMPREGIONS_H

#include "FunctionParts.h"
#include "Lowering.h"
#include "clang/AST/ExprCXX.h"

namespace clang {
class OMPExecutableDirective;
} // namespace clang

namespace cuda_capture::lower {

class OpenMPRegions : private FunctionParts {
public:
  explicit OpenMPRegions(const FunctionParts &Parts) : FunctionParts(Parts) {}

  /// Finds the regions in \p S.
  void findRegions(const clang::Stmt *S);
  /// Whether \p S is a part of a region, and not code of this function.
  bool isOutlined(const clang::Stmt *S) const { return Outlined.count(S); }
  bool isOutlined(const clang::VarDecl *V) const {
    return OutlinedVariables.count(V);
  }
  void directive(const clang::OMPExecutableDirective *D);

private:
  ir::Instruction region(const clang::Stmt *Body,
                         const clang::OMPExecutableDirective &D);
  void waitForTeam(const clang::Stmt *At);

  llvm::DenseSet<const clang::Stmt *> Outlined;
  llvm::DenseSet<const clang::VarDecl *> OutlinedVariables;
  unsigned NumRegions = 0;
};

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_OPENMPREGIONS_H
