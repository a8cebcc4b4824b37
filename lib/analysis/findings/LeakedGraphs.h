//===- LeakedGraphs.h - Graphs that nothing can destroy ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_LEAKEDGRAPHS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_LEAKEDGRAPHS_H

#include "../AnalysisParts.h"
#include "../Rules.h"
#include "../engine/RootRun.h"
#include "RawFinding.h"
#include "llvm/ADT/DenseSet.h"

namespace cuda_capture::analysis {

/// Follows the graphs that a path makes until the path destroys them, leaves
/// them to other code, or loses them, and reports those that are lost
/// (checks/LeakedGraph.cpp).
class LeakedGraphs : AnalysisParts {
public:
  explicit LeakedGraphs(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Whether a call makes graphs of its own. The end of a capture into a graph
  /// returns that graph.
  enum class Makes { No, UnlessIntoGraph, Yes };
  /// Decides what \p Call makes, before its effect is applied.
  Makes made(const ApiCall &Call, const State &S) const;
  /// Applies \p Call, after its other effects: it may make graphs, as \p Own
  /// says, and destroy or keep those that it is given.
  void apply(const ApiCall &Call, Makes Own, State &S);
  /// Applies a copy of a value, and of the parts of an object, to \p To. If
  /// \p To is not known, nothing is known of the copy.
  void copied(std::optional<LocationId> To, const Value &V, const Parts &Copied,
              State &S);
  /// Notes that something unknown may replace the content of \p Object.
  void replaced(LocationId Object, State &S);
  /// Applies a call of an unknown callee that can access these values and
  /// objects, and whatever \p MayReach holds for.
  void pass(llvm::ArrayRef<Value> Given, llvm::ArrayRef<LocationId> Objects,
            llvm::function_ref<bool(LocationId)> MayReach, State &S);
  /// Notes that other code may destroy any graph of the path.
  void releaseAll(State &S);
  /// Reports what the root that was run has lost.
  void checkExits();
  /// Reports graphs that are lost with the variables of the functions that an
  /// exception leaves. \p Leaves says whether the exception leaves the frame
  /// in which a graph was made.
  void checkThrow(Context Ctx, const ir::Terminator &T, const State &S,
                  llvm::function_ref<bool(const Site &)> Leaves);

private:
  using IsReleased = llvm::function_ref<bool(SymbolId)>;
  void releaseIf(State &S, IsReleased Is);
  void make(const ApiCall &Call, unsigned P, Makes Own, State &S);
  void noteDestroyed(const Value &Handle, State &S);
  /// Whether variables of the program can hold a graph in \p L such that each
  /// store to it is seen.
  bool isFollowed(LocationId L) const;
  /// Whether \p Made stands in a loop of the frame \p In, or of a function that
  /// is called there.
  bool isInLoop(const Site &Made, Context In) const;
  void reportLoss(const MadeGraph &Graph, const GraphLoss &How,
                  const RootRun::Exit &Leaving);
  RawFinding findingAbout(const MadeGraph &Graph, DiagnosticKind Kind) const;

  /// The variables whose addresses other code has.
  llvm::DenseSet<LocationId> KnownElsewhere;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_LEAKEDGRAPHS_H
