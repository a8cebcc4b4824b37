//===- CalleesOf.h - The functions that a function may run ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_CALLEESOF_H
#define CUDA_CAPTURE_ANALYSIS_CALLEESOF_H

#include "../ir/IR.h"
#include "engine/FunctionLookup.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <vector>

namespace cuda_capture::analysis {

/// Returns the function of the program that \p I calls, or null if \p I calls
/// none or it is not certain which.
inline const ir::Name *certainCallee(const ir::Instruction &I) {
  if (I.K == ir::Instruction::Call)
    return &I.Callee;
  const ir::Operand *Target =
      I.K == ir::Instruction::Invoke ? I.calledOperand() : nullptr;
  return Target && Target->K == ir::Operand::Function ? &Target->Name : nullptr;
}

/// Calls \p Use for each function and API that \p F calls, launches, or hands
/// to a callee that may call it. A function that is only stored is not run.
template <typename UseCallee>
void forEachCallee(const ir::Function &F, UseCallee Use) {
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      if (I.K == ir::Instruction::Api || I.K == ir::Instruction::Call)
        Use(I.Callee, I);
      if (const ir::Operand *Called = I.calledOperand();
          Called && Called->K == ir::Operand::Function)
        Use(Called->Name, I);
      if (I.K != ir::Instruction::Assign)
        for (const ir::Operand &A : I.Args)
          if (A.K == ir::Operand::Function)
            Use(A.Name, I);
    }
}

/// Calls \p Holds with \p F and each function that it certainly calls, directly
/// or through at most \p Depth calls, once each and the nearest first, until
/// \p Holds returns true. \returns whether it has.
template <typename Test>
bool anyCalledFrom(const ir::Function &F, FunctionLookup Find, Test Holds,
                   unsigned Depth = ~0U) {
  llvm::SmallPtrSet<const ir::Function *, 32> Seen{&F};
  std::vector<const ir::Function *> Level{&F};
  for (; !Level.empty(); --Depth) {
    std::vector<const ir::Function *> Next;
    for (const ir::Function *Of : Level) {
      if (Holds(*Of))
        return true;
      for (const ir::Block &B : Of->Blocks)
        for (const ir::Instruction &I : B.Insts)
          if (const ir::Name *Name = Depth ? certainCallee(I) : nullptr)
            if (const ir::Function *Callee = Find(*Name);
                Callee && Seen.insert(Callee).second)
              Next.push_back(Callee);
    }
    Level = std::move(Next);
    if (!Depth)
      break;
  }
  return false;
}

/// Whether \p Holds for an instruction of \p F.
template <typename Test>
bool anyInstruction(const ir::Function &F, Test Holds) {
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (Holds(I))
        return true;
  return false;
}

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_CALLEESOF_H
