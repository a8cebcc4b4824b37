//===- GraphRecorder.h - Records the graphs of captures ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Watches the interpreter and keeps, beside each state, the graphs that its
/// captures have recorded on the ways to the state (Recording). It does not
/// change the analysis: states are kept apart and merged as they would be
/// without it. Where states are merged, the graphs of both are kept, up to a
/// bound.
///
/// A node is a call, in its frame, in a capture. So there are finitely many
/// nodes, and a loop is recorded once: edges from nodes that were only reached
/// in an earlier round are *carried* over.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_GRAPH_GRAPHRECORDER_H
#define CUDA_CAPTURE_ANALYSIS_GRAPH_GRAPHRECORDER_H

#include "../Rules.h"
#include "CaptureGraph.h"
#include "CaptureObserver.h"
#include "Recording.h"
#include "llvm/ADT/BitVector.h"
#include <map>

namespace cuda_capture::analysis {

struct AnalysisParts;

class GraphRecorder final : public CaptureObserver {
public:
  void enterRoot(const AnalysisParts &In, State &Entry) override;
  void leaveRoot(const AnalysisParts &In, bool Finished) override;
  void calling(State &S) override;
  void called(const AnalysisParts &In, const ApiCall &Call, State &S) override;
  void unseen(const AnalysisParts &In, const Site &At,
              llvm::ArrayRef<Value> Given, State &S) override;
  bool merge(State &Into, const State &From, bool Join) override;
  void endRound(const AnalysisParts &In, Context Ctx, unsigned Head,
                State &S) override;
  void decided(const AnalysisParts &In, const ControlDependence &C,
               unsigned Block, const Value &Asked, State &S) override;

  /// Returns the recorded regions, as the interpreter knows them.
  std::vector<CaptureRegion> take(const AnalysisParts &In,
                                  llvm::ArrayRef<Finding> Findings);

private:
  using NodeId = PathGraph::NodeId;
  using NodeSet = PathGraph::NodeSet;
  /// The lanes of PathGraph::Node that are not streams of the capture.
  enum : unsigned { FirstGuessed = 64, AddedLane = 62, ElsewhereLane = 63 };
  /// Returns the lane of \p Stream in the graphs of \p C.
  static std::optional<unsigned> laneOf(const Capture &C, const Value &Stream);
  /// The properties of a node that are the same in all graphs.
  struct Node {
    Site Begin, At;
    NodeKind Kind = NodeKind::None;
    const ApiRow *Row = nullptr;
    std::vector<ControlDependence> When;
    bool Unsure = false;
  };
  /// A mark at a call that may break a rule.
  struct Mark {
    std::optional<unsigned> LaneName;
    unsigned Order = 0;
  };
  struct Region {
    Site Begin;
    const ir::Function *Root = nullptr;
    std::optional<CaptureMode> Mode;
    bool IntoGraph = false, IsCallers = false;
    std::vector<ControlDependence> Under;
    std::vector<Site> Ends;
    std::vector<PathGraph> Graphs, Disputed, Unended;
    /// The graphs of paths on which a call failed.
    std::vector<PathGraph> Failed;
    std::map<std::pair<Context, const ir::Instruction *>, Mark> Marks;
  };
  struct LaneName {
    StreamName Name;
    bool IsOrigin = false;
    std::optional<Site> Joined;
  };

  Region &region(const Site &Begin);
  static Recording &own(State &S);
  static Recording::Open *open(State &S, const Site &Begin);
  void begin(const AnalysisParts &In, const Capture &C, const ApiCall *Call,
             State &S);
  void finish(const Recording::Open &Done, const std::optional<Site> &End,
              const State &S);
  void wait(const AnalysisParts &In, const ApiCall &Call, State &S);
  void record(const ApiCall &Call, State &S);
  void updateDependencies(const AnalysisParts &In, const ApiCall &Call,
                          State &S);
  void work(const AnalysisParts &In, const ApiCall &Call, NodeKind Kind,
            State &S);
  void addByHand(const AnalysisParts &In, const ApiCall &Call, NodeKind Kind,
                 State &S);
  void unknown(const Site &At, const ApiRow *Row, llvm::ArrayRef<Value> Given,
               State &S);
  /// Returns the nodes in the array that \p Nodes points at, if they are known.
  std::optional<NodeSet> nodesOf(const AnalysisParts &In, const PathGraph &G,
                                 const Value &Nodes,
                                 const std::optional<Value> &Count,
                                 const State &S) const;

  NodeId node(const Site &Begin, const Site &At, NodeKind Kind,
              const ApiRow *Row, bool Unsure, const State &S);
  unsigned laneName(const AnalysisParts &In, const Site &Begin, const Site &At,
                    std::optional<unsigned> Arg, const Value &Stream,
                    const State &S);
  /// Adds a node to a graph, but no more nodes to a large one.
  /// \returns whether the graph has the node afterwards.
  static bool place(PathGraph &G, NodeId Id, unsigned Lane);
  /// Adds an edge, unless there is one between the two nodes or the graph is
  /// large.
  static void connect(PathGraph &G, PathGraph::Edge E);
  /// Whether an edge between the two nodes leads from one round of a loop to
  /// another.
  bool isCarried(const PathGraph &G, NodeId From, NodeId To) const;
  void addNode(PathGraph &G, NodeId Id, unsigned Lane,
               PathGraph::Lane &Stream) const;

  static bool insert(std::vector<PathGraph> &Graphs, PathGraph New,
                     const GraphRecorder &R);
  bool isInside(const Site &At, const std::pair<Context, unsigned> &Loop) const;
  /// Returns the nodes of \p G that are in none of \p Loops, and the edges
  /// between them.
  std::pair<std::vector<PathGraph::Node>, std::vector<PathGraph::Edge>>
  outside(const PathGraph &G,
          llvm::ArrayRef<std::pair<Context, unsigned>> Loops) const;

  CaptureGraph draw(const AnalysisParts &In, const Region &R,
                    const PathGraph &G, std::vector<NodeId> &Order) const;

  /// If a capture has more graphs than this, they become one.
  static constexpr size_t MaxGraphs = 16;
  /// A larger graph would be unreadable.
  static constexpr size_t MaxNodes = 2000, MaxEdges = 10000;

  std::vector<Node> Nodes;
  std::map<std::pair<Site, Site>, NodeId> NodeIds;
  std::vector<LaneName> LaneNames;
  std::map<std::tuple<Site, Site, Value>, unsigned> LaneIds;
  std::vector<Region> Regions, OfRoot;
  /// The blocks of each loop, by its frame and the block where rounds begin.
  std::map<std::pair<Context, unsigned>, llvm::BitVector> Loops;
  /// The blocks of the instructions of functions with loops.
  llvm::DenseMap<const ir::Instruction *, unsigned> Blocks;
  const AnalysisParts *Watched = nullptr;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_GRAPH_GRAPHRECORDER_H
