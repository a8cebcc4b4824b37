//===- Between.cpp - From the begin of a capture to a call ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Between.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::fixits;
using namespace clang;

std::optional<Between> Between::of(const CallSite &Site) {
  const analysis::Finding &F = Site.F;
  if (!Site.Function || !Site.Function->hasBody() || F.Path.size() != 1 ||
      F.Begin.empty() || F.Begin.front().In != F.Path.front().In)
    return std::nullopt;
  Between B;
  const Stmt *Body = Site.Function->getBody();
  B.ToBegin = pathTo(Body, Site.L.statement(F.Begin.front().I->At));
  B.ToCall = pathTo(Body, Site.Call);
  if (B.ToBegin.empty() || B.ToCall.empty())
    return std::nullopt;
  size_t Common = 0;
  while (Common < B.ToBegin.size() && Common < B.ToCall.size() &&
         B.ToBegin[Common] == B.ToCall[Common])
    ++Common;
  if (Common == 0 || Common >= B.ToBegin.size() || Common >= B.ToCall.size() ||
      !isa<CompoundStmt>(B.ToBegin[Common - 1]) ||
      !B.ToBegin[Common - 1]->getBeginLoc().isFileID() ||
      !isUnconditional(B.ToBegin, Common))
    return std::nullopt;
  B.Block = Common - 1;
  std::vector<const Stmt *> Statements = B.statements();
  if (Statements.empty())
    return std::nullopt;
  return B;
}

std::vector<const Stmt *> Between::statements() const {
  std::vector<const Stmt *> Result;
  for (const Stmt *S : cast<CompoundStmt>(ToBegin[Block])->body()) {
    if (S == begin() || !Result.empty())
      Result.push_back(S);
    if (S == ToCall[Block + 1])
      return Result;
  }
  return Result;
}
