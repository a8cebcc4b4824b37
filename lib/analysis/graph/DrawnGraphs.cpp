//===- DrawnGraphs.cpp - Draws the recorded graphs ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Draws the graphs of a capture: lanes, nodes in an order that respects their
/// dependences, and the findings that belong to them.
///
//===----------------------------------------------------------------------===//

#include "../AnalysisParts.h"
#include "../engine/CallTree.h"
#include "GraphRecorder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

using Loop = std::pair<Context, unsigned>;

CaptureGraph GraphRecorder::draw(const AnalysisParts &In, const Region &R,
                                 const PathGraph &G,
                                 std::vector<NodeId> &Order) const {
  CaptureGraph Result;
  Result.Merged = G.Merged;
  Result.Cut = G.Cut;
  auto AddLane = [&](GraphLane::Kind K, const PathGraph::Lane *L) {
    GraphLane &Lane = Result.Lanes.emplace_back();
    Lane.K = K;
    if (!L)
      return;
    const LaneName &N = LaneNames[L->Name];
    Lane.Name = N.Name;
    Lane.IsOrigin = N.IsOrigin;
    if (N.Joined)
      Lane.Joined = In.Frames.path(*N.Joined);
  };
  for (const PathGraph::Lane &L : G.Lanes)
    AddLane(GraphLane::Stream, &L);
  for (const auto &L : G.Guessed)
    AddLane(GraphLane::Unsure, &L.second);
  std::map<unsigned, unsigned> Extra;
  for (auto [Lane, K] :
       {std::pair(unsigned(AddedLane), GraphLane::Added),
        std::pair(unsigned(ElsewhereLane), GraphLane::Elsewhere)}) {
    const unsigned Of = Lane;
    if (llvm::none_of(G.Nodes, [&](const auto &N) { return N.Lane == Of; }))
      continue;
    Extra[Lane] = Result.Lanes.size();
    AddLane(K, nullptr);
  }

  // The nodes come behind their dependences. Of the nodes that could come next,
  // the first is taken.
  std::map<NodeId, unsigned> Waits;
  for (const PathGraph::Node &N : G.Nodes)
    Waits[N.Id] = 0;
  for (const PathGraph::Edge &E : G.Edges)
    Waits[E.To] += !E.Carried;
  std::map<NodeId, unsigned> Index;
  while (!Waits.empty()) {
    auto Next = llvm::find_if(Waits, [](const auto &W) { return !W.second; });
    if (Next == Waits.end())
      Next = Waits.begin();
    const NodeId Id = Next->first;
    Waits.erase(Next);
    for (const PathGraph::Edge &E : G.Edges)
      if (auto To = Waits.find(E.To);
          E.From == Id && !E.Carried && To != Waits.end() && To->second)
        --To->second;
    Index[Id] = Order.size();
    Order.push_back(Id);
  }
  auto NotBefore = [&](const std::vector<ControlDependence> &All) {
    Conditions When;
    for (const ControlDependence &C : All)
      if (!llvm::is_contained(R.Under, C))
        When.emplace_back(C.Branch, C.Taken);
    return When;
  };
  const std::vector<PathStep> Begin = In.Frames.path(R.Begin);
  for (NodeId Id : Order) {
    const Node &Of = Nodes[Id];
    const PathGraph::Node &At =
        *llvm::find_if(G.Nodes, [&](const auto &N) { return N.Id == Id; });
    GraphNode &N = Result.Nodes.emplace_back();
    N.Id = Id;
    N.Kind = Of.Kind;
    N.Lane = At.Lane >= FirstGuessed ? G.Lanes.size() + At.Lane - FirstGuessed
             : Extra.count(At.Lane)  ? Extra[At.Lane]
                                     : At.Lane;
    N.Path = In.Frames.path(Of.At);
    while (N.FirstStep + 1 < N.Path.size() && N.FirstStep + 1 < Begin.size() &&
           N.Path[N.FirstStep].I == Begin[N.FirstStep].I)
      ++N.FirstStep;
    N.Row = Of.Row;
    N.Callee = N.Path.back().Callee;
    N.When = NotBefore(Of.When);
    N.Sometimes = At.Sometimes;
    N.Unsure = Of.Unsure;
    N.Repeated = llvm::any_of(G.Rounds, [&](const Loop &L) {
      return isInside(Of.At, L) && !isInside(R.Begin, L);
    });
  }
  for (const PathGraph::Edge &E : G.Edges)
    Result.Edges.push_back({Index[E.From], Index[E.To], E.Carried, E.Unsure});
  llvm::sort(Result.Edges, [](const GraphEdge &A, const GraphEdge &B) {
    return std::pair(A.From, A.To) < std::pair(B.From, B.To);
  });
  for (const PathGraph::Link &K : G.Links) {
    GraphLink &New = Result.Links.emplace_back();
    New.Id = K.Id;
    New.From = K.From;
    New.To = K.To;
    New.IsFork = K.IsFork;
    New.Path = In.Frames.path(Nodes[K.Id].At);
    New.Before = llvm::count_if(Order, [&](NodeId N) { return N < K.Id; });
  }
  for (const PathGraph::Decision &D : G.Decided)
    Result.When.emplace_back(static_cast<const ir::Terminator *>(D.Branch),
                             D.Taken);
  return Result;
}

std::vector<CaptureRegion>
GraphRecorder::take(const AnalysisParts &In, llvm::ArrayRef<Finding> Findings) {
  Watched = &In;
  std::vector<CaptureRegion> Result;
  for (const Region &R : Regions) {
    CaptureRegion &Of = Result.emplace_back();
    Of.Root = R.Root;
    Of.Begin = In.Frames.path(R.Begin);
    for (const Site &End : R.Ends)
      Of.Ends.push_back(In.Frames.path(End));
    Of.Mode = R.Mode;
    Of.IntoGraph = R.IntoGraph;
    Of.IsCallers = R.IsCallers;
    Of.Incomplete = R.Graphs.empty() || !R.Disputed.empty();
    std::vector<PathGraph> Graphs = !R.Graphs.empty()     ? R.Graphs
                                    : !R.Disputed.empty() ? R.Disputed
                                    : !R.Unended.empty()  ? R.Unended
                                                          : R.Failed;
    llvm::stable_sort(Graphs, [](const PathGraph &A, const PathGraph &B) {
      return A.Nodes.size() > B.Nodes.size();
    });
    std::vector<std::vector<NodeId>> Orders;
    for (const PathGraph &G : Graphs)
      Of.Graphs.push_back(draw(In, R, G, Orders.emplace_back()));
    if (!Of.Graphs.empty()) {
      const Conditions First = Of.Graphs.front().When;
      for (const auto &Always : First)
        if (llvm::all_of(Of.Graphs, [&](const CaptureGraph &G) {
              return llvm::is_contained(G.When, Always);
            }))
          for (CaptureGraph &G : Of.Graphs)
            llvm::erase_if(G.When, [&](const auto &W) { return W == Always; });
    }

    for (unsigned Id = 0; Id < Findings.size(); ++Id) {
      const Finding &F = Findings[Id];
      // Whether the program checks a result does not concern the graph.
      if (F.R == Rule::UncheckedResult)
        continue;
      const ir::Instruction *At = F.Path.back().I;
      if (F.Begin.empty() ? At != R.Begin.I : F.Begin.back().I != R.Begin.I)
        continue;
      Of.Findings.push_back(Id);
      bool IsNode = false;
      for (CaptureGraph &G : Of.Graphs)
        for (GraphNode &N : G.Nodes)
          if (N.Path.back().I == At) {
            N.Findings.push_back(Id);
            IsNode = true;
          }
      if (IsNode)
        continue;
      GraphViolation &V = Of.Violations.emplace_back();
      V.Finding = Id;
      V.Order = At == R.Begin.I ? 0 : ~0U;
      auto Known = llvm::find_if(
          R.Marks, [&](const auto &M) { return M.first.second == At; });
      for (unsigned I = 0; I < Graphs.size(); ++I) {
        V.Lane.emplace_back();
        V.Before.push_back(At == R.Begin.I ? 0 : Orders[I].size());
        if (Known == R.Marks.end())
          continue;
        const Mark &M = Known->second;
        V.Order = M.Order;
        V.Before.back() =
            llvm::count_if(Orders[I], [&](NodeId N) { return N < M.Order; });
        for (unsigned L = 0; L < Graphs[I].Lanes.size(); ++L)
          if (M.LaneName && Graphs[I].Lanes[L].Name == *M.LaneName)
            V.Lane.back() = L;
      }
    }
  }
  return Result;
}
