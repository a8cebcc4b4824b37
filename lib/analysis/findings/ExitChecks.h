//===- ExitChecks.h - Checks where functions are left -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_EXITCHECKS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_EXITCHECKS_H

#include "../AnalysisParts.h"
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
  /// Checks an exception that is thrown in the frame \p Ctx, by an instruction
  /// or by the end of a block.
  void checkThrow(Context Ctx, const ir::Instruction &I, State &S);
  void checkThrow(Context Ctx, const ir::Terminator &T, const State &S);

private:
  /// Returns findings for the streams of \p C that are still unjoined where a
  /// path leaves.
  std::vector<RawFinding> unjoinedAtExit(const Capture &C, const State &S);
  void reportExit(RawFinding F, const RootRun::Exit &Leaving,
                  bool Possible = false);
  bool endsElsewhere(const Site &Begin) const;
  bool escapesFrom(Context Ctx, bool Guarded, const Site &Begin) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_EXITCHECKS_H
