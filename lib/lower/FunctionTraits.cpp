//===- FunctionTraits.cpp - How control leaves a function -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the blocks of a lowered function say about it as a whole.
///
//===----------------------------------------------------------------------===//

#include "../analysis/ThreadWork.h"
#include "../ir/Walk.h"
#include "FunctionLowering.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

bool lower::hasLoop(const ir::Function &F) {
  // Depth-first: an edge to a block that is still open closes a loop.
  enum : char { New, Open, Closed };
  std::vector<char> Seen(F.Blocks.size(), New);
  llvm::SmallVector<std::pair<unsigned, unsigned>, 16> Stack{{0, 0}};
  Seen[0] = Open;
  while (!Stack.empty()) {
    auto &[B, Next] = Stack.back();
    const std::vector<unsigned> &Targets = F.Blocks[B].Term.Targets;
    if (Next == Targets.size()) {
      Seen[B] = Closed;
      Stack.pop_back();
      continue;
    }
    unsigned Target = Targets[Next++];
    if (Seen[Target] == Open)
      return true;
    if (Seen[Target] == New) {
      Seen[Target] = Open;
      Stack.push_back({Target, 0});
    }
  }
  return false;
}

bool FunctionLowering::mayNotReturn() const {
  const auto *Type = FD->getType()->getAs<FunctionProtoType>();
  if (Builder.MayThrow && !(Type && Type->isNothrow()))
    return true;
  // Does any path reach a return?
  std::vector<bool> Seen(IR.F.Blocks.size());
  llvm::SmallVector<unsigned, 16> Todo{0};
  while (!Todo.empty()) {
    const unsigned B = Todo.pop_back_val();
    if (Seen[B])
      continue;
    Seen[B] = true;
    const ir::Terminator &T = IR.F.Blocks[B].Term;
    if (T.K == ir::Terminator::Return)
      return false;
    Todo.append(T.Targets.begin(), T.Targets.end());
  }
  return true;
}

bool Lowering::mayWait(const ir::Function &F) const {
  auto CalleeMayWait = [&](const ir::Name &Callee) {
    return !M.find(Callee) || Waiting.count(Callee.ref());
  };
  // Another thread may end a loop.
  return hasLoop(F) || llvm::any_of(F.Blocks, [&](const ir::Block &B) {
           return llvm::any_of(B.Insts, [&](const ir::Instruction &I) {
             return !ir::isDeferred(I) &&
                    analysis::mayWait(I, KB, CalleeMayWait);
           });
         });
}
