//===- Slice.h - What of a program the rules depend on ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most of what a function computes has no influence on any rule: the sizes of
/// tensors, the text of a log, the loop that fills a table. A slice keeps the
/// calls that rules look at, what decides whether they run, and what their
/// operands are made of. The interpreter runs nothing else.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_SLICE_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_SLICE_H

#include "FlowGraph.h"
#include "FunctionLookup.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <memory>

namespace cuda_capture::analysis {

/// Tells what a slice keeps of an API call.
class SliceCriterion {
public:
  struct ApiUse {
    /// Rules look at the call, or it changes what they know.
    bool Seed = false;
    /// Its result is that of a begin.
    bool Begins = false;
    /// Arguments that matter, if the call does.
    llvm::SmallBitVector Matters;
    /// Arguments that say where a handle is stored.
    llvm::SmallBitVector Stores;
  };
  virtual ApiUse use(const ir::Instruction &Api) const = 0;

protected:
  ~SliceCriterion() = default;
};

class Slice {
public:
  /// Slices \p Roots and what they call, together: what one function stores,
  /// another one may read. Functions must outlive the slice.
  Slice(llvm::ArrayRef<const ir::Function *> Roots, FunctionLookup Find,
        const SliceCriterion &Criterion);
  ~Slice();

  /// What is left of \p F. A function that was not found from the roots is
  /// left whole.
  const FlowGraph &of(const ir::Function &F) const;

private:
  /// A variable: a local of the function that is looked at, or the name of a
  /// global or a field, wherever it is.
  struct Key {
    enum Kind { Local, Name } K;
    unsigned Id;
  };
  using Keys = llvm::SmallVector<Key, 4>;
  /// Keys that a Body keeps.
  struct KeyRange {
    unsigned First = 0, Count = 0;
    bool empty() const { return !Count; }
  };
  struct Store;
  struct Inst;
  struct Body;

  unsigned name(llvm::StringRef Name);
  void uses(const ir::Operand &O, Keys &Out);
  void uses(const ir::Place &P, Keys &Out);
  Store store(const ir::Place &P, Body &B);
  Inst prepare(const ir::Instruction &I, bool DeadEnd, Body &B);
  void prepare(Body &B);
  void findNumbers(Body &B) const;
  void findDeadEnds(Body &B) const;
  void findControllers(Body &B) const;
  void findBegins();
  /// Finds, or adds, a function by symbol; null if it is unknown.
  Body *body(llvm::StringRef Symbol);
  Body &add(const ir::Function &F);

  bool isWanted(const Body &B, Key K) const;
  bool anyWanted(const Body &B, KeyRange K) const;
  bool allWanted(const Body &B, KeyRange K) const;
  /// More is known to matter of \p B.
  void changed(Body &B);
  bool isToVisit(const Body &B) const;
  void want(Body &B, KeyRange K);
  void want(Body &B, Key One);
  bool isNeeded(const Body &B, const Inst &I) const;
  void keep(Body &B, unsigned Block, unsigned Index);
  void keepBlock(Body &B, unsigned Block);
  void keepBranch(Body &B, unsigned Block);
  void visit(Body &B);
  void keepExitsOfProgram(Body &B);

  FunctionLookup Find;
  const SliceCriterion &Criterion;
  static FlowGraph result(Body &B);

  /// Those of functions that were not found are added when they are asked for.
  mutable llvm::DenseMap<const ir::Function *, std::unique_ptr<const FlowGraph>>
      Results;
  // While the slice is made; several times as large as what it is made of.
  std::deque<Body> Bodies;
  llvm::DenseMap<const ir::Function *, Body *> ByFunction;
  llvm::StringMap<unsigned> NameIds;
  std::vector<bool> WantedNames;
  /// Some getter whose body is not available reads what a pointer points at:
  /// any field may matter to it.
  bool AnyField = false;
  /// How often something was found to matter, and the last time that it was
  /// something that matters to all functions.
  unsigned Changes = 0, NameChange = 0;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_SLICE_H
