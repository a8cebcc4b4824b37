//===- NamedResults.cpp - Variables that are the result -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A variable that a function returns by name is the object of the caller.
/// GCC, Clang and nvcc make no copy, and run no destructor at the return, also
/// where the constructor or the destructor has side effects
/// ([class.copy.elision]).
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "models/LibraryModel.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

bool FunctionLowering::returnsNamed(const ReturnStmt *R) {
  NamedResult = BodyScan::namedResult(R);
  if (!NamedResult)
    return false;
  const ir::Place From = ir::Place::local(IR.local(NamedResult));
  const ir::Place Result = ir::Place::local(*IR.ReturnLocal);
  IR.assign(Result, ir::Operand::read(From), R);
  Models.copied(Result, NamedResult->getType(), From, Transfer::Elided);
  Dynamic.setType(Result, NamedResult->getType()->getAsCXXRecordDecl());
  return true;
}
