//===- FlowGraph.cpp - Order and post-dominators of a function ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Most blocks have one or two neighbours.
using BlockList = llvm::SmallVector<unsigned, 2>;

/// Returns the blocks that can be reached from \p Root, in post-order.
template <typename Successors>
static std::vector<unsigned> postOrder(unsigned Size, unsigned Root,
                                       Successors Next) {
  std::vector<unsigned> Result;
  Result.reserve(Size);
  std::vector<bool> Seen(Size);
  llvm::SmallVector<std::pair<unsigned, unsigned>, 16> Stack{{Root, 0}};
  Seen[Root] = true;
  while (!Stack.empty()) {
    auto &[B, I] = Stack.back();
    const llvm::ArrayRef<unsigned> To = Next(B);
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

Kept::Kept(const ir::Function &F) : F(&F), Meets(F.Blocks.size(), NotSkipped) {
  unsigned Count = 0;
  First.reserve(F.Blocks.size());
  for (const ir::Block &B : F.Blocks) {
    First.push_back(Count);
    Count += B.Insts.size();
  }
  Insts.resize(Count, true);
}

FlowGraph::FlowGraph(Kept What) : Of(std::move(What)) {
  computeOrder();
  computePostDominators();
  computeLoops();
  findEmpty();
  findStraight();
}

FlowGraph::FlowGraph(FlowGraph Whole, Kept Less) : FlowGraph(std::move(Whole)) {
  assert(!Of.skipsAny() && !Less.skipsAny() && "control flows another way");
  Of = std::move(Less);
  findEmpty();
}

void FlowGraph::findEmpty() {
  const unsigned N = Of.F->Blocks.size();
  Empty.assign(N, false);
  for (unsigned B = 0; B < N; ++B)
    Empty[B] = !Of.keepsAny(B) && (Of.isSkipped(B) || Of.F->Blocks[B].Term.K ==
                                                          ir::Terminator::Goto);
}

void FlowGraph::findStraight() {
  Straight = llvm::all_of(InOrder, [&](unsigned B) {
    return !InLoop[B] && Of.successors(B).size() < 2;
  });
}

void FlowGraph::computeLoops() {
  unsigned N = Of.F->Blocks.size();
  InLoop.assign(N, false);
  RunOnce.assign(InOrder.size(), true);
  auto IsBack = [&](unsigned B, unsigned To) {
    return Order[To] <= Order[B] && Order[B] != N;
  };
  llvm::MapVector<unsigned, BlockList> Backs;
  for (unsigned B = 0; B < N; ++B)
    for (unsigned S : Of.successors(B))
      if (IsBack(B, S))
        Backs[S].push_back(B);
  if (Backs.empty())
    return;
  std::vector<BlockList> Predecessors(N);
  for (unsigned B = 0; B < N; ++B)
    for (unsigned S : Of.successors(B))
      Predecessors[S].push_back(B);
  // An edge back to an earlier block closes a loop. The loop consists of the
  // blocks on the paths from that block to the edge.
  llvm::BitVector Seen(N);
  std::vector<unsigned> LastBack(InOrder.size(), 0);
  for (const auto &[Head, From] : Backs) {
    std::vector<unsigned> Loop{Head};
    Seen.set(Head);
    auto Add = [&](unsigned B) {
      if (Seen[B])
        return;
      Seen.set(B);
      Loop.push_back(B);
    };
    for (unsigned B : From) {
      Add(B);
      LastBack[Order[Head]] = std::max(LastBack[Order[Head]], Order[B]);
    }
    for (unsigned I = 1; I < Loop.size(); ++I)
      llvm::for_each(Predecessors[Loop[I]], Add);
    llvm::sort(Loop);
    findCounters(Head, Loop, Seen);
    for (unsigned B : Loop) {
      InLoop[B] = true;
      Seen.reset(B);
    }
  }
  // A loop that is entered elsewhere than at its head has blocks before it.
  unsigned Last = 0;
  for (unsigned I = 0; I < InOrder.size(); ++I) {
    Last = std::max(Last, LastBack[I]);
    RunOnce[I] = !InLoop[InOrder[I]] && Last < I;
  }
}

std::optional<unsigned>
cuda_capture::analysis::readLocal(const ir::Operand &O) {
  if (O.K != ir::Operand::Read || O.Where.Base != ir::Place::Local ||
      !O.Where.Path.empty())
    return std::nullopt;
  return O.Where.LocalId;
}

static bool reads(const ir::Operand &O, unsigned Local) {
  return readLocal(O) == Local ||
         llvm::any_of(O.Operands, [&](const ir::Operand &Part) {
           return reads(Part, Local);
         });
}

/// Whether the condition of \p B reads \p Local, or a copy that the block made
/// of it, as in `while (n-- > 0)`.
static bool tests(const ir::Block &B, unsigned Local) {
  if (!B.Term.Value)
    return false;
  return reads(*B.Term.Value, Local) ||
         llvm::any_of(B.Insts, [&](const ir::Instruction &I) {
           return I.K == ir::Instruction::Assign && I.Dest &&
                  I.Dest->Base == ir::Place::Local && I.Dest->Path.empty() &&
                  readLocal(I.Args.front()) == Local &&
                  reads(*B.Term.Value, I.Dest->LocalId);
         });
}

namespace {
/// A local to which a statement adds a number, and whether that number is
/// positive.
struct Count {
  unsigned Local;
  bool Up;
};
} // namespace

static std::optional<Count> countIn(const ir::Instruction &I) {
  if (I.K != ir::Instruction::Assign || !I.Dest ||
      I.Dest->Base != ir::Place::Local || !I.Dest->Path.empty())
    return std::nullopt;
  const ir::Operand &V = I.Args.front();
  if (V.K != ir::Operand::Binary || (V.Name != "+" && V.Name != "-") ||
      readLocal(V.Operands[0]) != I.Dest->LocalId ||
      V.Operands[1].K != ir::Operand::Int || V.Operands[1].Value == 0)
    return std::nullopt;
  return Count{I.Dest->LocalId, (V.Name == "+") == (V.Operands[1].Value > 0)};
}

void FlowGraph::findCounters(unsigned Head, llvm::ArrayRef<unsigned> Loop,
                             const llvm::BitVector &In) {
  llvm::SmallVector<Counter, 1> Found;
  for (unsigned B : Loop)
    for (const ir::Instruction &I : Of.F->Blocks[B].Insts) {
      const std::optional<Count> Added = countIn(I);
      if (!Added)
        continue;
      auto Known = llvm::find_if(
          Found, [&](const Counter &C) { return C.Local == Added->Local; });
      if (Known == Found.end())
        Known = Found.insert(Known, {Added->Local, false, false, {}});
      (Added->Up ? Known->Up : Known->Down) = true;
    }
  for (Counter &C : Found)
    for (unsigned B : Loop) {
      if (!Of.isSkipped(B) && tests(Of.F->Blocks[B], C.Local) &&
          llvm::any_of(Of.successors(B), [&](unsigned S) { return !In[S]; }))
        C.Tests.push_back(B);
    }
  if (!Found.empty())
    Counters[Head] = std::move(Found);
}

llvm::ArrayRef<FlowGraph::Counter> FlowGraph::counters(unsigned Head) const {
  auto It = Counters.find(Head);
  return It == Counters.end() ? llvm::ArrayRef<Counter>() : It->second;
}

void FlowGraph::computeOrder() {
  unsigned N = Of.F->Blocks.size();
  InOrder = postOrder(N, 0, [&](unsigned B) { return Of.successors(B); });
  std::reverse(InOrder.begin(), InOrder.end());
  Order.assign(N, N);
  for (unsigned I = 0; I < InOrder.size(); ++I)
    Order[InOrder[I]] = I;
}

void FlowGraph::computePostDominators() {
  unsigned N = Of.F->Blocks.size();
  // After Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", on
  // the reversed graph with a virtual exit N. A block that ends the program (no
  // successors, no return) does not count, because control does not continue
  // there.
  std::vector<BlockList> Reversed(N + 1), Forward(N + 1);
  for (unsigned B = 0; B < N; ++B) {
    for (unsigned S : Of.successors(B)) {
      Reversed[S].push_back(B);
      Forward[B].push_back(S);
    }
    if (Of.F->Blocks[B].Term.K == ir::Terminator::Return) {
      Reversed[N].push_back(B);
      Forward[B].push_back(N);
    }
  }
  std::vector<unsigned> Back = postOrder(
      N + 1, N, [&](unsigned B) { return llvm::ArrayRef(Reversed[B]); });
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
  Returns.assign(N, false);
  for (unsigned B = 0; B < N; ++B)
    Returns[B] = Number[B] != None;
  for (unsigned B = 0; B < N; ++B)
    if (Idom[B] != None && Idom[B] != N)
      PostDominator[B] = Idom[B];
}

FlowGraph::Edge FlowGraph::edge(unsigned From, unsigned To) const {
  auto [It, New] = Edges.try_emplace({From, To});
  if (!New)
    return It->second;
  const unsigned Meet = PostDominator[From];
  Edge &E = It->second;
  for (unsigned Other : Of.successors(From))
    E.EarlyReturn |= Other != To && Other != Meet &&
                     leaves(Other, Meet, From) && !reaches(To, Other, From);
  E.ComesBack = reaches(To, From, Meet);
  return E;
}

bool FlowGraph::leaves(unsigned From, unsigned Exit, unsigned Avoiding) const {
  std::vector<bool> Seen(Of.F->Blocks.size());
  std::vector<unsigned> Stack{From};
  while (!Stack.empty()) {
    unsigned B = Stack.back();
    Stack.pop_back();
    const ir::Terminator &T = Of.F->Blocks[B].Term;
    if (B == Exit)
      return false;
    if (Seen[B] || B == Avoiding ||
        (T.K == ir::Terminator::Goto && T.At.isValid()))
      continue;
    Seen[B] = true;
    for (unsigned S : Of.successors(B))
      Stack.push_back(S);
  }
  return true;
}

bool FlowGraph::isInEveryRound(unsigned Block) const {
  const unsigned N = Of.F->Blocks.size();
  unsigned Head = None;
  auto IsBack = [&](unsigned B, unsigned To) {
    return Order[B] != N && Order[To] <= Order[B];
  };
  // A block belongs to a loop if it leads back without passing the head.
  for (unsigned B = 0; B < N; ++B)
    for (unsigned To : Of.successors(B))
      if (IsBack(B, To) && Order[To] <= Order[Block] &&
          (To == Block || reaches(Block, B, To)) &&
          (Head == None || Order[To] > Order[Head]))
        Head = To;
  if (Head == None || Head == Block)
    return Head != None;
  for (unsigned B = 0; B < N; ++B)
    if (llvm::is_contained(Of.successors(B), Head) && IsBack(B, Head) &&
        reaches(Head, B, Block))
      return false;
  return true;
}

unsigned analysis::blockOf(const ir::Function &F, const ir::Instruction *I) {
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    for (const ir::Instruction &Each : F.Blocks[B].Insts)
      if (&Each == I ||
          llvm::any_of(Each.alternatives(),
                       [&](const auto &Other) { return &Other == I; }))
        return B;
  return 0;
}

bool FlowGraph::reaches(unsigned From, unsigned To, unsigned Avoiding) const {
  std::vector<bool> Seen(Of.F->Blocks.size());
  std::vector<unsigned> Stack{From};
  while (!Stack.empty()) {
    unsigned B = Stack.back();
    Stack.pop_back();
    if (B == To)
      return true;
    if (B == Avoiding || Seen[B])
      continue;
    Seen[B] = true;
    for (unsigned S : Of.successors(B))
      Stack.push_back(S);
  }
  return false;
}
