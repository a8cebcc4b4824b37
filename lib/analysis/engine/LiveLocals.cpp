//===- LiveLocals.cpp - Locals whose values may be used -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiveLocals.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {
/// The locals that a block uses before it sets them, and those that it sets as
/// a whole.
class LocalUses {
public:
  explicit LocalUses(llvm::BitVector &AddressTaken)
      : AddressTaken(AddressTaken) {}

  void use(const ir::Place &P, bool Whole = false) {
    if (P.Base == ir::Place::Local && !Whole && !Set.count(P.LocalId))
      Used.insert(P.LocalId);
    for (const ir::Step &S : P.Path)
      if (S.K == ir::Step::Index)
        use(*S.Which);
  }

  void use(const ir::Operand &O) {
    if (O.K == ir::Operand::Read)
      use(O.Where);
    if (O.K == ir::Operand::Address) {
      use(O.Where);
      // Memory behind a pointer is not the pointer's own place.
      bool Behind = false;
      for (const ir::Step &S : O.Where.Path)
        Behind |= S.K == ir::Step::Deref;
      if (O.Where.Base == ir::Place::Local && !Behind)
        AddressTaken.set(O.Where.LocalId);
    }
    for (const ir::Operand &Sub : O.Operands)
      use(Sub);
  }

  void set(const ir::Place &P) {
    bool Whole = P.Base == ir::Place::Local && P.Path.empty();
    use(P, Whole);
    if (Whole && !Used.count(P.LocalId))
      Set.insert(P.LocalId);
  }

  void run(const ir::Instruction &I) {
    for (const ir::Operand &A : I.Args)
      use(A);
    if (const ir::Operand *Called = I.calledOperand())
      use(*Called);
    if (const ir::Operand *Object = I.object())
      use(*Object);
    for (const ir::Instruction &Other : I.alternatives())
      for (const ir::Operand &A : Other.Args)
        use(A);
    if (I.Dest)
      set(*I.Dest);
  }

  llvm::DenseSet<unsigned> Used, Set;

private:
  llvm::BitVector &AddressTaken;
};
} // namespace

LiveLocals::LiveLocals(const FlowGraph &Flow)
    : Always(Flow.Of.F->Locals.size()) {
  const ir::Function &F = *Flow.Of.F;
  const unsigned N = F.Blocks.size();
  std::vector<LocalUses> Uses(N, LocalUses(Always));
  llvm::BitVector Changed(F.Locals.size());
  for (unsigned B = 0; B < N; ++B) {
    for (unsigned Index = 0; Index < F.Blocks[B].Insts.size(); ++Index)
      if (Flow.Of.keeps(B, Index)) {
        const ir::Instruction &I = F.Blocks[B].Insts[Index];
        Uses[B].run(I);
        if (I.Dest && I.Dest->Base == ir::Place::Local)
          Changed.set(I.Dest->LocalId);
      }
    if (F.Blocks[B].Term.Value && !Flow.Of.isSkipped(B))
      Uses[B].use(*F.Blocks[B].Term.Value);
  }
  Always |= Changed.flip();
  // Notes and fix-its name the caller's streams by parameters.
  for (unsigned P = 0; P < F.Params.size(); ++P)
    Always.set(P);

  AtEntry.resize(N);
  std::vector<unsigned> Blocks(N);
  for (unsigned B = 0; B < N; ++B)
    Blocks[B] = B;
  llvm::sort(Blocks, [&](unsigned A, unsigned B) {
    return Flow.Order[A] > Flow.Order[B];
  });
  for (bool Again = true; Again;) {
    Again = false;
    for (unsigned B : Blocks) {
      std::vector<unsigned> Now(Uses[B].Used.begin(), Uses[B].Used.end());
      for (unsigned S : Flow.Of.successors(B))
        llvm::copy_if(AtEntry[S], std::back_inserter(Now),
                      [&](unsigned L) { return !Uses[B].Set.count(L); });
      llvm::erase_if(Now, [&](unsigned L) { return Always[L]; });
      llvm::sort(Now);
      Now.erase(std::unique(Now.begin(), Now.end()), Now.end());
      if (Now == AtEntry[B])
        continue;
      AtEntry[B] = std::move(Now);
      Again = true;
    }
  }
}
