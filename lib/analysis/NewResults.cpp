//===- NewResults.cpp - Functions that return new memory ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NewResults.h"
#include "ResolvedCalls.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether \p Row allocates memory and stores its address in argument \p Arg.
static bool allocatesInto(const ApiRow &Row, unsigned Arg) {
  return Arg < Row.Params.size() && Row.Params[Arg].R == Role::Memory &&
         Row.Params[Arg].Acc == Access::Out;
}

/// Whether \p O is a local variable itself, or its address.
static bool isLocal(const ir::Operand &O, ir::Operand::Kind K) {
  return O.K == K && O.Where.Base == ir::Place::Local && O.Where.Path.empty();
}

void NewResults::add(const ir::Function &F) {
  // By local: the instructions that set it as a whole.
  std::vector<std::vector<const ir::Instruction *>> Writes(F.Locals.size());
  std::vector<const ir::Operand *> Todo;
  for (const ir::Block &B : F.Blocks) {
    for (const ir::Instruction &I : B.Insts) {
      if (I.Dest && I.Dest->Base == ir::Place::Local && I.Dest->Path.empty() &&
          I.K != ir::Instruction::End)
        Writes[I.Dest->LocalId].push_back(&I);
      if (I.K == ir::Instruction::Api)
        for (const ir::Operand &Arg : I.Args)
          if (isLocal(Arg, ir::Operand::Address))
            Writes[Arg.Where.LocalId].push_back(&I);
    }
    if (B.Term.K == ir::Terminator::Return && B.Term.Value)
      Todo.push_back(&*B.Term.Value);
  }
  Result Found;
  llvm::BitVector Seen(F.Locals.size());
  // Notes that \p I sets a local that is returned. False: it is not known to be
  // new.
  auto ComesFrom = [&](const ir::Instruction &I, unsigned Local) {
    if (I.K == ir::Instruction::Assign) {
      Todo.push_back(&I.Args.front());
      return true;
    }
    if (I.K == ir::Instruction::Call) {
      Found.Of.push_back(I.Callee.str());
      return true;
    }
    const Lookup *Row =
        I.K == ir::Instruction::Api ? &Calls[I.Callee] : nullptr;
    if (!Row || !*Row)
      return false;
    for (unsigned A = 0; A < I.Args.size(); ++A)
      if (isLocal(I.Args[A], ir::Operand::Address) &&
          I.Args[A].Where.LocalId == Local && allocatesInto(*Row->Row, A)) {
        Found.IsAllocated = true;
        Found.IsAllocatedAtOnce |= Row->Row->Class != ApiClass::Captured;
        return true;
      }
    return false;
  };
  while (!Todo.empty()) {
    const ir::Operand &O = *Todo.back();
    Todo.pop_back();
    switch (O.K) {
    case ir::Operand::Unknown: // A null pointer, or the value of an error.
    case ir::Operand::Int:
      continue;
    case ir::Operand::Binary:
      for (const ir::Operand &Part : O.Operands)
        Todo.push_back(&Part);
      continue;
    case ir::Operand::Read:
      break;
    case ir::Operand::Address: // Of an object that a new-expression makes.
      if (!isLocal(O, ir::Operand::Address))
        return;
      Found.IsAllocated = Found.IsAllocatedAtOnce = true;
      continue;
    case ir::Operand::Function:
    case ir::Operand::Not:
      return;
    }
    if (!isLocal(O, ir::Operand::Read) || O.Where.LocalId < F.Params.size())
      return;
    const unsigned Local = O.Where.LocalId;
    if (Seen[Local])
      continue;
    Seen.set(Local);
    for (const ir::Instruction *I : Writes[Local])
      if (!ComesFrom(*I, Local))
        return;
  }
  if (Found.IsAllocated || !Found.Of.empty())
    Results[F.Name] = std::move(Found);
}

void NewResults::finish() {
  for (bool Changed = true; std::exchange(Changed, false);)
    for (auto &Entry : Results) {
      Result &R = Entry.second;
      auto Find = [&](const std::string &Callee) -> const Result * {
        auto It = Results.find(Callee);
        return It == Results.end() || !It->second.IsNew ? nullptr : &It->second;
      };
      if (R.IsNew || !llvm::all_of(R.Of, Find))
        continue;
      R.IsNew = Changed = true;
      for (const std::string &Callee : R.Of)
        R.IsAllocatedAtOnce |= Find(Callee)->IsAllocatedAtOnce;
    }
}

bool NewResults::returnsNewMemory(llvm::StringRef Symbol) const {
  auto Known = Results.find(Symbol);
  return Known != Results.end() && Known->second.IsNew &&
         Known->second.IsAllocatedAtOnce;
}
