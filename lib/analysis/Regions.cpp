//===- Regions.cpp - Counts regions and capturable functions --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Regions.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

static bool begins(const ir::Instruction &I, const ResolvedCalls &Calls) {
  const ir::Name *Callee = nullptr;
  if (I.K == ir::Instruction::Api)
    Callee = &I.Callee;
  else if (I.K == ir::Instruction::Invoke &&
           I.Indirect->Target.K == ir::Operand::Function)
    Callee = &I.Indirect->Target.Name;
  if (!Callee)
    return false;
  const Lookup &Found = Calls[*Callee];
  return Found && Found.Row->Eff == Effect::BeginCapture;
}

RegionCounts RegionCounter::add(const ir::Function &F) {
  RegionCounts N;
  N.Capturable = F.Captured && isNew(F.At, Contracts);
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (begins(I, Calls) ||
          llvm::any_of(I.alternatives(),
                       [&](const auto &Other) { return begins(Other, Calls); }))
        N.Regions += isNew(I.At, Begins);
  return N;
}

RegionCounts analysis::countRegions(const ir::Module &M,
                                    const KnowledgeBase &KB) {
  const ResolvedCalls Calls(KB);
  RegionCounter Counter(Calls);
  RegionCounts All;
  for (const ir::Function &F : M.Functions) {
    RegionCounts N = Counter.add(F);
    All.Regions += N.Regions;
    All.Capturable += N.Capturable;
  }
  return All;
}
