//===- UnknownCallees.cpp - Calls whose callee is not known ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls through pointers, and of virtual functions, of which the analysis does
/// not know the callee.
///
//===----------------------------------------------------------------------===//

#include "../State.h"
#include "CallTree.h"
#include "Engine.h"
#include "RootRun.h"
#include "Transfer.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Runs what stands for a call through a pointer, or of a virtual function, if
/// nothing is known of the callee.
void Engine::callUnknown(Context Ctx, const ir::Instruction &I,
                         States &Current) {
  const bool AnyKnown = llvm::any_of(
      I.candidates(), [&](const ir::Name &Symbol) { return Find(Symbol); });
  for (const ir::Instruction &Other : I.alternatives()) {
    if (Other.Flags.Interface && !AnyKnown)
      for (State &S : Current)
        Semantics.thrown(Ctx, Other, S);
    step(*Frames[Ctx].F, Ctx, Other, Current);
  }
}

/// Runs the functions that may be called, to find what is possible. A guess
/// that rests on another one is made once: layers that call layers through a
/// base class would otherwise take each way through all of them.
/// \returns the states that these calls return in.
States Engine::guess(Context Ctx, const ir::Instruction &I,
                     const States &Current) {
  States Result;
  if (!Run.FollowsGuesses)
    return Result;
  if (!Run.Guessing)
    Run.Guessed.clear();
  ++Run.Guessing;
  for (const ir::Name &Symbol : I.candidates()) {
    const ir::Function *Callee = Find(Symbol);
    if (!Callee || !Semantics.isPlausible(*Callee, Current) ||
        (Run.Guessing > 1 && !Run.Guessed.insert({&I, Callee}).second))
      continue;
    States Reaching = Current;
    call(Ctx, I, Callee, Reaching);
    std::move(Reaching.begin(), Reaching.end(), std::back_inserter(Result));
  }
  --Run.Guessing;
  return Result;
}
