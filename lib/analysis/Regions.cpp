//===- Regions.cpp - How much there is to find fault with -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Regions.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

static bool begins(const ir::Instruction &I, const KnowledgeBase &KB) {
  llvm::StringRef Callee;
  if (I.K == ir::Instruction::Api)
    Callee = I.Callee;
  else if (I.K == ir::Instruction::Invoke &&
           I.Target->K == ir::Operand::Function)
    Callee = I.Target->Name;
  if (Callee.empty())
    return false;
  Lookup Found = KB.lookup(Callee);
  return Found && Found.Row->Eff == Effect::BeginCapture;
}

RegionCounts RegionCounter::add(const ir::Function &F) {
  RegionCounts N;
  N.Capturable = F.Captured && isNew(F.At, Contracts);
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (begins(I, KB) || llvm::any_of(I.Otherwise, [&](const auto &Other) {
            return begins(Other, KB);
          }))
        N.Regions += isNew(I.At, Begins);
  return N;
}

RegionCounts analysis::countRegions(const ir::Module &M,
                                    const KnowledgeBase &KB) {
  RegionCounter Counter(KB);
  RegionCounts All;
  for (const ir::Function &F : M.Functions) {
    RegionCounts N = Counter.add(F);
    All.Regions += N.Regions;
    All.Capturable += N.Capturable;
  }
  return All;
}
