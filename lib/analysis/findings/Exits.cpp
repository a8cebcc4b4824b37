//===- Exits.cpp - Checks where functions are left ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that only begins a capture, or only changes the thread's mode,
/// leaves the other half to its caller. A function that does both on one path,
/// and half of it on another, has forgotten something: the paths through a root
/// are compared where it returns.
///
//===----------------------------------------------------------------------===//

#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "DanglingMemory.h"
#include "ExitChecks.h"
#include "ExitFindings.h"
#include "FindingSet.h"
#include "GraphAllocations.h"
#include "LeakedGraphs.h"
#include "RootEvidence.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool analysis::isCertain(const State &S, bool UnderConfiguration) {
  return !S.Missing.Any &&
         llvm::none_of(S.ControlDependences, [&](const ControlDependence &C) {
           return C.FromUnknownCall || (C.Configuration && UnderConfiguration);
         });
}

RawFinding analysis::findingAt(const Capture &C, Rule R, DiagnosticKind Kind,
                               const State &S) {
  RawFinding F;
  F.R = R;
  F.Kind = Kind;
  F.At = C.Begin;
  F.Begin = C.Begin;
  F.Mode = knownMode(S, C.Mode);
  return F;
}

void analysis::setExit(RawFinding &F, const ir::Terminator *Exit, Context Ctx,
                       const State &S) {
  F.Exit = Exit;
  F.ExitCtx = Ctx;
  for (const ControlDependence &C : S.ControlDependences)
    if (C.Ctx == Ctx)
      F.ExitWhen.emplace_back(C.Branch, C.Taken);
}

void ExitChecks::reportExit(RawFinding F, const RootRun::Exit &Leaving,
                            bool Possible) {
  if (Possible && !Opts.ReportPossible)
    return;
  setExit(F, Leaving.S.Left ? Leaving.S.Left : Leaving.Return, Run.RootContext,
          Leaving.S);
  const unsigned Id = Reports.addExitFinding(std::move(F));
  if (!Possible)
    Reports.confirm(Id);
}

/// Whether an exception thrown in the frame \p Ctx gets out of the function
/// that began the capture, or reached its begin, without running anything that
/// mends what it leaves.
ExitChecks::Escape ExitChecks::escape(Context Ctx, ir::Guard Guarded,
                                      const Site &Begin,
                                      ir::Guard Mends) const {
  bool LeavesBegin = false;
  while (Guarded < Mends) {
    LeavesBegin |= Frames.beganIn(Ctx, Begin);
    if (Guarded == ir::Guard::Returns)
      break;
    if (!Frames[Ctx].Call)
      return LeavesBegin ? Escape::LeavesRoot : Escape::No;
    // An exception does not leave its thread: it ends the program.
    if (Frames[Ctx].Call->Flags.Spawns)
      return Escape::No;
    Guarded = Frames[Ctx].Call->Flags.Guarded;
    Ctx = Frames[Ctx].Parent;
  }
  return LeavesBegin ? Escape::Caught : Escape::No;
}

bool ExitChecks::endsElsewhere(const Site &Begin) const {
  // A capture that the stream began afterwards counts, too: a path that leaves
  // that capture running wants its caller to have a capture.
  llvm::SmallVector<Site, 4> Chain{Begin};
  for (unsigned I = 0; I < Chain.size(); ++I) {
    const Site Of = Chain[I];
    if (llvm::any_of(Run.RootExits, [&](const RootRun::Exit &E) {
          const Capture *There = E.S.capture(Of);
          return There && There->S == Capture::Ended;
        }))
      return true;
    for (auto Next = Evidence.FollowedBy.lower_bound({Of, Site()});
         Next != Evidence.FollowedBy.end() && Next->first == Of; ++Next)
      if (!llvm::is_contained(Chain, Next->second))
        Chain.push_back(Next->second);
  }
  return false;
}

bool ExitChecks::keepCapture(const Site &Begin,
                             llvm::ArrayRef<Site> Calls) const {
  return llvm::all_of(Calls, [&](const Site &Call) {
    return Evidence.KeepsCapture.count({Begin, Call});
  });
}

bool ExitChecks::isKnownNotToEnd(const Site &Begin, const Value &V) const {
  if (!V.isSymbol())
    return V.K != Value::Unknown;
  const SymbolInfo &Info = U.symbol(V.Data);
  if (!Info.FromUnknownCall)
    return true;
  if (Info.K == SymbolInfo::Conjured)
    return keepCapture(
        Begin,
        Site{Info.Ctx, static_cast<const ir::Instruction *>(Info.Maker)});
  return Info.K == SymbolInfo::Operation &&
         llvm::all_of(Info.inputs(), [&](const Value &Input) {
           return isKnownNotToEnd(Begin, Input);
         });
}

bool ExitChecks::seemsToRun(const Capture &C, const State &S) const {
  const auto Calls = S.Ends.of(C.Begin);
  return C.running() && !C.ShownByEnd && Calls &&
         llvm::all_of(*Calls, [&](const Site &Call) {
           return Evidence.GivenNumbers.count(Call) ||
                  Evidence.KeepsCapture.count({C.Begin, Call});
         });
}

bool ExitChecks::isShownToRun(const Capture &C, const State &S) const {
  const auto Calls = S.Ends.of(C.Begin);
  return C.running() && !C.ShownByEnd && Calls && keepCapture(C.Begin, *Calls);
}

bool ExitChecks::isCertainIn(const Capture &C,
                             llvm::ArrayRef<ControlDependence> Under,
                             llvm::ArrayRef<ControlDependence> Decided) const {
  auto MayAsk = [&](const ControlDependence &Cond) {
    return Cond.FromUnknownCall && !isKnownNotToEnd(C.Begin, Cond.Condition);
  };
  if (llvm::any_of(Under, [&](const ControlDependence &Cond) {
        return MayAsk(Cond) || (Cond.Configuration && C.UnderConfiguration);
      }))
    return false;
  return !C.MayHaveEnded || llvm::none_of(Decided, MayAsk);
}

/// Confirms findings of a path that leaves before the end of the capture.
void ExitChecks::confirmPending(const State &S) {
  for (const auto &[Begin, Id] : S.Pending) {
    const Capture *C = S.capture(Begin);
    if (C && C->MayHaveEnded && !S.Ends.hasMetEnd(Begin) && isShownToRun(*C, S))
      Reports.confirm(Id);
  }
}

void ExitChecks::checkExits() {
  for (DoubtedThrow &Throw : DoubtedThrows)
    if (keepCapture(Throw.Of.Begin, Throw.Calls) &&
        isCertainIn(Throw.Of, Throw.ControlDependences, Throw.PathConditions))
      Reports.confirm(Reports.addExitFinding(std::move(Throw.Finding)));
  for (RawFinding &F : FailingThrows)
    if (endsElsewhere(*F.Begin))
      Reports.addExitFinding(std::move(F));
  forgetRoot();
  Leaks.checkExits();
  for (const RootRun::Exit &Leaving : Run.RootExits) {
    const State &S = Leaving.S;
    Dangling.checkKept(Leaving);
    Allocations.checkKept(Leaving);
    confirmPending(S);
    for (const Capture &C : S.Captures) {
      if (C.ShownByEnd)
        continue;
      if (C.IsCallers) {
        if (isCertain(S, C.UnderConfiguration))
          for (Unjoined &Of : unjoinedAtExit(C, S))
            reportExit(std::move(Of.Finding), Leaving, Of.IsPossible);
        continue;
      }
      if (Opts.FailingCalls && C.S == Capture::Lost && C.Failed &&
          isCertain(S, C.UnderConfiguration) && endsElsewhere(C.Begin))
        reportExit(leakOnFailure(C, S), Leaving);
      const bool IsShown = !C.MayHaveEnded || isShownToRun(C, S);
      if (!C.running() || (!IsShown && !seemsToRun(C, S)) ||
          S.Threads.isLive(C.Thread))
        continue;
      const bool Exact = IsShown && !S.Missing.Any &&
                         isCertainIn(C, S.ControlDependences, S.PathConditions);
      if (C.WrongEnd && Exact) {
        // Neither this path nor a later one ends the capture where it began.
        RawFinding F =
            findingAt(C, Rule::Unbalanced, DiagnosticKind::EndsOther, S);
        F.At = *C.WrongEnd;
        reportExit(std::move(F), Leaving);
        continue;
      }
      bool EndsLater = Evidence.OutlivesRound.count(C.Begin) &&
                       Evidence.EndsInLoop.count(C.Begin);
      if (C.WrongEnd || !endsElsewhere(C.Begin) || EndsLater)
        continue;
      // A begin that failed has begun nothing, but it is the reason why the
      // path ends here.
      if (S.Failures.OnAllPaths && !Opts.FailingCalls)
        continue;
      // A begin and an end under conditions may belong together.
      reportExit(findingAt(C, Rule::Unbalanced, DiagnosticKind::NeverEnded, S),
                 Leaving,
                 !Exact || C.UnderCondition ||
                     Evidence.EndsUnderCondition.count(C.Begin));
    }

    std::optional<RawFinding> Leak = modeLeak(S, U);
    if (Leak && llvm::any_of(Run.RootExits, [&](const RootRun::Exit &E) {
          return E.S.ThreadMode.Exchanged == S.ThreadMode.Exchanged &&
                 E.S.ThreadMode.IsRestored;
        }))
      reportExit(std::move(*Leak), Leaving);
  }
}
