//===- HostCallback.cpp - API calls in functions that the driver runs -----===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-host-callback. A host function runs in a thread of the driver,
/// which must not wait for the work that it drives itself. No API call is
/// permitted, whether the function is enqueued, captured or added to a graph
/// (CUDA Runtime API, cudaLaunchHostFunc, cudaStreamAddCallback).
///
//===----------------------------------------------------------------------===//

#include "../Rules.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void analysis::checkHostCallback(const ApiCall &Call, const Site &HandedOver,
                                 Reporter &R) {
  if (Call.Row.InHostFunction != Verdict::Error)
    return;
  Reporter::Details More;
  More.Related.emplace_back(Relation::HandedOver, HandedOver);
  More.UnlessGuarded = true;
  R.report(Rule::HostCallback, DiagnosticKind::InHostFunction,
           ErrorNotPermitted, nullptr, More);
}
