//===- Interpreter.h - Abstract interpreter of CaptureIR --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Analyses roots: owns the classes that do it, and chooses how closely each
/// root is looked at.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_INTERPRETER_H
#define CUDA_CAPTURE_ANALYSIS_INTERPRETER_H

#include "ResolvedCalls.h"
#include "engine/CallTree.h"
#include "engine/Engine.h"
#include "engine/FunctionPlans.h"
#include "engine/RootRun.h"
#include "findings/CoverageLog.h"
#include "findings/DanglingMemory.h"
#include "findings/ExitChecks.h"
#include "findings/FindingSet.h"
#include "findings/Naming.h"
#include "findings/RaceChecks.h"
#include "findings/Retraction.h"
#include "findings/RootEvidence.h"
#include "transfer/ApiTransfer.h"
#include "transfer/CaptureTransfer.h"
#include "transfer/CapturingFunctions.h"
#include "transfer/Evaluator.h"
#include "transfer/GraphMemory.h"
#include "transfer/HostCode.h"
#include "transfer/ThreadRuns.h"
#include "transfer/UnknownCalls.h"

namespace cuda_capture::analysis {

class Interpreter : AnalysisParts {
public:
  /// Runs what \p What keeps.
  Interpreter(FunctionLookup Find, const Slice &What, bool PerThread,
              const ResolvedCalls &Calls, const Options &Opts);
  Interpreter(const Interpreter &) = delete;
  Interpreter &operator=(const Interpreter &) = delete;

  /// Analyses \p F with unknown arguments, in a thread of default mode; and
  /// if it is declared capturable, once more in a capture of its caller.
  void runRoot(const ir::Function &F);

  /// Analyses \p F in a capture of its caller only.
  void runInCapture(const ir::Function &F) { runRoot(F, /*InCapture=*/true); }

  /// Takes over what the roots of \p Other do with handles of some name, for
  /// findings that do not hold if another root does something.
  void useActionsOf(const Interpreter &Other) {
    Evidence.DoneIn = Other.Evidence.DoneIn;
  }

  /// Calls in a capture, made when \p Root was run, of which it is not known
  /// what they do to the capture.
  std::vector<std::vector<PathStep>> unseen(const ir::Function &Root) const;

  /// Where the roots were not looked at closely.
  const Coverage &coverage() const { return Gaps.gaps(); }

  /// The findings of all roots; with \p Root, all that was found when it was
  /// run, also what was found at the same places when others were.
  std::vector<Finding> takeFindings(const ir::Function *Root = nullptr) {
    return Reports.takeFindings(Root);
  }

  /// What the classes that analyse share; valid as long as this is.
  const AnalysisParts &parts() const { return *this; }

private:
  void runRoot(const ir::Function &F, bool InCapture);
  /// \returns false if it took more than Options::MaxSteps.
  bool tryRoot(const ir::Function &F, bool InCapture);
  /// The caller of \p F captures, as it declares.
  void enterCallersCapture(const ir::Function &F, Context Ctx, State &S);

  Universe OwnUniverse;
  RootRun OwnRun;
  RootEvidence OwnEvidence;
  CallTree OwnFrames;
  FunctionPlans OwnPlans;
  CapturingFunctions OwnCapturing;
  CoverageLog OwnGaps;
  FindingSet OwnReports;
  Naming OwnNames;
  Retraction OwnRetract;
  Evaluator OwnEval;
  UnknownCalls OwnUnknowns;
  ApiTransfer OwnApis;
  GraphMemory OwnMemoryOfGraphs;
  HostCode OwnHost;
  ThreadRuns OwnThreads;
  RaceChecks OwnRaces;
  ExitChecks OwnExits;
  DanglingMemory OwnDangling;
  CaptureTransfer OwnMeanings;
  Engine OwnFixpointEngine;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_INTERPRETER_H
