//===- Recording.h - What the captures of a path have recorded --*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The graphs that the captures which run in a state have recorded so far, one
/// for each way to get there. GraphRecorder keeps them; a run that draws no
/// graphs has none.
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
  /// Sorted.
  using NodeSet = llvm::SmallVector<NodeId, 2>;

  /// A node, and the lane that it is in.
  struct Node {
    NodeId Id = 0;
    unsigned Lane = 0;
    /// Only on some of the ways.
    bool Sometimes = false;
    bool operator==(const Node &O) const {
      return Id == O.Id && Lane == O.Lane && Sometimes == O.Sometimes;
    }
  };
  struct Edge {
    NodeId From = 0, To = 0;
    /// From one round of a loop to the next.
    bool Carried = false;
    /// It may be missing, or others may be.
    bool Unsure = false;
    bool operator==(const Edge &O) const {
      return From == O.From && To == O.To && Carried == O.Carried &&
             Unsure == O.Unsure;
    }
  };
  /// A stream; those that take part come first, as Capture::Participants.
  struct Lane {
    unsigned Name = 0; ///< Of GraphRecorder.
    /// What its next node depends on.
    NodeSet Last;
    /// That may be more, or less.
    bool Unsure = false;
    bool operator==(const Lane &O) const {
      return Name == O.Name && Last == O.Last && Unsure == O.Unsure;
    }
  };
  /// What waits for the event depends on these.
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
    NodeId Id = 0; ///< Of the wait, in the order of nodes.
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

  std::vector<Node> Nodes; ///< By id.
  std::vector<Edge> Edges; ///< By ids.
  std::vector<Lane> Lanes;
  /// Streams of which it is not known whether they take part, and what they
  /// are.
  std::vector<std::pair<Value, Lane>> Guessed;
  std::vector<Event> Events;
  std::vector<Link> Links; ///< By id.
  /// Handles of nodes that were added to the graph by hand.
  std::vector<std::pair<SymbolId, NodeId>> Handles;
  /// What the lane depended on that the program has asked about last.
  NodeSet Asked;
  std::vector<Decision> Decided;
  /// Loops of which a round was run: their frame, and the block where rounds
  /// begin. Sorted.
  std::vector<std::pair<Context, unsigned>> Rounds;
  /// Nodes that were reached in an earlier round of these loops, and not again
  /// in this one.
  std::vector<std::pair<NodeId, std::pair<Context, unsigned>>> Earlier;
  /// It is several graphs in one: there were too many.
  bool Merged = false;
  /// It has more nodes or edges, which were too many.
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

/// Of all captures that run.
struct Recording : llvm::RefCountedBase<Recording> {
  struct Open {
    Site Begin;
    std::vector<PathGraph> Graphs;
    /// What was recorded where paths were joined that disagree.
    bool Joined = false;
  };
  std::vector<Open> Captures;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_GRAPH_RECORDING_H
