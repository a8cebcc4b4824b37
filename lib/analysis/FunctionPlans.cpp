//===- FunctionPlans.cpp - How functions are run, and what that costs -----===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionPlans.h"
#include "Rules.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

FunctionPlans::Plan &FunctionPlans::plan(const ir::Function &F) {
  std::unique_ptr<Plan> &Known = KnownPlans[&F];
  if (!Known)
    Known = std::make_unique<Plan>(What.of(F));
  return *Known;
}

/// Whether a capture is begun, a handle destroyed, or a function handed to the
/// driver, in \p F or what it calls.
bool FunctionPlans::needsPrecision(const ir::Function &F) {
  auto [It, New] = Precise.try_emplace(&F, false);
  if (!New)
    return It->second;
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      // A virtual call is one of a function that is named where the object is
      // made, or cannot be seen.
      bool Needs = I.K == ir::Instruction::Invoke && I.Otherwise.empty();
      for (const ir::Operand &A : I.Args)
        if (A.K == ir::Operand::Function)
          if (const ir::Function *Named = Find(A.Name))
            Needs = Needs || needsPrecision(*Named);
      if (I.K == ir::Instruction::Api) {
        if (const ApiRow *Row = KB.lookup(I.Callee).Row)
          Needs = Row->Eff == Effect::BeginCapture || Row->takesCallback() ||
                  llvm::any_of(Row->Params, [](const Param &P) {
                    return P.Acc == Access::Destroy && isHandle(P.R);
                  });
      } else if (I.K == ir::Instruction::Call) {
        const ir::Function *Callee = Find(I.Callee);
        Needs = Needs || (Callee && needsPrecision(*Callee));
      }
      if (Needs)
        return Precise[&F] = true;
    }
  return false;
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

/// Whether \p I begins or ends a capture, or names a function that does.
bool FunctionPlans::bounds(const ir::Instruction &I) const {
  auto Bounds = [&](llvm::StringRef Callee) {
    const Lookup Found = KB.lookup(Callee);
    return Found && (Found.Row->Eff == Effect::BeginCapture ||
                     Found.Row->Eff == Effect::EndCapture);
  };
  auto Names = [&](const ir::Operand &O) {
    return O.K == ir::Operand::Function && Bounds(O.Name);
  };
  return (I.K == ir::Instruction::Api && Bounds(I.Callee)) ||
         (I.Target && Names(*I.Target)) || llvm::any_of(I.Args, Names) ||
         llvm::any_of(I.Otherwise,
                      [&](const auto &Other) { return bounds(Other); });
}

/// Whether \p F, or what it calls, begins or ends a capture.
bool FunctionPlans::beginsCapture(const ir::Function &F) const {
  std::vector<const ir::Function *> Todo{&F};
  llvm::SmallPtrSet<const ir::Function *, 32> Seen{&F};
  auto Follow = [&](llvm::StringRef Symbol) {
    if (const ir::Function *Callee = Find(Symbol))
      if (Seen.insert(Callee).second)
        Todo.push_back(Callee);
  };
  while (!Todo.empty()) {
    const ir::Function &Next = *Todo.back();
    Todo.pop_back();
    for (const ir::Block &B : Next.Blocks)
      for (const ir::Instruction &I : B.Insts) {
        if (bounds(I))
          return true;
        if (I.K == ir::Instruction::Call)
          Follow(I.Callee);
        if (I.Target && I.Target->K == ir::Operand::Function)
          Follow(I.Target->Name);
      }
  }
  return false;
}
