//===- FunctionPlans.cpp - How functions are run, and what that costs -----===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionPlans.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

FunctionPlans::Plan &FunctionPlans::plan(const ir::Function &F) {
  std::unique_ptr<Plan> &Known = KnownPlans[&F];
  if (!Known)
    Known = std::make_unique<Plan>(What.of(F));
  return *Known;
}

/// Counts the instructions of \p F, and lists the calls in it.
void FunctionPlans::estimateOwnCost(const ir::Function &F) {
  Plan &P = plan(F);
  Cost Own;
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    const unsigned Rounds = P.Flow.InLoop[B] ? 2 : 1;
    auto Add = [&](llvm::StringRef Symbol) {
      if (const ir::Function *Callee = Find(Symbol))
        P.Callees.push_back({Callee, Rounds});
    };
    for (unsigned J = 0; J < F.Blocks[B].Insts.size(); ++J) {
      if (!P.Flow.Of.keeps(B, J))
        continue;
      const ir::Instruction &I = F.Blocks[B].Insts[J];
      ++Own.Size;
      Own.Rounds += Rounds;
      if (I.K == ir::Instruction::Call)
        Add(I.Callee);
      // It is handed to what may call it.
      for (const ir::Operand &A : I.Args)
        if (A.K == ir::Operand::Function)
          Add(A.Name);
    }
  }
  Own.SizeOnce = Own.Size;
  Own.RoundsOnce = Own.Rounds;
  P.Own = Own;
}

FunctionPlans::Cost FunctionPlans::estimateCost(const ir::Function &F,
                                                unsigned Depth) {
  auto [It, New] = Costs.try_emplace({&F, Depth}, Cost{1, 1, 1, 1});
  if (!New)
    return It->second;
  constexpr unsigned MaxCost = 1000000, MuchMore = 4;
  const Plan &P = plan(F);
  if (!P.Own)
    estimateOwnCost(F);
  Cost Sum = *P.Own;
  BeingEstimated.insert(&F);
  llvm::SmallPtrSet<const ir::Function *, 8> Called;
  for (unsigned I = 0; Depth && I < P.Callees.size(); ++I) {
    const auto [Callee, Rounds] = P.Callees[I];
    // A function that calls itself is not run.
    if (BeingEstimated.count(Callee))
      continue;
    const Cost Inner = estimateCost(*Callee, Depth - 1);
    if (Sum.Rounds < MaxCost) {
      Sum.Size += Inner.Size;
      Sum.Rounds += Rounds * Inner.Rounds;
    }
    if (Called.insert(Callee).second && Sum.RoundsOnce < MaxCost) {
      Sum.SizeOnce += Inner.SizeOnce;
      Sum.RoundsOnce += Rounds * Inner.RoundsOnce;
    }
  }
  BeingEstimated.erase(&F);
  // Where calls branch so much, what a call led to is taken again. Elsewhere
  // the state has often changed in between.
  if (Sum.Size / MuchMore > Sum.SizeOnce) {
    Sum.Size = Sum.SizeOnce;
    Sum.Rounds = Sum.RoundsOnce;
  }
  return Costs[{&F, Depth}] = Sum;
}
