//===- SliceBody.h - A function while it is being sliced --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The data structures that Slice.cpp and SliceUses.cpp share.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_SLICEBODY_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_SLICEBODY_H

#include "Slice.h"

namespace cuda_capture::analysis {

/// The place to which an instruction stores.
struct Slice::Store {
  /// The store goes through a pointer to something unknown, or sets the
  /// thread's mode.
  bool Always = false;
  /// The store goes through a pointer to a field.
  bool Field = false;
  /// The store matters if one of these keys does.
  KeyRange Any;
  /// The keys that determine the place.
  KeyRange Needs;
};

struct Slice::Inst {
  const ir::Instruction *I = nullptr;
  bool Kept = false;
  /// Rules examine the instruction, or it may change what they know.
  bool Seed = false;
  /// Its result may be that of a begin.
  bool Begins = false;
  /// It writes to the memory that its operands point at.
  bool Writes = false;
  /// It is a getter that reads through a pointer.
  bool ReadsAnything = false;
  std::optional<Store> Dest;
  /// See Body::args.
  unsigned FirstArg = 0, ArgCount = 0;
  /// The target and the object of an invoke.
  KeyRange Others;
  /// It may destroy everything that other instructions have made.
  bool Resets = false;
  /// The arguments through which it returns a graph that the program has to
  /// destroy.
  ir::List<unsigned> Makes;
  /// The functions that the instruction names.
  ir::List<Body *> Named;
  Body *Callee = nullptr;
};

struct Slice::Body {
  explicit Body(const ir::Function &F) : F(F), Flow(F) {}

  const ir::Function &F;
  FlowGraph Flow;
  std::vector<std::vector<Inst>> Insts;
  std::vector<KeyRange> Conditions;
  std::vector<bool> WantedLocals, KeptBlocks, KeptBranches;
  /// Paths from this block end the program.
  std::vector<bool> DeadEnds;
  /// The branches that decide whether each block runs.
  std::vector<llvm::SmallVector<unsigned, 4>> Controllers;
  /// Locals that hold nothing but numbers.
  std::vector<bool> Numbers;
  /// Locals that end in the function, or whose pointees do.
  std::vector<bool> Ended;
  /// Locals that may hold a graph which the program has made, or point at one.
  std::vector<bool> Graphs;
  /// The functions that it calls.
  std::vector<const Body *> Callees;
  /// The times of its last visit and of its last change; see Slice::Changes.
  unsigned Visited = 0, LastChange = 1;
  bool AnyKept = false;
  bool ResultWanted = false;
  /// It may return such a graph.
  bool ReturnsGraph = false;
  /// Calls of the function may begin a capture.
  bool Begins = false;
  /// Has a loop that never ends: everything in it is kept.
  bool Endless = false;

  /// Appends \p K to AllKeys. There are many short lists of keys, so they are
  /// stored one after the other.
  KeyRange keep(llvm::ArrayRef<Key> K) {
    const KeyRange Result{unsigned(AllKeys.size()), unsigned(K.size())};
    AllKeys.insert(AllKeys.end(), K.begin(), K.end());
    return Result;
  }
  llvm::ArrayRef<Key> keys(KeyRange K) const {
    return llvm::ArrayRef(AllKeys).slice(K.First, K.Count);
  }
  /// Returns the keys by argument. They are empty for arguments that matter to
  /// no rule.
  llvm::ArrayRef<KeyRange> args(const Inst &I) const {
    return llvm::ArrayRef(AllArgs).slice(I.FirstArg, I.ArgCount);
  }
  std::vector<Key> AllKeys;
  std::vector<KeyRange> AllArgs;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_SLICEBODY_H
