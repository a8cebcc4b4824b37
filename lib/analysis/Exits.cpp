//===- Exits.cpp - What shows where a function is left --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that only begins, or only changes the thread's mode, leaves the
/// other half to its caller. One that does both on one path and half of it on
/// another has forgotten something: the paths through a root are compared where
/// it returns.
///
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether nothing on the way out casts doubt on the path: a condition that
/// cannot be seen may ask whether a capture runs.
static bool isCertain(const State &S, bool UnderConfiguration) {
  return llvm::none_of(S.Controls, [&](const Control &C) {
    return C.Opaque || (C.Configuration && UnderConfiguration);
  });
}

void Interpreter::reportExit(RawFinding F, const Exit &Leaving) {
  Lookup Found = KB.lookup(F.At.I->Callee);
  F.Row = Found ? Found.Row : KB.construct(F.At.I->Callee);
  F.Fam = Found.Fam;
  F.Exit = Leaving.Return;
  for (const Control &C : Leaving.S.Controls)
    if (C.Ctx == RootContext)
      F.ExitWhen.emplace_back(C.Branch, C.Taken);
  auto [It, New] = RawIds.try_emplace({F.R, F.S, F.At, Site()}, Raw.size());
  if (New)
    Raw.push_back(std::move(F));
  Certain.insert(It->second);
}

void Interpreter::checkExits() {
  for (const Exit &Leaving : RootExits) {
    const State &S = Leaving.S;
    for (const Capture &C : S.Captures) {
      if (!C.running() || C.MayHaveEnded || !isCertain(S, C.UnderConfiguration))
        continue;
      RawFinding F;
      F.Begin = C.Begin;
      F.Mode = knownMode(S, C.Mode);
      if (C.WrongEnd) {
        // Neither this path nor a later one ends it where it began.
        F.R = Rule::Unbalanced;
        F.S = Shape::EndsOther;
        F.Error = NoDocumentedError;
        F.At = *C.WrongEnd;
        reportExit(std::move(F), Leaving);
        continue;
      }
      bool EndsElsewhere = llvm::any_of(RootExits, [&](const Exit &E) {
        const Capture *There = E.S.capture(C.Begin);
        return There && There->S == Capture::Ended;
      });
      bool EndsLater =
          OutlivesRound.count(C.Begin) && EndsInLoop.count(C.Begin);
      if (!EndsElsewhere || EndsLater || C.UnderCondition)
        continue;
      F.R = Rule::Unbalanced;
      F.S = Shape::NeverEnded;
      F.Error = NoDocumentedError;
      F.At = C.Begin;
      reportExit(std::move(F), Leaving);
    }

    if (!S.Exchanged || S.ModeRestored || S.ThreadMode.K != Value::Int ||
        !isCertain(S, /*UnderConfiguration=*/true))
      continue;
    bool RestoredElsewhere = llvm::any_of(RootExits, [&](const Exit &E) {
      return E.S.Exchanged == S.Exchanged && E.S.ModeRestored;
    });
    if (!RestoredElsewhere)
      continue;
    RawFinding F;
    F.R = Rule::ModeLeak;
    F.S = Shape::ModeNotRestored;
    F.Error = NoDocumentedError;
    F.At = *S.Exchanged;
    F.Mode = knownMode(S, S.ThreadMode);
    reportExit(std::move(F), Leaving);
  }
}
