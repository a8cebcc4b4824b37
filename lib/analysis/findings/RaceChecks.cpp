//===- RaceChecks.cpp - Races between threads -----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A Global capture prohibits calls in every thread. If one thread captures and
/// another thread makes such a call, and neither waits for anything before, the
/// two may meet, and sooner or later they do. The states of one thread cannot
/// show that. This file therefore records which threads run at the same time,
/// which calls they make and which captures they begin, and combines these
/// records when the root has been run.
///
//===----------------------------------------------------------------------===//

#include "RaceChecks.h"
#include "../ThreadWork.h"
#include "../engine/CallTree.h"
#include "../engine/Engine.h"
#include "../engine/RootRun.h"
#include "FindingSet.h"
#include "Naming.h"
#include "RootEvidence.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

//===----------------------------------------------------------------------===//
// Actions of threads
//===----------------------------------------------------------------------===//

/// Whether only data that the thread was given as its own decide whether it
/// gets here.
bool RaceChecks::isUnconditional(const State &S, Context Thread) const {
  return llvm::none_of(S.ControlDependences, [&](const ControlDependence &C) {
    if (C.FromUnknownCall || C.Configuration)
      return true;
    // A variable that the thread shares with others may tell it when its turn
    // is.
    if (Frames.threadOf(C.Ctx) != Thread || !Frames[Thread].Call)
      return false;
    return !C.Branch->Value || readsShared(*Frames[C.Ctx].F, *C.Branch->Value);
  });
}

bool RaceChecks::readsShared(const ir::Function &F, const ir::Operand &O) {
  if (O.K == ir::Operand::Read) {
    // A closure that was copied belongs to the thread.
    const bool Closure = F.Display == "lambda" && O.Where.LocalId == 0;
    const auto Dereferenced = llvm::count_if(
        O.Where.Path, [](const ir::Step &S) { return S.K == ir::Step::Deref; });
    if (O.Where.Base != ir::Place::Local || Dereferenced > Closure)
      return true;
  }
  return llvm::any_of(
      O.Operands, [&](const ir::Operand &Sub) { return readsShared(F, Sub); });
}

void RaceChecks::noteSpawned(const Site &At, Context Thread, const State &S) {
  Started.insert(Frames[Thread].F);
  if (Run.Guessing || !isUnconditional(S, Frames.threadOf(At.Ctx)))
    return;
  SpawnedAt[Thread] = At;
  for (const Capture &C : S.Captures)
    if (C.running() && C.Thread == Frames.threadOf(At.Ctx) &&
        knownMode(S, C.Mode) == CaptureMode::Global) {
      GlobalBegins.insert(C.Begin);
      Beside.insert({C.Begin, Thread});
    }
  for (const auto &[Symbol, Other] : S.Threads)
    if (isBeside(Other, At))
      Siblings.insert({Other, Thread});
}

/// Whether a thread that has not been joined may run at \p At, in the thread
/// that started it.
bool RaceChecks::isBeside(Context Thread, const Site &At) {
  auto Started = SpawnedAt.find(Thread);
  if (Started == SpawnedAt.end() ||
      Frames.threadOf(Started->second.Ctx) != Frames.threadOf(At.Ctx))
    return false;
  auto [It, New] = Between.try_emplace({Started->second, At}, false);
  if (New)
    It->second = runsBetween(Started->second, At);
  return It->second;
}

/// Returns the mode in which \p Call begins a capture, if it is known.
static std::optional<CaptureMode> modeOf(const ApiCall &Call, const State &S) {
  return knownMode(
      S, Call.arg(Role::Mode)
             .value_or(Value::constant(int64_t(CaptureMode::Global))));
}

static bool beginsGlobal(const ApiCall &Call, const State &S) {
  return modeOf(Call, S) == CaptureMode::Global && !Call.onLegacyStream();
}

/// Whoever captures in thread-local mode expects other threads to go on. Their
/// work on the legacy stream is rejected in any mode while a blocking stream
/// captures (CUDA Programming Guide, "Prohibited and Unhandled Operations").
void RaceChecks::checkBlockingBegin(const ApiCall &Call, const State &S) {
  const std::optional<CaptureMode> Mode = modeOf(Call, S);
  const std::optional<Value> Stream = Call.stream();
  if (!Opts.ReportPossible || PerThread || !Mode || !Stream ||
      !Stream->isSymbol() || *Mode == CaptureMode::Global ||
      (*Mode == CaptureMode::Relaxed && !Opts.OtherThreads) ||
      isInFileOfMain(Call.At))
    return;
  const auto Known = S.Blocking.find(Stream->Data);
  if (Known == S.Blocking.end() || !Known->second)
    return;
  Reports.add(
      {Rule::LegacyStream, DiagnosticKind::BlocksLegacyWork, Call.At, Call.At},
      [&] {
        RawFinding F =
            aboutBegin(Call.At, {&Call.Row, Call.Fam, Call.Callee, {}});
        F.R = Rule::LegacyStream;
        F.Kind = DiagnosticKind::BlocksLegacyWork;
        F.Error = ErrorStreamCaptureImplicit;
        F.Mode = *Mode;
        F.StreamNames = Names.namesOf(Call.At.Ctx, *Stream, S);
        F.ControlDependences = S.ControlDependences;
        return F;
      });
}

void RaceChecks::noteBeside(const ApiCall &Call, const State &S) {
  const bool Begins = Call.Row.Eff == Effect::BeginCapture;
  if (Begins && !Run.Guessing)
    checkBlockingBegin(Call, S);
  if (Begins && Opts.OtherThreads && modeOf(Call, S) != CaptureMode::Global)
    BegunInOtherMode.insert(Call.At);
  if (Begins && !Run.Guessing && Opts.ReportPossible &&
      (!Opts.Threads.empty() || Opts.OtherThreads) && beginsGlobal(Call, S)) {
    ++Run.Unrepeatable;
    Begun &Found =
        BegunBeside
            .try_emplace(Call.At, Begun{&Call.Row, Call.Fam, Call.Callee, {}})
            .first->second;
    for (const auto &[Symbol, Thread] : S.Threads)
      Found.Running.insert(Frames[Thread].F);
  }
  if (Run.Guessing || (S.Threads.empty() && !Frames[Call.Thread].Call) ||
      !isUnconditional(S, Call.Thread))
    return;
  if (Begins) {
    if (!beginsGlobal(Call, S))
      return;
    ++Run.Unrepeatable;
    GlobalBegins.insert(Call.At);
  } else {
    if (!isUnsafeBesideGlobal(Call, S, U))
      return;
    ++Run.Unrepeatable;
    RawFinding F;
    F.R = Rule::UnsafeCall;
    F.Kind = DiagnosticKind::RejectedAtOnce;
    F.Error = ErrorStreamCaptureUnsupported;
    F.At = Call.At;
    F.Row = &Call.Row;
    F.Fam = Call.Fam;
    F.Callee = Call.Callee;
    F.Mode = CaptureMode::Global;
    F.ControlDependences = S.ControlDependences;
    UnsafeCalls.try_emplace(Call.At, std::move(F));
  }
  for (const auto &[Symbol, Other] : S.Threads)
    if (isBeside(Other, Call.At))
      Beside.insert({Call.At, Other});
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

void RaceChecks::checkRaces() {
  for (const Site &Begin : GlobalBegins)
    for (const auto &[At, Found] : UnsafeCalls) {
      const Context Captures = Frames.threadOf(Begin.Ctx),
                    Calls = Frames.threadOf(At.Ctx);
      const bool Meet =
          (Beside.count({Begin, Calls}) && runsUpTo(Calls, At)) ||
          (Beside.count({At, Captures}) && runsUpTo(Captures, Begin)) ||
          ((Siblings.count({Captures, Calls}) ||
            Siblings.count({Calls, Captures})) &&
           runsUpTo(Captures, Begin) && runsUpTo(Calls, At));
      // A call that is certain to be rejected needs no second finding.
      if (!Meet ||
          Reports.isConfirmed(
              {Rule::UnsafeCall, DiagnosticKind::RejectedElsewhere, At, Begin}))
        continue;
      RawFinding F = Found;
      F.Begin = Begin;
      Reports.confirm(Reports.add({Found.R, Found.Kind, At, Begin},
                                  [&] { return std::move(F); }));
      BegunBeside.erase(Begin);
    }
  for (const auto &[At, Found] : BegunBeside) {
    for (const ir::Function *F : Started)
      Evidence.BegunBesideStarted.insert({At.I, F->Name});
    checkBesideThreads(At, Found);
  }
  forgetThreads();
}

/// Whether a thread that does \p Work may run while the capture of \p Begin
/// does. Where this root starts such threads, one must run at the begin.
bool RaceChecks::mayRunBeside(const ir::ThreadWork &Work, const Site &Begin,
                              const Begun &Found) const {
  auto Runs = [&](const ir::Function *F) { return F->Name == Work.Symbol; };
  // A thread does its own work in order.
  const ir::Instruction *Captures = Begin.I;
  for (Context Ctx = Begin.Ctx;; Ctx = Frames[Ctx].Parent) {
    const ir::Function &F = *Frames[Ctx].F;
    if (Runs(&F))
      return Work.Several && worksBeforeWait(F, Captures, Find, Calls);
    if (!Frames[Ctx].Call)
      break;
    Captures = Frames[Ctx].Call;
  }
  return llvm::any_of(Found.Running, Runs) ||
         (!Work.Joined && llvm::none_of(Started, Runs));
}

/// Whether a function on the way to \p At takes a lock.
bool RaceChecks::isLocked(const Site &At) const {
  for (Context Ctx = At.Ctx;; Ctx = Frames[Ctx].Parent) {
    if (takesLock(*Frames[Ctx].F, KB))
      return true;
    if (!Frames[Ctx].Call)
      return false;
  }
}

/// Whether the function of \p At stands in the file of a 'main' that calls it.
/// Then it belongs to one program, whose threads are all known.
bool RaceChecks::isInFileOfMain(const Site &At) const {
  const ir::Function &Root = *Frames[Frames.outermost(At.Ctx)].F;
  return Root.Display == "main" && Root.At.File == Frames[At.Ctx].F->At.File;
}

/// Returns the innermost caller of the begin that may choose its mode: it hands
/// a constant to a function whose begin has none. nullopt if the function that
/// begins the capture chooses the mode.
std::optional<Context> RaceChecks::chooserOfMode(const Site &Begin,
                                                 const ApiRow &Row) const {
  auto IsConstant = [](const ir::Operand &O) {
    return O.K == ir::Operand::Int;
  };
  const std::optional<unsigned> Mode = Row.paramIndex(Role::Mode);
  if (!Mode || *Mode >= Begin.I->Args.size() ||
      IsConstant(Begin.I->Args[*Mode]))
    return std::nullopt;
  for (Context Ctx = Begin.Ctx; Frames[Ctx].Call; Ctx = Frames[Ctx].Parent)
    if (llvm::any_of(Frames[Ctx].Call->Args, IsConstant))
      return Frames[Ctx].Parent;
  return std::nullopt;
}

/// Returns a finding about the begin of a capture, without its rule and mode.
RawFinding RaceChecks::aboutBegin(const Site &Begin, const Begun &Found) const {
  RawFinding F;
  F.At = Begin;
  F.Begin = Begin;
  F.Row = Found.Row;
  F.Fam = Found.Fam;
  F.Callee = Found.Callee;
  F.ModeFrom = chooserOfMode(Begin, *Found.Row);
  return F;
}

void RaceChecks::checkBesideThreads(const Site &Begin, const Begun &Found) {
  const bool Locks = isLocked(Begin);
  // A call that is known says more than what a thread may be handed.
  const ir::ThreadWork *Best = nullptr;
  for (const ir::ThreadWork &Work : Opts.Threads)
    if ((!Best || (Best->Callee.empty() && !Work.Callee.empty())) &&
        !(Locks && Work.Locks) && mayRunBeside(Work, Begin, Found))
      Best = &Work;
  // Where the paths of a root differ in the mode, its caller chooses it.
  if (!Best && (!Opts.OtherThreads || BegunInOtherMode.count(Begin) ||
                isInFileOfMain(Begin)))
    return;
  RawFinding F = aboutBegin(Begin, Found);
  F.R = Rule::UnsafeCall;
  F.Kind = DiagnosticKind::ForbidsThreads;
  F.Error = ErrorStreamCaptureUnsupported;
  F.Mode = CaptureMode::Global;
  if (Best) {
    F.Beside = *Best;
    F.Unless.StartedInOtherRoot =
        llvm::none_of(Started, [&](const ir::Function *T) {
          return T->Name == Best->Symbol;
        });
  }
  Reports.add({F.R, F.Kind, Begin, Begin}, [&] { return std::move(F); });
}

void RaceChecks::forgetThreads() {
  SpawnedAt.clear();
  Started.clear();
  BegunBeside.clear();
  BegunInOtherMode.clear();
  GlobalBegins.clear();
  UnsafeCalls.clear();
  Beside.clear();
  Siblings.clear();
}
