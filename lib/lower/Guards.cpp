//===- Guards.cpp - Destructors that may end a capture --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Guards.h"
#include "../kb/ApiTraits.h"
#include "Lowering.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include <utility>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Returns the blocks of \p F from which control reaches a return. The others
/// end the program, or throw.
static llvm::BitVector returningBlocks(const ir::Function &F) {
  llvm::BitVector Returning(F.Blocks.size());
  for (bool Changed = true; std::exchange(Changed, false);)
    for (unsigned B = F.Blocks.size(); B-- > 0;)
      if (!Returning[B] && (F.Blocks[B].Term.K == ir::Terminator::Return ||
                            llvm::any_of(F.successors(B), [&](unsigned To) {
                              return Returning[To];
                            }))) {
        Returning.set(B);
        Changed = true;
      }
  return Returning;
}

/// Returns the blocks that control reaches in \p F if the block \p Branch never
/// continues with its successor \p Without.
static llvm::BitVector reachedWithout(const ir::Function &F, unsigned Branch,
                                      unsigned Without) {
  llvm::BitVector Reached(F.Blocks.size());
  llvm::SmallVector<unsigned, 16> Pending{0};
  while (!Pending.empty()) {
    const unsigned B = Pending.pop_back_val();
    if (Reached[B])
      continue;
    Reached.set(B);
    for (unsigned To : F.successors(B))
      if (B != Branch || To != Without)
        Pending.push_back(To);
  }
  return Reached;
}

/// Whether \p O is computed from one of the locals \p Counts.
static bool readsAny(const ir::Operand &O, const llvm::BitVector &Counts) {
  if (O.K == ir::Operand::Read)
    return O.Where.Base == ir::Place::Local && Counts[O.Where.LocalId];
  return llvm::any_of(O.Operands, [&](const ir::Operand &Part) {
    return readsAny(Part, Counts);
  });
}

/// Returns the blocks of \p F that run only for one outcome of a decision on a
/// count of references, after one has been given up: they delete the object.
static llvm::BitVector deletingBlocks(const Lowering &L,
                                      const ir::Function &F) {
  llvm::BitVector Counts(F.Locals.size()), Deleting(F.Blocks.size());
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (I.Dest && I.Dest->Base == ir::Place::Local &&
          (I.K == ir::Instruction::UnknownCall
               ? L.knowledge().hostValue(I.Callee.ref()) == HostValue::CountDown
               : I.K == ir::Instruction::Assign && readsAny(I.Args[0], Counts)))
        Counts.set(I.Dest->LocalId);
  if (Counts.none())
    return Deleting;
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    const ir::Terminator &T = F.Blocks[B].Term;
    if (T.K != ir::Terminator::Branch || !readsAny(*T.Value, Counts))
      continue;
    for (unsigned To : T.Targets)
      Deleting |= reachedWithout(F, B, To).flip();
  }
  return Deleting;
}

static ir::Guard guardIn(Lowering &L, const ir::Function &F,
                         llvm::StringSet<> &Seen);

/// Returns what \p I does to captures. \p Deletes tells that it runs only if an
/// object is deleted that counts its references. \p Seen has the functions that
/// were asked about.
static ir::Guard guardIn(Lowering &L, const ir::Instruction &I, bool Deletes,
                         llvm::StringSet<> &Seen) {
  auto May = [](bool End) { return End ? ir::Guard::Ends : ir::Guard::None; };
  switch (I.K) {
  case ir::Instruction::Assign:
  case ir::Instruction::Havoc:
  case ir::Instruction::End:
    return ir::Guard::None;
  case ir::Instruction::UnknownCall:
    return May(!I.Flags.System && !I.Flags.Pure);
  case ir::Instruction::Api: {
    const Lookup Found = L.knowledge().lookup(I.Callee);
    if (!Found.Row || mayEndCapture(*Found.Row))
      return ir::Guard::Ends;
    return changesCapture(*Found.Row) ? ir::Guard::Joins : ir::Guard::None;
  }
  case ir::Instruction::Call: {
    const ir::Function *Callee = L.find(I.Callee);
    if (!Callee)
      return ir::Guard::Ends;
    return Seen.insert(I.Callee.ref()).second ? guardIn(L, *Callee, Seen)
                                              : ir::Guard::None;
  }
  case ir::Instruction::Invoke:
    return May(!Deletes);
  default:
    return ir::Guard::Ends;
  }
}

static ir::Guard guardIn(Lowering &L, const ir::Function &F,
                         llvm::StringSet<> &Seen) {
  const llvm::BitVector Returning = returningBlocks(F),
                        Deleting = deletingBlocks(L, F);
  ir::Guard Result = ir::Guard::None;
  for (unsigned B : Returning.set_bits())
    for (const ir::Instruction &I : F.Blocks[B].Insts)
      if (Result != ir::Guard::Ends)
        Result = std::max(Result, guardIn(L, I, Deleting[B], Seen));
  return Result;
}

bool lower::mayChangeCapture(Lowering &L, const ir::Function &F) {
  llvm::StringSet<> Seen;
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    return llvm::any_of(B.Insts, [&](const ir::Instruction &I) {
      return ::guardIn(L, I, /*Deletes=*/false, Seen) != ir::Guard::None;
    });
  });
}

ir::Guard lower::guardIn(Lowering &L, const CXXDestructorDecl *D) {
  if (Lookup Api = L.api(D))
    return canMatter(*Api.Row) ? ir::Guard::Ends : ir::Guard::None;
  const Lowering::Summary Known = L.summarize(D);
  if (!Known.Visible)
    return ir::Guard::Ends;
  if (!Known.Matters && !Known.MayCallUnknown && !Known.Defers)
    return ir::Guard::None;
  // A destructor that is being lowered may do anything.
  const ir::Function *F = L.lower(D);
  llvm::StringSet<> Seen;
  return F ? ::guardIn(L, *F, Seen) : ir::Guard::Ends;
}
