//===- GlobalNames.cpp - Names of variables with static storage -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "clang/Analysis/Analyses/ExprMutationAnalyzer.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether only the initialization of \p D writes it: it is a constant, or a
/// static local that its function does not change.
static bool isSetOnce(const VarDecl *D, ASTContext &Ctx) {
  const QualType T = D->getType();
  if (T->isReferenceType())
    return true;
  if (!T->isScalarType() || T.isVolatileQualified())
    return false;
  if (T.isConstQualified())
    return true;
  const auto *Around = dyn_cast<FunctionDecl>(D->getDeclContext());
  return D->isStaticLocal() && Around && Around->hasBody() &&
         !ExprMutationAnalyzer(*Around->getBody(), Ctx).isMutated(D);
}

llvm::StringRef Lowering::globalName(const VarDecl *D) {
  auto [It, New] = GlobalNames.try_emplace(D->getCanonicalDecl());
  std::string &Name = It->second;
  if (!New)
    return Name;
  Name = D->getQualifiedNameAsString();
  if (D->isStaticLocal())
    if (const auto *Around = dyn_cast<FunctionDecl>(D->getDeclContext()))
      Name = symbol(Around).str() + "::" + D->getName().str();
  if (isSetOnce(D, Ctx))
    Name += ir::SetOnceSuffix;
  if (Deferring && !D->isExternallyVisible()) {
    InternalVariables.insert(Name);
    InternalVariables.insert(initializedFlag(Name));
  }
  return Name;
}

std::string Lowering::initializedFlag(StringRef Name) {
  Name.consume_back(ir::SetOnceSuffix);
  return (Name + ir::InitializedFlag + ir::SetOnceSuffix).str();
}
