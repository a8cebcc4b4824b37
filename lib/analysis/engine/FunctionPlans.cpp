//===- FunctionPlans.cpp - How functions are run, and at what cost --------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionPlans.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

FunctionPlans::Plan &FunctionPlans::plan(const ir::Function &F) {
  std::unique_ptr<Plan> &Known = KnownPlans[&F];
  if (!Known)
    Known = std::make_unique<Plan>(What.of(F));
  return *Known;
}

unsigned FunctionPlans::ownSize(const ir::Function &F) {
  Plan &P = plan(F);
  if (!P.Own)
    estimateOwnCost(F);
  return P.Own->Size;
}

/// The cost above which a function costs more than a root that is analysed
/// precisely, even with extra time (Options::BudgetFactor).
static constexpr unsigned LargeCost = 5000;
/// A depth beyond that to which calls are followed.
static constexpr unsigned WholeDepth = 64;

/// Counts \p I, and lists the calls in it.
void FunctionPlans::estimateOwnCost(const ir::Instruction &I, unsigned Rounds,
                                    Plan &P, Cost &Own) {
  auto Add = [&](llvm::StringRef Symbol) {
    if (const ir::Function *Callee = Find(Symbol))
      P.Callees.push_back({Callee, Rounds});
  };
  ++Own.Size;
  Own.Rounds += Rounds;
  if (I.K == ir::Instruction::Call)
    Add(I.Callee);
  // The function is handed to a callee that may call it.
  for (const ir::Operand &A : I.Args)
    if (A.K == ir::Operand::Function)
      Add(A.Name);
  noteEffects(I, P);
}

void FunctionPlans::noteEffects(const ir::Instruction &I, Plan &P) {
  P.OwnMatters |= I.Flags.Spawns || I.K == ir::Instruction::Api ||
                  I.K == ir::Instruction::Join ||
                  I.K == ir::Instruction::Missing;
  for (const ir::Name &Symbol : I.candidates())
    if (const ir::Function *Callee = Find(Symbol))
      P.MayCall.push_back(Callee);
  for (const ir::Instruction &Other : I.alternatives()) {
    if (Other.K == ir::Instruction::Call)
      if (const ir::Function *Callee = Find(Other.Callee))
        P.MayCall.push_back(Callee);
    noteEffects(Other, P);
  }
  P.OwnCallsUnknown |=
      I.K == ir::Instruction::Invoke ||
      (I.K == ir::Instruction::UnknownCall && !I.Flags.System && !I.Flags.Pure);
}

/// Counts the instructions of \p F, and lists the calls in it.
void FunctionPlans::estimateOwnCost(const ir::Function &F) {
  Plan &P = plan(F);
  Cost Own;
  P.OwnMatters = F.Captured || F.Cut;
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    const unsigned Rounds = P.Flow.InLoop[B] ? 2 : 1;
    for (unsigned J = 0; J < F.Blocks[B].Insts.size(); ++J)
      if (P.Flow.Of.keeps(B, J))
        estimateOwnCost(F.Blocks[B].Insts[J], Rounds, P, Own);
  }
  Own.SizeOnce = Own.Size;
  Own.RoundsOnce = Own.Rounds;
  Own.Inlined = Own.Size;
  P.Own = Own;
}

bool FunctionPlans::matters(const ir::Function &F) {
  if (plan(F).Matters)
    return *plan(F).Matters;
  // The functions of which that is not known yet, and their callers.
  std::vector<const ir::Function *> Found{&F};
  llvm::DenseMap<const ir::Function *, std::vector<Plan *>> Callers;
  llvm::SmallPtrSet<const ir::Function *, 32> Seen{&F};
  for (size_t I = 0; I < Found.size(); ++I) {
    Plan &P = plan(*Found[I]);
    if (!P.Own)
      estimateOwnCost(*Found[I]);
    P.Matters = P.OwnMatters;
    P.CallsUnknown = P.OwnCallsUnknown;
    auto Add = [&](const ir::Function *Called) {
      Callers[Called].push_back(&P);
      if (!plan(*Called).Matters && Seen.insert(Called).second)
        Found.push_back(Called);
    };
    for (const Callee &C : P.Callees)
      Add(C.F);
    llvm::for_each(P.MayCall, Add);
  }
  // The callers of a function do whatever it does.
  std::vector<const ir::Function *> Todo;
  for (const auto &[Callee, Of] : Callers)
    Todo.push_back(Callee);
  llvm::DenseMap<const Plan *, const ir::Function *> FunctionOf;
  for (const ir::Function *Of : Found)
    FunctionOf[&plan(*Of)] = Of;
  while (!Todo.empty()) {
    const ir::Function *Callee = Todo.back();
    Todo.pop_back();
    const Plan &P = plan(*Callee);
    for (Plan *Caller : Callers.lookup(Callee)) {
      const bool Matters = *Caller->Matters || *P.Matters;
      const bool CallsUnknown = Caller->CallsUnknown || P.CallsUnknown;
      if (Matters == *Caller->Matters && CallsUnknown == Caller->CallsUnknown)
        continue;
      Caller->Matters = Matters;
      Caller->CallsUnknown = CallsUnknown;
      Todo.push_back(FunctionOf[Caller]);
    }
  }
  return *plan(F).Matters;
}

bool FunctionPlans::hasRunCalls(const ir::Function &F,
                                const Budget::Account &Of) {
  const auto &Kept = plan(F).Flow.Of;
  auto IsCall = [](const ir::Instruction &I) {
    if (I.K == ir::Instruction::UnknownCall)
      return !I.Flags.System && !I.Flags.Pure;
    return I.K != ir::Instruction::Assign && I.K != ir::Instruction::Havoc &&
           I.K != ir::Instruction::End;
  };
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    if (B < Of.Seen.size() && Of.Seen[B])
      continue;
    const std::vector<ir::Instruction> &Insts = F.Blocks[B].Insts;
    for (unsigned I = 0; I < Insts.size(); ++I)
      if (Kept.keeps(B, I) && IsCall(Insts[I]))
        return false;
  }
  return true;
}

bool FunctionPlans::isTooLargeAt(const ir::Function &F, const Cost &Sum) {
  const Plan &P = plan(F);
  const bool IsLarge =
      Sum.Size > LargeCost || llvm::any_of(P.Callees, [&](const Callee &C) {
        return plan(*C.F).TooLarge;
      });
  return IsLarge && !matters(F) && P.CallsUnknown;
}

bool FunctionPlans::isTooLarge(const ir::Function &F) {
  Plan &P = plan(F);
  if (!std::exchange(P.TooLargeKnown, true))
    estimateCost(F, WholeDepth);
  return P.TooLarge;
}

FunctionPlans::Cost FunctionPlans::estimateCost(const ir::Function &F,
                                                unsigned Depth) {
  auto [It, New] = Costs.try_emplace({&F, Depth}, Cost{1, 1, 1, 1, 1});
  if (!New)
    return It->second;
  constexpr unsigned MaxCost = 1000000, MuchMore = 4;
  Plan &P = plan(F);
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
    Sum.Inlined = std::min(Sum.Inlined + Inner.Inlined, MaxCost);
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
  // Where calls branch this much, the outcomes of calls are reused. Elsewhere
  // the state has often changed in between.
  if (Sum.Size / MuchMore > Sum.SizeOnce) {
    Sum.Size = Sum.SizeOnce;
    Sum.Rounds = Sum.RoundsOnce;
  }
  if (P.TooLarge || isTooLargeAt(F, Sum)) {
    P.TooLarge = true;
    Sum = {1, 1, 1, 1, 1};
  }
  return Costs[{&F, Depth}] = Sum;
}
