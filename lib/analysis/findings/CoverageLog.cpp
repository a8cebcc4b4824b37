//===- CoverageLog.cpp - Places that were not analysed closely ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CoverageLog.h"
#include "../engine/RootRun.h"
#include "../transfer/CapturingFunctions.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void CoverageLog::noteGivenUp(const ir::Function &F, bool InCapture) {
  noteGap(F, Run.Until.isPast() ? GapReason::OutOfTime : GapReason::GivenUp,
          InCapture);
}

/// Notes a gap. A root that is run twice, once for itself and once in a capture
/// of its caller, gets the worse of the two reasons. If a caller is too large,
/// the captures of the functions that it calls still show when those functions
/// are run as roots.
void CoverageLog::noteGap(const ir::Function &F, GapReason Why, bool InCapture,
                          unsigned Count) {
  auto HasBounds = [&](const ir::Block &B) {
    return llvm::any_of(B.Insts,
                        [&](const auto &I) { return Capturing.bounds(I); });
  };
  const bool Captures =
      InCapture || F.Captured ||
      (isLost(Why) ? Capturing.beginsCapture(F)
                   : RunsInCapture || llvm::any_of(F.Blocks, HasBounds));
  if (!Captures && !isLost(Why) && !Opts.ReportPossible)
    return;
  for (CoverageGap &Known : NotedGaps)
    if (Known.Root == &F) {
      Known.Captures |= Captures;
      if (Why < Known.Why) {
        Known.Why = Why;
        Known.Count = Count;
      } else if (Why == Known.Why) {
        Known.Count = std::max(Known.Count, Count);
      }
      return;
    }
  NotedGaps.push_back({&F, Why, Captures, Count});
}

/// Records what a close analysis of \p F had to leave out.
void CoverageLog::noteCuts(const ir::Function &F, bool InCapture) {
  if (!NotFollowed.empty())
    noteGap(F, GapReason::CallsNotFollowed, InCapture, NotFollowed.size());
  else if (MissesStatement)
    noteGap(F, GapReason::StatementsMissing, InCapture);
  else if (!JoinedAt.empty())
    noteGap(F, GapReason::PathsJoined, InCapture, JoinedAt.size());
  else if (!CutFunctions.empty())
    noteGap(F, GapReason::Cut, InCapture);
}
