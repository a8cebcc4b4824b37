//===- Calls.cpp - Follows calls into functions ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides which calls of the engine are followed, passes their arguments, and
/// follows indirect calls to the functions that they may reach.
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

std::optional<Context> Engine::enter(Context Ctx, const ir::Instruction &I,
                                     const ir::Function &Callee,
                                     llvm::ArrayRef<State> Current) {
  if (!isFollowed(Ctx, I, Callee, Current))
    return std::nullopt;
  return Frames.frame(Ctx, I, Callee);
}

/// The size up to which a function is called whatever it has cost so far.
static constexpr unsigned AlwaysFollowed = 64;

/// The number of calls that run no other code than those before, after which
/// further calls are not expected to.
static constexpr unsigned EnoughRepeated = 3;

/// Whether an argument of the call \p I may select what its callee runs: it is
/// a number other than zero, or a function.
bool Engine::maySelectCode(Context Ctx, const ir::Instruction &I,
                           llvm::ArrayRef<State> Current) {
  return llvm::any_of(Current, [&](State S) {
    return llvm::any_of(I.Args, [&](const ir::Operand &A) {
      const Value V = S.resolve(Semantics.evaluate(Ctx, A, S));
      return (V.K == Value::Int && V.Data != 0) || V.K == Value::Function;
    });
  });
}

bool Engine::isFollowed(Context Ctx, const ir::Instruction &I,
                        const ir::Function &Callee,
                        llvm::ArrayRef<State> Current) {
  if (Frames[Ctx].Depth >= Run.CallDepth) {
    Semantics.notFollowed(I, Callee, Current);
    return false;
  }
  // Two frames of a function show what its recursive calls do, unless these
  // count with known numbers.
  const std::optional<Context> Before = Frames.activation(Ctx, Callee);
  if (Before && Frames[*Before].Call &&
      Frames.activation(Frames[*Before].Parent, Callee) &&
      llvm::none_of(Current, [&](const State &S) {
        return countsOn(Ctx, I, Callee, *Before, S);
      }))
    return false;
  const Budget::Account &Account =
      Plans.plan(Callee).steps(Semantics.isWatched(Current, nullptr));
  if (!Run.Steps.isSpent(Account, Plans.ownSize(Callee)))
    return true;
  // A function that is too large has no useful estimate: it counts 1 for its
  // callers, as if it were not followed. The estimate of a function that is on
  // the call path already leaves out its recursive calls.
  if (!Before && !Plans.isTooLarge(Callee) &&
      Plans.estimateCost(Callee, 8).Inlined <= AlwaysFollowed)
    return true;
  // The function is followed as long as its calls show new code.
  const bool HasRunCalls = Plans.hasRunCalls(Callee, Account);
  if (!HasRunCalls && Account.Repeated < EnoughRepeated)
    return true;
  if (HasRunCalls || !Semantics.isWatched(Current, &Callee) ||
      !maySelectCode(Ctx, I, Current))
    Run.Steps.noteAbridged();
  else
    Run.Steps.noteShort();
  return false;
}

/// Whether the call \p I of \p Callee passes a known number that differs from
/// the one that the frame \p Before of \p Callee was given, so that recursion
/// comes to its end.
bool Engine::countsOn(Context Ctx, const ir::Instruction &I,
                      const ir::Function &Callee, Context Before,
                      const State &Current) {
  if (I.K != ir::Instruction::Call)
    return false;
  State S = Current;
  for (unsigned P = 0; P < I.Args.size() && P < Callee.Params.size(); ++P) {
    const Value Now = S.resolve(Semantics.evaluate(Ctx, I.Args[P], S));
    auto Then = S.Memory.find(U.local(Before, P));
    if (Now.K == Value::Int && Then != S.Memory.end() &&
        S.resolve(Then->second).K == Value::Int &&
        S.resolve(Then->second) != Now)
      return true;
  }
  return false;
}

/// Applies a call of the function that a variable holds. Unless that is
/// certainly one function, the callee is unknown.
void Engine::invoke(Context Ctx, const ir::Instruction &I, States &Current) {
  States Result;
  // States that call the same function are run together.
  std::vector<std::pair<const ir::Function *, States>> Calls;
  for (State &S : Current) {
    const Value Target =
        S.resolve(Semantics.evaluate(Ctx, I.Indirect->Target, S));
    const ir::Name Name = U.functionName(Target);
    if (!Name.empty() && !I.Flags.Spawns && Semantics.isApi(Name)) {
      // The conditions that chose the function decide whether this call runs.
      const size_t Before = S.ControlDependences.size();
      S.ControlDependences.insert(S.ControlDependences.end(),
                                  S.PathConditions.begin(),
                                  S.PathConditions.end());
      Frames.setCallee({Ctx, &I}, Name);
      Semantics.apiCall(Ctx, I, Name, S);
      S.ControlDependences.resize(Before);
      Result.push_back(std::move(S));
      continue;
    }
    const ir::Function *Callee = Name.empty() ? nullptr : Find(Name);
    if (!Callee)
      Callee = Semantics.assumedCallee(I);
    // A variable that held a function of the program until a call of an unknown
    // callee is not a callable of which nothing is known.
    if (I.Flags.Throws && !Callee && Target.K != Value::Function)
      Semantics.thrown(Ctx, I, S);
    auto Same = llvm::find_if(
        Calls, [&](const auto &Call) { return Call.first == Callee; });
    if (Same == Calls.end())
      Same = Calls.insert(Same, {Callee, {}});
    Same->second.push_back(std::move(S));
  }
  for (auto &[Callee, Calling] : Calls) {
    States Guessed;
    if (!Callee)
      Guessed = guess(Ctx, I, Calling);
    else
      Semantics.reached(Calling);
    if (Callee || I.alternatives().empty())
      call(Ctx, I, Callee, Calling);
    else
      callUnknown(Ctx, I, Calling);
    for (State &S : Calling)
      for (const State &After : Guessed)
        S.changeComponents(After, [](auto &Mine, const auto &Theirs) {
          return Mine.keepGuessed(Theirs);
        });
    std::move(Calling.begin(), Calling.end(), std::back_inserter(Result));
  }
  Current = std::move(Result);
}

void Engine::bindArguments(Context Ctx, const ir::Instruction &I,
                           const ir::Function &Callee, Context Inner,
                           State &S) {
  Semantics.passArguments(Ctx, I, Callee, Inner, S);
  S.Returned.Whole = Value::unknown();
  if (I.K == ir::Instruction::Invoke)
    for (ControlDependence C : S.PathConditions) {
      C.Ctx = Inner;
      C.Until = FlowGraph::None;
      S.ControlDependences.push_back(C);
    }
}

void Engine::call(Context Ctx, const ir::Instruction &I,
                  const ir::Function *Callee, States &Current) {
  if (I.Flags.Spawns)
    return Semantics.spawn(Ctx, I, Callee, Current);
  if (Callee && Plans.isTooLarge(*Callee))
    callTooLarge(Ctx, I, *Callee, Current);
  else
    follow(Ctx, I, Callee, Current);
}

void Engine::follow(Context Ctx, const ir::Instruction &I,
                    const ir::Function *Callee, States &Current) {
  std::optional<Context> Inner =
      Callee ? enter(Ctx, I, *Callee, Current) : std::nullopt;
  if (!Inner) {
    for (State &S : Current)
      if (Callee)
        Semantics.skippedCall(Ctx, I, *Callee, S);
      else
        Semantics.unknownCall(Ctx, I, S);
    return;
  }
  Current = runCall(Ctx, I, *Callee, *Inner, std::move(Current));
  for (State &S : Current)
    Semantics.returned(Ctx, I, S);
}
