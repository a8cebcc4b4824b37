//===- Recording.h - The recorded graphs of a path --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The graphs that the captures that run in a state have recorded so far, one
/// for each way to that state. GraphRecorder keeps them. A run that draws no
/// graphs has no recordings.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_GRAPH_RECORDING_H
#define CUDA_CAPTURE_ANALYSIS_GRAPH_RECORDING_H

#include "../Values.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace cuda_capture::analysis {

/// A graph that is being recorded, on some ways to a point of the program.
struct PathGraph {
  using NodeId = unsigned;
  /// A sorted set of nodes.
  using NodeSet = llvm::SmallVector<NodeId, 2>;

  /// A node and its lane.
  struct Node {
    NodeId Id = 0;
    unsigned Lane = 0;
    /// Whether the node exists on only some of the ways.
    bool Sometimes = false;
    bool operator==(const Node &O) const {
      return Id == O.Id && Lane == O.Lane && Sometimes == O.Sometimes;
    }
  };
  struct Edge {
    NodeId From = 0, To = 0;
    /// Whether the edge leads from one round of a loop to the next.
    bool Carried = false;
    /// Whether the edge may be missing, or others may be.
    bool Unsure = false;
    bool operator==(const Edge &O) const {
      return From == O.From && To == O.To && Carried == O.Carried &&
             Unsure == O.Unsure;
    }
  };
  /// A stream. The streams that take part come first, in the order of
  /// Capture::Participants.
  struct Lane {
    unsigned Name = 0; ///< A lane name of GraphRecorder.
    /// The nodes that its next node depends on.
    NodeSet Last;
    /// Whether the next node may depend on more nodes, or on fewer.
    bool Unsure = false;
    bool operator==(const Lane &O) const {
      return Name == O.Name && Last == O.Last && Unsure == O.Unsure;
    }
  };
  /// A recorded event. Work that waits for it depends on the nodes After.
  struct Event {
    SymbolId Handle = 0;
    Site At;
    unsigned Lane = 0;
    NodeSet After;
    bool Unsure = false;
    bool operator==(const Event &O) const {
      return Handle == O.Handle && At == O.At && Lane == O.Lane &&
             After == O.After && Unsure == O.Unsure;
    }
  };
  /// A wait that made one lane depend on another.
  struct Link {
    NodeId Id = 0; ///< The id of the wait, in the order of nodes.
    unsigned From = 0, To = 0;
    bool IsFork = false;
    bool operator==(const Link &O) const {
      return Id == O.Id && From == O.From && To == O.To && IsFork == O.IsFork;
    }
  };
  /// A condition that was decided on the way.
  struct Decision {
    const void *Branch = nullptr;
    Context Ctx = 0;
    bool Taken = false;
    Value Asked;
    bool operator==(const Decision &O) const {
      return Branch == O.Branch && Ctx == O.Ctx && Taken == O.Taken;
    }
  };

  std::vector<Node> Nodes; ///< Sorted by id.
  std::vector<Edge> Edges; ///< Sorted by ids.
  std::vector<Lane> Lanes;
  /// Streams for which it is not known whether they take part, and their lanes.
  std::vector<std::pair<Value, Lane>> Guessed;
  std::vector<Event> Events;
  std::vector<Link> Links; ///< Sorted by id.
  /// The handles of nodes that were added to the graph by hand.
  std::vector<std::pair<SymbolId, NodeId>> Handles;
  /// The dependences of the lane that the program has queried last.
  NodeSet Asked;
  std::vector<Decision> Decided;
  /// The loops that have run a round: their frame, and the block where rounds
  /// begin. Sorted.
  std::vector<std::pair<Context, unsigned>> Rounds;
  /// The nodes that were reached in an earlier round of these loops, but not
  /// again in this round.
  std::vector<std::pair<NodeId, std::pair<Context, unsigned>>> Earlier;
  /// Whether this is several graphs merged into one because there were too
  /// many.
  bool Merged = false;
  /// Whether there were more nodes or edges, which were too many to keep.
  bool Cut = false;

  bool sameGraph(const PathGraph &O) const {
    return Nodes == O.Nodes && Edges == O.Edges && Lanes == O.Lanes &&
           Guessed == O.Guessed && Events == O.Events && Links == O.Links &&
           Handles == O.Handles;
  }
};

/// Adds \p Id to a sorted set.
inline void add(PathGraph::NodeSet &To, PathGraph::NodeId Id) {
  auto It = llvm::lower_bound(To, Id);
  if (It == To.end() || *It != Id)
    To.insert(It, Id);
}

/// The recordings of all captures that run.
struct Recording : llvm::RefCountedBase<Recording> {
  struct Open {
    Site Begin;
    std::vector<PathGraph> Graphs;
    /// Whether the graphs were recorded where paths that disagree were joined.
    bool Joined = false;
  };
  std::vector<Open> Captures;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_GRAPH_RECORDING_H
