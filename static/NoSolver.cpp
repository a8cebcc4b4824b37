//===- NoSolver.cpp - Stands for LLVM's interface to Z3 -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines what LLVM's Z3Solver.cpp defines, so that the linker does not take
/// that from the library, and Z3 with it. Clang's static analyzer, which comes
/// with the library for clang-tidy, calls it if its user asks for Z3; nobody
/// can ask here.
///
//===----------------------------------------------------------------------===//

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SMTAPI.h"

using namespace llvm;

SMTSolverRef llvm::CreateZ3Solver() {
  report_fatal_error("this program was built without Z3");
}

LLVM_DUMP_METHOD void SMTSort::dump() const {}
LLVM_DUMP_METHOD void SMTExpr::dump() const {}
LLVM_DUMP_METHOD void SMTSolver::dump() const {}
LLVM_DUMP_METHOD void SMTSolverStatistics::dump() const {}
