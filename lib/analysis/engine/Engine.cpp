//===- Engine.cpp - Runs functions to a fixpoint --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "CallTree.h"
#include "FunctionPlans.h"
#include "RootRun.h"
#include "Transfer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

States Engine::run(const ir::Function &F, Context Ctx, States Entries) {
  Run.GaveUp |= Run.Until.isPast();
  FunctionPlans::Plan &P = Plans.plan(F);
  const FlowGraph &Flow = P.Flow;
  if (Flow.isStraight() && Entries.size() == 1)
    return runStraight(P, Ctx, std::move(Entries));
  if (!P.Live)
    P.Live.emplace(Flow);
  const LiveLocals &Live = *P.Live;
  std::vector<Disjuncts> In(F.Blocks.size());
  // Blocks are taken in reverse post-order, so that, except in loops, a block
  // is not run before all paths into it have arrived.
  llvm::BitVector Work(Flow.InOrder.size());
  Disjuncts Exits;

  const unsigned Size = Plans.ownSize(F);
  Budget::Account &Account = P.steps(Semantics.isWatched(Entries, nullptr));
  uint64_t Spent = 0;

  Semantics.entered(F);
  Run.Steps.enterFrame(Frames[Ctx].CountedIn, Size);
  for (State &S : Entries)
    addState(In[0], std::move(S), Ctx, &F.Blocks[0]);
  Work.set(Flow.Order[0]);
  auto RunOn = [&](unsigned B, States Current) {
    Spent += runBlock(Flow, Account, Ctx, B, Current);
    const ir::Terminator &T = F.Blocks[B].Term;
    for (State &Out : Current) {
      if (T.K == ir::Terminator::Return) {
        leave(Ctx, T, Out);
        addState(Exits, std::move(Out), Ctx, &F, Run.Steps.limits(Spent, Size));
        continue;
      }
      branch(Flow, Ctx, B, Out, [&](unsigned Target, State &Arriving) {
        Target = arrive(Flow, Ctx, B, Target, Arriving);
        Arriving.dropDead(
            U, Ctx, [&](unsigned Local) { return Live.isLive(Target, Local); });
        if (addState(In[Target], std::move(Arriving), Ctx, &F.Blocks[Target],
                     Run.Steps.limits(Spent, Size)))
          Work.set(Flow.Order[Target]);
      });
    }
  };
  unsigned Left = 0;
  Run.Steps.open(Account);
  const unsigned SeenBefore = Account.Seen.count();
  for (int At; (At = Work.find_first()) >= 0 && !Run.GaveUp;) {
    const unsigned B = Flow.InOrder[At];
    Work.reset(At);
    // Control does not return to the blocks before one that is run once, so
    // their states are not compared any more.
    if (Flow.isRunOnce(B))
      for (; Left < unsigned(At); ++Left)
        Disjuncts().swap(In[Flow.InOrder[Left]]);
    compact(In[B]);
    const unsigned Runs =
        llvm::count_if(In[B], [](const Disjunct &D) { return D.Todo; });
    Run.Steps.spend(Account, Runs);
    Spent += Runs;
    if (Run.Steps.isHopeless(Spent, Size)) {
      Run.GaveUp = true;
      break;
    }
    // The states of a block that is run again are kept for comparison with
    // those that arrive later, possibly while the block is run.
    States Todo;
    for (Disjunct &D : In[B])
      if (std::exchange(D.Todo, false)) {
        if (Flow.isRunOnce(B))
          Todo.push_back(std::move(D.S));
        else
          Todo.push_back(D.S);
      }
    // On all states at once, a callee is run once for all of them, and not once
    // for each, which makes as many states again.
    if (Run.Steps.multiplies()) {
      RunOn(B, std::move(Todo));
      continue;
    }
    for (State &S : Todo) {
      States Single;
      Single.push_back(std::move(S));
      RunOn(B, std::move(Single));
    }
  }
  Account.Repeated =
      Account.Seen.count() == SeenBefore ? Account.Repeated + 1 : 0;
  return takeStates(Exits);
}

/// Evaluates what the function of frame \p Ctx returns, and leaves the frame.
void Engine::leave(Context Ctx, const ir::Terminator &Return, State &S) {
  const ir::Operand *Result = Return.Value ? &*Return.Value : nullptr;
  S.Returned.Whole =
      Result ? Semantics.evaluate(Ctx, *Result, S) : Value::unknown();
  S.Returned.Members = Result ? Semantics.partsOf(Ctx, *Result, S) : Parts();
  if (!Frames[Ctx].Call)
    Run.RootExits.push_back({&Return, S});
  S.leaveFrame(U, Ctx);
}

/// Runs a function without branches on one state, which saves the comparisons
/// of states. Accessors and wrappers are such functions, and are called often.
States Engine::runStraight(FunctionPlans::Plan &P, Context Ctx,
                           States Current) {
  const FlowGraph &Flow = P.Flow;
  const ir::Function &F = *Flow.Of.F;
  Budget::Account &Account = P.steps(Semantics.isWatched(Current, nullptr));
  Semantics.entered(F);
  Run.Steps.enterFrame(Frames[Ctx].CountedIn, Plans.ownSize(F));
  for (unsigned B = 0;; B = Flow.Of.successors(B).front()) {
    Run.Steps.spend(Account, Current.size());
    runBlock(Flow, Account, Ctx, B, Current);
    const ir::Terminator &T = F.Blocks[B].Term;
    if (T.K == ir::Terminator::Return) {
      for (State &S : Current)
        leave(Ctx, T, S);
      break;
    }
    States Next;
    for (State &S : Current)
      branch(Flow, Ctx, B, S, [&](unsigned, State &Arriving) {
        Next.push_back(std::move(Arriving));
      });
    Current = std::move(Next);
    if (Flow.Of.successors(B).empty())
      break;
  }
  if (Current.size() < 2)
    return Current;
  Disjuncts Exits;
  for (State &S : Current)
    addState(Exits, std::move(S), Ctx, &F);
  return takeStates(Exits);
}

/// Returns the states in \p Of, which are merged where they can be.
States Engine::takeStates(Disjuncts &Of) {
  compact(Of);
  States Result;
  Result.reserve(Of.size());
  for (Disjunct &D : Of)
    Result.push_back(std::move(D.S));
  return Result;
}

/// Applies to \p S the step of control from \p From to \p To, and passes
/// through blocks of which nothing is run. \returns the block at which control
/// arrives.
unsigned Engine::arrive(const FlowGraph &Flow, Context Ctx, unsigned From,
                        unsigned To, State &S) {
  while (true) {
    S.endConditions([&](const ControlDependence &C) {
      return C.Ctx == Ctx && C.Until == To;
    });
    if (Flow.Order[To] <= Flow.Order[From]) {
      S.endRound(Ctx);
      Semantics.roundEnds(Ctx, To, S);
      widenCounters(Flow, Ctx, To, S);
      return To; // A loop may have nothing else in it.
    }
    if (!Flow.Empty[To])
      return To;
    From = To;
    To = Flow.Of.successors(From).front();
    noteLeft(*Flow.Of.F, Ctx, From, S);
  }
}

/// Ends a round of the loop at \p Head. If no condition on a counter decides
/// whether the loop ends, the loop would be run with each number in turn. The
/// counter therefore becomes any number in its direction of counting from the
/// number of the first round.
void Engine::widenCounters(const FlowGraph &Flow, Context Ctx, unsigned Head,
                           State &S) {
  for (const FlowGraph::Counter &Of : Flow.counters(Head)) {
    if (llvm::any_of(Of.Tests, [&](unsigned Test) {
          return !Undecided.count({Ctx, &Flow.Of.F->Blocks[Test].Term});
        }))
      continue;
    const LocationId Where = U.local(Ctx, Of.Local);
    auto Known = S.Memory.find(Where);
    if (Known == S.Memory.end())
      continue;
    const Value Now = S.resolve(Known->second);
    const void *Maker = &Flow.Of.F->Blocks[Head];
    bool IsNew = false;
    const SymbolId Any =
        U.conjure(Ctx, Maker, Where, /*FromUnknownCall=*/false, &IsNew);
    // The counter does not go back behind its value at the end of the first
    // round.
    std::optional<int64_t> Bound;
    if (Of.Up != Of.Down)
      Bound = Now.K != Value::Int ? S.Facts.boundOf(U, Any, /*Lower=*/Of.Up)
              : Of.Up             ? llvm::checkedSub<int64_t>(Now.Data, 1)
                                  : llvm::checkedAdd<int64_t>(Now.Data, 1);
    if (!IsNew)
      S.forget(U, Any);
    S.Memory[Where] = Value::symbol(Any);
    if (Bound) {
      const Value Counted = Value::symbol(Any), Limit = Value::constant(*Bound);
      S.assume(U,
               Of.Up ? Semantics.isGreater(Counted, Limit)
                     : Semantics.isGreater(Limit, Counted),
               true);
    }
  }
}

/// Notes if \p Block ends with a return statement of the root, which jumps to
/// its last block.
void Engine::noteLeft(const ir::Function &F, Context Ctx, unsigned Block,
                      State &S) {
  const ir::Terminator &T = F.Blocks[Block].Term;
  if (T.K == ir::Terminator::Goto && T.At.isValid() && !Frames[Ctx].Call &&
      F.Blocks[T.Targets[0]].Term.K == ir::Terminator::Return)
    S.Left = &T;
}

/// Runs a block on the states in \p Current, and replaces them by the states at
/// its end. \returns the number of steps, without those of callees.
uint64_t Engine::runBlock(const FlowGraph &Flow, Budget::Account &Account,
                          Context Ctx, unsigned Block, States &Current) {
  const ir::Function &F = *Flow.Of.F;
  const Frame &Caller = Frames[Frames[Ctx].Parent];
  Frames[Ctx].InLoop =
      Flow.InLoop[Block] || (Frames[Ctx].Call && Caller.InLoop);
  if (Account.Seen.size() != F.Blocks.size())
    Account.Seen.resize(F.Blocks.size());
  Account.Seen.set(Block);
  const std::vector<ir::Instruction> &Insts = F.Blocks[Block].Insts;
  uint64_t Taken = 0;
  for (unsigned I = 0; I < Insts.size() && !Current.empty() && !Run.GaveUp; ++I)
    if (Flow.Of.keeps(Block, I)) {
      Run.Steps.spend(Account, Current.size());
      Taken += Current.size();
      step(F, Ctx, Insts[I], Current);
    }
  return Taken;
}

void Engine::branch(const FlowGraph &Flow, Context Ctx, unsigned Block,
                    State &S, llvm::function_ref<void(unsigned, State &)> Out) {
  const ir::Function &F = *Flow.Of.F;
  const ir::Terminator &T = F.Blocks[Block].Term;
  if (Flow.Of.isSkipped(Block))
    return Out(Flow.Of.successors(Block).front(), S);
  switch (T.K) {
  case ir::Terminator::Return:
    return;
  case ir::Terminator::Unreachable:
    if (T.Throws)
      Semantics.thrown(Ctx, T, S);
    return;
  case ir::Terminator::Goto:
    noteLeft(F, Ctx, Block, S);
    return Out(T.Targets[0], S);
  case ir::Terminator::Branch: {
    Value V = Semantics.condition(Ctx, *T.Value, S);
    const Value Known = S.resolve(V);
    auto Take = [&](State &Arm, bool True) {
      if (!Arm.assume(U, V, True))
        return false;
      control(Flow, Ctx, Block, T.Targets[True ? 0 : 1], V, True, Arm);
      return true;
    };
    if (Known.K == Value::Int) {
      const bool True = Known.Data != 0;
      if (Take(S, True))
        Out(T.Targets[True ? 0 : 1], S);
      return;
    }
    State IfTrue = S;
    const bool MayBeTrue = Take(IfTrue, true), MayBeFalse = Take(S, false);
    if (MayBeTrue && MayBeFalse && Flow.InLoop[Block])
      Undecided.insert({Ctx, &T});
    if (MayBeTrue)
      Out(T.Targets[0], IfTrue);
    if (MayBeFalse)
      Out(T.Targets[1], S);
    return;
  }
  case ir::Terminator::Switch: {
    Value V = Semantics.condition(Ctx, *T.Value, S);
    std::vector<std::pair<unsigned, State>> Arms;
    State Default = S;
    bool DefaultPossible = true;
    for (unsigned I = 0; I < T.Cases.size(); ++I) {
      State Arm = S;
      Value Taken = Semantics.isEqual(V, T.Cases[I]);
      DefaultPossible = DefaultPossible && Default.assume(U, Taken, false);
      if (!Arm.assume(U, Taken, true))
        continue;
      control(Flow, Ctx, Block, T.Targets[I], V, true, Arm, I + 1);
      Arms.emplace_back(T.Targets[I], std::move(Arm));
    }
    if (DefaultPossible) {
      control(Flow, Ctx, Block, T.Targets.back(), V, false, Default);
      Arms.emplace_back(T.Targets.back(), std::move(Default));
    }
    for (auto &[Target, Arm] : Arms)
      Out(Target, Arm);
    return;
  }
  }
}

/// Notes that the code which follows runs only because of this decision. The
/// decision is part of the reason for a finding, or casts doubt on it.
void Engine::control(const FlowGraph &Flow, Context Ctx, unsigned Block,
                     unsigned Target, const Value &Condition, bool Taken,
                     State &S, unsigned Case) {
  const ir::Terminator &Branch = Flow.Of.F->Blocks[Block].Term;
  const bool IsKnown = !Condition.isSymbol() && Condition.K != Value::Unknown;
  const unsigned Until = Flow.PostDominator[Block];
  const FirstUse Makes = Semantics.decideFirstUse(Ctx, *Flow.Of.F, Block, Until,
                                                  Taken, Flow.InLoop[Block], S);
  const bool AsksRecord = Semantics.asksRecord(*Flow.Of.F, Branch, IsKnown);
  // A condition on an object that this path has just made is known, but a loop
  // that warms up may have made the object before.
  const bool IsOfNewObject = IsKnown && Makes == FirstUse::OfVariable;
  if (IsKnown && !AsksRecord && !IsOfNewObject)
    return;
  static const SymbolInfo Nothing = {};
  const SymbolInfo &Info =
      Condition.isSymbol() ? U.symbol(Condition.Data) : Nothing;
  // The program does not choose whether a call fails.
  for (SymbolId Leaf : Info.leaves())
    if (Semantics.isOutcome(Leaf, S))
      return;
  ControlDependence C;
  C.Ctx = Ctx;
  C.Until = Until;
  C.Branch = &Branch;
  C.AsksRecord = AsksRecord;
  C.Makes = IsKnown && !IsOfNewObject ? FirstUse::None : Makes;
  C.Taken = Taken;
  C.Case = Case;
  const FlowGraph::Edge Way = Flow.edge(Block, Target);
  C.EarlyReturn = Way.EarlyReturn;
  C.Condition = Condition;
  C.FromUnknownCall = Info.FromUnknownCall && !S.Prior.isPrior(U, Condition);
  C.Configuration = Info.Configuration;
  if (!IsKnown) {
    Semantics.decided(C, Block, Condition, S);
    if (Until == Target)
      return S.PathConditions.decide(C);
  } else if (Until == Target) {
    return;
  }
  // The body of a loop is assumed to run, because there would be no loop
  // otherwise.
  if (Way.ComesBack)
    return;
  if (auto Known = llvm::find(S.ControlDependences, C);
      Known != S.ControlDependences.end()) {
    Known->Encloses.reset(); // It is decided anew.
    Known->Condition = Condition;
    Known->Makes = C.Makes;
    return;
  }
  if (Until == FlowGraph::None && Semantics.ignoresEarlyExit(Ctx, S))
    return;
  S.ControlDependences.push_back(C);
}

void Engine::step(const ir::Function &F, Context Ctx, const ir::Instruction &I,
                  States &Current) {
  if (Ctx == Run.RootContext)
    Semantics.reached(Current);
  if (I.K == ir::Instruction::Invoke)
    return invoke(Ctx, I, Current);
  if (I.Flags.Throws)
    for (State &S : Current)
      Semantics.thrown(Ctx, I, S);
  if (I.K == ir::Instruction::Call)
    return call(Ctx, I, Find(I.Callee), Current);
  for (State &S : Current)
    Semantics.apply(Ctx, I, S);
}
