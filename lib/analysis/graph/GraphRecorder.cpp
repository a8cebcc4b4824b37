//===- GraphRecorder.cpp - Records the graphs of captures -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Records the nodes and edges that the calls of a capture add to its graph
/// (CUDA Programming Guide, "Stream Capture"; cudaStreamGetCaptureInfo). A
/// stream has a set of nodes that its next node depends on. Work is a node that
/// replaces that set. An event that is recorded takes a copy of the set, and a
/// wait adds the copy.
///
//===----------------------------------------------------------------------===//

#include "GraphRecorder.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../findings/Naming.h"
#include "../transfer/HostCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether a call with these flags is a node, rather than bookkeeping of the
/// capture itself; nullopt if that is not known.
static std::optional<bool> isExternal(const ApiCall &Call) {
  std::optional<Value> Flags = Call.arg(Role::EventFlags);
  if (!Flags)
    return false;
  if (Flags->K != Value::Int)
    return std::nullopt;
  return Flags->Data != 0;
}

//===----------------------------------------------------------------------===//
// Roots and regions
//===----------------------------------------------------------------------===//

Recording &GraphRecorder::own(State &S) {
  if (!S.Recorded)
    S.Recorded = new Recording;
  else if (S.Recorded->UseCount() > 1)
    S.Recorded = new Recording(*S.Recorded);
  return *S.Recorded;
}

Recording::Open *GraphRecorder::open(State &S, const Site &Begin) {
  for (Recording::Open &O : own(S).Captures)
    if (O.Begin == Begin)
      return &O;
  return nullptr;
}

GraphRecorder::Region &GraphRecorder::region(const Site &Begin) {
  for (Region &R : OfRoot)
    if (R.Begin == Begin)
      return R;
  OfRoot.emplace_back();
  OfRoot.back().Begin = Begin;
  return OfRoot.back();
}

void GraphRecorder::enterRoot(const AnalysisParts &In, State &Entry) {
  Watched = &In;
  OfRoot.clear();
  for (const Capture &C : Entry.Captures)
    begin(In, C, nullptr, Entry);
}

void GraphRecorder::leaveRoot(const AnalysisParts &In, bool Finished) {
  if (Finished)
    for (const RootRun::Exit &Left : In.Run.RootExits) {
      State S = Left.S;
      calling(S);
      if (!S.Recorded)
        continue;
      for (const Recording::Open &O : S.Recorded->Captures) {
        const Capture *C = S.capture(O.Begin);
        if (!C || !C->running())
          continue;
        if (C->IsCallers) {
          finish(O, std::nullopt, S);
          continue;
        }
        Region &R = region(O.Begin);
        for (const PathGraph &G : O.Graphs)
          insert(S.Failures.OnAllPaths ? R.Failed : R.Unended, G, *this);
      }
    }
  if (Finished)
    std::move(OfRoot.begin(), OfRoot.end(), std::back_inserter(Regions));
  OfRoot.clear();
}

void GraphRecorder::begin(const AnalysisParts &In, const Capture &C,
                          const ApiCall *Call, State &S) {
  Recording &Of = own(S);
  llvm::erase_if(Of.Captures,
                 [&](const auto &Old) { return Old.Begin == C.Begin; });
  Of.Captures.emplace_back();
  Recording::Open &O = Of.Captures.back();
  O.Begin = C.Begin;
  PathGraph &G = O.Graphs.emplace_back();
  for (unsigned P = 0; P < C.Participants.size(); ++P) {
    PathGraph::Lane &L = G.Lanes.emplace_back();
    std::optional<unsigned> Arg = P;
    if (Call)
      Arg = Call->Row.paramIndex(Role::Stream);
    L.Name = laneName(In, C.Begin, C.Begin, Arg, C.Participants[P].Stream, S);
    LaneNames[L.Name].IsOrigin = true;
    // The existing content of the graph is not known.
    L.Unsure = C.IntoGraph;
  }
  Region &R = region(C.Begin);
  R.Root = In.Frames[In.Run.RootContext].F;
  R.Mode = knownMode(S, C.Mode);
  R.IntoGraph = C.IntoGraph;
  R.IsCallers = C.IsCallers;
  R.Under = S.ControlDependences;
}

void GraphRecorder::finish(const Recording::Open &Done,
                           const std::optional<Site> &End, const State &S) {
  Region &R = region(Done.Begin);
  if (End && !llvm::is_contained(R.Ends, *End))
    R.Ends.push_back(*End);
  for (const PathGraph &G : Done.Graphs)
    insert(S.Failures.OnAllPaths ? R.Failed
           : Done.Joined         ? R.Disputed
                                 : R.Graphs,
           G, *this);
}

/// Drops captures that a path has lost, as they no longer record anything.
void GraphRecorder::calling(State &S) {
  if (!S.Recorded)
    return;
  auto IsOver = [&](const Recording::Open &O) {
    const Capture *C = S.capture(O.Begin);
    return !C || C->S == Capture::Ended || (C->S == Capture::Lost && !O.Joined);
  };
  if (llvm::any_of(S.Recorded->Captures, IsOver))
    llvm::erase_if(own(S).Captures, IsOver);
  if (S.Recorded->Captures.empty())
    S.Recorded.reset();
}

//===----------------------------------------------------------------------===//
// Nodes that calls add
//===----------------------------------------------------------------------===//

GraphRecorder::NodeId GraphRecorder::node(const Site &Begin, const Site &At,
                                          NodeKind Kind, const ApiRow *Row,
                                          bool Unsure, const State &S) {
  auto [It, New] = NodeIds.try_emplace({Begin, At}, Nodes.size());
  if (New) {
    Nodes.push_back({Begin, At, Kind, Row, S.ControlDependences, Unsure});
    return It->second;
  }
  Node &Known = Nodes[It->second];
  llvm::erase_if(Known.When, [&](const ControlDependence &C) {
    return !llvm::is_contained(S.ControlDependences, C);
  });
  Known.Unsure |= Unsure;
  return It->second;
}

unsigned GraphRecorder::laneName(const AnalysisParts &In, const Site &Begin,
                                 const Site &At, std::optional<unsigned> Arg,
                                 const Value &Stream, const State &S) {
  auto [It, New] = LaneIds.try_emplace({Begin, At, Stream}, LaneNames.size());
  if (!New)
    return It->second;
  LaneName N;
  N.Name.Call = At.I;
  N.Name.In = In.Frames[At.Ctx].F;
  N.Name.Arg = Arg;
  // The callers of the function that begins the capture know the stream by
  // names of their own.
  std::vector<Context> Frames{Begin.Ctx};
  while (In.Frames[Frames.back()].Call)
    Frames.push_back(In.Frames[Frames.back()].Parent);
  for (Context C : llvm::reverse(Frames))
    for (const ir::Place &P : In.Names.namesOf(C, Stream, S))
      N.Name.Variables.emplace_back(P, In.Frames[C].F);
  if (At != Begin)
    N.Joined = At;
  LaneNames.push_back(std::move(N));
  return It->second;
}

bool GraphRecorder::place(PathGraph &G, NodeId Id, unsigned Lane) {
  auto It = llvm::lower_bound(
      G.Nodes, Id, [](const auto &N, NodeId Other) { return N.Id < Other; });
  if (It != G.Nodes.end() && It->Id == Id)
    return true;
  if (G.Nodes.size() == MaxNodes) {
    G.Cut = true;
    return false;
  }
  G.Nodes.insert(It, {Id, Lane, false});
  return true;
}

bool GraphRecorder::isCarried(const PathGraph &G, NodeId From,
                              NodeId To) const {
  return llvm::any_of(G.Earlier, [&](const auto &E) {
    return E.first == From && isInside(Nodes[To].At, E.second);
  });
}

void GraphRecorder::connect(PathGraph &G, PathGraph::Edge E) {
  auto Key = [](const PathGraph::Edge &X) { return std::pair(X.From, X.To); };
  auto It = llvm::lower_bound(G.Edges, E, [&](const auto &A, const auto &B) {
    return Key(A) < Key(B);
  });
  if (It == G.Edges.end() || Key(*It) != Key(E)) {
    if (G.Edges.size() < MaxEdges)
      G.Edges.insert(It, E);
    else
      G.Cut = true;
    return;
  }
  It->Carried &= E.Carried;
  It->Unsure &= E.Unsure;
}

void GraphRecorder::addNode(PathGraph &G, NodeId Id, unsigned Lane,
                            PathGraph::Lane &Stream) const {
  if (!place(G, Id, Lane))
    return;
  const bool Unknown = Nodes[Id].Kind == NodeKind::None;
  for (NodeId From : Stream.Last) {
    if (Unknown && From == Id)
      continue;
    connect(G, {From, Id, isCarried(G, From, Id),
                Stream.Unsure || Nodes[Id].Unsure || Nodes[From].Unsure});
  }
  llvm::erase_if(G.Earlier, [&](const auto &E) { return E.first == Id; });
  // A call of an unknown callee may add nothing.
  if (!Unknown) {
    Stream.Last.clear();
    Stream.Unsure = false;
  }
  add(Stream.Last, Id);
}

std::optional<unsigned> GraphRecorder::laneOf(const Capture &C,
                                              const Value &Stream) {
  const Participant *P = C.participant(Stream);
  if (!P)
    return std::nullopt;
  return P - C.Participants.data();
}

void GraphRecorder::work(const AnalysisParts &In, const ApiCall &Call,
                         NodeKind Kind, State &S) {
  std::optional<Value> Stream = Call.stream();
  const Capture *Of = Stream ? S.captureOf(*Stream) : nullptr;
  if (!Of && (Call.onLegacyStream() || (Stream && Stream->K != Value::Unknown &&
                                        S.isOutside(In.U, *Stream))))
    return;
  for (Recording::Open &O : own(S).Captures) {
    const Capture *C = S.capture(O.Begin);
    if (!C || !C->running() || (Of && Of != C))
      continue;
    const bool Unsure = !Of;
    NodeId Id = node(O.Begin, Call.At, Kind, &Call.Row, Unsure, S);
    for (PathGraph &G : O.Graphs) {
      if (Of) {
        const unsigned Lane = *laneOf(*C, *Stream);
        if (Lane < G.Lanes.size())
          addNode(G, Id, Lane, G.Lanes[Lane]);
        continue;
      }
      const Value Known = Stream.value_or(Value::unknown());
      auto It = llvm::find_if(G.Guessed,
                              [&](const auto &L) { return L.first == Known; });
      if (It == G.Guessed.end()) {
        PathGraph::Lane L;
        L.Name = laneName(In, O.Begin, Call.At,
                          Call.Row.paramIndex(Role::Stream), Known, S);
        L.Unsure = true;
        It = G.Guessed.insert(It, {Known, L});
      }
      addNode(G, Id, FirstGuessed + (It - G.Guessed.begin()), It->second);
    }
  }
}

void GraphRecorder::unknown(const Site &At, const ApiRow *Row,
                            llvm::ArrayRef<Value> Given, State &S) {
  for (Recording::Open &O : own(S).Captures) {
    const Capture *C = S.capture(O.Begin);
    if (!C || !C->running())
      continue;
    NodeId Id = node(O.Begin, At, NodeKind::None, Row, /*Unsure=*/true, S);
    std::optional<unsigned> Lane;
    for (const Value &V : Given)
      if (!Lane)
        Lane = laneOf(*C, V);
    for (PathGraph &G : O.Graphs) {
      if (Lane && *Lane < G.Lanes.size())
        addNode(G, Id, *Lane, G.Lanes[*Lane]);
      else
        place(G, Id, ElsewhereLane);
    }
  }
}

void GraphRecorder::unseen(const AnalysisParts &In, const Site &At,
                           llvm::ArrayRef<Value> Given, State &S) {
  calling(S);
  if (S.Recorded && !In.Run.Guessing && !In.Host.handedOver())
    unknown(At, nullptr, Given, S);
}

void GraphRecorder::record(const ApiCall &Call, State &S) {
  std::optional<Value> Event = Call.arg(Role::Event);
  std::optional<Value> Stream = Call.stream();
  const Capture *C = Stream ? S.captureOf(*Stream) : nullptr;
  Recording::Open *O = C ? open(S, C->Begin) : nullptr;
  if (!O || !Event || !Event->isSymbol())
    return;
  const unsigned Lane = *laneOf(*C, *Stream);
  for (PathGraph &G : O->Graphs) {
    if (Lane >= G.Lanes.size())
      continue;
    const SymbolId Handle = Event->Data;
    auto It = llvm::lower_bound(G.Events, Handle,
                                [](const PathGraph::Event &E, SymbolId Other) {
                                  return E.Handle < Other;
                                });
    if (It == G.Events.end() || It->Handle != Handle)
      It = G.Events.insert(It, {Handle, {}, 0, {}, false});
    It->At = Call.At;
    It->Lane = Lane;
    It->After = G.Lanes[Lane].Last;
    It->Unsure = G.Lanes[Lane].Unsure;
  }
}

/// Makes the next work in \p Lane also depend on the nodes that \p From stands
/// for.
static void join(PathGraph &G, const PathGraph::Event &From, unsigned Lane,
                 PathGraph::NodeId Id, bool IsFork, bool Unsure) {
  if (Lane >= G.Lanes.size())
    return;
  PathGraph::Lane &L = G.Lanes[Lane];
  for (PathGraph::NodeId Node : From.After)
    add(L.Last, Node);
  L.Unsure |= Unsure;
  auto It = llvm::lower_bound(
      G.Links, Id, [](const auto &K, auto Other) { return K.Id < Other; });
  if (It == G.Links.end() || It->Id != Id)
    G.Links.insert(It, {Id, From.Lane, Lane, IsFork});
}

void GraphRecorder::wait(const AnalysisParts &In, const ApiCall &Call,
                         State &S) {
  std::optional<Value> Event = Call.arg(Role::Event);
  std::optional<Value> Stream = Call.stream();
  if (!Event || !Stream)
    return;
  // A wait for an event that was never recorded does nothing.
  if (Event->isSymbol() && !Event->Stale && S.Unrecorded.count(Event->Data))
    return;
  auto Known = Event->isSymbol() && !Event->Stale ? S.Events.find(Event->Data)
                                                  : S.Events.end();
  if (Known == S.Events.end() || Known->second.CaptureEnded) {
    // The wait may make the stream depend on anything. Most likely it depends
    // on nodes that were recorded before a call of an unknown callee, which may
    // know the event.
    const Capture *C = S.captureOf(*Stream);
    Recording::Open *O = C ? open(S, C->Begin) : nullptr;
    auto Records = [&](const PathGraph &G) {
      return Event->isSymbol() && llvm::any_of(G.Events, [&](const auto &E) {
               return E.Handle == SymbolId(Event->Data);
             });
    };
    if (!O || !llvm::all_of(O->Graphs, Records)) {
      if (O)
        unknown(Call.At, &Call.Row, *Stream, S);
      return;
    }
    const NodeId Id =
        node(O->Begin, Call.At, NodeKind::None, &Call.Row, false, S);
    for (PathGraph &G : O->Graphs)
      join(G,
           *llvm::find_if(G.Events,
                          [&](const auto &E) {
                            return E.Handle == SymbolId(Event->Data);
                          }),
           *laneOf(*C, *Stream), Id, /*IsFork=*/false, /*Unsure=*/true);
    return;
  }
  const Capture *C = S.captureOf(Known->second);
  std::optional<unsigned> Lane =
      C && C->running() ? laneOf(*C, *Stream) : std::nullopt;
  Recording::Open *O = Lane ? open(S, C->Begin) : nullptr;
  if (!O)
    return;
  const NodeId Id =
      node(O->Begin, Call.At, NodeKind::None, &Call.Row, false, S);
  for (PathGraph &G : O->Graphs) {
    bool IsFork = false;
    while (*Lane >= G.Lanes.size()) {
      PathGraph::Lane &L = G.Lanes.emplace_back();
      L.Name = laneName(In, O->Begin, Call.At,
                        Call.Row.paramIndex(Role::Stream), *Stream, S);
      IsFork = true;
    }
    PathGraph::Lane &L = G.Lanes[*Lane];
    const SymbolId Handle = Event->Data;
    auto Of = llvm::find_if(G.Events,
                            [&](const auto &E) { return E.Handle == Handle; });
    // A handle that outlives the round of a loop that made it has another name.
    if (Of == G.Events.end())
      Of = llvm::find_if(
          G.Events, [&](const auto &E) { return E.At == Known->second.At; });
    if (Of == G.Events.end()) {
      L.Unsure = true;
      continue;
    }
    join(G, *Of, *Lane, Id, IsFork, Of->Unsure);
  }
}

void GraphRecorder::called(const AnalysisParts &In, const ApiCall &Call,
                           State &S) {
  if (In.Run.Guessing || In.Host.handedOver())
    return;
  if (Call.Row.Eff == Effect::BeginCapture)
    if (const Capture *C = S.capture(Call.At); C && C->running())
      begin(In, *C, &Call, S);
  if (!S.Recorded)
    return;
  if (Call.Row.Eff == Effect::EndCapture) {
    for (const Recording::Open &O : S.Recorded->Captures)
      if (const Capture *C = S.capture(O.Begin); C && C->S == Capture::Ended)
        finish(O, Call.At, S);
    return calling(S);
  }
  std::optional<Value> Stream = Call.stream();
  const NodeKind Kind = Call.Row.nodeKind();
  const bool Captured =
      Call.Row.Class == ApiClass::Captured ||
      (Call.Row.Eff == Effect::LaunchGraph && Kind != NodeKind::None);
  switch (Call.Row.Eff) {
  case Effect::RecordEvent:
  case Effect::WaitEvent: {
    std::optional<bool> External = isExternal(Call);
    if (Kind != NodeKind::None && External.value_or(true))
      work(In, Call, External ? Kind : NodeKind::None, S);
    else if (Call.Row.Eff == Effect::RecordEvent)
      record(Call, S);
    else
      wait(In, Call, S);
    break;
  }
  case Effect::UpdateDependencies:
    updateDependencies(In, Call, S);
    break;
  default:
    if (Captured)
      work(In, Call, Kind, S);
    else if (Kind != NodeKind::None && Call.Row.paramIndex(Role::Graph))
      addByHand(In, Call, Kind, S);
    else if (Call.Row.Class == ApiClass::Unknown)
      unknown(Call.At, &Call.Row, Call.Args, S);
    break;
  }
  // The program queries the nodes that the stream depends on.
  const Capture *Of = Stream ? S.captureOf(*Stream) : nullptr;
  if (Of && Call.Row.paramIndex(Role::CaptureStatus, Access::Out))
    if (Recording::Open *O = open(S, Of->Begin))
      for (PathGraph &G : O->Graphs)
        if (unsigned Lane = *laneOf(*Of, *Stream); Lane < G.Lanes.size())
          G.Asked = G.Lanes[Lane].Last;
  for (const Recording::Open &O : S.Recorded->Captures) {
    Mark M;
    M.Order = Nodes.size();
    if (Of && Of->Begin == O.Begin && !O.Graphs.empty())
      if (unsigned Lane = *laneOf(*Of, *Stream);
          Lane < O.Graphs.front().Lanes.size())
        M.LaneName = O.Graphs.front().Lanes[Lane].Name;
    region(O.Begin).Marks.try_emplace({Call.At.Ctx, Call.At.I}, M);
  }
}
