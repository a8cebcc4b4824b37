//===- GraphMemory.cpp - Memory that is gone when a graph runs ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-dangling-memory. A node keeps the addresses that the captured
/// call was given; what is there is read and written when the graph runs (CUDA
/// Programming Guide, "Stream Capture"). They are followed from the call to the
/// capture, its graph and what is instantiated from it, and compared with what
/// is still there where that is launched, or kept by somebody who outlives it.
///
//===----------------------------------------------------------------------===//

#include "GraphMemory.h"
#include "CallTree.h"
#include "Evaluator.h"
#include "ExitChecks.h"
#include "FindingSet.h"
#include "Naming.h"
#include "RootEvidence.h"
#include "RootRun.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// The handle that \p Call returns through a parameter.
std::optional<SymbolId> GraphMemory::madeBy(const ApiCall &Call, Role R) {
  std::optional<unsigned> P = Call.Row.paramIndex(R, Access::Out);
  if (!P || *P >= Call.Args.size())
    return std::nullopt;
  return U.conjure(Call.At.Ctx, Call.At.I, *P + 1, /*FromUnknownCall=*/false);
}

/// A handle, if it is certain which.
static std::optional<SymbolId> certain(const std::optional<Value> &V) {
  if (!V || !V->isSymbol() || V->Stale)
    return std::nullopt;
  return SymbolId(V->Data);
}
void GraphMemory::addReferences(const ApiCall &Call, State &S) {
  if (Call.Row.Eff != Effect::None)
    return;
  const Capture *C = nullptr;
  std::optional<SymbolId> Graph = certain(Call.arg(Role::Graph));
  if (Call.Row.Class == ApiClass::Captured) {
    std::optional<Value> Stream = Call.stream();
    C = Stream ? S.captureOf(*Stream) : nullptr;
    if (!C || !Reports.isExact(S, C))
      return;
  } else if (!Graph) {
    return;
  }
  auto Add = [&](const Value &V, unsigned Arg) {
    bool Global = V.K == Value::Reference &&
                  U.location(U.root(V.Data)).K == LocationInfo::Global;
    if (V.Stale || Global || (V.K != Value::Reference && !V.isSymbol()))
      return;
    Borrow B;
    B.Memory = V;
    B.At = Call.At;
    B.Arg = Arg;
    if (C) {
      B.Begin = C->Begin;
      S.Borrowed.Captured[C->Begin].add(B);
      return;
    }
    auto [Content, New] = S.Borrowed.Graphs.try_emplace(*Graph);
    if (New)
      Content->Made = Call.At;
    Content->Refs.add(B);
  };
  for (unsigned P = 0; P < Call.Args.size(); ++P) {
    const Value &V = Call.Args[P];
    if (P >= Call.Row.Params.size()) {
      // The arguments of a kernel are copied; what they point at is not.
      if (&Call.Row == KB.construct(Call.Callee) && V.isSymbol())
        Add(V, P);
      continue;
    }
    switch (Call.Row.Params[P].R) {
    case Role::CopySource:
    case Role::CopyDestination:
    case Role::UserData:
      Add(V, P);
      break;
    case Role::Memory:
      if (Call.Row.Params[P].Acc == Access::In)
        Add(V, P);
      break;
    case Role::Addresses:
      if (V.K != Value::Reference)
        break;
      for (const auto &[Where, Held] : S.Memory)
        if (Held.K == Value::Reference && U.isPartOf(Where, V.Data))
          Add(Held, P);
      break;
    default:
      break;
    }
  }
}

void GraphMemory::endReferences(const ApiCall &Call, const Site &Begin,
                                State &S) {
  auto It = S.Borrowed.Captured.find(Begin);
  if (It == S.Borrowed.Captured.end())
    return;
  // What a library makes of a capture may be ready to launch.
  for (Role Made : {Role::Graph, Role::Exec})
    if (std::optional<SymbolId> Graph = madeBy(Call, Made))
      S.Borrowed.Graphs.insert_or_assign(*Graph, {It->second, Call.At, false});
  S.Borrowed.Captured.erase(Begin);
}

void GraphMemory::updateReferences(const ApiCall &Call, State &S) {
  std::optional<Value> Given = Call.arg(Role::Exec);
  std::optional<SymbolId> Exec = certain(Given);
  if (!Exec) {
    Evidence.UpdatesAnyGraph = true;
    S.Borrowed.Graphs.clear();
    return;
  }
  // Which one it is in other functions, its name tells.
  const SymbolInfo &Info = U.symbol(*Exec);
  if (Info.K == SymbolInfo::Initial)
    Evidence.UpdatesAnyGraph |= Names.nameOf(Info.Where).empty();
  else
    Evidence.UpdatesAnyGraph |= !Info.Created;
  if (Info.K == SymbolInfo::Initial)
    Evidence.UpdatedGraphs.insert(Names.nameOf(Info.Where));
  for (const auto &[Where, V] : S.Memory)
    if (V.sameAs(*Given) && U.location(U.root(Where)).K != LocationInfo::Local)
      Evidence.UpdatedGraphs.insert(Names.nameOf(Where));

  auto From = S.Borrowed.Graphs.end();
  if (std::optional<SymbolId> Graph = certain(Call.arg(Role::Graph)))
    From = S.Borrowed.Graphs.find(*Graph);
  if (From == S.Borrowed.Graphs.end()) {
    S.Borrowed.Graphs.erase(*Exec);
    return;
  }
  GraphContent Content = From->second;
  Content.Used = true;
  S.Borrowed.Graphs[From->first].Used = true;
  S.Borrowed.Graphs.insert_or_assign(*Exec, std::move(Content));
}

void GraphMemory::launchReferences(const ApiCall &Call, State &S) {
  std::optional<SymbolId> Exec = certain(Call.arg(Role::Exec));
  if (!Exec)
    return;
  if (const SymbolInfo &Info = U.symbol(*Exec); Info.K == SymbolInfo::Initial)
    Evidence.LaunchesKept.insert({Run.RootContext, Info.Where});
  auto It = S.Borrowed.Graphs.find(*Exec);
  if (It == S.Borrowed.Graphs.end())
    return;
  std::optional<Value> Stream = Call.stream();
  if (const Capture *C = Stream ? S.captureOf(*Stream) : nullptr) {
    // It becomes a part of the other graph, and does not run.
    BorrowList Refs = It->second.Refs;
    S.Borrowed.Captured[C->Begin].add(Refs);
    return;
  }
  S.Borrowed.Graphs[*Exec].Used = true;
  bool Doubtful =
      llvm::any_of(S.ControlDependences, [](const ControlDependence &Cond) {
        return Cond.FromUnknownCall;
      });
  const BorrowList Refs = S.Borrowed.Graphs.find(*Exec)->second.Refs;
  for (const Borrow &B : Refs.all()) {
    // What cannot be seen may ask whether it was released.
    if (!B.Gone || (B.Released && Doubtful))
      continue;
    RawFinding F;
    F.S = DiagnosticKind::DanglesAtLaunch;
    F.Related = {{Relation::Gone, *B.Gone}, {Relation::Launched, Call.At}};
    reportDangling(B, std::move(F), S);
  }
}

void GraphMemory::references(const ApiCall &Call, State &S) {
  addReferences(Call, S);
  if (S.Borrowed.empty() && Call.Row.Eff != Effect::LaunchGraph &&
      Call.Row.Eff != Effect::UpdateGraph)
    return;
  if (Call.Row.Eff == Effect::LaunchGraph)
    return launchReferences(Call, S);
  if (Call.Row.Eff == Effect::UpdateGraph)
    return updateReferences(Call, S);
  // What is made of a graph refers to the same.
  std::optional<SymbolId> From = certain(Call.arg(Role::Graph));
  if (!From)
    return;
  for (Role R : {Role::Graph, Role::Exec})
    if (std::optional<SymbolId> Made = madeBy(Call, R)) {
      auto It = S.Borrowed.Graphs.find(*From);
      if (It == S.Borrowed.Graphs.end())
        return;
      GraphContent Content{It->second.Refs, Call.At, false};
      S.Borrowed.Graphs[*From].Used = true;
      S.Borrowed.Graphs.insert_or_assign(*Made, std::move(Content));
    }
  // A child is copied.
  if (Call.Row.Eff != Effect::None)
    return;
  unsigned First = *Call.Row.paramIndex(Role::Graph);
  for (unsigned P = First + 1;
       P < Call.Row.Params.size() && P < Call.Args.size(); ++P) {
    std::optional<SymbolId> Child = certain(Call.Args[P]);
    auto It = Call.Row.Params[P].R == Role::Graph && Child
                  ? S.Borrowed.Graphs.find(*Child)
                  : S.Borrowed.Graphs.end();
    if (It == S.Borrowed.Graphs.end())
      continue;
    BorrowList Refs = It->second.Refs;
    S.Borrowed.Graphs[*Child].Used = true;
    GraphContent &Parent = S.Borrowed.Graphs[*From];
    Parent.Made = Call.At;
    Parent.Refs.add(Refs);
  }
}

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

/// Whether it is certain that a pointer is to memory which was allocated by the
/// program, and not by a graph: that may be released between launches.
bool GraphMemory::isAllocated(const Value &Pointer) const {
  if (Pointer.K == Value::Reference)
    return true;
  if (!Pointer.isSymbol() || GraphAllocated.count(Pointer.Data))
    return false;
  const SymbolInfo &Info = U.symbol(Pointer.Data);
  return Info.K == SymbolInfo::Conjured ||
         (Info.K == SymbolInfo::Initial && U.isFromOutside(Pointer.Data));
}

void GraphMemory::release(const Value &Pointer, const Site &At, State &S) {
  if (S.Borrowed.empty() || Pointer.Stale || !isAllocated(Pointer))
    return;
  auto IsThere = [&](const Borrow &B) {
    if (B.Gone)
      return false;
    if (B.Memory.isSymbol())
      return B.Memory.sameAs(Pointer);
    if (B.Memory.K != Value::Reference)
      return false;
    if (Pointer.K == Value::Reference)
      return U.isPartOf(B.Memory.Data, Pointer.Data);
    const LocationInfo &Root = U.location(U.root(B.Memory.Data));
    return Pointer.isSymbol() && Root.K == LocationInfo::Pointee &&
           Root.Pointer == SymbolId(Pointer.Data);
  };
  S.Borrowed.update(IsThere, [&](Borrow &B) {
    B.Gone = At;
    B.Released = true;
    B.UnderCondition = S.underCondition();
    return true;
  });
}

void GraphMemory::end(Context Ctx, const ir::Instruction &I, State &S) {
  if (S.Borrowed.empty())
    return;
  const ir::Place &P = *I.Dest;
  if (!P.Path.empty() && P.Path.back().K == ir::Step::Deref) {
    ir::Place Pointer = P;
    Pointer.Path.pop_back();
    release(S.resolve(Eval.evaluate(Ctx, ir::Operand::read(Pointer), S)),
            {Ctx, &I}, S);
    return;
  }
  std::optional<LocationId> Where = Eval.locate(Ctx, P, S);
  if (!Where)
    return;
  S.Borrowed.update(
      [&](const Borrow &B) {
        return !B.Gone && B.Memory.K == Value::Reference &&
               U.isPartOf(B.Memory.Data, *Where);
      },
      [&](Borrow &B) {
        B.Gone = Site{Ctx, &I};
        return true;
      });
}

void GraphMemory::moveReferences(LocationId Object, State &S) {
  S.Borrowed.drop([&](const Borrow &B) {
    if (B.Gone || B.Memory.K != Value::Reference ||
        !U.isPartOf(B.Memory.Data, Object))
      return false;
    // An element of a container is not in the container.
    for (LocationId L = B.Memory.Data; L != Object; L = U.location(L).Parent)
      if (U.location(L).K == LocationInfo::Element ||
          U.location(L).K == LocationInfo::AnyElement)
        return true;
    return false;
  });
}

void GraphMemory::passReferences(const ir::Instruction &I,
                                 llvm::ArrayRef<Value> Given,
                                 llvm::ArrayRef<LocationId> Objects, State &S) {
  for (const Value &V : Given)
    if (V.K == Value::Reference)
      moveReferences(V.Data, S);
  if (I.System)
    return;
  // It may change what a graph refers to, or launch it.
  S.Borrowed.Graphs.eraseIf([&](const auto &Entry) {
    const Value Graph = Value::symbol(Entry.first);
    return llvm::any_of(Given,
                        [&](const Value &V) { return V.sameAs(Graph); }) ||
           llvm::any_of(S.Memory, [&](const auto &Held) {
             return Held.second.sameAs(Graph) &&
                    llvm::any_of(Objects, [&](LocationId Object) {
                      return U.isPartOf(Held.first, Object);
                    });
           });
  });
  S.Borrowed.Graphs.updateIf(
      [&](const auto &Entry) {
        const Value Graph = Value::symbol(Entry.first);
        return llvm::any_of(S.Memory, [&](const auto &Held) {
          return Held.second.sameAs(Graph) &&
                 U.location(U.root(Held.first)).K == LocationInfo::Global;
        });
      },
      [](GraphContent &Content) { Content.Used = true; });
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

void GraphMemory::reportDangling(const Borrow &B, RawFinding F,
                                 const State &S) {
  if (S.MissesStatement && !Opts.ReportPossible)
    return;
  F.R = Rule::DanglingMemory;
  F.At = B.At;
  F.Begin = B.Begin;
  F.HandleArg = B.Arg;
  F.Memory = B.Memory;
  F.ExitCtx = B.Gone->Ctx;
  const unsigned Id = Reports.addExitFinding(std::move(F));
  if (!S.MissesStatement)
    Reports.confirm(Id);
}

void GraphMemory::checkKept(const RootRun::Exit &Leaving) {
  const State &S = Leaving.S;
  // Nothing outlives the program.
  if (S.Borrowed.Graphs.empty() || Frames[Run.RootContext].F->Name == "main")
    return;
  for (const auto &[Graph, Content] : S.Borrowed.Graphs) {
    if (S.Destroyed.count(Graph))
      continue;
    const Value Handle = Value::symbol(Graph);
    std::optional<LocationId> Keeper;
    for (const auto &[Where, V] : S.Memory) {
      const LocationInfo &Root = U.location(U.root(Where));
      if (V == Handle &&
          (Root.K == LocationInfo::Global ||
           (Root.K == LocationInfo::Pointee && U.isFromOutside(Root.Pointer))))
        Keeper = Where;
    }
    bool Returned =
        S.Returned == Handle || llvm::any_of(S.ReturnedParts, [&](auto &Part) {
          return Part.second == Handle;
        });
    if (!Keeper && !Returned)
      continue;
    // It may be made anew for each launch, unless another path shows that it
    // is not.
    if (Content.Used &&
        (!Keeper || !Evidence.LaunchesKept.count({Run.RootContext, *Keeper})))
      continue;
    for (const Borrow &B : Content.Refs.all()) {
      // What is released may be so because the graph is not launched any more.
      if (!B.Gone || B.Released)
        continue;
      RawFinding F;
      F.S = DiagnosticKind::DanglesWhenKept;
      F.Related = {{Relation::Gone, *B.Gone}, {Relation::Kept, Content.Made}};
      F.Unless.Updated = Keeper ? Names.nameOf(*Keeper) : "";
      reportDangling(B, std::move(F), S);
    }
  }
}
