//===- FlowGraph.cpp - Order and post-dominators of a function ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Post-order of the blocks that can be reached from \p Root.
template <typename Successors>
static std::vector<unsigned> postOrder(unsigned Size, unsigned Root,
                                       Successors Next) {
  std::vector<unsigned> Result;
  std::vector<bool> Seen(Size);
  std::vector<std::pair<unsigned, unsigned>> Stack{{Root, 0}};
  Seen[Root] = true;
  while (!Stack.empty()) {
    auto &[B, I] = Stack.back();
    const std::vector<unsigned> &To = Next(B);
    if (I == To.size()) {
      Result.push_back(B);
      Stack.pop_back();
      continue;
    }
    unsigned T = To[I++];
    if (!Seen[T]) {
      Seen[T] = true;
      Stack.push_back({T, 0});
    }
  }
  return Result;
}

FlowGraph::FlowGraph(const ir::Function &F) : F(F) {
  computeOrder();
  computePostDominators();
  computeLiveness();
  computeLoops();
}

void FlowGraph::computeLoops() {
  unsigned N = F.Blocks.size();
  InLoop.assign(N, false);
  std::vector<std::vector<unsigned>> Predecessors(N);
  for (unsigned B = 0; B < N; ++B)
    for (unsigned S : F.successors(B))
      Predecessors[S].push_back(B);
  // An edge back to an earlier block closes a loop, which is what leads to it
  // from there.
  for (unsigned B = 0; B < N; ++B)
    for (unsigned Head : F.successors(B)) {
      if (Order[Head] > Order[B] || Order[B] == N)
        continue;
      std::vector<bool> Seen(N);
      std::vector<unsigned> Stack{B};
      InLoop[Head] = Seen[Head] = true;
      while (!Stack.empty()) {
        unsigned X = Stack.back();
        Stack.pop_back();
        InLoop[X] = true;
        if (X != B && Seen[X])
          continue;
        Seen[X] = true;
        if (X != Head)
          for (unsigned P : Predecessors[X])
            if (!Seen[P])
              Stack.push_back(P);
      }
    }
}

void FlowGraph::computeOrder() {
  unsigned N = F.Blocks.size();
  std::vector<unsigned> Post =
      postOrder(N, 0, [&](unsigned B) -> const std::vector<unsigned> & {
        return F.successors(B);
      });
  Order.assign(N, N);
  for (unsigned I = 0; I < Post.size(); ++I)
    Order[Post[I]] = Post.size() - 1 - I;
}

void FlowGraph::computePostDominators() {
  unsigned N = F.Blocks.size();
  // After Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
  // Algorithm", on the reversed graph with a virtual exit N. A block that ends
  // the program (no successors, no return) is no way to continue and does not
  // count.
  std::vector<std::vector<unsigned>> Reversed(N + 1), Forward(N + 1);
  for (unsigned B = 0; B < N; ++B) {
    for (unsigned S : F.successors(B)) {
      Reversed[S].push_back(B);
      Forward[B].push_back(S);
    }
    if (F.Blocks[B].Term.K == ir::Terminator::Return) {
      Reversed[N].push_back(B);
      Forward[B].push_back(N);
    }
  }
  std::vector<unsigned> Back =
      postOrder(N + 1, N, [&](unsigned B) -> const std::vector<unsigned> & {
        return Reversed[B];
      });
  std::vector<unsigned> Number(N + 1, None), Idom(N + 1, None);
  for (unsigned I = 0; I < Back.size(); ++I)
    Number[Back[I]] = I;
  Idom[N] = N;
  auto Meet = [&](unsigned A, unsigned B) {
    while (A != B) {
      while (Number[A] < Number[B])
        A = Idom[A];
      while (Number[B] < Number[A])
        B = Idom[B];
    }
    return A;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto It = Back.rbegin(); It != Back.rend(); ++It) {
      if (*It == N)
        continue;
      unsigned New = None;
      for (unsigned S : Forward[*It])
        if (Number[S] != None && Idom[S] != None)
          New = New == None ? S : Meet(New, S);
      if (New != Idom[*It]) {
        Idom[*It] = New;
        Changed = true;
      }
    }
  }
  PostDominator.assign(N, None);
  for (unsigned B = 0; B < N; ++B)
    if (Idom[B] != None && Idom[B] != N)
      PostDominator[B] = Idom[B];
}

bool FlowGraph::leaves(unsigned From, unsigned Exit, unsigned Avoiding) const {
  auto [It, New] = Leaves.try_emplace({From, Exit, Avoiding}, true);
  if (!New)
    return It->second;
  std::vector<bool> Seen(F.Blocks.size());
  std::vector<unsigned> Stack{From};
  while (!Stack.empty()) {
    unsigned B = Stack.back();
    Stack.pop_back();
    const ir::Terminator &T = F.Blocks[B].Term;
    if (B == Exit)
      return It->second = false;
    if (Seen[B] || B == Avoiding ||
        (T.K == ir::Terminator::Goto && T.At.isValid()))
      continue;
    Seen[B] = true;
    for (unsigned S : F.successors(B))
      Stack.push_back(S);
  }
  return true;
}

bool FlowGraph::reaches(unsigned From, unsigned To, unsigned Avoiding) const {
  std::vector<bool> Seen(F.Blocks.size());
  std::vector<unsigned> Stack{From};
  while (!Stack.empty()) {
    unsigned B = Stack.back();
    Stack.pop_back();
    if (B == To)
      return true;
    if (B == Avoiding || Seen[B])
      continue;
    Seen[B] = true;
    for (unsigned S : F.successors(B))
      Stack.push_back(S);
  }
  return false;
}

namespace {
/// The locals that a block uses before it sets them, sets as a whole, or takes
/// the address of.
struct LocalUses {
  explicit LocalUses(unsigned Size)
      : Used(Size), Set(Size), AddressTaken(Size) {}

  void use(const ir::Place &P, bool Whole = false) {
    if (P.Base == ir::Place::Local && !Whole && !Set[P.LocalId])
      Used[P.LocalId] = true;
    for (const ir::Step &S : P.Path)
      if (S.K == ir::Step::Index)
        use(*S.Which);
  }

  void use(const ir::Operand &O) {
    if (O.K == ir::Operand::Read)
      use(O.Where);
    if (O.K == ir::Operand::Address) {
      use(O.Where);
      // What is behind a pointer is not the pointer's own place.
      bool Behind = false;
      for (const ir::Step &S : O.Where.Path)
        Behind |= S.K == ir::Step::Deref;
      if (O.Where.Base == ir::Place::Local && !Behind)
        AddressTaken[O.Where.LocalId] = true;
    }
    for (const ir::Operand &Sub : O.Operands)
      use(Sub);
  }

  void set(const ir::Place &P) {
    bool Whole = P.Base == ir::Place::Local && P.Path.empty();
    use(P, Whole);
    if (Whole && !Used[P.LocalId])
      Set[P.LocalId] = true;
  }

  std::vector<bool> Used, Set, AddressTaken;
};
} // namespace

void FlowGraph::computeLiveness() {
  unsigned N = F.Blocks.size(), Locals = F.Locals.size();
  std::vector<LocalUses> Uses(N, LocalUses(Locals));
  std::vector<bool> Always(Locals);
  for (unsigned B = 0; B < N; ++B) {
    for (const ir::Instruction &I : F.Blocks[B].Insts) {
      for (const ir::Operand &A : I.Args)
        Uses[B].use(A);
      if (I.Target)
        Uses[B].use(*I.Target);
      if (I.Object)
        Uses[B].use(*I.Object);
      for (const ir::Instruction &Other : I.Otherwise)
        for (const ir::Operand &A : Other.Args)
          Uses[B].use(A);
      if (I.Dest)
        Uses[B].set(*I.Dest);
    }
    if (F.Blocks[B].Term.Value)
      Uses[B].use(*F.Blocks[B].Term.Value);
    for (unsigned L = 0; L < Locals; ++L)
      Always[L] = Always[L] || Uses[B].AddressTaken[L];
  }
  // Parameters name the caller's streams for notes and fix-its.
  for (unsigned P = 0; P < F.Params.size(); ++P)
    Always[P] = true;

  Live.assign(N, Always);
  std::vector<unsigned> Blocks(N);
  for (unsigned B = 0; B < N; ++B)
    Blocks[B] = B;
  std::sort(Blocks.begin(), Blocks.end(),
            [&](unsigned A, unsigned B) { return Order[A] > Order[B]; });
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned B : Blocks)
      for (unsigned L = 0; L < Locals; ++L) {
        if (Live[B][L])
          continue;
        bool Now = Uses[B].Used[L];
        if (!Uses[B].Set[L])
          for (unsigned S : F.successors(B))
            Now = Now || Live[S][L];
        if (Now) {
          Live[B][L] = true;
          Changed = true;
        }
      }
  }
}
