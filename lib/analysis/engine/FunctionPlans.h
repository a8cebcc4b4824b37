//===- FunctionPlans.h - How functions are run ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_FUNCTIONPLANS_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_FUNCTIONPLANS_H

#include "Budget.h"
#include "FunctionLookup.h"
#include "LiveLocals.h"
#include "Slice.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>

namespace cuda_capture::analysis {

/// Control flow and cost of each function.
class FunctionPlans {
public:
  FunctionPlans(FunctionLookup Find, const Slice &What)
      : Find(Find), What(What) {}

  /// The cost of running a function.
  struct Cost {
    /// The number of instructions of the function and of the calls in it.
    unsigned Size = 0;
    /// The same number, where instructions in a loop count for two rounds of
    /// it.
    unsigned Rounds = 0;
    /// Both numbers under the assumption that no function ran a second call of
    /// another one.
    unsigned SizeOnce = 0, RoundsOnce = 0;
    /// The number of instructions with all calls inlined, whether or not their
    /// outcomes can be reused. It stops at a large number.
    unsigned Inlined = 0;
  };

  /// A function that is called, or that is handed to a callee that may call it.
  struct Callee {
    const ir::Function *F;
    /// The number of rounds for which the call counts.
    unsigned Rounds;
  };

  /// How a function is run.
  struct Plan {
    explicit Plan(const FlowGraph &Flow) : Flow(Flow) {}
    const FlowGraph &Flow;
    /// The live locals, which are computed when the function is run.
    std::optional<LiveLocals> Live;
    /// The steps that the function takes in the root that is being run: in
    /// calls that the rules watch (Transfer::isWatched), and in others.
    Budget::Account Watched, Unwatched;
    Budget::Account &steps(bool InWatchedCall) {
      return InWatchedCall ? Watched : Unwatched;
    }
    /// The cost of the function itself, and the functions that it calls. Both
    /// are found when its cost is estimated.
    std::optional<Cost> Own;
    std::vector<Callee> Callees;
    /// The functions that its indirect calls may call.
    std::vector<const ir::Function *> MayCall;
    /// The instructions of the function itself do something that the rules
    /// examine, or call an unknown callee.
    bool OwnMatters = false, OwnCallsUnknown = false;
    /// The same including the instructions of its callees; matters() finds it.
    std::optional<bool> Matters;
    bool CallsUnknown = false;
    /// The result of isTooLarge(), which is found when the cost is estimated.
    bool TooLarge = false, TooLargeKnown = false;
  };

  Plan &plan(const ir::Function &F);
  /// Returns the number of instructions of \p F that the slice keeps.
  unsigned ownSize(const ir::Function &F);
  /// Estimates the cost of \p F, following calls to \p Depth. Large numbers are
  /// not exact.
  Cost estimateCost(const ir::Function &F, unsigned Depth);

  /// Whether calls of \p F are not followed, but treated as calls of an unknown
  /// callee. This is so if \p F costs more than a root may, neither \p F nor a
  /// function that it calls does anything that the rules examine, and one of
  /// them calls an unknown callee, which may do anything. A library that
  /// formats text has such functions. A callable that \p F is given may still
  /// matter.
  bool isTooLarge(const ir::Function &F);
  /// Whether \p F, or a function that it calls, does something that the rules
  /// examine: it calls the API, starts or joins a thread, or lacks a statement.
  bool matters(const ir::Function &F);
  /// Whether every call in \p F that the slice keeps stands in a block that was
  /// run on the account \p Of.
  bool hasRunCalls(const ir::Function &F, const Budget::Account &Of);

private:
  void estimateOwnCost(const ir::Function &F);
  void estimateOwnCost(const ir::Instruction &I, unsigned Rounds, Plan &P,
                       Cost &Own);
  /// Notes the effects of \p I that the rules examine, and the functions that
  /// \p I may call.
  void noteEffects(const ir::Instruction &I, Plan &P);
  bool isTooLargeAt(const ir::Function &F, const Cost &Sum);
  FunctionLookup Find;
  const Slice &What;
  llvm::DenseMap<const ir::Function *, std::unique_ptr<Plan>> KnownPlans;
  llvm::DenseMap<std::pair<const ir::Function *, unsigned>, Cost> Costs;
  /// Functions whose cost is being estimated.
  llvm::SmallPtrSet<const ir::Function *, 8> BeingEstimated;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_FUNCTIONPLANS_H
