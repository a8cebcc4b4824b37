//===- FirstUseWays.cpp - Where the outcomes of a branch lead -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstUseWays.h"
#include "../engine/FlowGraph.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether the branch at the end of \p B asks what a call of an API in \p B has
/// returned.
static bool asksResult(const ir::Block &B) {
  if (B.Term.K != ir::Terminator::Branch || !B.Term.Value)
    return false;
  std::vector<unsigned> Results;
  for (const ir::Instruction &I : B.Insts) {
    if (!I.Dest || I.Dest->Base != ir::Place::Local || !I.Dest->Path.empty())
      continue;
    const std::optional<unsigned> Copied = I.K == ir::Instruction::Assign
                                               ? readLocal(I.Args.front())
                                               : std::nullopt;
    if (I.K == ir::Instruction::Api ||
        (Copied && llvm::is_contained(Results, *Copied)))
      Results.push_back(I.Dest->LocalId);
  }
  std::vector<const ir::Operand *> Parts{&*B.Term.Value};
  while (!Parts.empty()) {
    const ir::Operand *O = Parts.back();
    Parts.pop_back();
    if (const auto Local = readLocal(*O);
        Local && llvm::is_contained(Results, *Local))
      return true;
    for (const ir::Operand &Part : O->Operands)
      Parts.push_back(&Part);
  }
  return false;
}

/// Returns the blocks that control gets to behind \p B. A call that fails tries
/// to make something, and what is returned then does not count.
static llvm::SmallVector<unsigned, 2> waysOn(const llvm::BitVector &Wanted,
                                             const ir::Function &F,
                                             const ir::Block &B) {
  llvm::SmallVector<unsigned, 2> All(B.Term.Targets.begin(),
                                     B.Term.Targets.end());
  if (!asksResult(B))
    return All;
  auto Reaches = [&](unsigned From) {
    llvm::BitVector Seen(F.Blocks.size());
    llvm::SmallVector<unsigned, 8> Todo{From};
    while (!Todo.empty()) {
      const unsigned At = Todo.pop_back_val();
      if (Wanted.test(At))
        return true;
      if (Seen.test(At))
        continue;
      Seen.set(At);
      llvm::append_range(Todo, F.Blocks[At].Term.Targets);
    }
    return false;
  };
  llvm::SmallVector<unsigned, 2> Result;
  llvm::copy_if(All, std::back_inserter(Result), Reaches);
  return Result.empty() ? All : Result;
}

Ways analysis::waysFrom(const llvm::BitVector &Wanted, const ir::Function &F,
                        unsigned From, unsigned Block, unsigned Until) {
  Ways Found;
  llvm::BitVector Seen(F.Blocks.size());
  llvm::SmallVector<unsigned, 8> Todo{From};
  while (!Todo.empty()) {
    const unsigned At = Todo.pop_back_val();
    if (At == Until || At == Block) {
      Found.GetsPast = true;
      continue;
    }
    if (Seen.test(At))
      continue;
    Seen.set(At);
    const ir::Terminator &Term = F.Blocks[At].Term;
    Found.GetsPast |= Term.K == ir::Terminator::Return;
    if (Wanted.test(At))
      Found.Reaches = true;
    else
      llvm::append_range(Todo, waysOn(Wanted, F, F.Blocks[At]));
  }
  return Found;
}
