//===- ExitChecks.h - Checks where functions are left -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_EXITCHECKS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_EXITCHECKS_H

#include "../AnalysisParts.h"
#include "../State.h"
#include "../engine/RootRun.h"
#include "RawFinding.h"

namespace cuda_capture::analysis {

/// Checks the states in which a root, or an exception, leaves a function.
class ExitChecks : AnalysisParts {
public:
  explicit ExitChecks(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Reports the violations that the rules can only detect once a root has been
  /// run to all its exits.
  void checkExits();
  /// Forgets what the run of a root has left behind, before another run begins.
  void forgetRoot() {
    DoubtedThrows.clear();
    FailingThrows.clear();
  }
  /// Checks an exception that is thrown in the frame \p Ctx, by an instruction
  /// or by the end of a block.
  void checkThrow(Context Ctx, const ir::Instruction &I, State &S);
  void checkThrow(Context Ctx, const ir::Terminator &T, const State &S);

private:
  /// Whether a call in the capture has failed, and such failures are examined.
  bool failsInIt(const Capture &C) const;
  void checkGuessedThrow(Context Ctx, const ir::Terminator &T, const State &S);
  /// An exception that leaves a capture which unknown callees may have ended.
  struct DoubtedThrow {
    RawFinding Finding;
    Capture Of;
    /// The calls of these callees.
    llvm::SmallVector<Site, 4> Calls;
    ControlDependenceList ControlDependences;
    PathConditionList PathConditions;
  };
  /// The exceptions of the root that is being run. They count if its paths show
  /// that the calls have not ended the capture.
  std::vector<DoubtedThrow> DoubtedThrows;
  /// The exceptions that follow a failed call. They are possible findings in a
  /// root that ends the capture on another path.
  std::vector<RawFinding> FailingThrows;

  /// Whether some path of the root passes each of \p Calls on the way from
  /// \p Begin to the end of the capture, so that they do not end it.
  bool keepCapture(const Site &Begin, llvm::ArrayRef<Site> Calls) const;
  /// Whether \p V derives from no other calls of unknown callees than those
  /// that do not end the capture of \p Begin.
  bool isKnownNotToEnd(const Site &Begin, const Value &V) const;
  /// Whether \p C certainly runs in \p S, although unknown callees may have
  /// ended it.
  bool isShownToRun(const Capture &C, const State &S) const;
  /// Whether \p C runs in \p S unless a callee has ended it that gets nothing
  /// but texts and numbers.
  bool seemsToRun(const Capture &C, const State &S) const;
  /// Whether none of the conditions \p Under, and none that were decided
  /// before (\p Decided), casts doubt on a finding that is about \p C and about
  /// the way out. A condition casts no doubt if it is the result of a call that
  /// does not end the capture: a program that leaves because such a call failed
  /// leaves a capture behind. But if a condition before the begin came from an
  /// unknown callee, this one may ask the same.
  bool isCertainIn(const Capture &C, llvm::ArrayRef<ControlDependence> Under,
                   llvm::ArrayRef<ControlDependence> Decided) const;
  void confirmPending(const State &S);
  /// A finding about a stream, which is only possible if a loop has forked it:
  /// the loop may not run.
  struct Unjoined {
    RawFinding Finding;
    bool IsPossible = false;
  };
  /// Returns findings for the streams of \p C that are still unjoined where a
  /// path leaves.
  std::vector<Unjoined> unjoinedAtExit(const Capture &C, const State &S);
  void reportExit(RawFinding F, const RootRun::Exit &Leaving,
                  bool Possible = false);
  bool endsElsewhere(const Site &Begin) const;
  /// How far an exception goes.
  enum class Escape {
    No,     ///< It does not leave the frame with the begin.
    Caught, ///< It leaves that frame, but not the root.
    LeavesRoot,
  };
  /// Says how far an exception of \p Ctx goes, which runs \p Guarded there,
  /// until it runs something that does at least what \p Mends says.
  Escape escape(Context Ctx, ir::Guard Guarded, const Site &Begin,
                ir::Guard Mends = ir::Guard::Ends) const;
  /// Returns a finding about an exception that leaves \p C running and goes as
  /// far as \p Way says.
  RawFinding leakOnThrow(const Capture &C, Escape Way, const State &S) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_EXITCHECKS_H
