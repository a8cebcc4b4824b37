//===- Interpreter.h - Abstract interpreter of CaptureIR --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interpreter analyses roots. It owns the classes that take part, and
/// chooses how closely it analyses each root.
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
#include "findings/GraphAllocations.h"
#include "findings/HostCounters.h"
#include "findings/KeptArguments.h"
#include "findings/KeptEvents.h"
#include "findings/KeptMemory.h"
#include "findings/LeakedGraphs.h"
#include "findings/Naming.h"
#include "findings/RaceChecks.h"
#include "findings/Retraction.h"
#include "findings/RootEvidence.h"
#include "findings/WarmUps.h"
#include "transfer/ApiTransfer.h"
#include "transfer/CaptureRecords.h"
#include "transfer/CaptureTransfer.h"
#include "transfer/CapturingFunctions.h"
#include "transfer/ConstructedStreams.h"
#include "transfer/Constructors.h"
#include "transfer/EarlierCaptures.h"
#include "transfer/Evaluator.h"
#include "transfer/FirstUses.h"
#include "transfer/GraphMemory.h"
#include "transfer/HostCode.h"
#include "transfer/SoleStream.h"
#include "transfer/ThreadRuns.h"
#include "transfer/UnknownCalls.h"

namespace cuda_capture::analysis {

class Interpreter : AnalysisParts {
public:
  /// Creates an interpreter that runs the instructions kept by \p What.
  Interpreter(FunctionLookup Find, const Slice &What,
              const CaptureRecords &Records, bool PerThread,
              const ResolvedCalls &Calls, const Options &Opts);
  Interpreter(const Interpreter &) = delete;
  Interpreter &operator=(const Interpreter &) = delete;

  /// Analyses \p F with unknown arguments, in a thread of default mode. If \p F
  /// is declared capturable, analyses it once more in a capture of its caller.
  void runRoot(const ir::Function &F);

  /// The same for \p Roots. Constructors come first, because member functions
  /// find what they have done.
  void runRoots(llvm::ArrayRef<const ir::Function *> Roots);

  /// Analyses those of \p Roots that are constructors.
  void runConstructors(llvm::ArrayRef<const ir::Function *> Roots);

  /// Analyses \p F in a capture of its caller only. If possible findings are
  /// wanted, and \p F receives no stream but uses a single one, analyses it
  /// once more with that stream in the capture.
  void runInCapture(const ir::Function &F);

  /// Analyses the roots that end a capture which they have not begun once more,
  /// in that capture. All roots must have been run.
  void runInEarlierCaptures();

  /// Reports what concerns events and graphs that one root leaves to another.
  /// All roots must have been run.
  void checkKept() {
    Kept.check();
    KeptForGraphs.check();
    KeptCallArguments.check();
  }

  /// Takes over what the roots of \p Other do with named handles, for findings
  /// that do not hold if another root does something.
  void useActionsOf(const Interpreter &Other) {
    Evidence.DoneIn = Other.Evidence.DoneIn;
  }

  /// Returns the calls in a capture whose effect on the capture is unknown,
  /// among those that were made when \p Root was run.
  std::vector<std::vector<PathStep>> unseen(const ir::Function &Root) const;

  /// Returns the roots that were not analysed closely.
  const Coverage &coverage() const { return Gaps.gaps(); }

  /// Returns the findings of all roots. If \p Root is given, returns all that
  /// was found when it was run, including what was found at the same places
  /// when other roots were run.
  std::vector<Finding> takeFindings(const ir::Function *Root = nullptr) {
    return Reports.takeFindings(Root);
  }

  /// Returns the data that the classes of the analysis share. The references
  /// are valid as long as this interpreter is.
  const AnalysisParts &parts() const { return *this; }

private:
  /// The capture that runs at the entry of a root.
  struct EntryCapture {
    enum Kind {
      None,
      Callers, ///< The capture that the root declares; see CallersCapture.cpp.
      Earlier, ///< The capture that its end shows.
    } K = None;
    EarlierCaptures::End Shown = {};
    /// Callers: the stream that is taken to be captured; see SoleStream.
    std::optional<Value> Assumed = std::nullopt;
    /// None: see RootRun::AssumesOneSided.
    bool AssumesOneSided = false;
  };

  void runRoot(const ir::Function &F, const EntryCapture &Running);
  /// Runs \p F once. If that comes to no end, forgets what was found.
  void runOnce(const ir::Function &F, const EntryCapture &Running);
  /// Begins the capture that, as \p F declares, its caller may run.
  void enterCallersCapture(const ir::Function &F, Context Ctx,
                           const std::optional<Value> &Assumed, State &S);

  /// Notes which values tell \p F whether its caller captures.
  void enterWithStatuses(const ir::Function &F, Context Ctx, State &S);

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
  FirstUses OwnFirsts;
  EarlierCaptures OwnEarlier;
  SoleStream OwnSole;
  GraphMemory OwnMemoryOfGraphs;
  HostCode OwnHost;
  HostCounters OwnCounters;
  KeptEvents OwnKept;
  KeptMemory OwnKeptMemory;
  KeptArguments OwnKeptArguments;
  WarmUps OwnWarmUps;
  ThreadRuns OwnThreads;
  RaceChecks OwnRaces;
  ExitChecks OwnExits;
  DanglingMemory OwnDangling;
  GraphAllocations OwnAllocations;
  LeakedGraphs OwnLeaks;
  Constructors Constructed;
  ConstructedStreams StreamsOfObjects;
  CaptureTransfer OwnMeanings;
  Engine OwnFixpointEngine;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_INTERPRETER_H
