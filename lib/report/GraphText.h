//===- GraphText.h - The graphs of regions, drawn and as text ---*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a region would record, in words and as plain data, and its forms: text,
/// DOT (as cudaGraphDebugDotPrint writes it) and JSON. The same input gives the
/// same output.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_GRAPHTEXT_H
#define CUDA_CAPTURE_REPORT_GRAPHTEXT_H

#include "../analysis/graph/CaptureGraph.h"
#include "Diagnostic.h"
#include "llvm/Support/raw_ostream.h"

namespace cuda_capture::report {

struct DrawnLane {
  /// As the program calls the stream, or what the lane is for.
  std::string Name;
  bool IsOrigin = false;
  /// It is not known whether what is in it belongs to the graph.
  bool IsUnsure = false;
};

struct DrawnNode {
  unsigned Lane = 0;
  std::string Type;  ///< "kernel"; "?" if that is not known.
  std::string Label; ///< The kernel, or the function that is called.
  Position At;
  /// The calls on the way from the function that begins the capture.
  std::vector<std::pair<std::string, Position>> Way;
  std::string When; ///< "if 'bias'", may be empty.
  bool Repeated = false, Sometimes = false, Unsure = false;
  std::vector<std::string> Violations;
  std::vector<unsigned> Findings; ///< Of CaptureRegions::Findings.
};

struct DrawnLink {
  unsigned From = 0, To = 0; ///< Lanes.
  bool IsFork = false;
  Position At;
  unsigned Before = 0; ///< How many nodes come before.
  unsigned Order = 0;  ///< Among links and violations.
};

/// A call that breaks a rule and is no node.
struct DrawnViolation {
  std::string Text;
  std::string Label; ///< The function that is called.
  Position At;
  std::optional<unsigned> Lane;
  unsigned Before = 0, Order = 0;
  std::optional<unsigned> Finding; ///< Of CaptureRegions::Findings.
};

struct DrawnGraph {
  std::vector<DrawnLane> Lanes;
  std::vector<DrawnNode> Nodes; ///< Behind those that they depend on.
  std::vector<analysis::GraphEdge> Edges;
  std::vector<DrawnLink> Links;
  std::vector<DrawnViolation> Violations;
  std::string When;
  bool Merged = false, Cut = false;

  /// Calls one of them for each that comes directly before node \p Node, in
  /// the order of the program.
  void
  between(unsigned Node, llvm::function_ref<void(const DrawnLink &)> Link,
          llvm::function_ref<void(const DrawnViolation &)> Violation) const;

  /// Those of one run: no calls of which nothing is known, no rounds of loops.
  unsigned nodeCount() const;
  unsigned edgeCount() const;
};

struct DrawnRegion {
  std::string Function; ///< That begins the capture.
  std::string Root;     ///< From which it is seen.
  Position Begin;
  std::vector<Position> Ends;
  std::string Mode; ///< "global"; empty if not known.
  bool IntoGraph = false, IsCallers = false, Incomplete = false;
  std::vector<DrawnGraph> Graphs;
};

/// What only the source knows.
struct GraphNames {
  /// How an argument of a call is written; empty if that is not known.
  llvm::function_ref<std::string(const ir::Instruction &Call, unsigned Arg)>
      Argument = nullptr;
  /// The name of what a call calls; empty: that in the IR.
  llvm::function_ref<std::string(const ir::Instruction &Call)> Callee = nullptr;
  llvm::function_ref<Position(const ir::Loc &)> Place = nullptr;
};

/// \p AllInOne: one graph, with conditions, instead of one for each way.
DrawnRegion describe(const analysis::CaptureRegion &R,
                     llvm::ArrayRef<analysis::Finding> Findings,
                     const KnowledgeBase &KB, const GraphNames &Names,
                     bool AllInOne = false);

void writeGraphText(llvm::raw_ostream &OS, llvm::ArrayRef<DrawnRegion> Regions);
void writeGraphDot(llvm::raw_ostream &OS, llvm::ArrayRef<DrawnRegion> Regions);
void writeGraphJson(llvm::raw_ostream &OS, llvm::ArrayRef<DrawnRegion> Regions);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_GRAPHTEXT_H
