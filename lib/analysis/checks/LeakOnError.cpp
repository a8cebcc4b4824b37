//===- LeakOnError.cpp - Errors that leave a stream capturing -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-leak-on-error. An exception that nothing catches leaves the
/// capture running, as does a return after a failed call: the stream goes on
/// capturing, and later work on it is recorded or rejected (CUDA Runtime API,
/// cudaStreamBeginCapture). Failed calls count only with an option.
///
//===----------------------------------------------------------------------===//

#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../findings/ExitChecks.h"
#include "../findings/ExitFindings.h"
#include "../findings/FindingSet.h"
#include "../findings/LeakedGraphs.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

RawFinding analysis::leakOnFailure(const Capture &C, const State &S) {
  RawFinding F =
      findingAt(C, Rule::LeakOnError, DiagnosticKind::LeaksOnFailure, S);
  F.Related.emplace_back(Relation::Failed, *C.Failed);
  return F;
}

RawFinding ExitChecks::leakOnThrow(const Capture &C, Escape Way,
                                   const State &S) const {
  RawFinding F =
      findingAt(C, Rule::LeakOnError, DiagnosticKind::LeaksOnThrow, S);
  F.Unless.ThreadFunction = Way == Escape::LeavesRoot;
  return F;
}

void ExitChecks::checkThrow(Context Ctx, const ir::Instruction &I, State &S) {
  if (Run.Guessing || S.Missing.Any)
    return;
  for (const Capture &C : S.Captures) {
    const Escape Way = escape(Ctx, I.Flags.Guarded, C.Begin);
    if (C.IsCallers || C.ShownByEnd || !C.running() ||
        !Reports.isExact(S, &C) || Way == Escape::No)
      continue;
    // Most functions of interfaces throw nothing. One doubt is enough.
    const bool Possible = !I.Flags.Throws;
    if (Possible && C.S != Capture::Active)
      continue;
    RawFinding F = leakOnThrow(C, Way, S);
    F.Related.emplace_back(Relation::Throws, Site{Ctx, &I});
    if (Possible)
      F.Kind = DiagnosticKind::MayLeakOnThrow;
    unsigned Id = Reports.addExitFinding(std::move(F));
    if (Possible)
      continue;
    if (C.S == Capture::MayBeActive)
      S.Pending.insert({C.Begin, Id});
    else
      Reports.confirm(Id);
  }
}

/// Many programs take a failed call of CUDA for their end. Those that throw can
/// go on.
bool ExitChecks::failsInIt(const Capture &C) const {
  return C.S == Capture::Lost && C.Failed &&
         (Opts.FailingCalls || Opts.ReportPossible);
}

/// Checks an exception of a function that may not be the one that is called.
void ExitChecks::checkGuessedThrow(Context Ctx, const ir::Terminator &T,
                                   const State &S) {
  for (const Capture &C : S.Captures) {
    const Escape Way = escape(Ctx, T.Guarded, C.Begin);
    const bool Failed = failsInIt(C);
    if (C.IsCallers || C.ShownByEnd || (C.S != Capture::Active && !Failed) ||
        Way == Escape::No || !Reports.isExact(S, &C))
      continue;
    RawFinding F = Failed ? leakOnFailure(C, S) : leakOnThrow(C, Way, S);
    setExit(F, &T, Ctx, S);
    if (Failed) {
      FailingThrows.push_back(std::move(F));
      continue;
    }
    F.Kind = DiagnosticKind::MayLeakOnThrow;
    Reports.addExitFinding(std::move(F));
  }
}

void ExitChecks::checkThrow(Context Ctx, const ir::Terminator &T,
                            const State &S) {
  if (S.Missing.Any)
    return;
  if (Run.Guessing)
    return checkGuessedThrow(Ctx, T, S);
  if (!S.Owned.Held.empty())
    Leaks.checkThrow(Ctx, T, S, [&](const Site &Made) {
      return escape(Ctx, T.Guarded, Made) != Escape::No;
    });
  for (const Capture &C : S.Captures) {
    const Escape Way = escape(Ctx, T.Guarded, C.Begin,
                              C.IsCallers ? ir::Guard::Joins : ir::Guard::Ends);
    if (Way == Escape::No)
      continue;
    if (C.IsCallers) {
      // The end of the capture has to cope with unjoined streams, no matter
      // which function catches the exception.
      if (C.S == Capture::Active && isCertain(S, C.UnderConfiguration))
        for (Unjoined &Of : unjoinedAtExit(C, S)) {
          if (Of.IsPossible && !Opts.ReportPossible)
            continue;
          setExit(Of.Finding, &T, Ctx, S);
          const unsigned Id = Reports.addExitFinding(std::move(Of.Finding));
          if (!Of.IsPossible)
            Reports.confirm(Id);
        }
      continue;
    }
    if (C.MayHaveEnded && C.running() && !C.ShownByEnd) {
      if (auto Calls = S.Ends.of(C.Begin)) {
        RawFinding F = leakOnThrow(C, Way, S);
        setExit(F, &T, Ctx, S);
        DoubtedThrows.push_back({std::move(F), C, std::move(*Calls),
                                 S.ControlDependences, S.PathConditions});
      }
      continue;
    }
    const bool Failed = failsInIt(C);
    if ((C.S != Capture::Active && !Failed) || !Reports.isExact(S, &C))
      continue;
    RawFinding F = Failed ? leakOnFailure(C, S) : leakOnThrow(C, Way, S);
    setExit(F, &T, Ctx, S);
    if (Failed && !Opts.FailingCalls)
      FailingThrows.push_back(std::move(F));
    else
      Reports.confirm(Reports.addExitFinding(std::move(F)));
  }
}
