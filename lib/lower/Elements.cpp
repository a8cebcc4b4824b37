//===- Elements.cpp - What names an element of a container ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

bool lower::isCalled(const CXXMemberCallExpr *E,
                     llvm::ArrayRef<StringRef> Names) {
  const CXXMethodDecl *Method = E->getMethodDecl();
  return Method && Method->getIdentifier() &&
         llvm::is_contained(Names, Method->getName());
}

const Expr *lower::containerOf(const Expr *E) {
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E))
    switch (Op->getOperator()) {
    case OO_Star:
    case OO_Arrow:
      return Op->getNumArgs() == 1 ? Op->getArg(0) : nullptr;
    case OO_Subscript:
      return Op->getArg(0);
    default:
      return nullptr;
    }
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E))
    return Sub->getBase();
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  return Call && isCalled(Call, {"at", "front", "back", "begin", "cbegin",
                                 "data", "value"})
             ? Call->getImplicitObjectArgument()
             : nullptr;
}

const Expr *lower::ownerIn(const Expr *E, bool &Pointer) {
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(E)) {
    Pointer = Op->getOperator() == OO_Arrow;
    return Op->getNumArgs() == 1 && (Pointer || Op->getOperator() == OO_Star)
               ? Op->getArg(0)
               : nullptr;
  }
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  if (!Call || Call->getNumArgs() != 0)
    return nullptr;
  Pointer = isCalled(Call, {"get"});
  return Pointer || isCalled(Call, {"value"})
             ? Call->getImplicitObjectArgument()
             : nullptr;
}
