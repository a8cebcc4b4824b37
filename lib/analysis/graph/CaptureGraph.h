//===- CaptureGraph.h - The graphs that regions record ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a capture would record, without running it: nodes, on which stream each
/// was captured, and what they depend on.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_GRAPH_CAPTUREGRAPH_H
#define CUDA_CAPTURE_ANALYSIS_GRAPH_CAPTUREGRAPH_H

#include "../Analysis.h"

namespace cuda_capture::analysis {

/// Conditions, and how they were decided.
using Conditions = std::vector<std::pair<const ir::Terminator *, bool>>;

/// How a stream is named where its lane begins.
struct StreamName {
  /// Variables that hold it, outermost function first; may be empty.
  std::vector<std::pair<ir::Place, const ir::Function *>> Variables;
  /// The argument of a call that it is.
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
    /// Calls that are given no stream.
    Elsewhere,
  } K = Stream;
  StreamName Name;
  bool IsOrigin = false;
  /// The wait that took it into the capture.
  std::vector<PathStep> Joined;
};

/// Whether lanes of two graphs of a region are of one stream.
bool isSameLane(const GraphLane &A, const GraphLane &B);

struct GraphNode {
  /// The same in all graphs of a region.
  unsigned Id = 0;
  /// None: a call of which it is not known what it adds, if anything.
  NodeKind Kind = NodeKind::None;
  unsigned Lane = 0;
  /// From the root to the call.
  std::vector<PathStep> Path;
  /// Of the path, what is in the function that begins the capture, or below.
  unsigned FirstStep = 0;
  const ApiRow *Row = nullptr; ///< Null for unknown callees.
  std::string Callee;
  /// Conditions inside of the region under which it is captured.
  Conditions When;
  /// Only on some of the ways that this graph stands for.
  bool Sometimes = false;
  /// It is in a loop that runs within the capture: once for each round.
  bool Repeated = false;
  /// It is not known whether it is captured.
  bool Unsure = false;
  /// Findings at this call, as indices.
  std::vector<unsigned> Findings;
};

struct GraphEdge {
  unsigned From = 0, To = 0; ///< Nodes of the graph.
  /// From one round of a loop to the next.
  bool Carried = false;
  bool Unsure = false;
};

/// A wait for an event, after which one lane depends on another.
struct GraphLink {
  unsigned Id = 0;
  unsigned From = 0, To = 0; ///< Lanes.
  /// It takes the stream into the capture.
  bool IsFork = false;
  std::vector<PathStep> Path;
  /// How many nodes come before.
  unsigned Before = 0;
};

/// One of the graphs that a region may record.
struct CaptureGraph {
  std::vector<GraphLane> Lanes;
  /// A node comes behind those that it depends on.
  std::vector<GraphNode> Nodes;
  std::vector<GraphEdge> Edges;
  std::vector<GraphLink> Links; ///< In the order of the program.
  /// What is decided on all ways to this graph, and not on all ways through the
  /// region.
  Conditions When;
  /// There were too many: what is not on all ways is among the others.
  bool Merged = false;
  /// There were more nodes or edges, which are not shown.
  bool Cut = false;
};

/// A call that violates a rule and is no node.
struct GraphViolation {
  unsigned Finding = 0;
  /// Nodes and links with lower ids come before.
  unsigned Order = 0;
  /// The lane of the stream that it is given, in each graph; none: it is given
  /// none that takes part.
  std::vector<std::optional<unsigned>> Lane;
  /// In each graph: how many of its nodes were captured before.
  std::vector<unsigned> Before;
};

/// A call that begins a capture, as it is reached from a root.
struct CaptureRegion {
  const ir::Function *Root = nullptr;
  std::vector<PathStep> Begin;
  /// How it ends; several, if paths differ. Empty: no path was seen to end it.
  std::vector<std::vector<PathStep>> Ends;
  std::optional<CaptureMode> Mode;
  /// It adds to a graph that was there before.
  bool IntoGraph = false;
  /// The caller of the root captures (ir::Capturable).
  bool IsCallers = false;
  /// Of some paths it is not known what they record.
  bool Incomplete = false;
  std::vector<CaptureGraph> Graphs;
  /// All findings about the region, as indices.
  std::vector<unsigned> Findings;
  /// Those at calls that are no nodes.
  std::vector<GraphViolation> Violations;
};

/// What is known of the captures of some functions.
struct CaptureRegions {
  /// In source order of their begins. A region that two roots reach in the same
  /// way, as callers of the function that has all of it, is there once.
  std::vector<CaptureRegion> Regions;
  std::vector<Finding> Findings;
  /// Roots that were too large.
  unsigned GivenUp = 0;
};

/// Runs \p Roots as analyze() does. If \p Only is set, regions are those that
/// are seen from the roots for which it holds, whoever else has them.
CaptureRegions
captureGraphs(llvm::ArrayRef<const ir::Function *> Roots, FunctionLookup Find,
              bool PerThreadDefaultStream, const KnowledgeBase &KB,
              Options Opts = Options(),
              llvm::function_ref<bool(const ir::Function &)> Only = nullptr);

/// All graphs of a region in one: what is not in all of them has conditions, or
/// is marked as unsure.
CaptureGraph merged(const CaptureRegion &R);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_GRAPH_CAPTUREGRAPH_H
