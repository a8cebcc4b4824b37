//===- FunctionContext.cpp - The classes that lower one function ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionContext.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

FunctionContext::FunctionContext(Lowering &L, const FunctionDecl *FD,
                                 ir::Function &F, const Region *Part)
    // The references to the parts are bound before the parts are constructed.
    // Each part uses the others only while a function is lowered.
    : FunctionParts{{L, L.decls(), L.context(), FD,
                     Part ? Part->Body : FD->getBody(), Builder, Scanned,
                     OwnExprs, OwnCalls, OwnCallables, OwnDynamic},
                    Part,
                    OwnBranches,
                    OwnRows,
                    OwnLives,
                    OwnGaps,
                    OwnModels},
      Builder(L, F), Scanned(L, L.context()), OwnExprs(*this), OwnCalls(*this),
      OwnCallables(*this), OwnDynamic(*this), OwnBranches(*this),
      OwnRows(*this), OwnLives(*this), OwnGaps(*this), OwnModels(*this) {}
