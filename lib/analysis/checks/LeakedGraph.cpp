//===- LeakedGraph.cpp - Graphs that nothing can destroy ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-leaked-graph. The end of a capture makes a graph, and the
/// instantiation another one. Each exists until the program destroys it: an
/// executable graph is a copy, and a child graph, too (CUDA Runtime API,
/// cudaGraphInstantiate and cudaGraphAddChildGraphNode). A graph whose handle
/// is lost keeps its memory until the process ends.
///
/// A graph is followed only as long as it is certain which variables hold it:
/// whole variables, and the fields of objects that existed before. Copies to
/// other places, and unknown callees that may read the handle, end that.
///
//===----------------------------------------------------------------------===//

#include "../ResolvedCalls.h"
#include "../engine/CallTree.h"
#include "../engine/FunctionPlans.h"
#include "../findings/ExitFindings.h"
#include "../findings/FindingSet.h"
#include "../findings/LeakedGraphs.h"
#include "../findings/RootEvidence.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

//===----------------------------------------------------------------------===//
// Graphs of a path
//===----------------------------------------------------------------------===//

void LeakedGraphs::releaseIf(State &S, IsReleased Is) {
  S.Owned.Held.eraseIf([&](const auto &Entry) {
    if (!Is(Entry.first))
      return false;
    Evidence.Released.insert(Entry.second);
    return true;
  });
}

void LeakedGraphs::releaseAll(State &S) {
  releaseIf(S, [](SymbolId) { return true; });
}

bool LeakedGraphs::isFollowed(LocationId L) const {
  const LocationInfo &Root = U.location(U.root(L));
  if (KnownElsewhere.count(U.root(L)))
    return false;
  if (Root.K == LocationInfo::Local)
    return L == U.root(L);
  if (Root.K == LocationInfo::Pointee && !U.isFromOutside(Root.Pointer))
    return false;
  for (; L != U.root(L); L = U.location(L).Parent)
    if (U.location(L).K != LocationInfo::Field ||
        ir::isHidden(U.location(L).Name))
      return false;
  return true;
}

LeakedGraphs::Makes LeakedGraphs::made(const ApiCall &Call,
                                       const State &S) const {
  if (Call.Row.Eff != Effect::EndCapture)
    return Makes::Yes;
  const std::optional<Value> Stream = Call.stream();
  const Capture *C = Stream ? S.captureOf(*Stream) : nullptr;
  return !C ? Makes::UnlessIntoGraph : C->IntoGraph ? Makes::No : Makes::Yes;
}

void LeakedGraphs::make(const ApiCall &Call, unsigned P, Makes Own, State &S) {
  const MadeGraph Graph = {Call.At, P, Own == Makes::UnlessIntoGraph};
  const Value Handle = Value::symbol(
      U.conjure(Call.At.Ctx, Call.At.I, P + 1, /*FromUnknownCall=*/false));
  const Value &Out = Call.Args[P];
  std::optional<LocationId> Where;
  if (Out.K == Value::Reference)
    Where = LocationId(Out.Data);
  else if (Out.isSymbol() && !Out.Stale)
    Where = U.pointee(Out.Data);
  const auto Held = Where ? S.Memory.find(*Where) : S.Memory.end();
  if (Held == S.Memory.end() || Held->second != Handle || !isFollowed(*Where))
    Evidence.Released.insert(Graph);
  else
    S.Owned.Held[Handle.Data] = Graph;
}

/// Notes that a call destroys \p Handle. If it is not known which graph that
/// is, it may be any of the root.
void LeakedGraphs::noteDestroyed(const Value &Handle, State &S) {
  if (Handle.isSymbol() && S.Owned.Held.count(Handle.Data))
    return releaseIf(
        S, [&](SymbolId Graph) { return Graph == SymbolId(Handle.Data); });
  const bool IsOthers =
      Handle.isSymbol() && !Handle.Stale &&
      (U.isFromOutside(Handle.Data) || S.Destroyed.count(Handle.Data));
  if (!IsOthers)
    Evidence.DestroysAnyGraph.insert(Frames.outermost(Run.RootContext));
}

void LeakedGraphs::apply(const ApiCall &Call, Makes Own, State &S) {
  const ApiRow &Row = Call.Row;
  if (Row.Eff == Effect::BeginCapture && Call.arg(Role::Graph))
    Evidence.CapturesIntoGraph = true;
  for (unsigned P = 0; P < Row.Params.size() && P < Call.Args.size(); ++P)
    if (Row.Params[P].Acc == Access::Destroy &&
        (Row.Params[P].R == Role::Graph || Row.Params[P].R == Role::Exec))
      noteDestroyed(Call.Args[P], S);
  if (!S.Owned.Held.empty()) {
    if (mayResetDevice(Row))
      releaseAll(S);
    // The end of a capture into a graph returns that graph once more.
    const bool IsIntoGraph = Row.Eff == Effect::BeginCapture;
    for (unsigned P = 0; P < Call.Args.size(); ++P) {
      const Value &V = Call.Args[P];
      const Param Formal = P < Row.Params.size() ? Row.Params[P] : Param();
      const bool IsGraph = Formal.R == Role::Graph || Formal.R == Role::Exec;
      if (IsGraph && !IsIntoGraph)
        continue;
      releaseIf(S, [&](SymbolId Graph) {
        const Value Handle = Value::symbol(Graph);
        return V.sameAs(Handle) ||
               (V.K == Value::Reference &&
                llvm::any_of(S.Memory, [&](const auto &Held) {
                  return Held.second.sameAs(Handle) &&
                         U.isPartOf(Held.first, V.Data);
                }));
      });
    }
  }
  for (unsigned P = 0; P < Row.Params.size() && P < Call.Args.size(); ++P)
    if (Own != Makes::No && isMadeGraph(Row.Params[P]))
      make(Call, P, Own, S);
}

void LeakedGraphs::copied(std::optional<LocationId> To, const Value &V,
                          const Parts &Copied, State &S) {
  if (S.Owned.Held.empty())
    return;
  if (V.isSymbol() && !(To && isFollowed(*To)))
    releaseIf(S, [&](SymbolId Graph) {
      return V.Data == Graph || U.dependsOn(V, Graph);
    });
  releaseIf(S, [&](SymbolId Graph) {
    return llvm::any_of(Copied, [&](const auto &Part) {
      return Part.second.sameAs(Value::symbol(Graph));
    });
  });
}

void LeakedGraphs::replaced(LocationId Object, State &S) {
  releaseIf(S, [&](SymbolId Graph) {
    return llvm::any_of(S.Memory, [&](const auto &Held) {
      return Held.second.sameAs(Value::symbol(Graph)) &&
             U.isPartOf(Held.first, Object);
    });
  });
}

void LeakedGraphs::pass(llvm::ArrayRef<Value> Given,
                        llvm::ArrayRef<LocationId> Objects,
                        llvm::function_ref<bool(LocationId)> MayReach,
                        State &S) {
  for (LocationId Object : Objects)
    if (U.location(U.root(Object)).K == LocationInfo::Local)
      KnownElsewhere.insert(U.root(Object));
  if (S.Owned.Held.empty())
    return;
  releaseIf(S, [&](SymbolId Graph) {
    const Value Handle = Value::symbol(Graph);
    return llvm::any_of(Given,
                        [&](const Value &V) {
                          return V.sameAs(Handle) || U.dependsOn(V, Graph);
                        }) ||
           llvm::any_of(S.Memory, [&](const auto &Held) {
             return Held.second.sameAs(Handle) && MayReach(Held.first);
           });
  });
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

bool LeakedGraphs::isInLoop(const Site &Made, Context In) const {
  for (Site At = Made;; At = {Frames[At.Ctx].Parent, Frames[At.Ctx].Call}) {
    const ir::Function &F = *Frames[At.Ctx].F;
    if (Plans.plan(F).Flow.InLoop[blockOf(F, At.I)])
      return true;
    if (At.Ctx == In || !Frames[At.Ctx].Call)
      return false;
  }
}

RawFinding LeakedGraphs::findingAbout(const MadeGraph &Graph,
                                      DiagnosticKind Kind) const {
  RawFinding F;
  F.R = Rule::LeakedGraph;
  F.Kind = Kind;
  F.At = Graph.At;
  F.HandleArg = Graph.Arg;
  F.Unless.IntoGraph = Graph.UnlessIntoGraph;
  // An end whose graph is thrown away only cleans up.
  F.Unless.Unused =
      Calls[Frames.calleeOf(Graph.At)].Row->Eff == Effect::EndCapture;
  return F;
}

/// Returns the last return of \p F, or null.
static const ir::Terminator *returnOf(const ir::Function &F) {
  for (const ir::Block &B : llvm::reverse(F.Blocks))
    if (B.Term.K == ir::Terminator::Return)
      return &B.Term;
  return nullptr;
}

void LeakedGraphs::reportLoss(const MadeGraph &Graph, const GraphLoss &How,
                              const RootRun::Exit &Leaving) {
  const bool InLoop = isInLoop(Graph.At, How.In);
  const bool InMain =
      How.In == Run.RootContext && Frames[How.In].F->Name == "main";
  if (How.BehindFailure && !Opts.FailingCalls)
    return;
  // The end of the process frees everything.
  if (InMain && !InLoop)
    return;
  const bool IsReleased = Evidence.Released.count(Graph);
  const bool Possible =
      IsReleased || InMain || Leaving.S.Missing.Any || Run.Guessing ||
      Evidence.DestroysAnyGraph.count(Frames.outermost(Run.RootContext));
  if (Possible && !Opts.ReportPossible)
    return;
  RawFinding F =
      findingAbout(Graph, IsReleased ? DiagnosticKind::GraphLostOnPath
                          : InLoop   ? DiagnosticKind::GraphLostInLoop
                                     : DiagnosticKind::GraphLost);
  if (How.In == Run.RootContext) {
    setExit(F, Leaving.S.Left ? Leaving.S.Left : Leaving.Return, How.In,
            Leaving.S);
  } else {
    F.Exit = returnOf(*Frames[How.In].F);
    F.ExitCtx = How.In;
  }
  const unsigned Id = Reports.addExitFinding(std::move(F));
  if (!Possible)
    Reports.confirm(Id);
}

void LeakedGraphs::checkExits() {
  std::vector<std::pair<const RootRun::Exit *, OwnedGraphs>> Left;
  for (const RootRun::Exit &Leaving : Run.RootExits) {
    if (Leaving.S.Owned.empty())
      continue;
    State S = Leaving.S;
    S.leaveFrame(U, Run.RootContext);
    // The caller has what is still held.
    for (const auto &[Handle, Graph] : S.Owned.Held)
      Evidence.Released.insert(Graph);
    Left.emplace_back(&Leaving, std::move(S.Owned));
  }
  for (const auto &[Leaving, Graphs] : Left)
    for (const auto &[Graph, How] : Graphs.Lost)
      reportLoss(Graph, How, *Leaving);
}

void LeakedGraphs::checkThrow(Context Ctx, const ir::Terminator &T,
                              const State &S,
                              llvm::function_ref<bool(const Site &)> Leaves) {
  if (!Opts.ReportPossible || Run.Guessing ||
      Frames[Run.RootContext].F->Name == "main")
    return;
  for (const auto &[Handle, Graph] : S.Owned.Held) {
    const Value Held = Value::symbol(Handle);
    // A guard object that refers to the variable may destroy the graph.
    const bool IsKept = llvm::any_of(S.Memory, [&](const auto &Entry) {
      const LocationInfo &Root = U.location(U.root(Entry.first));
      if (Entry.second.sameAs(Held))
        return Root.K != LocationInfo::Local;
      if (Entry.second.K != Value::Reference || Root.K != LocationInfo::Local ||
          (Entry.first == U.root(Entry.first) && Frames[Root.Ctx].Call &&
           Root.LocalId < Frames[Root.Ctx].F->Params.size()))
        return false;
      auto Target = S.Memory.find(LocationId(Entry.second.Data));
      return Target != S.Memory.end() && Target->second.sameAs(Held);
    });
    if (IsKept || !Leaves(Graph.At))
      continue;
    RawFinding F = findingAbout(Graph, DiagnosticKind::GraphLostOnPath);
    setExit(F, &T, Ctx, S);
    Reports.addExitFinding(std::move(F));
  }
}
