//===- ExplicitNodes.cpp - Nodes that the program names -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Programs may add nodes to the graph that a capture records, and may say
/// which nodes the next node of a stream depends on.
///
//===----------------------------------------------------------------------===//

#include "../AnalysisParts.h"
#include "GraphRecorder.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

std::optional<GraphRecorder::NodeSet>
GraphRecorder::nodesOf(const AnalysisParts &In, const PathGraph &G,
                       const Value &Nodes, const std::optional<Value> &Count,
                       const State &S) const {
  if (Nodes.isInt(0) || (Count && Count->isInt(0)))
    return NodeSet();
  if (Nodes.K != Value::Reference)
    return std::nullopt;
  NodeSet Result;
  const LocationId Where = Nodes.Data;
  const LocationInfo &First = In.U.location(Where);
  auto Add = [&](const Value &V) {
    for (const auto &[Handle, Id] : G.Handles)
      if (V == Value::symbol(Handle)) {
        add(Result, Id);
        return true;
      }
    return false;
  };
  const bool InArray = First.K == LocationInfo::Element && First.Index.isInt(0);
  for (const auto &[L, V] : S.Memory) {
    const LocationInfo &Info = In.U.location(L);
    const bool Is =
        L == Where || (Info.K == LocationInfo::Element &&
                       Info.Parent == (InArray ? First.Parent : Where));
    const bool Counts =
        !Count || Count->K != Value::Int || L == Where ||
        (Info.Index.K == Value::Int && Info.Index.Data < Count->Data);
    if (Is && Counts && !Add(V))
      return std::nullopt;
  }
  if (Result.empty() || (Count && Count->K == Value::Int &&
                         int64_t(Result.size()) != Count->Data))
    return std::nullopt;
  return Result;
}

void GraphRecorder::updateDependencies(const AnalysisParts &In,
                                       const ApiCall &Call, State &S) {
  std::optional<Value> Stream = Call.stream();
  std::optional<Value> Given = Call.arg(Role::Node);
  const Capture *C = Stream ? S.captureOf(*Stream) : nullptr;
  Recording::Open *O = C ? open(S, C->Begin) : nullptr;
  if (!O || !Given || Call.Args.size() < 3)
    return;
  const Value &Flags = Call.Args.back();
  const unsigned Lane = *laneOf(*C, *Stream);
  for (PathGraph &G : O->Graphs) {
    if (Lane >= G.Lanes.size())
      continue;
    PathGraph::Lane &L = G.Lanes[Lane];
    std::optional<NodeSet> After =
        nodesOf(In, G, *Given, Call.Args[Call.Args.size() - 2], S);
    // cudaStreamSetCaptureDependencies is 1, and
    // cudaStreamAddCaptureDependencies is 0.
    if (Flags.isInt(1)) {
      L.Last = After.value_or(NodeSet());
      L.Unsure = !After;
      continue;
    }
    if (After)
      for (NodeId From : *After)
        add(L.Last, From);
    L.Unsure |= !After || !Flags.isInt(0);
  }
}

void GraphRecorder::addByHand(const AnalysisParts &In, const ApiCall &Call,
                              NodeKind Kind, State &S) {
  // A graph that the program created is not the graph of a capture.
  std::optional<Value> Graph = Call.arg(Role::Graph);
  if (Graph && Graph->isSymbol() && In.U.symbol(Graph->Data).Created)
    return;
  const auto IsRunning = [&](const Capture &C) { return C.running(); };
  if (llvm::count_if(S.Captures, IsRunning) != 1)
    return;
  Recording::Open *O = open(S, llvm::find_if(S.Captures, IsRunning)->Begin);
  if (!O)
    return;
  const NodeId Id = node(O->Begin, Call.At, Kind, &Call.Row, false, S);
  std::optional<Value> Given = Call.arg(Role::Node), Count;
  if (std::optional<unsigned> P = Call.Row.paramIndex(Role::Node))
    for (unsigned A = *P + 1; A < Call.Args.size() && !Count; ++A)
      if (Call.Args[A].K == Value::Int && (A > *P + 1 || Call.Args[A].Data))
        Count = Call.Args[A];
  std::optional<Value> Made;
  if (std::optional<unsigned> P = Call.Row.paramIndex(Role::Node, Access::Out))
    if (*P < Call.Args.size() && Call.Args[*P].K == Value::Reference)
      if (auto Held = S.Memory.find(Call.Args[*P].Data); Held != S.Memory.end())
        Made = Held->second;
  for (PathGraph &G : O->Graphs) {
    if (!place(G, Id, AddedLane))
      continue;
    std::optional<NodeSet> After =
        Given ? nodesOf(In, G, *Given, Count, S) : std::nullopt;
    // If the dependences of the call are not known, they come from the
    // program's query for those of a stream.
    const NodeSet From = After.value_or(G.Asked);
    for (NodeId Other : From)
      if (Other != Id)
        connect(G, {Other, Id, isCarried(G, Other, Id), Nodes[Other].Unsure});
    llvm::erase_if(G.Earlier, [&](const auto &E) { return E.first == Id; });
    if (!Made || !Made->isSymbol())
      continue;
    llvm::erase_if(G.Handles, [&](const auto &H) {
      return H.first == SymbolId(Made->Data);
    });
    G.Handles.emplace_back(Made->Data, Id);
  }
}
