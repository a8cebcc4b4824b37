//===- HostRead.cpp - Reads of what captured copies write -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-host-read. A captured copy becomes a node, and copies nothing
/// before the graph is launched (CUDA Programming Guide, "Stream Capture").
/// What the host reads at its target until then is what was there before. In a
/// capture, a decision that depends on it becomes a part of the graph.
///
/// A loop that polls memory waits for something else to write it. If that is a
/// kernel that was captured, the loop does not end.
///
/// Behind the capture, a program may well read what it has written to the
/// target itself, as in "while (again) launch();". So a read counts there only
/// if nothing but captured copies can have written the memory.
///
//===----------------------------------------------------------------------===//

#include "../../ir/HostRead.h"
#include "../../kb/ApiTraits.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../findings/FindingSet.h"
#include "../findings/HostReads.h"
#include "../findings/RootEvidence.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Returns the array of an element, and any other location itself.
static LocationId wholeOf(LocationId L, const Universe &U) {
  const LocationInfo &Info = U.location(L);
  return Info.K == LocationInfo::Element || Info.K == LocationInfo::AnyElement
             ? Info.Parent
             : L;
}

/// Whether \p L is memory that \p Pointer points at.
static bool isBehind(LocationId L, const Value &Pointer, const Universe &U) {
  const LocationInfo &Root = U.location(U.root(L));
  return Pointer.isSymbol() && Root.K == LocationInfo::Pointee &&
         Root.Pointer == SymbolId(Pointer.Data);
}

/// Whether a copy to \p Target certainly writes to \p Read. The size of the
/// copy is not known. \p OnlyCopied tells that nothing but copies writes the
/// memory, so that no part of it holds anything else.
static bool covers(const Value &Target, LocationId Read, bool OnlyCopied,
                   const Universe &U) {
  LocationId First = 0;
  if (isBehind(Read, Target, U))
    First = U.root(Read);
  else if (Target.K == Value::Reference && U.root(Target.Data) == U.root(Read))
    First = Target.Data;
  else
    return false;
  if (First == Read)
    return true;
  const LocationInfo &Start = U.location(First);
  const bool IsElement = Start.K == LocationInfo::Element;
  if (!IsElement && U.location(Read).K == LocationInfo::Field &&
      U.isPartOf(Read, First))
    return true;
  // The read element, or the one that the read part is in.
  const LocationId Array = IsElement ? Start.Parent : First;
  if (!OnlyCopied || !U.isPartOf(Read, Array))
    return false;
  if (!IsElement)
    return true;
  return U.isPartOf(Read, First) || Start.Index.isInt(0);
}

bool HostReads::isTarget(const ApiCall &Call, unsigned P, const Universe &U) {
  const ApiRow &Row = Call.Row;
  if (P >= Row.Params.size() || P >= Call.Args.size() ||
      Row.Params[P].R != Role::CopyDestination)
    return false;
  const std::optional<Value> Kind = Call.arg(Role::CopyKind);
  if (Kind ? Kind->isInt(DeviceToHost) : !Row.paramIndex(Role::CopySource))
    return true;
  if (Kind && (Kind->isInt(HostToDevice) || Kind->isInt(DeviceToDevice)))
    return false;
  // The addresses decide the direction, and a local is on the host.
  const Value &Target = Call.Args[P];
  return (!Kind || Kind->K == Value::Int) && Target.K == Value::Reference &&
         U.location(U.root(Target.Data)).K == LocationInfo::Local;
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

static bool forgetCopy(Borrow &B) {
  B.Copy.reset();
  return true;
}

void HostReads::written(LocationId Where, const Universe &U, State &S) {
  const LocationId Whole = wholeOf(Where, U);
  S.Borrowed.update(
      [&](const Borrow &B) {
        if (!B.Copy)
          return false;
        if (B.Memory.K != Value::Reference)
          return isBehind(Where, B.Memory, U);
        const LocationId Target = wholeOf(B.Memory.Data, U);
        return U.isPartOf(Whole, Target) || U.isPartOf(Target, Whole);
      },
      forgetCopy);
}

void HostReads::runNow(const ApiCall &Call, State &S) {
  const std::optional<Value> Stream = Call.stream();
  const Capture *C = Stream ? S.captureOf(*Stream) : nullptr;
  const bool IsRecorded =
      Call.arg(Role::Graph) ||
      (Call.Row.Class == ApiClass::Captured && C && Reports.isExact(S, C));
  if (!IsRecorded)
    for (unsigned P = 0; P < Call.Row.Params.size() && P < Call.Args.size();
         ++P)
      if (Call.Row.Params[P].R == Role::CopyDestination) {
        const Value Owner = U.ownerOf(Call.Args[P]);
        Evidence.FilledOutside.insert(Owner);
        S.Borrowed.update(
            [&](const Borrow &B) {
              return B.Copy && U.ownerOf(B.Memory).sameAs(Owner);
            },
            forgetCopy);
      }
  // A wait during the capture is the violation, and what follows relies on it.
  if (S.Borrowed.HasCopies && Call.Row.Waits != WaitScope::None &&
      S.anyRunning())
    for (const auto &[Begin, Refs] : FlatMap(S.Borrowed.Captured))
      if (llvm::any_of(Refs.all(), [](const Borrow &B) { return B.Copy; }))
        S.Borrowed.Captured[Begin].update(
            [](const Borrow &B) { return B.Copy.has_value(); }, forgetCopy);
}

void HostReads::launch(const BorrowList &Refs, State &S) {
  if (!S.Borrowed.HasCopies)
    return;
  for (const Borrow &B : Refs.all())
    if (B.Copy)
      S.Borrowed.update(
          [&](const Borrow &Other) {
            return Other.Copy == B.Copy && Other.Memory == B.Memory;
          },
          [](Borrow &Other) { return Other.CopyWasLaunched = true; });
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

void HostReads::checkGraphs(const ApiCall &Call, LocationId Read, State &S) {
  const bool Certain =
      !S.Missing.Any && !Run.Guessing &&
      llvm::none_of(S.ControlDependences, [](const ControlDependence &Cond) {
        return Cond.FromUnknownCall;
      });
  for (const auto &[Graph, Content] : S.Borrowed.Graphs)
    for (const Borrow &B : Content.Refs.all()) {
      if (!B.Copy || !covers(B.Memory, Read, /*OnlyCopied=*/true, U))
        continue;
      // A read that another path makes behind a launch is meant to be behind
      // one on this path, too.
      if (B.CopyWasLaunched) {
        Evidence.ReadAfterLaunch.insert({Call.At, *B.Copy});
        continue;
      }
      const Value Owner = U.ownerOf(B.Memory);
      if (Evidence.FilledOutside.count(Owner) ||
          (!Certain && !Opts.ReportPossible))
        continue;
      const unsigned Id = Reports.add(
          {Rule::HostRead, DiagnosticKind::ReadBeforeLaunch, Call.At, *B.Copy},
          [&] {
            RawFinding F;
            F.R = Rule::HostRead;
            F.Kind = DiagnosticKind::ReadBeforeLaunch;
            F.At = Call.At;
            F.Row = &Call.Row;
            F.Callee = Call.Callee;
            F.Related = {{Relation::Copied, *B.Copy}};
            F.ControlDependences = S.ControlDependences;
            return F;
          });
      Reports.reachedBy(Id, S);
      if (Certain)
        Reports.confirm(Id);
    }
}

/// Whether \p Memory is the root's own: nothing was in it before.
static bool isOwn(const Value &Memory, const Universe &U) {
  if (Memory.K == Value::Reference) {
    const LocationInfo &Root = U.location(Memory.Data);
    return Root.K == LocationInfo::Local && !Root.IsParameter;
  }
  return Memory.isSymbol() && !Memory.Stale &&
         U.symbol(Memory.Data).K == SymbolInfo::Conjured &&
         !U.symbol(Memory.Data).FromUnknownCall;
}

/// Whether \p V is computed from numbers that the root is given, and from
/// nothing else that could change.
static bool isUpToCaller(const Value &V, const Universe &U) {
  if (!V.isSymbol() || V.Stale)
    return V.K == Value::Int;
  const SymbolInfo &Info = U.symbol(V.Data);
  if (Info.K == SymbolInfo::Initial)
    return U.location(Info.Where).K == LocationInfo::Local &&
           U.location(Info.Where).IsParameter;
  return Info.K == SymbolInfo::Operation &&
         llvm::all_of(Info.inputs(),
                      [&](const Value &In) { return isUpToCaller(In, U); });
}

/// Checks a read of a loop that waits for the memory to change. It is not known
/// what changes it. But captured work was enqueued before, or may have been,
/// and a loop that waits for it never ends. A caller that captures asks for no
/// wait if an argument decides about it.
static void checkPoll(const ApiCall &Call, const State &S, const Universe &U,
                      Reporter &R) {
  const bool IsAskedFor =
      llvm::any_of(S.ControlDependences, [&](const ControlDependence &C) {
        return !C.EarlyReturn && C.Condition.isSymbol() &&
               isUpToCaller(C.Condition, U);
      });
  for (const Capture &C : S.Captures) {
    if (!C.running() || C.Thread != Call.Thread || !C.mayHaveWork() ||
        (C.IsCallers && IsAskedFor))
      continue;
    Reporter::Details More;
    More.OnlyPossible = true;
    return R.report(Rule::HostRead, DiagnosticKind::PolledInCapture,
                    NoDocumentedError, &C, std::move(More));
  }
}

void HostReads::check(const ApiCall &Call, State &S, Reporter &R) {
  // The function may do something else when it is called again.
  ++Run.Unrepeatable;
  if (Call.Args.size() > ir::HostReadMemory &&
      Call.Args[ir::HostReadMemory].isInt(ir::IsPolled))
    return checkPoll(Call, S, U, R);
  if (!S.Borrowed.HasCopies || S.Failures.OnAllPaths ||
      Call.Args.size() <= ir::HostReadMemory ||
      Call.Args[ir::HostReadAddress].K != Value::Reference)
    return;
  const LocationId Read = Call.Args[ir::HostReadAddress].Data;
  const bool OnlyCopied = Call.Args[ir::HostReadMemory].isInt(0);
  for (const auto &[Begin, Refs] : FlatMap(S.Borrowed.Captured)) {
    const Capture *C = S.capture(Begin);
    if (!C || !C->running() || C->Thread != Call.Thread)
      continue;
    auto IsMeant = [&](const Borrow &B) {
      return B.Copy && !B.Gone && B.Begin == C->Begin &&
             covers(B.Memory, Read, OnlyCopied, U);
    };
    const auto *Found = llvm::find_if(Refs.all(), IsMeant);
    if (Found == Refs.all().end())
      continue;
    Reporter::Details More;
    More.Related.emplace_back(Relation::Copied, *Found->Copy);
    R.report(Rule::HostRead, DiagnosticKind::ReadInCapture, NoDocumentedError,
             C, std::move(More));
    // The first read stands for all.
    return S.Borrowed.Captured[Begin].update(IsMeant, forgetCopy);
  }
  if (OnlyCopied && !Call.Spawned && !S.anyRunning() &&
      isOwn(U.ownerOf(Value::reference(Read)), U))
    checkGraphs(Call, Read, S);
}
