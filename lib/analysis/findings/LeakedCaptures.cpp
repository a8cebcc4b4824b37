//===- LeakedCaptures.cpp - Calls behind a leaked capture -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LeakedCaptures.h"
#include "../engine/CallTree.h"
#include "../engine/FunctionPlans.h"
#include "RootEvidence.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool LeakedCaptures::reaches(const Site &From, const Site &To,
                             const Site &Begin) const {
  // The innermost frame that both are reached from.
  Site Here = From;
  while (!Frames.callIn(To, Here.Ctx)) {
    if (!Frames[Here.Ctx].Call)
      return false;
    Here = {Frames[Here.Ctx].Parent, Frames[Here.Ctx].Call};
  }
  // A loop around a call of that frame comes back to it.
  for (Site Outer = Here;
       Frames[Outer.Ctx].Call && !Frames.callIn(Begin, Outer.Ctx);) {
    Outer = {Frames[Outer.Ctx].Parent, Frames[Outer.Ctx].Call};
    const ir::Function &F = *Frames[Outer.Ctx].F;
    if (Plans.plan(F).Flow.InLoop[blockOf(F, Outer.I)])
      return true;
  }
  const ir::Function &F = *Frames[Here.Ctx].F;
  const FlowGraph &Flow = Plans.plan(F).Flow;
  const ir::Instruction *Target = Frames.callIn(To, Here.Ctx);
  const ir::Instruction *Starts = Frames.callIn(Begin, Here.Ctx);
  const unsigned B = blockOf(F, Here.I), End = blockOf(F, Target);
  const unsigned Start = Starts ? blockOf(F, Starts) : FlowGraph::None;
  if (B == End && Here.I < Target)
    return B != Start || Starts <= Here.I || Target <= Starts;
  if (B == Start && Here.I < Starts)
    return false;
  // The block of the begin is passed as far as the begin.
  auto Arrives = [&](unsigned Next) {
    if (Next == Start)
      return Start == End && Target <= Starts;
    return Flow.reaches(Next, End, Start) && (Start != End || Target <= Starts);
  };
  return llvm::any_of(Flow.Of.successors(B), Arrives);
}

bool LeakedCaptures::isBehind(const RawFinding &F) const {
  switch (F.R) {
  case Rule::UnsafeCall:
  case Rule::Synchronization:
  case Rule::LegacyStream:
  case Rule::UnsupportedOperation:
  case Rule::EscapedWork:
  case Rule::Isolation:
    break;
  default:
    return false;
  }
  if (!F.Begin || F.Begin == F.At || F.Exit || F.ShownByEnd)
    return false;
  const auto First = Evidence.EndsOf.lower_bound({*F.Begin, Site()});
  const auto Last = std::find_if(First, Evidence.EndsOf.end(),
                                 [&](auto &E) { return E.first != *F.Begin; });
  return First != Last && std::none_of(First, Last, [&](const auto &E) {
           return reaches(F.At, E.second, *F.Begin);
         });
}
