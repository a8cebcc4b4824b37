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

namespace {

/// Places that were counted.
class Places {
public:
  void add(const ir::Loc &At) {
    // Text in the form of the printer may have no places.
    if (!At.isValid())
      ++Nowhere;
    else
      Seen.insert(At);
  }
  unsigned size() const { return Nowhere + Seen.size(); }

private:
  std::set<ir::Loc> Seen;
  unsigned Nowhere = 0;
};

} // namespace

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

RegionCounts analysis::countRegions(const ir::Module &M,
                                    const KnowledgeBase &KB) {
  Places Regions, Capturable;
  for (const ir::Function &F : M.Functions) {
    if (F.Captured)
      Capturable.add(F.At);
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (begins(I, KB) || llvm::any_of(I.Otherwise, [&](const auto &Other) {
              return begins(Other, KB);
            }))
          Regions.add(I.At);
  }
  return {Regions.size(), Capturable.size()};
}
