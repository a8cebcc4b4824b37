//===- Handlers.cpp - Handlers of exceptions ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Clang's CFG, as it is built here, has no edges for exceptions, so no path
/// leads to a handler. A handler becomes a function of its own, which nothing
/// calls. If it ends a capture, its code before that end runs in the capture,
/// as in every function that ends a capture which it has not begun.
///
//===----------------------------------------------------------------------===//

#include "FunctionLowering.h"
#include "Guards.h"
#include "Outlining.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Adds the handlers in \p S to \p Found. The body of a lambda is another
/// function.
static void handlersIn(const Stmt *S,
                       llvm::SmallVectorImpl<const CXXCatchStmt *> &Found) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *Handler = dyn_cast<CXXCatchStmt>(S))
    Found.push_back(Handler);
  for (const Stmt *Child : S->children())
    handlersIn(Child, Found);
}

/// Returns how a handler with the body \p Body, which changes no capture,
/// leaves the function. One that may go on behind its try block counts as one
/// that may end a capture.
static ir::Guard leavesBy(const CompoundStmt *Body) {
  if (Body->body_empty())
    return ir::Guard::Ends;
  const Stmt *Last = Body->body_back();
  if (const auto *E = dyn_cast<Expr>(Last))
    return isa<CXXThrowExpr>(E->IgnoreImplicit()) ? ir::Guard::None
                                                  : ir::Guard::Ends;
  return isa<ReturnStmt>(Last) ? ir::Guard::Returns : ir::Guard::Ends;
}

void FunctionLowering::outlineHandlers() {
  llvm::SmallVector<const CXXCatchStmt *, 4> Found;
  handlersIn(Code, Found);
  unsigned Number = 0;
  for (const CXXCatchStmt *Handler : Found) {
    Region Body;
    Body.Body = Handler->getHandlerBlock();
    Body.IsHandler = true;
    Body.Own.insert(Handler->getExceptionDecl());
    Body.Shared = sharedVariables(FD, Body.Body, Body.Own);
    ir::Function Result;
    Result.Name = IR.F.Name + ".catch" + std::to_string(++Number);
    Result.Display = "catch";
    Result.Parent = IR.F.Name;
    Result.IsHandler = true;
    Result.At = L.location(Handler->getCatchLoc(), nullptr);
    FunctionLowering One(L, FD, Result, &Body);
    const bool Ok = One.run();
    IR.F.Cut |= !Ok; // Clang makes no CFG of the handler.
    Handlers[Handler] = Ok && !mayChangeCapture(L, Result)
                            ? leavesBy(cast<CompoundStmt>(Body.Body))
                            : ir::Guard::Ends;
    if (Ok && One.matters() && !L.module().find(Result.Name))
      L.addRegion(std::move(Result), One.takeVariables());
  }
}
