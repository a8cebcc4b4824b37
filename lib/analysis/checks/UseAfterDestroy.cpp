//===- UseAfterDestroy.cpp - Handles used after they are gone -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-use-after-destroy. A destroyed event, stream, graph or
/// executable graph may not be used again, nor destroyed again (CUDA Runtime
/// API, cudaEventDestroy and its siblings: "undefined behavior", in practice
/// cudaErrorInvalidResourceHandle). The rule also applies outside of captures.
///
//===----------------------------------------------------------------------===//

#include "../Rules.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void analysis::checkUseAfterDestroy(const ApiCall &Call, const State &S,
                                    Reporter &R) {
  for (unsigned I = 0; I < Call.Row.Params.size() && I < Call.Args.size();
       ++I) {
    const Param &P = Call.Row.Params[I];
    if (!isHandle(P.R) || (P.Acc != Access::In && P.Acc != Access::Destroy))
      continue;
    const Value &V = Call.Args[I];
    if (!V.isSymbol() || V.Stale)
      continue;
    auto It = S.Destroyed.find(V.Data);
    if (It == S.Destroyed.end())
      continue;
    R.report(Rule::UseAfterDestroy,
             P.Acc == Access::Destroy ? DiagnosticKind::DestroyedTwice
                                      : DiagnosticKind::UsedAfterDestroy,
             ErrorInvalidResourceHandle, nullptr, {&It->second, I, {}, {}});
    return;
  }
}
