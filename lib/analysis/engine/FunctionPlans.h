//===- FunctionPlans.h - How functions are run ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_FUNCTIONPLANS_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_FUNCTIONPLANS_H

#include "FunctionLookup.h"
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

  /// What running a function takes.
  struct Cost {
    /// The number of its instructions, and of those of the calls in it.
    unsigned Size = 0;
    /// The same, with what is in a loop counted for two rounds of it.
    unsigned Rounds = 0;
    /// Both, if no function ran a second call of another one.
    unsigned SizeOnce = 0, RoundsOnce = 0;
  };

  /// A function that is called, or handed to what may call it.
  struct Callee {
    const ir::Function *F;
    /// For how many rounds the call counts.
    unsigned Rounds;
  };

  /// How a function is run.
  struct Plan {
    explicit Plan(const FlowGraph &Flow) : Flow(Flow) {}
    const FlowGraph &Flow;
    /// See liveLocals(); found when the function is run.
    std::vector<llvm::BitVector> Live;
    /// Found when its cost is estimated: its own, and the functions that it
    /// calls.
    std::optional<Cost> Own;
    std::vector<Callee> Callees;
    /// Functions that its indirect calls may call.
    std::vector<const ir::Function *> MayCall;
    /// Its own instructions do something that the rules look at, or call an
    /// unknown callee.
    bool OwnMatters = false, OwnCallsUnknown = false;
    /// The same, with the instructions of its callees; found by matters().
    std::optional<bool> Matters;
    bool CallsUnknown = false;
    /// See isTooLarge(); found when its cost is estimated.
    bool TooLarge = false, TooLargeKnown = false;
  };

  Plan &plan(const ir::Function &F);
  /// Follows calls to \p Depth. Large numbers are not exact.
  Cost estimateCost(const ir::Function &F, unsigned Depth);

  /// Whether calls of \p F are not followed, but taken for calls of an unknown
  /// callee: \p F costs more than a root may, neither \p F nor a function that
  /// it calls does what the rules look at, and one of them calls an unknown
  /// callee, which may do anything. A library that formats text has such
  /// functions. A callable that \p F is given may still matter.
  bool isTooLarge(const ir::Function &F);
  /// Whether \p F, or a function that it calls, does what the rules look at: it
  /// calls the API, starts or joins a thread, or a statement is missing.
  bool matters(const ir::Function &F);

private:
  void estimateOwnCost(const ir::Function &F);
  void estimateOwnCost(const ir::Instruction &I, unsigned Rounds, Plan &P,
                       Cost &Own);
  /// Notes what \p I does that the rules look at, and what it may call.
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
