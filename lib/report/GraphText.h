//===- GraphText.h - The graphs of regions, drawn and as text ---*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The graph that a region would record, as words in plain data, and its output
/// forms: text, DOT (as cudaGraphDebugDotPrint writes it) and JSON. The same
/// input gives the same output.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_GRAPHTEXT_H
#define CUDA_CAPTURE_REPORT_GRAPHTEXT_H

#include "../analysis/graph/CaptureGraph.h"
#include "Diagnostic.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_capture::report {

struct DrawnLane {
  /// The program's name for the stream, or the purpose of the lane.
  std::string Name;
  bool IsOrigin = false;
  /// It is unknown whether the contents of the lane belong to the graph.
  bool IsUnsure = false;
};

struct DrawnNode {
  unsigned Lane = 0;
  std::string Type;  ///< "kernel"; "?" if it is unknown.
  std::string Label; ///< The kernel, or the function that is called.
  Position At;
  /// The calls on the path from the function that begins the capture.
  std::vector<std::pair<std::string, Position>> Way;
  std::string When; ///< "if 'bias'", may be empty.
  bool Repeated = false, Sometimes = false, Unsure = false;
  std::vector<std::string> Violations;
  std::vector<unsigned> Findings; ///< Indices in CaptureRegions::Findings.
};

struct DrawnLink {
  unsigned From = 0, To = 0; ///< Lanes.
  bool IsFork = false;
  Position At;
  unsigned Before = 0; ///< Number of nodes that come before.
  unsigned Order = 0;  ///< Position among links and violations.
};

/// A call that breaks a rule and is not a node.
struct DrawnViolation {
  std::string Text;
  std::string Label; ///< The function that is called.
  Position At;
  std::optional<unsigned> Lane;
  unsigned Before = 0, Order = 0;
  std::optional<unsigned> Finding; ///< Index in CaptureRegions::Findings.
};

struct DrawnGraph {
  std::vector<DrawnLane> Lanes;
  std::vector<DrawnNode> Nodes; ///< After their dependencies.
  std::vector<analysis::GraphEdge> Edges;
  std::vector<DrawnLink> Links;
  std::vector<DrawnViolation> Violations;
  std::string When;
  bool Merged = false, Cut = false;

  /// Calls \p Link or \p Violation for each link or violation that comes
  /// directly before node \p Node, in the order of the program.
  void
  between(unsigned Node, llvm::function_ref<void(const DrawnLink &)> Link,
          llvm::function_ref<void(const DrawnViolation &)> Violation) const;

  /// The numbers of nodes and edges of one run. They do not count unknown calls
  /// and repetitions in loops.
  unsigned nodeCount() const;
  unsigned edgeCount() const;
};

struct DrawnRegion {
  std::string Function; ///< The function that begins the capture.
  std::string Root;     ///< The root that the region was found from.
  Position Begin;
  std::vector<Position> Ends;
  std::string Mode; ///< "global"; empty if unknown.
  bool IntoGraph = false, IsCallers = false, Incomplete = false;
  std::vector<DrawnGraph> Graphs;
};

/// Names and places that only the source provides.
struct GraphNames {
  /// Returns the source text of an argument of a call; empty if it is unknown.
  llvm::function_ref<std::string(const ir::Instruction &Call, unsigned Arg)>
      Argument = nullptr;
  /// Returns the name of the callee of a call; empty if it is the name in the
  /// IR.
  llvm::function_ref<std::string(const ir::Instruction &Call)> Callee = nullptr;
  llvm::function_ref<Position(const ir::Loc &)> Place = nullptr;
};

/// Returns the data to draw \p R. If \p AllInOne is true, there is one graph
/// with conditions, instead of one for each way.
DrawnRegion describe(const analysis::CaptureRegion &R,
                     llvm::ArrayRef<analysis::Finding> Findings,
                     const KnowledgeBase &KB, const GraphNames &Names,
                     bool AllInOne = false);

/// Returns the lines above a graph: the name of the capture, where it begins
/// and ends, and the size of the graph. \p Number is that of the capture,
/// from 1.
std::vector<std::string> titleOf(const DrawnRegion &R, size_t Number,
                                 size_t Graph);

void writeGraphText(llvm::raw_ostream &OS, llvm::ArrayRef<DrawnRegion> Regions);
void writeGraphDot(llvm::raw_ostream &OS, llvm::ArrayRef<DrawnRegion> Regions);
void writeGraphJson(llvm::raw_ostream &OS, llvm::ArrayRef<DrawnRegion> Regions);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_GRAPHTEXT_H
