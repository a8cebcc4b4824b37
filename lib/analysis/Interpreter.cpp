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

Interpreter::Interpreter(FunctionLookup Find, const Slice &What,
                         const CaptureRecords &Records, bool PerThread,
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
                    Records,
                    OwnGaps,
                    OwnReports,
                    OwnNames,
                    OwnRetract,
                    OwnEval,
                    OwnUnknowns,
                    OwnApis,
                    OwnFirsts,
                    OwnEarlier,
                    OwnSole,
                    OwnMemoryOfGraphs,
                    OwnHost,
                    OwnCounters,
                    OwnKept,
                    OwnKeptMemory,
                    OwnKeptArguments,
                    OwnWarmUps,
                    OwnThreads,
                    OwnRaces,
                    OwnExits,
                    OwnDangling,
                    OwnAllocations,
                    OwnLeaks,
                    OwnFixpointEngine},
      OwnPlans(Find, What), OwnCapturing(Find, Calls), OwnGaps(*this),
      OwnReports(*this), OwnNames(*this), OwnRetract(*this), OwnEval(*this),
      OwnUnknowns(*this), OwnApis(*this), OwnFirsts(*this), OwnEarlier(*this),
      OwnSole(*this), OwnMemoryOfGraphs(*this), OwnHost(*this),
      OwnCounters(*this), OwnKept(*this), OwnKeptMemory(*this),
      OwnKeptArguments(*this), OwnWarmUps(*this), OwnThreads(*this),
      OwnRaces(*this), OwnExits(*this), OwnDangling(*this),
      OwnAllocations(*this), OwnLeaks(*this), Constructed(OwnUniverse),
      StreamsOfObjects(*this), OwnMeanings(*this),
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
  const bool GaveUp = Run.GaveUp;
  // A capture that begins behind an interface is begun by one of those who
  // implement it.
  if (Opts.ReportPossible && !Opts.Observer && !GaveUp &&
      Run.OneSidedCallees == 1)
    runRoot(F,
            {EntryCapture::None, {}, std::nullopt, /*AssumesOneSided=*/true});
  else if (Run.OneSidedCallees)
    Gaps.noteGap(F, GapReason::BehindInterface, /*InCapture=*/true);
  if (F.Captured)
    runInCapture(F);
}

void Interpreter::runInCapture(const ir::Function &F) {
  runRoot(F, {EntryCapture::Callers});
  if (!Opts.ReportPossible || Opts.Observer || Run.GaveUp)
    return;
  if (const std::optional<Value> Stream = Sole.found())
    runRoot(F, {EntryCapture::Callers, {}, Stream});
}

void Interpreter::runRoots(llvm::ArrayRef<const ir::Function *> Roots) {
  runConstructors(Roots);
  for (const ir::Function *F : Roots)
    if (!Constructors::isConstructor(*F))
      runRoot(*F);
}

void Interpreter::runConstructors(llvm::ArrayRef<const ir::Function *> Roots) {
  for (const ir::Function *F : Roots)
    if (Constructors::isConstructor(*F))
      runRoot(*F);
}

void Interpreter::runInEarlierCaptures() {
  for (const ir::Function *Root : Earlier.rootsWithHiddenBegins())
    Gaps.noteGap(*Root, GapReason::StatementsMissing, /*InCapture=*/true);
  for (const EarlierCaptures::End &Shown : Earlier.ends())
    runRoot(*Shown.Root, {EntryCapture::Earlier, Shown});
}

void Interpreter::runRoot(const ir::Function &F, const EntryCapture &Running) {
  const bool InCapture = Running.K != EntryCapture::None;
  Gaps.enterRoot();
  Budget::Terms Terms = {Opts.MaxSteps,
                         Opts.StepsPerInstruction,
                         Opts.LeastShare,
                         {Opts.MaxDisjuncts, Opts.MaxAlike},
                         {Opts.MaxDisjuncts, Opts.MaxAlike}};
  Run.Until = Opts.Until;
  Run.FollowsGuesses = Opts.ReportPossible;
  Run.CallDepth = Opts.MaxCallDepth;
  const bool RunsCapture =
      InCapture || F.Captured || Capturing.beginsCapture(F);
  const bool UsesHandlesOnly = !InCapture && !Capturing.needsPrecision(F);
  if (UsesHandlesOnly) {
    // Few paths show how the root uses its handles.
    Terms.FreeSteps /= 10;
    Terms.StepsPerInstruction = 1;
    Terms.Close = {std::min(Opts.MaxDisjuncts, 6U),
                   std::min(Opts.MaxAlike, 2U)};
    Terms.Usual = Terms.Close;
    Run.CallDepth = std::min(Opts.MaxCallDepth, 3U);
  } else if (RunsCapture) {
    Terms.FreeSteps *= Opts.BudgetFactor;
    Terms.StepsPerInstruction *= Opts.BudgetFactor;
  }
  // Whoever types waits for the analysis. A large root starts with smaller
  // shares, and with one state for each protocol. If it runs no capture, only
  // its nearest callees are followed.
  if (Opts.BudgetFactor == 1 && !UsesHandlesOnly &&
      Plans.estimateCost(F, Run.CallDepth).Size > Opts.MaxSteps / 40) {
    Terms.FreeSteps /= 10;
    Terms.StepsPerInstruction = 1;
    Terms.LeastShare /= 10;
    Terms.Close.Alike = 1;
    if (!RunsCapture)
      Run.CallDepth = std::min(Opts.MaxCallDepth, 3U);
  }
  Run.Steps.enterRoot(Terms);
  runOnce(F, Running);
  const bool IsOutOfTime = Run.GaveUp && Run.Until.isPast();
  if (UsesHandlesOnly && !Opts.ReportPossible && !IsOutOfTime)
    return;
  if (Run.GaveUp)
    Gaps.noteGivenUp(F, InCapture);
  else if (Run.Steps.wasShort())
    Gaps.noteGap(F, GapReason::Coarse, InCapture);
  else if (!UsesHandlesOnly)
    Gaps.noteCuts(F, InCapture);
  if (Run.Steps.wasAbridged())
    Gaps.noteGap(F, GapReason::Abridged, InCapture);
}

void Interpreter::runOnce(const ir::Function &F, const EntryCapture &Running) {
  Run.GaveUp = false;
  std::set<unsigned> Before = Reports.confirmed();
  // The end of an earlier capture, or the stream that is taken to be captured,
  // was found in another run of the root. Its place and its stream are found
  // again in the frame of that run.
  Run.OnAssumption = Running.Assumed || Running.AssumesOneSided;
  Run.AssumesOneSided = Running.AssumesOneSided;
  Run.OneSidedCallees = 0;
  const Context Ctx = Running.K == EntryCapture::Earlier
                          ? Frames.outermost(Running.Shown.At.Ctx)
                      : Run.OnAssumption ? Run.RootContext
                                         : Frames.addRoot(F, F);
  Run.CurrentRoot = &F;
  State Entry;
  Entry.ThreadMode.Current = Value::symbol(U.threadMode());
  for (unsigned P = 0; P < F.Params.size(); ++P)
    U.markParameter(U.local(Ctx, P));
  if (!Run.OnAssumption)
    U.forgetMakers();
  Sole.enterRoot();
  Run.RootExits.clear();
  Host.forgetHandedOver();
  Counters.forgetRoot();
  FixpointEngine.forgetRoot();
  Reports.forgetTouched();
  Gaps.forgetCuts();
  Exits.forgetRoot();
  Run.RootContext = Ctx;
  StreamsOfObjects.enter(F, Ctx, Entry);
  if (Running.K == EntryCapture::Callers)
    enterCallersCapture(F, Ctx, Running.Assumed, Entry);
  else if (Running.K == EntryCapture::Earlier)
    Earlier.enter(Running.Shown, Entry);
  else if (F.Captured)
    enterWithStatuses(F, Ctx, Entry);
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
    return;
  }
  if (Running.K == EntryCapture::None && Constructors::isConstructor(F))
    Constructed.leave(F, Run.RootExits);
  if (Running.K == EntryCapture::None)
    StreamsOfObjects.leave(F, Run.RootExits);
  Earlier.leaveRoot();
  Kept.leaveRoot();
  KeptForGraphs.leaveRoot();
  KeptCallArguments.leaveRoot();
  WarmUpPaths.leaveRoot();
  Exits.checkExits();
  Counters.checkExits();
  Races.checkRaces();
  Host.runHostFunctions();
}
