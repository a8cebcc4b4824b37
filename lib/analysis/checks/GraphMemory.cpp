//===- GraphMemory.cpp - Memory that graphs allocate ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-graph-memory. A captured allocation becomes a node: the memory
/// exists from the launch of the graph on, until a node or a call outside of
/// the graph frees it (CUDA Programming Guide, "Graph Memory Nodes"). A launch
/// that finds the memory of the launch before unfreed fails, unless the graph
/// was instantiated with cudaGraphInstantiateFlagAutoFreeOnLaunch (CUDA Driver
/// API, cuGraphLaunch).
///
//===----------------------------------------------------------------------===//

#include "../transfer/GraphMemory.h"
#include "../engine/CallTree.h"
#include "../findings/FindingSet.h"
#include "../findings/GraphAllocations.h"
#include "../findings/RawFinding.h"
#include "../findings/RootEvidence.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool GraphAllocations::keepsMemory(const ApiCall &Call) {
  // cudaGraphInstantiateFlagAutoFreeOnLaunch is 1.
  const std::optional<Value> Flags = Call.arg(Role::InstantiateFlags);
  return Call.Row.Eff == Effect::Instantiate && Flags &&
         Flags->K == Value::Int && !(Flags->Data & 1);
}

void GraphAllocations::forget(State &S) {
  S.Borrowed.drop([](const Borrow &B) { return B.Allocates; });
}

const Capture *GraphAllocations::captureOf(const ApiCall &Call,
                                           const State &S) const {
  const std::optional<Value> Stream = Call.stream();
  return Stream ? S.captureOf(*Stream) : nullptr;
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

void GraphAllocations::apply(const ApiCall &Call, State &S) {
  if (Call.Row.Node == NodeKind::Alloc)
    return allocate(Call, S);
  if (S.Borrowed.empty())
    return;
  checkUse(Call, S);
  for (unsigned P = 0; P < Call.Row.Params.size() && P < Call.Args.size(); ++P)
    if (Call.Row.Params[P].R == Role::Memory &&
        Call.Row.Params[P].Acc == Access::Destroy)
      free(Call.Args[P], S);
}

void GraphAllocations::allocate(const ApiCall &Call, State &S) {
  const Capture *C = captureOf(Call, S);
  const std::optional<unsigned> P =
      Call.Row.paramIndex(Role::Memory, Access::Out);
  if (!C || C->IsCallers || !Reports.isExact(S, C) || !P ||
      *P >= Call.Args.size())
    return;
  Borrow B;
  B.Memory = Value::symbol(U.conjure(Call.At.Ctx, Call.At.I, *P + 1,
                                     /*FromUnknownCall=*/false));
  B.At = Call.At;
  B.Arg = *P;
  B.Begin = C->Begin;
  B.Allocates = true;
  S.Borrowed.Captured[C->Begin].add(B);
}

/// Whether \p Pointer certainly comes from another allocation than those that
/// have other symbols.
static bool isOwnAllocation(const Universe &U, const Value &Pointer) {
  if (Pointer.Stale)
    return false;
  if (Pointer.K == Value::Reference)
    return true;
  return Pointer.isSymbol() &&
         U.symbol(Pointer.Data).K == SymbolInfo::Conjured &&
         !U.symbol(Pointer.Data).FromUnknownCall;
}

void GraphAllocations::free(const Value &Pointer, State &S) {
  auto IsMeant = [&](const Borrow &B) {
    return B.Allocates && B.Memory.sameAs(Pointer);
  };
  if (!isOwnAllocation(U, Pointer))
    return forget(S);
  // A node of this graph, or of another one, frees the memory.
  if (S.anyRunning())
    return S.Borrowed.drop(IsMeant);
  S.Borrowed.update(IsMeant, [](Borrow &B) {
    B.Launched.reset();
    return true;
  });
}

void GraphAllocations::pass(const ir::Instruction &I,
                            llvm::ArrayRef<Value> Given,
                            llvm::ArrayRef<LocationId> Objects, State &S) {
  if (S.Borrowed.empty())
    return;
  auto IsReached = [&](const Value &V) {
    return llvm::is_contained(Given, V) ||
           llvm::any_of(S.Memory, [&](const auto &Held) {
             if (!Held.second.sameAs(V))
               return false;
             return (!I.Flags.System && U.location(U.root(Held.first)).K ==
                                            LocationInfo::Global) ||
                    llvm::any_of(Objects, [&](LocationId Object) {
                      return U.isPartOf(Held.first, Object);
                    });
           });
  };
  // What a callee keeps of a graph or a pointer, another one may use.
  std::vector<Value> Known;
  for (const auto &[Graph, Content] : S.Borrowed.Graphs) {
    const bool IsKnown = IsReached(Value::symbol(Graph));
    for (const Borrow &B : Content.Refs.all())
      if (B.Allocates && (IsKnown || IsReached(B.Memory)))
        Known.push_back(B.Memory);
  }
  for (const auto &[Begin, List] : S.Borrowed.Captured)
    for (const Borrow &B : List.all())
      if (B.Allocates && IsReached(B.Memory))
        Known.push_back(B.Memory);
  if (!Known.empty())
    S.Borrowed.drop([&](const Borrow &B) {
      return B.Allocates && llvm::is_contained(Known, B.Memory);
    });
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

void GraphAllocations::report(RawFinding F, const State &S) {
  const bool Certain =
      !S.Missing.Any && !Run.Guessing &&
      llvm::none_of(S.ControlDependences, [](const ControlDependence &Cond) {
        return Cond.FromUnknownCall;
      });
  if (!Certain && !Opts.ReportPossible)
    return;
  F.R = Rule::GraphMemory;
  const unsigned Id = Reports.addExitFinding(std::move(F));
  if (Certain)
    Reports.confirm(Id);
}

void GraphAllocations::checkUse(const ApiCall &Call, State &S) {
  if (S.anyRunning())
    return;
  auto IsUse = [&](unsigned P) {
    if (P >= Call.Row.Params.size())
      return Call.Row.passesToKernel(); // The arguments of a kernel.
    switch (Call.Row.Params[P].R) {
    case Role::CopySource:
    case Role::CopyDestination:
      return true;
    case Role::Memory:
      return Call.Row.Params[P].Acc == Access::Destroy ||
             (Call.Row.Params[P].Acc == Access::In &&
              Call.Row.Class == ApiClass::Captured);
    default:
      return false;
    }
  };
  for (unsigned P = 0; P < Call.Args.size(); ++P) {
    const Value &V = Call.Args[P];
    if (!IsUse(P) || !V.isSymbol() || V.Stale)
      continue;
    for (const auto &[Graph, Content] : S.Borrowed.Graphs)
      for (const Borrow &B : Content.Refs.all()) {
        if (!B.Allocates || B.WasLaunched || !B.Memory.sameAs(V))
          continue;
        RawFinding F;
        F.Kind = DiagnosticKind::UsedBeforeLaunch;
        F.At = Call.At;
        F.HandleArg = P;
        F.Related = {{Relation::Allocated, B.At}};
        return report(std::move(F), S);
      }
  }
}

void GraphAllocations::launch(SymbolId Exec, const ApiCall &Call, State &S) {
  const GraphContent Content = S.Borrowed.Graphs.find(Exec)->second;
  for (const Borrow &B : Content.Refs.all()) {
    if (!B.Allocates)
      continue;
    if (B.Launched && Content.KeepsMemory) {
      RawFinding F;
      F.Kind = DiagnosticKind::RelaunchedUnfreed;
      F.Error = ErrorInvalidValue;
      F.At = Call.At;
      F.Related = {{Relation::Allocated, B.At},
                   {Relation::LaunchedBefore, *B.Launched}};
      report(std::move(F), S);
    }
    S.Borrowed.update(
        [&](const Borrow &Other) {
          return Other.Allocates && Other.Memory == B.Memory;
        },
        [&](Borrow &Other) {
          Other.Launched = Call.At;
          return Other.WasLaunched = true;
        });
  }
}

void GraphAllocations::checkKept(const RootRun::Exit &Leaving) {
  const State &S = Leaving.S;
  for (const auto &[Graph, Content] : S.Borrowed.Graphs) {
    if (!Content.KeepsMemory || S.Destroyed.count(Graph))
      continue;
    // Another path shows that the next call launches the graph again.
    const std::optional<LocationId> Keeper =
        MemoryOfGraphs.keeperOf(Value::symbol(Graph), S);
    if (!Keeper || !Evidence.LaunchesKept.count({Run.RootContext, *Keeper}))
      continue;
    for (const Borrow &B : Content.Refs.all()) {
      if (!B.Allocates || !B.Launched)
        continue;
      auto Holds = [&](const auto &Held) {
        return Held.second.sameAs(B.Memory) &&
               U.location(U.root(Held.first)).K != LocationInfo::Local;
      };
      if (llvm::any_of(S.Memory, Holds) || S.Returned.Whole == B.Memory)
        continue;
      RawFinding F;
      F.Kind = DiagnosticKind::KeptUnfreed;
      F.Error = ErrorInvalidValue;
      F.At = *B.Launched;
      F.Related = {{Relation::Allocated, B.At}};
      report(std::move(F), S);
    }
  }
}
