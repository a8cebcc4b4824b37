//===- FlowGraph.cpp - Order and post-dominators of a function
//--------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"
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
  unsigned N = F.Blocks.size();
  std::vector<unsigned> Post =
      postOrder(N, 0, [&](unsigned B) -> const std::vector<unsigned> & {
        return F.successors(B);
      });
  Order.assign(N, N);
  for (unsigned I = 0; I < Post.size(); ++I)
    Order[Post[I]] = Post.size() - 1 - I;

  // Post-dominators after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance
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

bool FlowGraph::reaches(unsigned From, unsigned To) const {
  for (unsigned S : F.successors(From)) {
    std::vector<unsigned> Reached = postOrder(
        F.Blocks.size(), S, [&](unsigned B) -> const std::vector<unsigned> & {
          return F.successors(B);
        });
    if (std::find(Reached.begin(), Reached.end(), To) != Reached.end())
      return true;
  }
  return false;
}
