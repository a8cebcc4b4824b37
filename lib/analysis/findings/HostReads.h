//===- HostReads.h - Reads of what captured copies write --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_HOSTREADS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_HOSTREADS_H

#include "../AnalysisParts.h"
#include "../Rules.h"

namespace cuda_capture::analysis {

/// Decides whether the host reads the target of a captured copy before the
/// graph has run (checks/HostRead.cpp). The copies stand among what a graph
/// refers to (Borrow::Copy).
class HostReads : AnalysisParts {
public:
  explicit HostReads(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Whether argument \p P of \p Call is certainly memory of the host that the
  /// call writes.
  static bool isTarget(const ApiCall &Call, unsigned P, const Universe &U);

  /// Checks \p Call, a read on the host.
  void check(const ApiCall &Call, State &S, Reporter &R);
  /// Notes what \p Call writes at once, if no capture certainly records it, and
  /// what it waits for.
  void runNow(const ApiCall &Call, State &S);
  /// Notes that something else than a captured copy writes to \p Where.
  static void written(LocationId Where, const Universe &U, State &S);
  /// Notes that the graph with this content runs.
  static void launch(const BorrowList &Refs, State &S);

private:
  void checkGraphs(const ApiCall &Call, LocationId Read, State &S);
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_HOSTREADS_H
