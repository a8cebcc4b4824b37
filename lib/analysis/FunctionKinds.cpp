//===- FunctionKinds.cpp - What the form of a function tells --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionKinds.h"
#include "transfer/Constructors.h"
#include "llvm/ADT/BitVector.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool analysis::makesOrDeletes(const ir::Function &F) {
  llvm::BitVector HoldsNew(F.Locals.size());
  auto IsPointee = [&](const ir::Place &P) {
    return P.Base == ir::Place::Local && P.LocalId < F.Params.size() &&
           P.Path.size() == 1 && P.Path.front().K == ir::Step::Deref;
  };
  auto IsNew = [&](const ir::Operand &O) {
    return O.Where.Base == ir::Place::Local && O.Where.Path.empty() &&
           (O.K == ir::Operand::Address ||
            (O.K == ir::Operand::Read && HoldsNew[O.Where.LocalId]));
  };
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      // The content of a parameter that is passed by value ends with each call.
      if (I.K == ir::Instruction::End && !I.Content && IsPointee(*I.Dest))
        return true;
      if (I.K != ir::Instruction::Assign || !IsNew(I.Args.front()))
        continue;
      if (IsPointee(*I.Dest))
        return true;
      if (I.Dest->Base == ir::Place::Local && I.Dest->Path.empty())
        HoldsNew.set(I.Dest->LocalId);
    }
  return false;
}

/// Whether \p F is given the object of which it is a member.
static bool hasObject(const ir::Function &F) {
  return !F.Params.empty() && F.Locals.front() == "this" && F.Parent.empty();
}

bool analysis::isConstructorOrDestructor(const ir::Function &F) {
  if (!hasObject(F))
    return false;
  return Constructors::isConstructor(F) ||
         Constructors::splitName(F.Display).second.starts_with("~");
}

llvm::StringRef analysis::memberOf(const ir::Function &F) {
  if (!hasObject(F) || isConstructorOrDestructor(F))
    return "";
  return Constructors::splitName(F.Display).first;
}
