//===- Memo.cpp - Calls that were run before ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls are inlined, and a function that calls two others twice each would be
/// run four times for each level. The outcome of a call is therefore
/// remembered, and reused where the same frame calls the same function with the
/// same arguments in the same state. The transfer functions decide which calls
/// may be remembered.
///
//===----------------------------------------------------------------------===//

#include "CallTree.h"
#include "Engine.h"
#include "FunctionPlans.h"
#include "RootRun.h"
#include "Transfer.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// The cost below which running a function is faster than looking it up, and
/// the number of entries for one function in one frame.
static constexpr unsigned MinCost = 8, MaxRemembered = 4;

States Engine::runCall(Context Ctx, const ir::Instruction &I,
                       const ir::Function &Callee, Context Inner,
                       States Entries) {
  auto Bind = [&] {
    for (State &S : Entries)
      bindArguments(Ctx, I, Callee, Inner, S);
  };
  if (Run.Guessing || !Semantics.remembersCalls() ||
      I.K != ir::Instruction::Call || Entries.size() != 1 ||
      Plans.estimateCost(Callee, 8).Size < MinCost) {
    Bind();
    return run(Callee, Inner, std::move(Entries));
  }

  Remembered New;
  New.Inner = Inner;
  New.InLoop = Frames[Ctx].InLoop;
  New.Entry = Entries.front();
  New.Entry.dropUnheld(U);
  for (const ir::Operand &A : I.Args) {
    New.Args.push_back(Semantics.evaluate(Ctx, A, New.Entry));
    New.Objects.push_back(Semantics.partsOf(Ctx, A, New.Entry));
  }
  std::vector<Remembered> &Known = Calls[{Ctx, &Callee}];
  for (const Remembered &Old : Known)
    if (Old.InLoop == New.InLoop && Old.Args == New.Args &&
        Old.Objects == New.Objects && Old.Entry.sameInput(U, New.Entry)) {
      Semantics.foundAgain(Old.Found, Old.Inner, Entries.front());
      States Result;
      for (const State &Exit : Old.Exits)
        Result.push_back(
            Semantics.replay(Exit, Old.Inner, Inner, Entries.front()));
      return Result;
    }

  const unsigned Before = Run.Unrepeatable;
  const size_t Start = Semantics.now();
  Bind();
  States Exits = run(Callee, Inner, std::move(Entries));
  New.Found = Semantics.foundSince(Start);
  if (Known.size() == MaxRemembered || Run.Unrepeatable != Before ||
      // It may matter for the report of a finding which of two calls is meant.
      !llvm::all_of(New.Found, [&](unsigned Found) {
        return Semantics.isSameForCalls(Found, Ctx);
      }))
    return Exits;
  for (const State &S : Exits) {
    New.Exits.push_back(S);
    New.Exits.back().dropUnheld(U);
    if (!Semantics.leavesNothing(New.Entry, New.Exits.back(), Inner))
      return Exits;
  }
  Known.push_back(std::move(New));
  return Exits;
}
