//===- GraphAllocations.h - Memory that graphs allocate ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_GRAPHALLOCATIONS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_GRAPHALLOCATIONS_H

#include "../AnalysisParts.h"
#include "../Rules.h"
#include "../engine/RootRun.h"
#include "RawFinding.h"

namespace cuda_capture::analysis {

/// Follows memory that captured calls allocate and do not free in the same
/// graph, and reports what is done to it at the wrong time
/// (checks/GraphMemory.cpp). The memory stands among what the graph refers to
/// (Borrow::Allocates).
class GraphAllocations : AnalysisParts {
public:
  explicit GraphAllocations(const AnalysisParts &Parts)
      : AnalysisParts(Parts) {}

  /// Whether \p Call makes an executable graph whose launches certainly do not
  /// free what the launch before has allocated.
  static bool keepsMemory(const ApiCall &Call);
  /// Forgets all memory of graphs.
  static void forget(State &S);

  /// Checks what \p Call does to memory of graphs, and applies it.
  void apply(const ApiCall &Call, State &S);
  /// Checks the launch \p Call of the graph \p Exec, and applies it.
  void launch(SymbolId Exec, const ApiCall &Call, State &S);
  /// Applies a call of an unknown callee that can access these values and
  /// objects: it may free their memory, and launch their graphs.
  void pass(const ir::Instruction &I, llvm::ArrayRef<Value> Given,
            llvm::ArrayRef<LocationId> Objects, State &S);
  /// Checks the return of the root: a graph that is kept will be launched
  /// again, and nobody can free memory whose address is lost.
  void checkKept(const RootRun::Exit &Leaving);

private:
  void allocate(const ApiCall &Call, State &S);
  void free(const Value &Pointer, State &S);
  void checkUse(const ApiCall &Call, State &S);
  void report(RawFinding F, const State &S);
  const Capture *captureOf(const ApiCall &Call, const State &S) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_GRAPHALLOCATIONS_H
