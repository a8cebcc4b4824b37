//===- CaptureGraph.h - The graphs that regions record ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The graph that a capture would record, without running it: the nodes, the
/// stream on which each was captured, and their dependences.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_GRAPH_CAPTUREGRAPH_H
#define CUDA_CAPTURE_ANALYSIS_GRAPH_CAPTUREGRAPH_H

#include "../Analysis.h"

namespace cuda_capture::analysis {

/// Conditions, and how each was decided.
using Conditions = std::vector<std::pair<const ir::Terminator *, bool>>;

/// The names of a stream where its lane begins.
struct StreamName {
  /// The variables that hold the stream, outermost function first; may be
  /// empty.
  std::vector<std::pair<ir::Place, const ir::Function *>> Variables;
  /// The call, and its argument, that the stream is.
  const ir::Instruction *Call = nullptr;
  const ir::Function *In = nullptr;
  std::optional<unsigned> Arg;
};

struct GraphLane {
  enum Kind {
    Stream,
    /// It is not known whether the stream takes part.
    Unsure,
    /// Nodes that were added to the graph by hand.
    Added,
    /// Calls that are not given a stream.
    Elsewhere,
  } K = Stream;
  StreamName Name;
  bool IsOrigin = false;
  /// The wait that took the stream into the capture.
  std::vector<PathStep> Joined;
};

/// Whether two lanes, from two graphs of a region, belong to the same stream.
bool isSameLane(const GraphLane &A, const GraphLane &B);

struct GraphNode {
  /// The number of the node, which is the same in all graphs of a region.
  unsigned Id = 0;
  /// The kind of the node. None stands for a call for which it is not known
  /// what it adds, if anything.
  NodeKind Kind = NodeKind::None;
  unsigned Lane = 0;
  /// The calls from the root to this call.
  std::vector<PathStep> Path;
  /// The first step of the path that is in the function that begins the
  /// capture, or below it.
  unsigned FirstStep = 0;
  const ApiRow *Row = nullptr; ///< Null for unknown callees.
  std::string Callee;
  /// The conditions inside the region under which the node is captured.
  Conditions When;
  /// Whether the node exists on only some of the ways that this graph stands
  /// for.
  bool Sometimes = false;
  /// Whether the node is in a loop that runs within the capture, and so exists
  /// once for each round.
  bool Repeated = false;
  /// Whether it is unknown if the node is captured.
  bool Unsure = false;
  /// The findings at this call, as indices.
  std::vector<unsigned> Findings;
};

struct GraphEdge {
  unsigned From = 0, To = 0; ///< Nodes of the graph.
  /// Whether the edge leads from one round of a loop to the next.
  bool Carried = false;
  bool Unsure = false;
};

/// A wait for an event, after which one lane depends on another.
struct GraphLink {
  unsigned Id = 0;
  unsigned From = 0, To = 0; ///< Lanes.
  /// Whether the wait takes the stream into the capture.
  bool IsFork = false;
  std::vector<PathStep> Path;
  /// The number of nodes that come before the link.
  unsigned Before = 0;
};

/// One of the graphs that a region may record.
struct CaptureGraph {
  std::vector<GraphLane> Lanes;
  /// The nodes, each behind those that it depends on.
  std::vector<GraphNode> Nodes;
  std::vector<GraphEdge> Edges;
  std::vector<GraphLink> Links; ///< In the order of the program.
  /// The conditions that are decided on all ways to this graph, but not on all
  /// ways through the region.
  Conditions When;
  /// Whether several graphs were merged because there were too many. The nodes
  /// include those that are not on all ways.
  bool Merged = false;
  /// Whether there were more nodes or edges, which are not shown.
  bool Cut = false;
};

/// A call that violates a rule and that is not a node.
struct GraphViolation {
  unsigned Finding = 0;
  /// The position of the call: nodes and links with lower ids come before it.
  unsigned Order = 0;
  /// The lane, in each graph, of the stream that the call is given; nullopt if
  /// the call is given no stream that takes part.
  std::vector<std::optional<unsigned>> Lane;
  /// The number of nodes, in each graph, that were captured before.
  std::vector<unsigned> Before;
};

/// A call that begins a capture, as it is reached from a root.
struct CaptureRegion {
  const ir::Function *Root = nullptr;
  std::vector<PathStep> Begin;
  /// The ends of the capture: several if paths differ, and none if no path is
  /// known to end it.
  std::vector<std::vector<PathStep>> Ends;
  std::optional<CaptureMode> Mode;
  /// Whether the capture adds to a graph that existed before.
  bool IntoGraph = false;
  /// Whether the caller of the root captures (ir::Capturable).
  bool IsCallers = false;
  /// Whether there are paths for which it is not known what they record.
  bool Incomplete = false;
  std::vector<CaptureGraph> Graphs;
  /// All findings about the region, as indices.
  std::vector<unsigned> Findings;
  /// The violations at calls that are not nodes.
  std::vector<GraphViolation> Violations;
};

/// The knowledge about the captures of some functions.
struct CaptureRegions {
  /// The regions, in source order of their begins. If two roots reach a region
  /// in the same way, as callers of the function that contains all of it, the
  /// region is listed once.
  std::vector<CaptureRegion> Regions;
  std::vector<Finding> Findings;
  /// The number of roots that were too large.
  unsigned GivenUp = 0;
};

/// Runs \p Roots as analyze() does. If \p Only is set, returns the regions that
/// the roots for which it holds reach, even if other roots reach them, too.
CaptureRegions
captureGraphs(llvm::ArrayRef<const ir::Function *> Roots, FunctionLookup Find,
              bool PerThreadDefaultStream, const KnowledgeBase &KB,
              Options Opts = Options(),
              llvm::function_ref<bool(const ir::Function &)> Only = nullptr);

/// Returns all graphs of a region as one graph. Anything that is not in all of
/// them gets conditions, or is marked as unsure.
CaptureGraph merged(const CaptureRegion &R);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_GRAPH_CAPTUREGRAPH_H
