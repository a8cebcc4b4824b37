//===- Interpreter.cpp - Runs the roots -----------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "graph/CaptureObserver.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

Interpreter::Interpreter(FunctionLookup Find, const Slice &What, bool PerThread,
                         const ResolvedCalls &Calls, const Options &Opts)
    : AnalysisParts{Find,
                    What,
                    PerThread,
                    Calls.knowledge(),
                    Calls,
                    Opts,
                    OwnUniverse,
                    OwnRun,
                    OwnEvidence,
                    OwnFrames,
                    OwnPlans,
                    OwnCapturing,
                    OwnGaps,
                    OwnReports,
                    OwnNames,
                    OwnRetract,
                    OwnEval,
                    OwnUnknowns,
                    OwnApis,
                    OwnEarlier,
                    OwnMemoryOfGraphs,
                    OwnHost,
                    OwnThreads,
                    OwnRaces,
                    OwnExits,
                    OwnDangling,
                    OwnFixpointEngine},
      OwnPlans(Find, What), OwnCapturing(Find, Calls), OwnGaps(*this),
      OwnReports(*this), OwnNames(*this), OwnRetract(*this), OwnEval(*this),
      OwnUnknowns(*this), OwnApis(*this), OwnEarlier(*this),
      OwnMemoryOfGraphs(*this), OwnHost(*this), OwnThreads(*this),
      OwnRaces(*this), OwnExits(*this), OwnDangling(*this), OwnMeanings(*this),
      OwnFixpointEngine(Find, OwnUniverse, OwnRun, OwnFrames, OwnPlans,
                        OwnMeanings) {}

std::vector<std::vector<PathStep>>
Interpreter::unseen(const ir::Function &Root) const {
  std::vector<std::vector<PathStep>> Result;
  for (const Site &At : Gaps.unseen())
    if (Frames.rootOf(At) == &Root)
      Result.push_back(Frames.path(At));
  return Result;
}

void Interpreter::runRoot(const ir::Function &F) {
  runRoot(F, EntryCapture());
  if (F.Captured)
    runInCapture(F);
}

void Interpreter::runInEarlierCaptures() {
  for (const EarlierCaptures::End &Shown : Earlier.ends())
    runRoot(*Shown.Root, {EntryCapture::Earlier, Shown});
}

void Interpreter::runRoot(const ir::Function &F, const EntryCapture &Running) {
  const bool InCapture = Running.K != EntryCapture::None;
  Gaps.enterRoot();
  // A root that only uses handles needs only a few paths.
  if (!InCapture && !Capturing.needsPrecision(F)) {
    Run.Limits = {std::min(Opts.MaxCallDepth, 3U),
                  std::min(Opts.MaxDisjuncts, 6U), std::min(Opts.MaxAlike, 2U),
                  Opts.MaxSteps / 10};
    if (!tryRoot(F, Running) && Opts.ReportPossible)
      Gaps.noteGap(F, GapReason::GivenUp, InCapture);
    return;
  }
  Run.Limits = {Opts.MaxCallDepth, Opts.MaxDisjuncts, Opts.MaxAlike,
                Opts.MaxSteps};
  auto IsSmall = [&] {
    // An instruction is run about twenty times.
    return Plans.estimateCost(F, Run.Limits.CallDepth).Size <=
           Run.Limits.Steps / 40;
  };
  if (IsSmall() && tryRoot(F, Running))
    return Gaps.noteCuts(F, InCapture);
  if (Opts.BudgetFactor > 1 &&
      (InCapture || F.Captured || Capturing.beginsCapture(F))) {
    Run.Limits.Steps *= Opts.BudgetFactor;
    if (IsSmall() && tryRoot(F, Running))
      return Gaps.noteCuts(F, InCapture);
  }
  // With one state for each protocol, an instruction is run ten to thirty times
  // for each round for which it counts.
  const unsigned Most = Run.Limits.Steps, Coarse = Most / 32;
  Run.Limits.Alike = 1;
  if (Plans.estimateCost(F, Run.Limits.CallDepth).Rounds <= Coarse &&
      tryRoot(F, Running))
    return Gaps.noteGap(F, GapReason::Coarse, InCapture);
  Run.Limits.Disjuncts = std::min(Opts.MaxDisjuncts, 6U);
  Run.Limits.CallDepth = std::min(Opts.MaxCallDepth, 3U);
  while (Run.Limits.CallDepth > 0 &&
         Plans.estimateCost(F, Run.Limits.CallDepth).Rounds > Coarse)
    --Run.Limits.CallDepth;
  Run.Limits.Steps = std::max(Most, 40 * Plans.estimateCost(F, 0).Rounds);
  if (tryRoot(F, Running))
    return Gaps.noteGap(F, GapReason::Coarse, InCapture);
  Run.Limits.CallDepth = std::min(Opts.MaxCallDepth, 1U);
  Run.Limits.Disjuncts = std::min(Opts.MaxDisjuncts, 2U);
  Gaps.noteGap(F, tryRoot(F, Running) ? GapReason::Coarse : GapReason::GivenUp,
               InCapture);
}

/// Runs \p F once. \returns false if that took more than Options::MaxSteps.
bool Interpreter::tryRoot(const ir::Function &F, const EntryCapture &Running) {
  Run.Steps = 0;
  Run.GaveUp = false;
  std::set<unsigned> Before = Reports.confirmed();
  // The end of an earlier capture was found in another run of the root. Its
  // place and its stream are found again in the frame of that run.
  const Context Ctx = Running.K == EntryCapture::Earlier
                          ? Frames.outermost(Running.Shown.At.Ctx)
                          : Frames.addRoot(F, F);
  Run.CurrentRoot = &F;
  State Entry;
  Entry.ThreadMode.Current = Value::symbol(U.threadMode());
  for (unsigned P = 0; P < F.Params.size(); ++P)
    U.markParameter(U.local(Ctx, P));
  U.forgetMakers();
  Run.RootExits.clear();
  Host.forgetHandedOver();
  FixpointEngine.forgetRoot();
  Reports.forgetTouched();
  Gaps.forgetCuts();
  Run.RootContext = Ctx;
  if (Running.K == EntryCapture::Callers)
    enterCallersCapture(F, Ctx, Entry);
  else if (Running.K == EntryCapture::Earlier)
    Earlier.enter(Running.Shown, Entry);
  if (Opts.Observer)
    Opts.Observer->enterRoot(*this, Entry);
  FixpointEngine.run(F, Ctx, {Entry});
  if (Opts.Observer)
    Opts.Observer->leaveRoot(*this, /*Finished=*/!Run.GaveUp);
  // An analysis that was cut short has not run all paths, so its findings might
  // have been retracted later.
  if (Run.GaveUp) {
    Reports.restore(std::move(Before));
    Races.forgetThreads();
    return false;
  }
  Earlier.leaveRoot();
  Exits.checkExits();
  Races.checkRaces();
  Host.runHostFunctions();
  return true;
}
