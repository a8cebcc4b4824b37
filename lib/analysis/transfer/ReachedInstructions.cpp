//===- ReachedInstructions.cpp - What control reaches ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReachedInstructions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <vector>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

using Test = llvm::function_ref<bool(const ir::Instruction &)>;

Reached analysis::reachedFrom(const ir::Function &F, Test From, Test Until) {
  Reached R;
  std::vector<unsigned> Todo;
  auto Scan = [&](unsigned B, bool On) {
    for (const ir::Instruction &I : F.Blocks[B].Insts) {
      if (Until(I))
        On = false;
      else if (On)
        R.Found.insert(&I);
      On |= From(I);
    }
    if (!On)
      return;
    R.End |= F.Blocks[B].Term.K == ir::Terminator::Return;
    llvm::append_range(Todo, F.successors(B));
  };
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    Scan(B, /*On=*/false);
  llvm::SmallDenseSet<unsigned> Entered;
  while (!Todo.empty()) {
    const unsigned B = Todo.back();
    Todo.pop_back();
    if (Entered.insert(B).second)
      Scan(B, /*On=*/true);
  }
  return R;
}

Instructions analysis::undoneIn(const ir::Function &F) {
  auto Sets = [](const ir::Instruction &I, const ir::Place &P, bool ToZero) {
    return I.K == ir::Instruction::Assign && *I.Dest == P &&
           I.Args.front().K == ir::Operand::Int &&
           (I.Args.front().Value == 0) == ToZero;
  };
  Instructions Undone;
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      if (!I.Dest || !Sets(I, *I.Dest, /*ToZero=*/true))
        continue;
      auto IsSet = [&](const ir::Instruction &Other) {
        return Sets(Other, *I.Dest, /*ToZero=*/false);
      };
      auto IsZeroed = [&](const ir::Instruction &Other) {
        return &Other != &I && Sets(Other, *I.Dest, /*ToZero=*/true);
      };
      auto IsThis = [&](const ir::Instruction &Other) { return &Other == &I; };
      if (reachedFrom(F, IsSet, IsZeroed).Found.count(&I) &&
          reachedFrom(F, IsSet, IsThis).End)
        Undone.insert(&I);
    }
  return Undone;
}
