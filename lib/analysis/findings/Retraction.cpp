//===- Retraction.cpp - Decides which findings are taken back -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Another path through a loop, or a call in one, may refute a finding of one
/// path. This is only known after the whole root has been run, so findings are
/// taken back afterwards.
///
//===----------------------------------------------------------------------===//

#include "Retraction.h"
#include "../CalleesOf.h"
#include "../engine/CallTree.h"
#include "../engine/FunctionPlans.h"
#include "../transfer/CapturingFunctions.h"
#include "../transfer/EarlierCaptures.h"
#include "../transfer/FirstUses.h"
#include "RootEvidence.h"
#include "WarmUps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool Retraction::isInEveryRound(Site At) {
  while (Frames[At.Ctx].Call) {
    const ir::Function &F = *Frames[At.Ctx].F;
    const FlowGraph &Flow = Plans.plan(F).Flow;
    const unsigned B = blockOf(F, At.I);
    if (Flow.InLoop[B])
      return Flow.isInEveryRound(B);
    // A function that is called in the loop may return before.
    for (unsigned R = 0; R < F.Blocks.size(); ++R)
      if (F.Blocks[R].Term.K == ir::Terminator::Return && R != B && B != 0 &&
          Flow.reaches(0, R, B))
        return false;
    At = {Frames[At.Ctx].Parent, Frames[At.Ctx].Call};
  }
  const ir::Function &F = *Frames[At.Ctx].F;
  return Plans.plan(F).Flow.isInEveryRound(blockOf(F, At.I));
}

bool Retraction::isLoopBefore(const Site &Loop, const Site &At,
                              const Site &Begin) {
  // This searches for the frame that both are reached from, and for the calls
  // there.
  auto CallIn = [&](Site Of, Context Ctx) -> const ir::Instruction * {
    while (Of.Ctx != Ctx && Frames[Of.Ctx].Call)
      Of = {Frames[Of.Ctx].Parent, Frames[Of.Ctx].Call};
    return Of.Ctx == Ctx ? Of.I : nullptr;
  };
  bool InLoop = false;
  Site Inner = Loop;
  for (; !CallIn(At, Inner.Ctx);
       Inner = {Frames[Inner.Ctx].Parent, Frames[Inner.Ctx].Call}) {
    if (!Frames[Inner.Ctx].Call)
      return false;
    const ir::Function &F = *Frames[Inner.Ctx].F;
    InLoop |= Plans.plan(F).Flow.InLoop[blockOf(F, Inner.I)];
  }
  const ir::Function &F = *Frames[Inner.Ctx].F;
  const FlowGraph &Flow = Plans.plan(F).Flow;
  const ir::Instruction *Other = CallIn(At, Inner.Ctx);
  const unsigned From = blockOf(F, Inner.I), To = blockOf(F, Other);
  const ir::Instruction *Starts = CallIn(Begin, Inner.Ctx);
  const unsigned First = Starts ? blockOf(F, Starts) : FlowGraph::None;
  if (From == To)
    return InLoop && Inner.I < Other;
  auto ComesBack = [&] {
    return llvm::any_of(Flow.Of.successors(From), [&](unsigned Next) {
      return Next != To && Next != First && Flow.reaches(Next, From, To) &&
             (First == FlowGraph::None || Flow.reaches(Next, From, First));
    });
  };
  return Flow.reaches(From, To, First == From ? FlowGraph::None : First) &&
         (InLoop || ComesBack());
}

bool Retraction::isLostInLoop(const RawFinding &F) {
  return llvm::any_of(Evidence.InLoops.lostInLoops(), [&](const auto &Lost) {
    return Lost.first == *F.Begin &&
           (F.Exit || isLoopBefore(Lost.second, F.At, *F.Begin));
  });
}

bool Retraction::isTakenBack(const RawFinding &F) {
  if (F.Begin && Evidence.InLoops.contradicts(U, *F.Begin, F.Unless.InLoop,
                                              F.Unless.Joined))
    return true;
  if (F.Begin && (F.Unless.InLoop || F.Unless.Joined) && isLostInLoop(F))
    return true;
  if (F.Unless.Updated &&
      (Evidence.UpdatesAnyGraph ||
       Evidence.UpdatedGraphs.count(*F.Unless.Updated) ||
       (F.Unless.Updated->empty() && !Evidence.UpdatedGraphs.empty())))
    return true;
  if ((F.R == Rule::UnjoinedStream || F.R == Rule::EscapedWork) && F.Begin &&
      mayWaitForRecord(F))
    return true;
  if (F.Kind == DiagnosticKind::ReadBeforeLaunch &&
      (Evidence.ReadAfterLaunch.count({F.At, F.Related.front().second}) ||
       Evidence.LaunchedInThread.count(F.Related.front().second)))
    return true;
  if (F.R == Rule::HostEffect && isGraphRenewed(F))
    return true;
  if ((F.Kind == DiagnosticKind::FreedByHostFunction ||
       F.Kind == DiagnosticKind::BakedCounter) &&
      (isGraphRenewed(F) || isLaunchedOnce(F)))
    return true;
  if (F.Unless.WaitedFor && Evidence.WaitedFor.count(*F.Unless.WaitedFor))
    return true;
  if (F.Kind == DiagnosticKind::EndsCallers) {
    const Context Root = Frames.outermost(F.At.Ctx);
    if (Evidence.Resumed.count({Root, F.At.I}) ||
        Evidence.Resumed.count({Root, nullptr}))
      return true;
  }
  if (F.Unless.StartedInOtherRoot &&
      Evidence.BegunBesideStarted.count({F.At.I, F.Beside->Symbol}))
    return true;
  if (F.Unless.IntoGraph && Evidence.CapturesIntoGraph)
    return true;
  if (F.Unless.Unused && !Earlier.isUsed(F.At))
    return true;
  if (F.Unless.EndsCapture && Evidence.Ends.count(F.At))
    return true;
  if (F.Unless.ThreadFunction &&
      Evidence.ThreadFunctions.count(Frames[Frames.outermost(F.At.Ctx)].F))
    return true;
  if (hasInterproceduralUse(F))
    return true;
  if (F.Begin &&
      llvm::any_of(F.ControlDependences, [&](const ControlDependence &C) {
        if (C.Makes != FirstUse::None &&
            (isPrimedElsewhere(C) || WarmUpPaths.precede(F, C)))
          return true;
        // A capture that its end shows was begun before all of the root.
        if (C.Makes != FirstUse::None && !F.ShownByEnd &&
            Firsts.wasMadeBefore(C.Ctx, *C.Branch, F.ControlDependences))
          return true;
        if (C.Makes == FirstUse::OfVariable)
          return Firsts.wasMadeInLoop(C.Ctx, *C.Branch, F.ControlDependences);
        const auto Made =
            Evidence.MadeInLoops.find({Frames.outermost(F.At.Ctx), C.Branch});
        return C.Makes != FirstUse::None &&
               Made != Evidence.MadeInLoops.end() &&
               Made->second.agreeWith(F.ControlDependences, U);
      }))
    return true;
  // The stream was chosen before, perhaps together with the capture.
  if (F.Kind == DiagnosticKind::CapturesLegacy &&
      Evidence.BegunOnOther.count(F.At))
    return true;
  // The capture was begun in one round of a loop, and was passed by or ended in
  // another.
  if (F.Kind == DiagnosticKind::NestedBegin && F.Begin == F.At &&
      !isInEveryRound(F.At))
    return true;
  if (F.Kind == DiagnosticKind::NeverCreated) {
    if (Evidence.GivenHandle.count({F.At, *F.HandleArg}))
      return true;
    const Context Outermost = Frames.outermost(F.At.Ctx);
    if (Evidence.WritesAnywhere.count(Outermost))
      return true;
    // The missing statement may be why the path does not create it.
    if (Evidence.MissesStatement.count(Outermost) &&
        llvm::any_of(F.Variables, [&](LocationId L) {
          return Evidence.CreatedIn.count(U.root(L)) != 0;
        }))
      return true;
    // Temporaries are initialized by what makes them.
    for (LocationId L : F.Variables) {
      const LocationInfo &Root = U.location(U.root(L));
      if (Root.K != LocationInfo::Local)
        continue;
      const ir::Function &Owner = *Frames[Root.Ctx].F;
      if (llvm::isDigit(Owner.Locals[Root.LocalId].front()))
        return true;
      // It is not known whose variable was passed.
      if (F.Variables.size() == 1 && Frames[Root.Ctx].Call &&
          Root.LocalId < Owner.Params.size())
        return true;
    }
  }
  return false;
}

bool Retraction::mayBeTakenBack(const RawFinding &F) const {
  if (Evidence.MissesStatement.empty())
    return false;
  // Another root may take the finding back.
  if (F.Unless.Updated || !F.Unless.ByOtherRoot.empty() ||
      F.R == Rule::HostEffect)
    return true;
  const Context Root = Frames.outermost(F.At.Ctx);
  return Evidence.MissesStatement.count(Root) &&
         (F.Unless.InLoop || F.Unless.Joined || F.Unless.WaitedFor || F.Exit ||
          F.Kind == DiagnosticKind::NeverCreated ||
          F.Kind == DiagnosticKind::CapturesLegacy);
}

bool Retraction::isGraphRenewed(const RawFinding &F) const {
  const Context Root = Frames.outermost(F.At.Ctx);
  const RootEvidence::GraphUse Use = Evidence.GraphUses.lookup(Root);
  return Evidence.BegunInLoop.count(*F.Begin) || Use.Updated ||
         (Use.Replaced && !Use.LaunchedAgain);
}

/// Whether a wait for an event that the path has not recorded, while the
/// capture runs, waits for a record on another path: that one may be meant.
bool Retraction::mayWaitForRecord(const RawFinding &F) const {
  return llvm::any_of(Evidence.WaitedInVain, [&](const auto &Wait) {
    return Wait.first == *F.Begin &&
           Evidence.WaitedForRecord.count(Wait.second);
  });
}

/// Whether the root launches a graph, in one place and outside of a loop.
bool Retraction::isLaunchedOnce(const RawFinding &F) const {
  const RootEvidence::GraphUse Use =
      Evidence.GraphUses.lookup(Frames.outermost(F.At.Ctx));
  return Use.Launch && !Use.LaunchedAgain;
}

bool Retraction::isPrimedElsewhere(const ControlDependence &C) const {
  const std::vector<std::string> &By = Frames[C.Ctx].F->PrimedIn;
  if (By.empty() || !Firsts.asksGlobals(*C.Branch))
    return false;
  const ir::Function &Root = *Frames[Frames.outermost(C.Ctx)].F;
  return llvm::any_of(By, [&](const std::string &Name) {
    // A function that captures primes for its own capture.
    const ir::Function *Primer = Find(Name);
    if (Primer && Capturing.beginsCapture(*Primer))
      return false;
    return !anyCalledFrom(Root, Find, [&](const ir::Function &Called) {
      return Called.Name == Name;
    });
  });
}

bool Retraction::hasInterproceduralUse(const RawFinding &F) const {
  const Context Root = Frames.outermost(F.At.Ctx);
  return llvm::any_of(F.Unless.ByOtherRoot, [&](const auto &Unless) {
    return llvm::any_of(Evidence.DoneIn, [&](const auto &Done) {
      return std::get<InterproceduralUse>(Done) == Unless.first &&
             std::get<std::string>(Done) == Unless.second &&
             std::get<const ir::Function *>(Done) != Frames[Root].F;
    });
  });
}
