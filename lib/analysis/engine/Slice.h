//===- Slice.h - The code that matters to the rules -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most of what a function computes has no influence on any rule: the sizes of
/// tensors, the text of a log, the loop that fills a table. A slice keeps the
/// calls that rules examine, the conditions that decide whether these calls
/// run, and the computation of their operands. The interpreter runs nothing
/// else.
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

/// Determines which parts of an API call a slice keeps.
class SliceCriterion {
public:
  struct ApiUse {
    /// Rules examine the call, or the call changes what they know.
    bool Seed = false;
    /// The result of the call is that of a begin.
    bool Begins = false;
    /// The call may destroy everything that other calls have made.
    bool Resets = false;
    /// The function that makes the call may return what the call stores.
    bool Yields = false;
    /// The arguments that matter if the call does.
    llvm::SmallBitVector Matters;
    /// The arguments that determine where a handle is stored.
    llvm::SmallBitVector Stores;
    /// Those among them through which the call returns something that the
    /// program has to destroy.
    llvm::SmallBitVector Makes;
  };
  virtual ApiUse use(const ir::Instruction &Api) const = 0;

protected:
  ~SliceCriterion() = default;
};

class Slice {
public:
  /// Slices \p Roots and their callees together, because one function may read
  /// what another one stores. The functions must outlive the slice.
  Slice(llvm::ArrayRef<const ir::Function *> Roots, FunctionLookup Find,
        const SliceCriterion &Criterion);
  ~Slice();

  /// Returns the control flow of the part of \p F that the slice keeps. A
  /// function that was not found from the roots is kept whole.
  const FlowGraph &of(const ir::Function &F) const;

private:
  /// A variable: a local of the function that is being analysed, or the name of
  /// a global or of a field, wherever it occurs.
  struct Key {
    enum Kind { Local, Name } K;
    unsigned Id;
  };
  using Keys = llvm::SmallVector<Key, 4>;
  /// A range of the keys that a Body keeps.
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
  /// Marks the instructions that read a variable which may hold a graph that
  /// the program has made (SliceGraphs.cpp).
  void findGraphs();
  /// Follows graphs through \p I. \returns true if a variable was found that
  /// may hold one.
  bool passGraphs(Body &B, Inst &I);
  bool holdsGraph(const Body &B, const ir::Place &P) const;
  bool holdsGraph(const Body &B, const ir::Operand &O) const;
  bool putGraph(Body &B, const ir::Place &P);
  bool putGraph(Body &B, const ir::Operand &O);
  /// Finds or adds a function by its symbol. Returns null if the function is
  /// unknown.
  Body *body(llvm::StringRef Symbol);
  Body &add(const ir::Function &F);

  bool isWanted(const Body &B, Key K) const;
  bool anyWanted(const Body &B, KeyRange K) const;
  bool allWanted(const Body &B, KeyRange K) const;
  /// Notes that more of \p B is known to matter.
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

  /// The flow graphs of the functions. The graph of a function that was not
  /// found from the roots is added on request.
  mutable llvm::DenseMap<const ir::Function *, std::unique_ptr<const FlowGraph>>
      Results;
  // The following data exist only while the slice is made. They are several
  // times as large as the program that is sliced.
  std::deque<Body> Bodies;
  llvm::DenseMap<const ir::Function *, Body *> ByFunction;
  llvm::StringMap<unsigned> NameIds;
  std::vector<bool> WantedNames;
  /// By name: whether a field or global of this name may hold a new graph.
  std::vector<bool> GraphNames;
  /// Some getter without an available body reads the memory that a pointer
  /// points at, so any field may matter to it.
  bool AnyField = false;
  /// The number of times that something was found to matter, and the last such
  /// time at which it matters to all functions.
  unsigned Changes = 0, NameChange = 0;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_SLICE_H
