//===- Graphs.cpp - Graphs on several paths -------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides which of the graphs that were recorded on different paths are the
/// same. Different graphs of a capture are kept apart, with the conditions
/// under which each is recorded. But the rounds of a loop are not told apart: a
/// graph that has run a round of a loop replaces the same graph without that
/// round, and graphs that differ only in the nodes inside the loop become one.
///
//===----------------------------------------------------------------------===//

#include "../AnalysisParts.h"
#include "../engine/CallTree.h"
#include "../engine/FunctionPlans.h"
#include "../engine/RootRun.h"
#include "../transfer/HostCode.h"
#include "GraphRecorder.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

using Loop = std::pair<Context, unsigned>;

bool GraphRecorder::isInside(const Site &At, const Loop &L) const {
  auto Known = Loops.find(L);
  if (Known == Loops.end())
    return false;
  const ir::Instruction *I = At.I;
  Context C = At.Ctx;
  for (; C != L.first; C = Watched->Frames[C].Parent) {
    I = Watched->Frames[C].Call;
    if (!I)
      return false;
  }
  auto Block = Blocks.find(I);
  return Block != Blocks.end() && Known->second[Block->second];
}

std::pair<std::vector<PathGraph::Node>, std::vector<PathGraph::Edge>>
GraphRecorder::outside(const PathGraph &G, llvm::ArrayRef<Loop> Of) const {
  auto IsIn = [&](NodeId Id) {
    return llvm::any_of(
        Of, [&](const Loop &L) { return isInside(Nodes[Id].At, L); });
  };
  std::pair<std::vector<PathGraph::Node>, std::vector<PathGraph::Edge>> Result;
  for (const PathGraph::Node &N : G.Nodes)
    if (!IsIn(N.Id))
      Result.first.push_back(N);
  // Nodes behind a loop depend on the loop, or on nodes before it.
  for (const PathGraph::Edge &E : G.Edges)
    if (!IsIn(E.From) && !IsIn(E.To) && Of.empty())
      Result.second.push_back(E);
  return Result;
}

/// Adds to \p To everything that only \p From has.
static void unite(PathGraph &To, const PathGraph &From, bool Sometimes) {
  llvm::DenseSet<PathGraph::NodeId> OldNodes;
  for (const PathGraph::Node &N : To.Nodes)
    OldNodes.insert(N.Id);
  // The lanes of other paths may stand elsewhere.
  std::vector<unsigned> LaneOf, GuessOf;
  auto Take = [](PathGraph::Lane &L, const PathGraph::Lane &Other) {
    for (PathGraph::NodeId Id : Other.Last)
      if (!llvm::is_contained(L.Last, Id))
        L.Last.insert(llvm::lower_bound(L.Last, Id), Id);
    L.Unsure |= Other.Unsure;
  };
  for (const PathGraph::Lane &Other : From.Lanes) {
    auto It = llvm::find_if(
        To.Lanes, [&](const auto &L) { return L.Name == Other.Name; });
    LaneOf.push_back(It - To.Lanes.begin());
    if (It == To.Lanes.end())
      To.Lanes.push_back(Other);
    else
      Take(*It, Other);
  }
  for (const auto &Other : From.Guessed) {
    auto It = llvm::find_if(
        To.Guessed, [&](const auto &L) { return L.first == Other.first; });
    GuessOf.push_back(It - To.Guessed.begin());
    if (It == To.Guessed.end())
      To.Guessed.push_back(Other);
    else
      Take(It->second, Other.second);
  }
  auto Find = [](auto &List, PathGraph::NodeId Id) {
    return llvm::lower_bound(
        List, Id, [](const auto &N, PathGraph::NodeId B) { return N.Id < B; });
  };
  for (PathGraph::Node &N : To.Nodes) {
    auto It = Find(From.Nodes, N.Id);
    const bool Both = It != From.Nodes.end() && It->Id == N.Id;
    N.Sometimes |= Sometimes && (!Both || It->Sometimes);
  }
  constexpr unsigned FirstGuessed = 64;
  for (PathGraph::Node N : From.Nodes) {
    auto It = Find(To.Nodes, N.Id);
    if (It != To.Nodes.end() && It->Id == N.Id)
      continue;
    if (N.Lane < LaneOf.size())
      N.Lane = LaneOf[N.Lane];
    else if (N.Lane >= FirstGuessed)
      N.Lane = FirstGuessed + GuessOf[N.Lane - FirstGuessed];
    N.Sometimes |= Sometimes;
    To.Nodes.insert(It, N);
  }
  for (const PathGraph::Edge &E : From.Edges) {
    auto It = llvm::lower_bound(To.Edges, E, [](const auto &A, const auto &B) {
      return std::pair(A.From, A.To) < std::pair(B.From, B.To);
    });
    if (It == To.Edges.end() || It->From != E.From || It->To != E.To) {
      To.Edges.insert(It, E);
      continue;
    }
    It->Carried &= E.Carried;
    It->Unsure &= E.Unsure;
  }
  for (PathGraph::Link K : From.Links) {
    auto It = Find(To.Links, K.Id);
    if (It != To.Links.end() && It->Id == K.Id)
      continue;
    K.From = LaneOf[K.From];
    K.To = LaneOf[K.To];
    To.Links.insert(It, K);
  }
  for (PathGraph::Event E : From.Events) {
    E.Lane = LaneOf[E.Lane];
    auto It = llvm::find_if(
        To.Events, [&](const auto &X) { return X.Handle == E.Handle; });
    if (It == To.Events.end()) {
      To.Events.insert(llvm::upper_bound(To.Events, E,
                                         [](const auto &A, const auto &B) {
                                           return A.Handle < B.Handle;
                                         }),
                       E);
      continue;
    }
    for (PathGraph::NodeId Id : E.After)
      if (!llvm::is_contained(It->After, Id))
        It->After.insert(llvm::lower_bound(It->After, Id), Id);
    It->Unsure |= E.Unsure;
  }
  for (const auto &H : From.Handles)
    if (!llvm::is_contained(To.Handles, H))
      To.Handles.push_back(H);
  llvm::erase_if(To.Decided, [&](const auto &D) {
    return !llvm::is_contained(From.Decided, D);
  });
  for (const Loop &L : From.Rounds)
    if (!llvm::is_contained(To.Rounds, L))
      To.Rounds.insert(llvm::lower_bound(To.Rounds, L), L);
  // One of the graphs has reached these nodes in this round.
  llvm::erase_if(To.Earlier, [&](const auto &E) {
    return llvm::any_of(From.Nodes,
                        [&](const auto &N) { return N.Id == E.first; }) &&
           !llvm::is_contained(From.Earlier, E);
  });
  for (const auto &E : From.Earlier)
    if (!OldNodes.count(E.first))
      To.Earlier.push_back(E);
  To.Merged |= From.Merged;
  To.Cut |= From.Cut;
}

/// Returns the loops of \p A that are not in \p B.
static std::vector<Loop> without(const std::vector<Loop> &A,
                                 const std::vector<Loop> &B) {
  std::vector<Loop> Result;
  for (const Loop &L : A)
    if (!llvm::is_contained(B, L))
      Result.push_back(L);
  return Result;
}

bool GraphRecorder::insert(std::vector<PathGraph> &Graphs, PathGraph New,
                           const GraphRecorder &R) {
  if (New.Merged && !Graphs.empty() && !Graphs.front().Merged) {
    for (const PathGraph &Old : Graphs)
      unite(New, Old, /*Sometimes=*/true);
    Graphs.assign(1, std::move(New));
    return true;
  }
  for (auto It = Graphs.begin(); It != Graphs.end();) {
    PathGraph &Old = *It;
    if (Old.sameGraph(New)) {
      const PathGraph Before = Old;
      unite(Old, New, /*Sometimes=*/false);
      return !(Old.Decided == Before.Decided && Old.Rounds == Before.Rounds &&
               Old.Earlier == Before.Earlier);
    }
    if (Old.Merged) {
      const PathGraph Before = Old;
      unite(Old, New, /*Sometimes=*/true);
      return !Old.sameGraph(Before) || Old.Decided != Before.Decided ||
             Old.Rounds != Before.Rounds || Old.Earlier != Before.Earlier;
    }
    const std::vector<Loop> More = without(New.Rounds, Old.Rounds),
                            Less = without(Old.Rounds, New.Rounds);
    // A loop is assumed to run, as the program would not have it otherwise.
    if (Less.empty() && !More.empty() &&
        R.outside(Old, More).first == R.outside(New, More).first) {
      It = Graphs.erase(It);
      continue;
    }
    if (More.empty() && !Less.empty() &&
        R.outside(Old, Less).first == R.outside(New, Less).first)
      return false;
    if (More.empty() && Less.empty() && !New.Rounds.empty() &&
        R.outside(Old, New.Rounds).first == R.outside(New, New.Rounds).first) {
      const PathGraph Before = Old;
      unite(Old, New, /*Sometimes=*/true);
      return !Old.sameGraph(Before) || Old.Decided != Before.Decided ||
             Old.Earlier != Before.Earlier;
    }
    ++It;
  }
  Graphs.push_back(std::move(New));
  if (Graphs.size() > MaxGraphs) {
    for (size_t I = 1; I < Graphs.size(); ++I)
      unite(Graphs.front(), Graphs[I], /*Sometimes=*/true);
    Graphs.resize(1);
    Graphs.front().Merged = true;
  }
  return true;
}

bool GraphRecorder::merge(State &Into, const State &From, bool Join) {
  if (Into.Recorded == From.Recorded)
    return false;
  bool Changed = false;
  if (!From.Recorded)
    return false;
  for (const Recording::Open &Other : From.Recorded->Captures) {
    const Capture *C = Into.capture(Other.Begin);
    if (!C || C->S == Capture::Ended)
      continue;
    Recording::Open *O = open(Into, Other.Begin);
    if (!O) {
      Into.Recorded->Captures.push_back(Other);
      Changed = true;
      continue;
    }
    for (const PathGraph &G : Other.Graphs)
      Changed |= insert(O->Graphs, G, *this);
    if (Join && C->S == Capture::Lost)
      O->Joined = true;
  }
  return Changed;
}

void GraphRecorder::endRound(const AnalysisParts &In, Context Ctx,
                             unsigned Head, State &S) {
  calling(S);
  if (!S.Recorded || In.Run.Guessing || In.Host.handedOver())
    return;
  const Loop L(Ctx, Head);
  auto Known = Loops.try_emplace(L);
  auto &Inside = Known.first->second;
  if (Known.second) {
    const ir::Function &F = *In.Frames[Ctx].F;
    const FlowGraph &Flow = In.Plans.plan(F).Flow;
    Inside.resize(F.Blocks.size());
    for (unsigned Latch = 0; Latch < F.Blocks.size(); ++Latch)
      if (Flow.Order[Head] <= Flow.Order[Latch] &&
          llvm::is_contained(Flow.Of.successors(Latch), Head) &&
          Flow.reaches(Head, Latch))
        for (unsigned B = 0; B < F.Blocks.size(); ++B)
          if (B == Head ||
              (Flow.Order[B] >= Flow.Order[Head] &&
               Flow.reaches(B, Latch, Head) && Flow.reaches(Head, B)))
            Inside.set(B);
    for (unsigned B = 0; B < F.Blocks.size(); ++B)
      for (const ir::Instruction &I : F.Blocks[B].Insts) {
        Blocks[&I] = B;
        for (const ir::Instruction &Other : I.alternatives())
          Blocks[&Other] = B;
      }
  }
  const ir::Function &F = *In.Frames[Ctx].F;
  for (Recording::Open &O : own(S).Captures) {
    // Each round begins a capture of its own.
    if (isInside(O.Begin, L))
      continue;
    std::vector<PathGraph> Before = std::move(O.Graphs);
    O.Graphs.clear();
    for (PathGraph &G : Before) {
      if (!llvm::is_contained(G.Rounds, L))
        G.Rounds.insert(llvm::lower_bound(G.Rounds, L), L);
      for (const PathGraph::Node &N : G.Nodes)
        if (const std::pair<NodeId, Loop> E{N.Id, L};
            isInside(Nodes[N.Id].At, L) && !llvm::is_contained(G.Earlier, E))
          G.Earlier.push_back(E);
      // The next round decides again what this round has decided.
      llvm::erase_if(G.Decided, [&](const PathGraph::Decision &D) {
        if (D.Ctx != Ctx)
          return D.Ctx > Ctx;
        for (unsigned B = 0; B < F.Blocks.size(); ++B)
          if (&F.Blocks[B].Term == D.Branch)
            return bool(Inside[B]);
        return false;
      });
      insert(O.Graphs, std::move(G), *this);
    }
  }
}

void GraphRecorder::decided(const AnalysisParts &In, const ControlDependence &C,
                            unsigned Block, const Value &Asked, State &S) {
  if (!S.Recorded || In.Run.Guessing || In.Host.handedOver() ||
      C.Branch->K != ir::Terminator::Branch)
    return;
  const FlowGraph &Flow = In.Plans.plan(*In.Frames[C.Ctx].F).Flow;
  for (unsigned To : Flow.Of.successors(Block))
    if (Flow.edge(Block, To).ComesBack)
      return;
  for (Recording::Open &O : own(S).Captures) {
    // Some of the ways to here took the other outcome of the same condition.
    auto Contradicts = [&](const PathGraph &G) {
      return llvm::any_of(G.Decided, [&](const PathGraph::Decision &D) {
        return D.Taken != C.Taken && !Asked.Stale && !D.Asked.Stale &&
               D.Asked.sameAs(Asked);
      });
    };
    if (!llvm::all_of(O.Graphs, Contradicts))
      llvm::erase_if(O.Graphs, Contradicts);
    for (PathGraph &G : O.Graphs) {
      const PathGraph::Decision D{C.Branch, C.Ctx, C.Taken, Asked};
      if (!llvm::is_contained(G.Decided, D))
        G.Decided.push_back(D);
    }
  }
}
