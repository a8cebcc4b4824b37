//===- KeptEvents.cpp - Events that outlive a call ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptEvents.h"
#include "../../kb/ApiTraits.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../transfer/Constructors.h"
#include "../transfer/HostCode.h"
#include "FindingSet.h"
#include "Naming.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// The most waits, records and events of each kind that are kept for one place,
/// which may be reached with many different facts.
static constexpr unsigned MaxAtOnePlace = 16;

bool KeptEvents::Wait::operator==(const Wait &O) const {
  return Root == O.Root && At == O.At && Arg == O.Arg && Event == O.Event &&
         AtEntry == O.AtEntry && OutsideCaptures == O.OutsideCaptures;
}

KeptEvents::NamedFacts KeptEvents::factsAtEntry(const State &S) const {
  NamedFacts Result;
  for (const auto &[Symbol, Known] : S.Facts)
    if (U.symbol(Symbol).K == SymbolInfo::Initial)
      if (std::string Name = nameOf(U.symbol(Symbol).Where); !Name.empty())
        Result[std::move(Name)] = Known;
  return Result;
}

KeptEvents::NamedFacts KeptEvents::factsAtExit(const State &S) const {
  NamedFacts Result = factsAtEntry(S);
  for (const auto &[Where, Held] : S.Memory) {
    std::string Name = nameOf(Where);
    if (Name.empty())
      continue;
    Fact &Known = Result[Name] = Fact();
    const Value V = S.resolve(Held);
    if (V.Stale)
      continue;
    if (V.K == Value::Int)
      Known.Equal = V.Data;
    else if (V.isSymbol())
      Known = S.Facts.of(U, V);
    if (V.K == Value::Reference || (V.isSymbol() && U.symbol(V.Data).Created))
      Known.exclude(0);
  }
  return Result;
}

/// Whether an unknown callee, which may ask whether a capture runs, decides
/// that control comes here.
static bool mayBeGuarded(const State &S) {
  return llvm::any_of(S.ControlDependences, [](const ControlDependence &C) {
    return C.FromUnknownCall && !C.Encloses;
  });
}

static bool runsCallersCapture(const State &S) {
  return llvm::any_of(S.Captures, [](const Capture &C) { return C.IsCallers; });
}

/// Adds \p Each to \p List, unless it is there or there are many like it.
template <typename T, typename Predicate>
static void addOnce(std::vector<T> &List, T Each, Predicate IsAlike) {
  if (llvm::count_if(List, [&](const T &O) { return IsAlike(O, Each); }) <
      MaxAtOnePlace)
    List.push_back(std::move(Each));
}

void KeptEvents::noteWait(const ApiCall &Call, const State &S) {
  if (!Opts.ReportPossible || Run.Guessing || S.Missing.Any ||
      !waitsForEvent(Call.Row))
    return;
  WaitsIn.insert({Run.CurrentRoot, Call.At.I});
  if (S.anyRunning() || runsCallersCapture(S))
    return;
  for (unsigned I = 0; I < Call.Row.Params.size() && I < Call.Args.size();
       ++I) {
    const Value &V = Call.Args[I];
    if (Call.Row.Params[I].R != Role::Event || !V.isSymbol())
      continue;
    if (auto Known = S.Events.find(V.Data); Known != S.Events.end()) {
      if (!Known->second.Captured)
        AfterRecord.insert(Call.At.I);
      continue;
    }
    std::string Name = nameOf(V);
    if (Name.empty() || mayBeGuarded(S) ||
        llvm::any_of(S.ControlDependences,
                     [](const ControlDependence &C) { return C.AsksRecord; }))
      continue;
    const bool Asked = llvm::any_of(S.StatusOf, [&](const auto &Status) {
      const auto Known = S.Facts.find(Status.first);
      return Known != S.Facts.end() && Known->second.rulesOut(StatusActive);
    });
    Wait W{Run.CurrentRoot, Call.At,         I,
           std::move(Name), factsAtEntry(S), Asked};
    if (!llvm::is_contained(Waits, W))
      addOnce(Waits, std::move(W),
              [](const Wait &A, const Wait &B) { return A.At == B.At; });
  }
}

void KeptEvents::noteRecord(const ApiCall &Call, const Value &Event,
                            const Capture *In, const State &S) {
  if (!Opts.ReportPossible || Run.Guessing || Host.handedOver())
    return;
  RecordsIn.insert({Run.CurrentRoot, Call.At.I});
  if (In) {
    if (!In->ShownByEnd && !In->PartlyRefuted && !S.Missing.Any &&
        !mayBeGuarded(S) && !Reports.isToldByRecord(S, *In))
      Certain.insert(Call.At);
    return;
  }
  if (runsCallersCapture(S) || !Event.isSymbol() ||
      U.symbol(Event.Data).K != SymbolInfo::Initial)
    return;
  addOnce(Outsides,
          {Run.CurrentRoot, Call.At.I, nameOf(Event), Names.nameOfHandle(Event),
           factsAtEntry(S)},
          [](const Outside &A, const Outside &B) {
            return A.Root == B.Root && A.At == B.At;
          });
}

void KeptEvents::leaveRoot() {
  if (!Opts.ReportPossible)
    return;
  for (const RootRun::Exit &Leaving : Run.RootExits) {
    const State &S = Leaving.S;
    if (S.Failures.OnSomePath || S.Missing.Any)
      continue;
    for (const auto &[Event, Record] : S.Events) {
      LastRecords.insert({Run.CurrentRoot, Record.At.I});
      const Capture *Of = S.captureOf(Record);
      if (!Record.Captured || !Certain.count(Record.At) ||
          (!Record.CaptureEnded && (!Of || !Of->running())))
        continue;
      std::set<std::string> Names;
      if (U.symbol(Event).K == SymbolInfo::Initial &&
          !S.Memory.count(U.symbol(Event).Where))
        Names.insert(nameOf(Value::symbol(Event)));
      for (const auto &[Where, Held] : S.Memory)
        if (Held == Value::symbol(Event))
          Names.insert(nameOf(Where));
      for (const std::string &Name : Names)
        if (!Name.empty())
          addOnce(Lefts,
                  {Run.CurrentRoot, Record.At, Name, factsAtExit(S),
                   Of && Of->IsCallers},
                  [](const Left &A, const Left &B) {
                    return A.At == B.At && A.Event == B.Event;
                  });
    }
  }
}

/// Whether a function waits as \p W does, and then records the event as \p L
/// does: its next call waits for what this one recorded. An object that waits
/// where it is made and records where it is destroyed does the same.
bool KeptEvents::isWaitedForFirst(const Wait &W, const Left &L) const {
  return llvm::any_of(WaitsIn, [&](const auto &Waiting) {
    if (Waiting.second != W.At.I)
      return false;
    const ir::Function *First = Waiting.first;
    if (LastRecords.count({First, L.At.I}))
      return true;
    if (!Constructors::isConstructor(*First))
      return false;
    return llvm::any_of(RecordsIn, [&](const auto &Recording) {
      const auto [Class, Own] =
          Constructors::splitName(Recording.first->Display);
      return Recording.second == L.At.I && Own.starts_with("~") &&
             Class == Constructors::splitName(First->Display).first;
    });
  });
}

static bool contradict(const std::map<std::string, Fact> &A,
                       const std::map<std::string, Fact> &B) {
  return llvm::any_of(A, [&](const auto &Known) {
    const auto Other = B.find(Known.first);
    return Other != B.end() && Known.second.contradicts(Other->second);
  });
}

/// Whether \p O is the record of \p L itself, in a helper that is a root, too,
/// and that another root calls outside of captures: that call counts.
bool KeptEvents::isOfHelper(const Outside &O, const Left &L) const {
  bool IsOnPath = false;
  for (Context C = L.At.Ctx; Frames[C].Call; C = Frames[C].Parent)
    IsOnPath |= Frames[C].F == O.Root;
  return IsOnPath && llvm::any_of(Outsides, [&](const Outside &Other) {
           return Other.At == O.At && Other.Root != O.Root &&
                  Other.Root != L.Root;
         });
}

/// Whether some function, once \p L has left its event recorded in a capture,
/// may record it outside of captures.
bool KeptEvents::isRecordedAgain(const Left &L) const {
  const size_t Dot = L.Event.find_last_of(".:>");
  const llvm::StringRef OwnName =
      llvm::StringRef(L.Event).drop_front(Dot + 1).split('[').first;
  return llvm::any_of(Outsides, [&](const Outside &O) {
    // A constructor has recorded it before.
    if (Constructors::isConstructor(*O.Root))
      return false;
    if (O.At == L.At.I || O.Event == L.Event) {
      if (O.Event != L.Event || (L.InCallersCapture && O.Root == L.Root) ||
          isOfHelper(O, L))
        return false;
    } else if (O.OwnName != OwnName) {
      return false;
    }
    return !contradict(L.AtExit, O.AtEntry);
  });
}

bool KeptEvents::mayWaitFor(const Wait &W, const Left &L) const {
  if (W.Event != L.Event || contradict(L.AtExit, W.AtEntry))
    return false;
  // Whoever captures a call need not make the other one at all.
  if (L.InCallersCapture && W.Root != L.Root &&
      (!W.Root->Captured || W.Root->Captured->Beside))
    return false;
  // Calls that record the event and wait for it, in this order, outside of
  // captures show nothing about what the captured ones leave.
  if ((W.OutsideCaptures || AfterRecord.count(W.At.I)) &&
      !isWaitedForFirst(W, L))
    return false;
  return !isRecordedAgain(L);
}

void KeptEvents::check() {
  for (const Wait &W : Waits)
    for (const Left &L : Lefts) {
      if (!mayWaitFor(W, L))
        continue;
      RawFinding F;
      F.R = Rule::InvalidHandle;
      F.Kind = DiagnosticKind::CapturedEvent;
      F.At = W.At;
      F.Error = ErrorCapturedEvent;
      F.HandleArg = W.Arg;
      F.Related.emplace_back(Relation::Recorded, L.At);
      Reports.addExitFinding(std::move(F));
      break;
    }
}
