//===- GraphMemory.h - Memory that graphs refer to --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_GRAPHMEMORY_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_GRAPHMEMORY_H

#include "../AnalysisParts.h"
#include "../engine/RootRun.h"
#include "../findings/RawFinding.h"
#include "llvm/ADT/DenseSet.h"

namespace cuda_capture::analysis {

/// Follows the memory that captured work and graphs refer to.
class GraphMemory : AnalysisParts {
public:
  explicit GraphMemory(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Applies \p Call to the references: it may add to a capture or graph, make
  /// something of one, or launch one.
  void references(const ApiCall &Call, State &S);
  /// Applies \p Call, which begins a capture: it may extend a graph, and the
  /// captured graph then refers to what that graph refers to.
  void beginReferences(const ApiCall &Call, State &S);
  void endReferences(const ApiCall &Call, const Site &Begin, State &S);
  /// Applies an instruction that ends a lifetime.
  void end(Context Ctx, const ir::Instruction &I, State &S);
  /// Notes that the memory that \p Pointer points at is released.
  void release(const Value &Pointer, const Site &At, State &S);
  /// Applies a call of an unknown callee that can access these values and
  /// objects.
  void passReferences(const ir::Instruction &I, llvm::ArrayRef<Value> Given,
                      llvm::ArrayRef<LocationId> Objects, State &S);
  /// Notes that the memory owned by \p Object may belong to another object now.
  void moveReferences(LocationId Object, State &S);
  /// Returns the variable from outside of the root that holds \p Graph.
  std::optional<LocationId> keeperOf(const Value &Graph, const State &S) const;
  /// Whether the root returns \p Graph.
  static bool isReturned(const Value &Graph, const State &S);

  /// Notes that a captured call allocates the memory that \p Made points at.
  void noteGraphAllocated(SymbolId Made) { GraphAllocated.insert(Made); }

private:
  void addReferences(const ApiCall &Call, State &S);
  void updateReferences(const ApiCall &Call, State &S);
  void launchReferences(const ApiCall &Call, State &S);
  std::optional<SymbolId> madeBy(const ApiCall &Call, Role R);
  bool isAllocated(const Value &Pointer) const;
  /// The memory that captured calls allocate.
  llvm::DenseSet<SymbolId> GraphAllocated;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_GRAPHMEMORY_H
