//===- DanglingMemory.cpp - Memory that is gone too early -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-dangling-memory. A node keeps the addresses that the captured
/// call was given, and the memory at these addresses is read and written when
/// the graph runs (CUDA Programming Guide, "Stream Capture"). This check tests
/// whether the memory that a graph refers to (GraphMemory.cpp) still exists
/// where the graph is launched, or where an owner that outlives the memory
/// keeps the graph. A caller that captures the function launches the graph
/// after it has returned.
///
//===----------------------------------------------------------------------===//

#include "../findings/DanglingMemory.h"
#include "../ResolvedCalls.h"
#include "../engine/CallTree.h"
#include "../findings/FindingSet.h"
#include "../findings/Naming.h"
#include "../findings/RootEvidence.h"
#include "../transfer/GraphMemory.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void DanglingMemory::describe(RawFinding &F, const Borrow &B) {
  F.R = Rule::DanglingMemory;
  F.At = B.At;
  F.Begin = B.Begin;
  F.HandleArg = B.Arg;
  F.Memory = B.Memory;
}

void DanglingMemory::report(const Borrow &B, RawFinding F, const State &S,
                            bool OnlyPossible) {
  const bool IsCertain =
      !OnlyPossible && !S.Missing.Any && !B.Guessed && !Run.Guessing;
  if (!IsCertain && !Opts.ReportPossible)
    return;
  describe(F, B);
  F.ExitCtx = B.Gone->Ctx;
  const unsigned Id = Reports.addExitFinding(std::move(F));
  if (IsCertain)
    Reports.confirm(Id);
}

void DanglingMemory::checkLaunch(const BorrowList &Refs, const Site &Launch,
                                 const State &S) {
  bool Doubtful =
      llvm::any_of(S.ControlDependences, [](const ControlDependence &Cond) {
        return Cond.FromUnknownCall;
      });
  for (const Borrow &B : Refs.all()) {
    // The result of an unknown callee may tell whether the memory was released.
    if (!B.Gone || (B.Released && Doubtful))
      continue;
    RawFinding F;
    F.Kind = DiagnosticKind::DanglesAtLaunch;
    F.Related = {{Relation::Gone, *B.Gone}, {Relation::Launched, Launch}};
    report(B, std::move(F), S);
  }
}

/// Whether the root returns to a caller whose capture, which begins at
/// \p Begin, goes on.
static bool returnsIntoCapture(const State &S, const Site &Begin) {
  const Capture *C = S.capture(Begin);
  return C && C->IsCallers && C->running() && !C->PartlyRefuted &&
         !S.Failures.OnAllPaths;
}

bool DanglingMemory::isKeptSomewhere(const Borrow &B, const Site &Begin) const {
  return llvm::any_of(Run.RootExits, [&](const RootRun::Exit &Leaving) {
    const State &S = Leaving.S;
    const auto Refs = S.Borrowed.Captured.find(Begin);
    return returnsIntoCapture(S, Begin) && Refs != S.Borrowed.Captured.end() &&
           llvm::any_of(Refs->second.all(), [&](const Borrow &Other) {
             return Other.At == B.At && Other.Arg == B.Arg &&
                    Other.Memory == B.Memory && !Other.Gone;
           });
  });
}

bool DanglingMemory::isReleasedByMaker(const Borrow &B,
                                       const GraphContent &Content,
                                       const State &S) const {
  const ApiRow *Maker = Calls[Frames.calleeOf(Content.Made)].Row;
  if (!Maker || Maker->Eff != Effect::Instantiate || Content.Used ||
      S.Failures.OnSomePath || !B.Memory.isSymbol() ||
      U.symbol(B.Memory.Data).K != SymbolInfo::Conjured ||
      U.symbol(B.Memory.Data).FromUnknownCall)
    return false;
  auto Keeps = [&](const GraphContent &Other) {
    return Other.Made == Content.Made &&
           llvm::any_of(Other.Refs.all(), [&](const Borrow &Same) {
             // An argument may be a structure with several pointers.
             return Same.At == B.At && Same.Arg == B.Arg && !Same.Gone &&
                    (Same.Memory == B.Memory || !Same.Memory.isSymbol());
           });
  };
  return llvm::none_of(Run.RootExits, [&](const RootRun::Exit &Leaving) {
    return !Leaving.S.Failures.OnAllPaths &&
           llvm::any_of(Leaving.S.Borrowed.Graphs,
                        [&](const auto &Graph) { return Keeps(Graph.second); });
  });
}

void DanglingMemory::checkKept(const RootRun::Exit &Leaving) {
  const State &S = Leaving.S;
  for (const auto &[Begin, Refs] : S.Borrowed.Captured) {
    if (!returnsIntoCapture(S, Begin))
      continue;
    for (const Borrow &B : Refs.all()) {
      // A path that keeps the memory may be the one of a caller that captures.
      if (!B.Gone || (B.Released && isKeptSomewhere(B, Begin)))
        continue;
      RawFinding F;
      F.Kind = DiagnosticKind::DanglesWhenKept;
      F.Related = {{Relation::Gone, *B.Gone}};
      report(B, std::move(F), S);
    }
  }
  // Nothing outlives the program.
  if (S.Borrowed.Graphs.empty() || Frames[Run.RootContext].F->Name == "main")
    return;
  for (const auto &[Graph, Content] : S.Borrowed.Graphs) {
    if (S.Destroyed.count(Graph))
      continue;
    const Value Handle = Value::symbol(Graph);
    const std::optional<LocationId> Keeper = MemoryOfGraphs.keeperOf(Handle, S);
    if (!Keeper && !GraphMemory::isReturned(Handle, S))
      continue;
    // The graph may be made anew for each launch, unless another path shows
    // that it is not.
    const bool IsLaunchedAgain =
        Keeper && Evidence.LaunchesKept.count({Run.RootContext, *Keeper});
    if (Content.Used && !IsLaunchedAgain)
      continue;
    for (const Borrow &B : Content.Refs.all()) {
      // Memory may have been released because the graph is not launched any
      // more. But the next call of the function may launch it.
      const bool MayBeLast = B.Released && !isReleasedByMaker(B, Content, S);
      if (!B.Gone || (MayBeLast && (!IsLaunchedAgain || S.Failures.OnSomePath)))
        continue;
      RawFinding F;
      F.Kind = DiagnosticKind::DanglesWhenKept;
      F.Related = {{Relation::Gone, *B.Gone}, {Relation::Kept, Content.Made}};
      F.Unless.Updated = Keeper ? Names.nameOf(*Keeper) : "";
      report(B, std::move(F), S, MayBeLast);
    }
  }
}
