//===- OwnedGraphs.h - Graphs that the program has to destroy ---*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_OWNEDGRAPHS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_OWNEDGRAPHS_H

#include "ApiResults.h"
#include "Memory.h"

namespace cuda_capture::analysis {

/// A graph, or an executable graph, by the call that makes it and by the
/// argument through which the call returns it.
struct MadeGraph {
  Site At;
  unsigned Arg = 0;
  /// The begin of the capture is not known. A capture into a graph makes none.
  bool UnlessIntoGraph = false;
  bool operator==(const MadeGraph &O) const {
    return At == O.At && Arg == O.Arg;
  }
  bool operator<(const MadeGraph &O) const {
    return std::tie(At, Arg) < std::tie(O.At, O.Arg);
  }
};

/// How the path has lost a graph.
struct GraphLoss {
  /// The frame in which the last variable ended, or was overwritten.
  Context In = 0;
  /// A call had failed before.
  bool BehindFailure = false;
  bool operator==(const GraphLoss &O) const {
    return In == O.In && BehindFailure == O.BehindFailure;
  }
};

/// The graphs that the path has made, that it has not destroyed, and that no
/// code but that of the path knows; and those among them that nothing holds any
/// more, so that nothing can destroy them.
struct OwnedGraphs : Component<OwnedGraphs> {
  FlatMap<SymbolId, MadeGraph> Held;
  FlatMap<MadeGraph, GraphLoss> Lost;

  bool empty() const { return Held.empty() && Lost.empty(); }
  /// Notes that the graphs which are not marked are lost in the frame \p In.
  void loseUnheld(const Universe &U, Context In, bool BehindFailure) {
    Held.eraseIf([&](const auto &Entry) {
      if (U.areMarked(U.symbol(Entry.first).leaves()))
        return false;
      auto [Loss, New] =
          Lost.try_emplace(Entry.second, GraphLoss{In, BehindFailure});
      if (!New)
        Loss->BehindFailure &= BehindFailure;
      return true;
    });
  }

  bool sameInput(const OwnedGraphs &O) const { return Held == O.Held; }
  /// The other path may not have made the graph, as where the call has failed.
  /// If it has destroyed the graph, or left it to other code, the evidence of
  /// the root says so.
  bool mergeConditions(const OwnedGraphs &O) {
    const bool More = uniteEntries(Held, O.Held);
    return uniteEntries(Lost, O.Lost) || More;
  }
  bool loseWhatDiffers(const OwnedGraphs &O) {
    return keepCommonEntries(Held, O.Held);
  }
  void forget(const Universe &U, SymbolId S) { forgetKeys(Held, U, S); }
  void replaceHandle(SymbolId Old, SymbolId New) { moveKey(Held, Old, New); }
  /// A call that fails makes nothing.
  void callFailed(const ApiResult &Result) {
    Held.eraseIf(
        [&](const auto &Entry) { return Entry.second.At == Result.At; });
    Lost.eraseIf(
        [&](const auto &Entry) { return Entry.first.At == Result.At; });
  }
  /// Forgets the graphs of which a join has left no variable: where one path
  /// had them in a variable, the other one had something else.
  void forgetUnheld(const MemoryMap &Memory) {
    Held.eraseIf([&](const auto &Entry) {
      return llvm::none_of(Memory, [&](const auto &Place) {
        return Place.second.sameAs(Value::symbol(Entry.first));
      });
    });
  }
  void missStatement() { Held.clear(); }
  bool outlives(const CallScope &, const OwnedGraphs &Before) const {
    return !(Held == Before.Held && Lost == Before.Lost);
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_OWNEDGRAPHS_H
