//===- CoverageLog.h - Places that were not analysed closely ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_COVERAGELOG_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_COVERAGELOG_H

#include "../Analysis.h"
#include "../AnalysisParts.h"
#include "../State.h"
#include "../engine/RootRun.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <set>

namespace cuda_capture::analysis {

/// Records where the analysis of the roots was not close.
class CoverageLog : AnalysisParts {
public:
  explicit CoverageLog(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  void noteGap(const ir::Function &F, GapReason Why, bool InCapture,
               unsigned Count = 0);
  /// Notes that no run of \p F came to an end.
  void noteGivenUp(const ir::Function &F, bool InCapture);
  void noteCuts(const ir::Function &F, bool InCapture);
  void noteUnseen(const Site &At, const State &S) {
    if (!Run.Guessing && S.anyRunning())
      Unseen.insert(At);
  }
  /// Notes that a statement is missing at \p At.
  void noteMissing(const Site &At, const State &S) {
    noteUnseen(At, S);
    MissesStatement = MissesStatement || S.anyRunning();
  }
  void noteRunning(llvm::ArrayRef<State> Current) {
    RunsInCapture = RunsInCapture || llvm::any_of(Current, [](const State &S) {
                      return S.anyRunning();
                    });
  }

  /// Prepares for the first run of a root.
  void enterRoot() { RunsInCapture = false; }
  /// Prepares for another run of a root, with other limits.
  void forgetCuts() {
    NotFollowed.clear();
    MissesStatement = false;
    JoinedAt.clear();
    CutFunctions.clear();
  }
  void noteNotFollowed(const ir::Instruction &Call) {
    NotFollowed.insert(&Call);
  }
  void noteJoined(const void *Where) { JoinedAt.insert(Where); }
  void noteCutFunction(const ir::Function &F) { CutFunctions.insert(&F); }

  /// Returns the places where the analysis of the roots was not close.
  const Coverage &gaps() const { return NotedGaps; }
  /// Returns the calls in a capture whose effect on the capture is not known.
  const std::set<Site> &unseen() const { return Unseen; }

private:
  Coverage NotedGaps;
  std::set<Site> Unseen;
  /// For the root that is being run: calls that are not followed, and places
  /// where paths are merged into one.
  llvm::SmallPtrSet<const ir::Instruction *, 4> NotFollowed;
  llvm::SmallPtrSet<const void *, 4> JoinedAt;
  /// For the same root: functions from which a part was left out
  /// (ir::Function::Cut).
  llvm::SmallPtrSet<const ir::Function *, 4> CutFunctions;
  /// Whether a statement is missing in a capture of the same root.
  bool MissesStatement = false;
  /// Whether the root, or a function that it hands to others to call, runs
  /// while a capture does. Such a root is not only a caller of functions that
  /// begin and end a capture.
  bool RunsInCapture = false;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_COVERAGELOG_H
