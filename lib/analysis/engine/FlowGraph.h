//===- FlowGraph.h - Order and post-dominators of a function ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_FLOWGRAPH_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_FLOWGRAPH_H

#include "../../ir/IR.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace cuda_capture::analysis {

/// The part of a function that is run: all of it, or the part that a slice
/// keeps.
class Kept {
public:
  explicit Kept(const ir::Function &F);

  const ir::Function *F;

  bool keeps(unsigned Block, unsigned Inst) const {
    return Insts[First[Block] + Inst];
  }
  bool keepsAny(unsigned Block) const {
    const unsigned Begin = First[Block];
    return Insts.find_first_in(Begin, Begin + F->Blocks[Block].Insts.size()) !=
           -1;
  }
  /// Returns the successors of \p Block, or the block where its outcomes meet
  /// if its condition is left out.
  llvm::ArrayRef<unsigned> successors(unsigned Block) const {
    return isSkipped(Block) ? llvm::ArrayRef(Meets[Block])
                            : llvm::ArrayRef(F->successors(Block));
  }
  /// Whether the condition of some block is left out.
  bool skipsAny() const { return Skips; }
  /// Whether the condition of a block is left out.
  bool isSkipped(unsigned Block) const { return Meets[Block] != NotSkipped; }

  void leaveOut(unsigned Block, unsigned Inst) {
    Insts.reset(First[Block] + Inst);
  }
  /// Leaves out the condition of \p Block, whose outcomes meet in \p Meet.
  void skip(unsigned Block, unsigned Meet) {
    Meets[Block] = Meet;
    Skips = true;
  }

private:
  static constexpr unsigned NotSkipped = ~0U;
  /// The kept instructions of all blocks, and the number of the first
  /// instruction of each block.
  llvm::BitVector Insts;
  std::vector<unsigned> First;
  std::vector<unsigned> Meets;
  bool Skips = false;
};

/// Returns the block of \p F that \p I is in.
unsigned blockOf(const ir::Function &F, const ir::Instruction *I);

/// Returns the local that \p O reads as a whole, if any.
std::optional<unsigned> readLocal(const ir::Operand &O);

/// Facts about a function's control flow that the interpreter needs.
struct FlowGraph {
  explicit FlowGraph(Kept Of);
  explicit FlowGraph(const ir::Function &F) : FlowGraph(Kept(F)) {}
  /// Creates the graph of \p Whole for \p Of, which leaves out instructions but
  /// no conditions, so that control flows as before.
  FlowGraph(FlowGraph Whole, Kept Of);

  static constexpr unsigned None = ~0U;

  Kept Of;
  /// The position of each block in reverse post-order, with unreachable blocks
  /// last.
  std::vector<unsigned> Order;
  /// The reachable blocks in that order.
  std::vector<unsigned> InOrder;
  /// The block where all paths from a block meet again; None if they meet only
  /// after the exit.
  std::vector<unsigned> PostDominator;
  /// Whether the function can return from a block.
  std::vector<bool> Returns;

  /// Whether a block can be run again in the same call.
  std::vector<bool> InLoop;
  /// Whether all paths to \p Block have arrived when it is reached in reverse
  /// post-order, so that no loop can bring others later.
  bool isRunOnce(unsigned Block) const { return RunOnce[Order[Block]]; }
  /// Whether control passes through the function in one way only, and in no
  /// loop.
  bool isStraight() const { return Straight; }
  /// Whether nothing of a block is run and control goes on to exactly one other
  /// block.
  std::vector<bool> Empty;

  /// A local that counts the rounds of a loop: a statement of the loop adds to
  /// it or subtracts from it.
  struct Counter {
    unsigned Local;
    /// The directions in which it counts: one of them, unless it counts both
    /// ways.
    bool Up = false, Down = false;
    /// The blocks that may leave the loop, depending on a condition on the
    /// counter.
    llvm::SmallVector<unsigned, 2> Tests;
  };
  /// Returns the counters of the loop that \p Head begins.
  llvm::ArrayRef<Counter> counters(unsigned Head) const;

  /// Whether every round of the innermost loop around \p Block runs \p Block.
  bool isInEveryRound(unsigned Block) const;

  /// Whether control can get from \p From to \p To, in any number of steps,
  /// without passing \p Avoiding.
  bool reaches(unsigned From, unsigned To, unsigned Avoiding = None) const;

  /// The meaning of the control flow from a block to one of its successors.
  struct Edge {
    /// The other way out of the block leaves the function early, or jumps.
    bool EarlyReturn = false;
    /// Control comes back to the block before its outcomes meet.
    bool ComesBack = false;
  };
  Edge edge(unsigned From, unsigned To) const;

private:
  /// Whether control gets from \p From to \p Exit, without passing \p Avoiding,
  /// only through a return or goto statement, if at all.
  bool leaves(unsigned From, unsigned Exit, unsigned Avoiding) const;
  void computeOrder();
  void computePostDominators();
  void computeLoops();
  /// Finds the counters of the loop that \p Head begins. \p In are the blocks
  /// of that loop, \p Loop, in order.
  void findCounters(unsigned Head, llvm::ArrayRef<unsigned> Loop,
                    const llvm::BitVector &In);
  void findEmpty();
  void findStraight();

  /// For each position in order, whether the block is run once.
  std::vector<bool> RunOnce;
  bool Straight = false;
  llvm::DenseMap<unsigned, llvm::SmallVector<Counter, 1>> Counters;
  /// The earlier results of edge().
  mutable llvm::DenseMap<std::pair<unsigned, unsigned>, Edge> Edges;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_FLOWGRAPH_H
