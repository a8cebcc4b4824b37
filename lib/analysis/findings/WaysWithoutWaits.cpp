//===- WaysWithoutWaits.cpp - Code that runs without waiting --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The part of RaceChecks that decides whether a thread gets from one place to
/// another one without waiting for other threads.
///
//===----------------------------------------------------------------------===//

#include "../ThreadWork.h"
#include "../engine/CallTree.h"
#include "../engine/FlowGraph.h"
#include "RaceChecks.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether a function, or what it calls, may wait for another thread.
bool RaceChecks::mayWait(const ir::Function &F) {
  auto [It, New] = Waiting.try_emplace(&F, false);
  if (!New)
    return It->second; // The other calls of a recursive function decide.
  const FlowGraph Flow(F);
  bool Result = false;
  for (unsigned B = 0; B < F.Blocks.size() && !Result; ++B)
    Result = llvm::any_of(F.Blocks[B].Insts,
                          [&](const auto &I) { return mayWait(I); }) ||
             (Flow.InLoop[B] && mayBeEndedByOthers(F, B));
  return Waiting[&F] = Result;
}

bool RaceChecks::mayWait(const ir::Instruction &I) {
  return analysis::mayWait(I, KB, [&](const ir::Name &Name) {
    const ir::Function *Callee = Find(Name);
    return !Callee || mayWait(*Callee);
  });
}

namespace {
/// A place in a function, in front of an instruction or behind it.
struct Place {
  unsigned Block = 0;
  unsigned Index = 0;
};
} // namespace
static std::optional<Place> find(const ir::Function &F,
                                 const ir::Instruction *Which) {
  auto Is = [&](const ir::Instruction &I) {
    return &I == Which ||
           llvm::any_of(I.alternatives(),
                        [&](const auto &Other) { return &Other == Which; });
  };
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    for (unsigned I = 0; I < F.Blocks[B].Insts.size(); ++I)
      if (Is(F.Blocks[B].Insts[I]))
        return Place{B, I};
  return std::nullopt;
}
/// Returns the blocks that control reaches from \p Start without passing
/// \p Avoiding.
static std::vector<bool> reached(const ir::Function &F,
                                 llvm::ArrayRef<unsigned> Start,
                                 unsigned Avoiding) {
  std::vector<bool> Seen(F.Blocks.size());
  std::vector<unsigned> Todo(Start.begin(), Start.end());
  while (!Todo.empty()) {
    const unsigned B = Todo.back();
    Todo.pop_back();
    if (B == Avoiding || Seen[B])
      continue;
    Seen[B] = true;
    const std::vector<unsigned> &Next = F.successors(B);
    Todo.insert(Todo.end(), Next.begin(), Next.end());
  }
  return Seen;
}
/// Whether a branch depends only on values that the function computes by
/// itself.
bool RaceChecks::isOwnDecision(const ir::Function &F, const ir::Operand &O) {
  if (O.K == ir::Operand::Read) {
    if (readsShared(F, O))
      return false;
    if (!O.Where.Path.empty())
      return O.Where.LocalId == 0; // A part of the closure.
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (I.Dest && I.Dest->Base == ir::Place::Local &&
            I.Dest->LocalId == O.Where.LocalId) {
          const bool Counts = I.K == ir::Instruction::Assign &&
                              I.Dest->Path.empty() &&
                              (I.Args[0].K == ir::Operand::Int ||
                               I.Args[0].K == ir::Operand::Binary);
          if (!Counts)
            return false;
        }
    return true;
  }
  return (O.K == ir::Operand::Int || O.K == ir::Operand::Not ||
          O.K == ir::Operand::Binary) &&
         llvm::all_of(O.Operands, [&](const ir::Operand &Sub) {
           return isOwnDecision(F, Sub);
         });
}

/// Whether another thread may decide where control goes behind block \p B.
bool RaceChecks::mayBeEndedByOthers(const ir::Function &F, unsigned B) {
  const ir::Terminator &T = F.Blocks[B].Term;
  return F.successors(B).size() > 1 &&
         (!T.Value || !isOwnDecision(F, *T.Value));
}

/// Whether nothing waits on the way from behind \p From, or the entry, to the
/// first time that \p To, or the exit, is reached.
bool RaceChecks::runsOn(const ir::Function &F, const ir::Instruction *From,
                        const ir::Instruction *To) {
  auto Free = [&](unsigned B, unsigned Begin, unsigned End) {
    for (unsigned I = Begin; I < End; ++I)
      if (mayWait(F.Blocks[B].Insts[I]))
        return false;
    return true;
  };
  std::optional<Place> A = From ? find(F, From) : Place();
  std::optional<Place> Z = To ? find(F, To) : Place{FlowGraph::None, 0};
  if (!A || !Z)
    return false;
  const unsigned First = From ? A->Index + 1 : 0;
  if (A->Block == Z->Block && First <= Z->Index)
    return Free(A->Block, First, Z->Index);
  if (!Free(A->Block, First, F.Blocks[A->Block].Insts.size()) ||
      (To && !Free(Z->Block, 0, Z->Index)))
    return false;
  const std::vector<bool> Ahead =
      reached(F, F.successors(A->Block), To ? Z->Block : A->Block);
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    if (!Ahead[B] || B == A->Block || B == Z->Block)
      continue;
    const std::vector<bool> Next = reached(F, F.successors(B), FlowGraph::None);
    if (To && !Next[Z->Block])
      continue;
    if (!Free(B, 0, F.Blocks[B].Insts.size()))
      return false;
    // Another thread may end a loop that comes before.
    if (reached(F, F.successors(B), To ? Z->Block : FlowGraph::None)[B] &&
        mayBeEndedByOthers(F, B))
      return false;
  }
  return true;
}

/// Whether the thread that runs in frame \p Thread reaches \p At without
/// waiting for another thread.
bool RaceChecks::runsUpTo(Context Thread, const Site &At) {
  const ir::Instruction *I = At.I;
  for (Context Ctx = At.Ctx;; Ctx = Frames[Ctx].Parent) {
    if (!runsOn(*Frames[Ctx].F, nullptr, I))
      return false;
    if (Ctx == Thread || !Frames[Ctx].Call)
      return Ctx == Thread;
    I = Frames[Ctx].Call;
  }
}

/// Whether the thread that is at \p From reaches \p To without waiting for
/// another thread.
bool RaceChecks::runsBetween(const Site &From, const Site &To) {
  auto Up = [&](const Site &S) {
    std::vector<Site> Way{S};
    while (Frames[Way.back().Ctx].Call)
      Way.push_back(
          {Frames[Way.back().Ctx].Parent, Frames[Way.back().Ctx].Call});
    return Way;
  };
  std::vector<Site> A = Up(From), B = Up(To);
  if (A.back().Ctx != B.back().Ctx)
    return false;
  if (From == To) {
    // The call runs once more, in the next round of the innermost loop.
    for (const Site &S : A) {
      const ir::Function &F = *Frames[S.Ctx].F;
      std::optional<Place> P = find(F, S.I);
      if (P && reached(F, F.successors(P->Block), FlowGraph::None)[P->Block])
        return runsOn(F, S.I, S.I);
      if (!runsOn(F, S.I, nullptr) || !runsOn(F, nullptr, S.I))
        return false;
    }
    return false;
  }
  while (A.size() > 1 && B.size() > 1 && A.back() == B.back()) {
    A.pop_back();
    B.pop_back();
  }
  if (A.back().Ctx != B.back().Ctx)
    return false;
  for (const Site &S : llvm::ArrayRef<Site>(A).drop_back())
    if (!runsOn(*Frames[S.Ctx].F, S.I, nullptr))
      return false;
  for (const Site &S : llvm::ArrayRef<Site>(B).drop_back())
    if (!runsOn(*Frames[S.Ctx].F, nullptr, S.I))
      return false;
  return runsOn(*Frames[A.back().Ctx].F, A.back().I, B.back().I);
}
