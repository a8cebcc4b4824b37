//===- DanglingMemory.h - Memory that is gone -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_DANGLINGMEMORY_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_DANGLINGMEMORY_H

#include "../AnalysisParts.h"
#include "../engine/RootRun.h"
#include "RawFinding.h"

namespace cuda_capture::analysis {

/// Decides whether memory that a graph refers to is gone when the graph runs
/// (checks/DanglingMemory.cpp).
class DanglingMemory : AnalysisParts {
public:
  explicit DanglingMemory(const AnalysisParts &Parts) : AnalysisParts(Parts) {}
  /// Makes \p F a finding about \p B; the kind and the notes are left out.
  static void describe(RawFinding &F, const Borrow &B);

  /// Checks the launch, at \p Launch, of a graph that refers to \p Refs.
  void checkLaunch(const BorrowList &Refs, const Site &Launch, const State &S);
  /// Checks the return of the root: objects that outlive it may keep a graph.
  void checkKept(const RootRun::Exit &Leaving);

private:
  void report(const Borrow &B, RawFinding F, const State &S,
              bool OnlyPossible = false);
  /// Whether the root may return, in the capture that begins at \p Begin and
  /// without a failure, before the memory of \p B is gone.
  bool isKeptSomewhere(const Borrow &B, const Site &Begin) const;
  /// Whether the root itself has allocated the memory of \p B for an executable
  /// graph that it does not launch, and has released it on each path without a
  /// failure. No launch finds this memory then.
  bool isReleasedByMaker(const Borrow &B, const GraphContent &Content,
                         const State &S) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_DANGLINGMEMORY_H
