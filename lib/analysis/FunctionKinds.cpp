//===- FunctionKinds.cpp - What the form of a function tells --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionKinds.h"
#include "engine/FlowGraph.h"
#include "transfer/Constructors.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

/// Whether \p P, a place in \p F, is a global, or behind a pointer that \p F is
/// given.
static bool outlivesCall(const ir::Function &F, const ir::Place &P) {
  return P.Base == ir::Place::Global ||
         (P.LocalId < F.Params.size() && !P.Path.empty() &&
          P.Path.front().K == ir::Step::Deref);
}

bool analysis::storesStream(const ir::Function &F) {
  auto IsGivenStream = [&](const ir::Operand &O) {
    return O.K == ir::Operand::Read && O.Where.Base == ir::Place::Local &&
           O.Where.Path.empty() && O.Where.LocalId < F.Params.size() &&
           F.Params[O.Where.LocalId] == ir::Type::Stream;
  };
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    return llvm::any_of(B.Insts, [&](const ir::Instruction &I) {
      return I.K == ir::Instruction::Assign && outlivesCall(F, *I.Dest) &&
             IsGivenStream(I.Args.front());
    });
  });
}

const ir::Instruction *analysis::takesCurrentStream(const ir::Function &F) {
  auto IsCurrent = [](const ir::Operand &O) {
    return O.K == ir::Operand::Read && O.Where.Base == ir::Place::Global &&
           O.Where.GlobalName.str() == ir::CurrentStreamPlace;
  };
  // A guard saves the stream in a field of that name.
  auto IsSave = [](const ir::Instruction &I) {
    return I.Dest && !I.Dest->Path.empty() &&
           I.Dest->Path.back().K == ir::Step::Field &&
           I.Dest->Path.back().Name.str() == ir::CurrentStreamPlace;
  };
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (I.K == ir::Instruction::Assign && IsCurrent(I.Args.front()) &&
          !IsSave(I))
        return &I;
  return nullptr;
}

bool analysis::refusesSecondCall(const ir::Function &F) {
  const FlowGraph Flow(F);
  auto IsSet = [&](const ir::Place &Flag) {
    return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
      return llvm::any_of(B.Insts, [&](const ir::Instruction &I) {
        return I.K == ir::Instruction::Assign && *I.Dest == Flag &&
               I.Args.front().K == ir::Operand::Int && I.Args.front().Value;
      });
    });
  };
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    if (B.Term.K != ir::Terminator::Branch || !B.Term.Value)
      return false;
    const bool IsNegated = B.Term.Value->K == ir::Operand::Not;
    const ir::Operand &Asked =
        IsNegated ? B.Term.Value->Operands.front() : *B.Term.Value;
    return Asked.K == ir::Operand::Read && outlivesCall(F, Asked.Where) &&
           !Flow.Returns[B.Term.Targets[IsNegated]] && IsSet(Asked.Where);
  });
}

bool analysis::isNamedAsPreparation(const ir::Function &F,
                                    llvm::ArrayRef<std::string> Words) {
  const llvm::StringRef Name = Constructors::splitName(F.Display).second;
  return llvm::any_of(Words, [&](llvm::StringRef Word) {
    if (!Name.starts_with_insensitive(Word))
      return false;
    // The word ends where another one begins.
    const llvm::StringRef Rest = Name.drop_front(Word.size());
    return Rest.empty() || !llvm::isLower(Rest.front());
  });
}

/// Whether \p F is given the object of which it is a member.
static bool hasObject(const ir::Function &F) {
  return !F.Params.empty() && F.Locals.front() == "this" && F.Parent.empty();
}

bool analysis::isConstructorOrDestructor(const ir::Function &F) {
  return (hasObject(F) && Constructors::isConstructor(F)) || isDestructor(F);
}

bool analysis::isDestructor(const ir::Function &F) {
  return hasObject(F) &&
         Constructors::splitName(F.Display).second.starts_with("~");
}

llvm::StringRef analysis::memberOf(const ir::Function &F) {
  if (!hasObject(F) || isConstructorOrDestructor(F))
    return "";
  return Constructors::splitName(F.Display).first;
}
