//===- Engine.h - Runs functions to a fixpoint ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_ENGINE_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_ENGINE_H

#include "../State.h"
#include "FlowGraph.h"
#include "FunctionLookup.h"
#include "FunctionPlans.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace cuda_capture::analysis {

class CallTree;
class Transfer;
struct RootRun;

/// Runs functions on sets of states to a fixpoint. The engine asks \c Transfer
/// for the meaning of instructions.
class Engine {
public:
  Engine(FunctionLookup Find, Universe &U, RootRun &Run, CallTree &Frames,
         FunctionPlans &Plans, Transfer &Semantics)
      : Find(Find), U(U), Run(Run), Frames(Frames), Plans(Plans),
        Semantics(Semantics) {}

  /// A state at the start of a block, and whether the block is yet to be run on
  /// it.
  struct Disjunct {
    explicit Disjunct(State &&S) : S(std::move(S)) {}
    State S;
    bool Todo = true;
  };
  using Disjuncts = std::vector<Disjunct>;

  /// \returns the states in which \p F returns, with their value in
  /// State::Returned.
  States run(const ir::Function &F, Context Ctx, States Entries);
  /// Adds a state of the frame \p Ctx to those that are kept at \p Where.
  /// \returns true if \p Into gained something to run.
  bool addState(Disjuncts &Into, State &&S, Context Ctx, const void *Where);
  void step(const ir::Function &F, Context Ctx, const ir::Instruction &I,
            States &Current);
  /// Applies a call of \p Callee, which is null if it is unknown.
  void call(Context Ctx, const ir::Instruction &I, const ir::Function *Callee,
            States &Current);
  std::optional<Context> enter(Context Ctx, const ir::Instruction &I,
                               const ir::Function &Callee,
                               llvm::ArrayRef<State> Current);
  /// Sets the parameters of \p Callee, in its frame \p Inner.
  void bindArguments(Context Ctx, const ir::Instruction &I,
                     const ir::Function &Callee, Context Inner, State &S);

  /// Forgets the outcomes of the calls of the last root, and the conditions
  /// that were decided.
  void forgetRoot() {
    Calls.clear();
    Undecided.clear();
  }

private:
  /// The remembered outcome of a call.
  struct Remembered {
    Context Inner = 0;
    bool InLoop = false;
    State Entry; ///< The state before the parameters were set.
    std::vector<Value> Args;
    std::vector<Parts> Objects;
    /// The numbers of the findings in the call.
    std::vector<unsigned> Found;
    States Exits;
  };
  States runStraight(FunctionPlans::Plan &P, Context Ctx, States Current);
  States takeStates(Disjuncts &Of);
  void leave(Context Ctx, const ir::Terminator &Return, State &S);
  uint64_t runBlock(const FlowGraph &Flow, Budget::Account &Account,
                    Context Ctx, unsigned Block, States &Current);
  unsigned arrive(const FlowGraph &Flow, Context Ctx, unsigned From,
                  unsigned To, State &S);
  void widenCounters(const FlowGraph &Flow, Context Ctx, unsigned Head,
                     State &S);
  void noteLeft(const ir::Function &F, Context Ctx, unsigned Block, State &S);
  /// Calls \p Out with each block to which control goes on, and with the state
  /// there, which \p Out may keep. Consumes \p S.
  void branch(const FlowGraph &Flow, Context Ctx, unsigned Block, State &S,
              llvm::function_ref<void(unsigned, State &)> Out);
  void control(const FlowGraph &Flow, Context Ctx, unsigned Block,
               unsigned Target, const Value &Condition, bool Taken, State &S,
               unsigned Case = 0);
  bool addState(Disjuncts &Into, State &&S, Context Ctx, const void *Where,
                StateLimits Limits);
  bool absorb(const Disjuncts &Into, Disjunct &By, const State &S, Context Ctx,
              const void *Where);
  bool joinAlike(Disjuncts &Into, Context Ctx, const void *Where,
                 bool (*AreAlike)(const State &, const State &));
  bool merge(Disjunct &D, const State &S);
  void compact(Disjuncts &In);
  /// Binds the arguments and runs \p Callee in its frame \p Inner, or reuses
  /// the earlier outcome of the same call.
  States runCall(Context Ctx, const ir::Instruction &I,
                 const ir::Function &Callee, Context Inner, States Entries);
  bool isFollowed(Context Ctx, const ir::Instruction &I,
                  const ir::Function &Callee, llvm::ArrayRef<State> Current);
  bool maySelectCode(Context Ctx, const ir::Instruction &I,
                     llvm::ArrayRef<State> Current);
  bool countsOn(Context Ctx, const ir::Instruction &I,
                const ir::Function &Callee, Context Before,
                const State &Current);
  void follow(Context Ctx, const ir::Instruction &I, const ir::Function *Callee,
              States &Current);
  void callTooLarge(Context Ctx, const ir::Instruction &I,
                    const ir::Function &Callee, States &Current);
  bool isGivenCallable(Context Ctx, const ir::Instruction &I, State &S);
  bool isCallableThatMatters(const Value &V);
  void invoke(Context Ctx, const ir::Instruction &I, States &Current);
  void callUnknown(Context Ctx, const ir::Instruction &I, States &Current);
  States guess(Context Ctx, const ir::Instruction &I, const States &Current);
  FunctionLookup Find;
  /// Symbols and locations.
  Universe &U;
  RootRun &Run;
  CallTree &Frames;
  FunctionPlans &Plans;
  Transfer &Semantics;
  /// Conditions in loops that had both outcomes.
  llvm::DenseSet<std::pair<Context, const ir::Terminator *>> Undecided;
  /// The remembered calls of the root that is being run.
  std::map<std::pair<Context, const ir::Function *>, std::vector<Remembered>>
      Calls;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_ENGINE_H
