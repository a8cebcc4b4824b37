//===- GraphMemory.cpp - Memory that graphs refer to ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A node keeps the addresses that the captured call was given. The analysis
/// follows them from the call to the capture, its graph and the executable
/// graphs that are instantiated from it, and notes which memory is gone.
///
//===----------------------------------------------------------------------===//

#include "GraphMemory.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../findings/DanglingMemory.h"
#include "../findings/FindingSet.h"
#include "../findings/GraphAllocations.h"
#include "../findings/HostReads.h"
#include "../findings/KeptArguments.h"
#include "../findings/KeptMemory.h"
#include "../findings/Naming.h"
#include "../findings/RootEvidence.h"
#include "Evaluator.h"
#include "HostCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Returns the handle that \p Call returns through a parameter.
std::optional<SymbolId> GraphMemory::madeBy(const ApiCall &Call, Role R) {
  std::optional<unsigned> P = Call.Row.paramIndex(R, Access::Out);
  if (!P || *P >= Call.Args.size())
    return std::nullopt;
  return U.conjure(Call.At.Ctx, Call.At.I, *P + 1, /*FromUnknownCall=*/false);
}

/// Returns the handle \p V, if it is certain which handle it is.
static std::optional<SymbolId> certain(const std::optional<Value> &V) {
  if (!V || !V->isSymbol() || V->Stale)
    return std::nullopt;
  return SymbolId(V->Data);
}

/// Whether \p Memory belongs to an object, such as a tensor, whose memory is
/// not known to be the host's. That of a device may come from the pool of a
/// capture, which lives as long as the graph.
static bool mayBePooled(const Value &Memory, Universe &U, const State &S) {
  if (Memory.K != Value::Reference)
    return false;
  LocationId L = Memory.Data;
  while (U.location(L).K == LocationInfo::Element ||
         U.location(L).K == LocationInfo::AnyElement)
    L = U.location(L).Parent;
  const LocationInfo &Info = U.location(L);
  if (Info.K != LocationInfo::Field || Info.Name != ir::ContentField)
    return false;
  const auto Held =
      S.Memory.find(U.field(Info.Parent, hiddenField(Role::MemorySpace)));
  return Held == S.Memory.end() ||
         !Held->second.isInt(int64_t(MemorySpace::Host));
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
    const bool IsTarget = HostReads::isTarget(Call, Arg, U);
    bool Global = V.K == Value::Reference &&
                  U.location(U.root(V.Data)).K == LocationInfo::Global;
    if (V.Stale || (Global && !IsTarget) ||
        (V.K != Value::Reference && !V.isSymbol()) || mayBePooled(V, U, S))
      return;
    Borrow B;
    B.Memory = V;
    B.At = Call.At;
    B.Arg = Arg;
    B.Guessed = Run.Guessing;
    if (IsTarget) {
      B.Copy = Call.At;
      S.Borrowed.HasCopies = true;
    }
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
  auto AddPointer = [&](const Value &V, unsigned Arg) {
    if (const Value Memory = U.ownerOf(V); Memory.isSymbol())
      Add(Memory, Arg);
  };
  for (unsigned P = 0; P < Call.Args.size(); ++P) {
    const Value &V = Call.Args[P];
    if (P >= Call.Row.Params.size()) {
      // The arguments of a kernel are copied, but not the memory that they
      // point at.
      if (!Call.Row.passesToKernel())
        continue;
      const Parts Fields =
          P < Call.At.I->Args.size()
              ? Eval.partsOf(Call.At.Ctx, Call.At.I->Args[P], S)
              : Parts();
      if (Fields.empty())
        AddPointer(V, P);
      for (const auto &[Steps, Pointer] : Fields)
        AddPointer(Pointer, P);
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

void GraphMemory::beginReferences(const ApiCall &Call, State &S) {
  const std::optional<Value> Given = Call.arg(Role::Graph);
  const std::optional<SymbolId> Graph = certain(Given);
  if (Given && (!Graph || U.symbol(*Graph).K == SymbolInfo::Conjured))
    Evidence.Resumed.insert({Frames.outermost(Call.At.Ctx),
                             Graph ? U.symbol(*Graph).Maker : nullptr});
  if (!Graph)
    return;
  if (auto It = S.Borrowed.Graphs.find(*Graph); It != S.Borrowed.Graphs.end())
    S.Borrowed.Captured[Call.At].add(BorrowList(It->second.Refs));
}

void GraphMemory::endReferences(const ApiCall &Call, const Site &Begin,
                                State &S) {
  auto It = S.Borrowed.Captured.find(Begin);
  if (It == S.Borrowed.Captured.end())
    return;
  // A library may make a graph of a capture that is ready to launch.
  for (Role Made : {Role::Graph, Role::Exec})
    if (std::optional<SymbolId> Graph = madeBy(Call, Made))
      S.Borrowed.Graphs.insert_or_assign(
          *Graph, {It->second, Call.At, false, /*KeepsMemory=*/false});
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
  // The name of a handle tells which graph it is in other functions.
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
  if (!Exec || !S.Borrowed.Graphs.count(*Exec)) {
    GraphAllocations::forget(S); // It may be any graph.
    for (const auto &[Graph, Content] : FlatMap(S.Borrowed.Graphs))
      HostReads::launch(Content.Refs, S);
  }
  if (!Exec)
    return;
  if (const SymbolInfo &Info = U.symbol(*Exec); Info.K == SymbolInfo::Initial) {
    Evidence.LaunchesKept.insert({Run.RootContext, Info.Where});
    KeptForGraphs.noteLaunch(*Exec, S);
    KeptCallArguments.noteLaunch(*Exec, Call.At);
  }
  auto It = S.Borrowed.Graphs.find(*Exec);
  if (It == S.Borrowed.Graphs.end())
    return;
  std::optional<Value> Stream = Call.stream();
  if (const Capture *C = Stream ? S.captureOf(*Stream) : nullptr) {
    // The graph becomes a part of the captured graph, and does not run.
    BorrowList Refs = It->second.Refs;
    S.Borrowed.Captured[C->Begin].add(Refs);
    return;
  }
  if (Call.Spawned)
    for (const Borrow &B : It->second.Refs.all())
      if (B.Copy)
        Evidence.LaunchedInThread.insert(*B.Copy);
  S.Borrowed.Graphs[*Exec].Used = true;
  const BorrowList Refs = S.Borrowed.Graphs.find(*Exec)->second.Refs;
  Dangling.checkLaunch(Refs, Call.At, S);
  HostReads::launch(Refs, S);
  Allocations.launch(*Exec, Call, S);
}

void GraphMemory::references(const ApiCall &Call, State &S) {
  Allocations.apply(Call, S);
  HostReads(*this).runNow(Call, S);
  addReferences(Call, S);
  if (S.Borrowed.empty() && Call.Row.Eff != Effect::LaunchGraph &&
      Call.Row.Eff != Effect::UpdateGraph)
    return;
  if (Call.Row.Eff == Effect::LaunchGraph)
    return launchReferences(Call, S);
  if (Call.Row.Eff == Effect::UpdateGraph)
    return updateReferences(Call, S);
  // A handle that is made of a graph refers to the same memory.
  std::optional<SymbolId> From = certain(Call.arg(Role::Graph));
  if (!From)
    return;
  for (Role R : {Role::Graph, Role::Exec})
    if (std::optional<SymbolId> Made = madeBy(Call, R)) {
      auto It = S.Borrowed.Graphs.find(*From);
      if (It == S.Borrowed.Graphs.end())
        return;
      GraphContent Content{It->second.Refs, Call.At, false,
                           GraphAllocations::keepsMemory(Call)};
      S.Borrowed.Graphs[*From].Used = true;
      S.Borrowed.Graphs.insert_or_assign(*Made, std::move(Content));
    }
  // A child graph is copied.
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

/// Whether a pointer certainly points to memory that the program, and not a
/// graph, has allocated. Memory that a graph has allocated may be released
/// between launches.
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
  Host.noteReleased(Pointer, At, S);
  KeptForGraphs.noteRelease(Pointer, At);
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
  const ir::Place &P = *I.Dest;
  if (S.Borrowed.empty() && !Host.handedOver())
    return;
  if (!I.Content && !P.Path.empty() && P.Path.back().K == ir::Step::Deref) {
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
  Allocations.pass(I, Given, Objects, S);
  if (S.Borrowed.HasCopies)
    for (LocationId Object : Objects)
      HostReads::written(Object, U, S);
  if (I.Flags.System)
    return;
  // The callee may change what a graph refers to, or launch the graph.
  auto IsReached = [&](const auto &Entry) {
    const Value Graph = Value::symbol(Entry.first);
    return llvm::any_of(Given,
                        [&](const Value &V) { return V.sameAs(Graph); }) ||
           llvm::any_of(S.Memory, [&](const auto &Held) {
             return Held.second.sameAs(Graph) &&
                    llvm::any_of(Objects, [&](LocationId Object) {
                      return U.isPartOf(Held.first, Object);
                    });
           });
  };
  if (S.Borrowed.HasCopies)
    for (const auto &Entry : FlatMap(S.Borrowed.Graphs))
      if (IsReached(Entry) || llvm::any_of(S.Memory, [&](const auto &Held) {
            return Held.second.sameAs(Value::symbol(Entry.first)) &&
                   U.location(U.root(Held.first)).K != LocationInfo::Local;
          }))
        HostReads::launch(Entry.second.Refs, S);
  S.Borrowed.Graphs.eraseIf(IsReached);
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
// Keepers of graphs
//===----------------------------------------------------------------------===//

std::optional<LocationId> GraphMemory::keeperOf(const Value &Graph,
                                                const State &S) const {
  std::optional<LocationId> Keeper;
  for (const auto &[Where, V] : S.Memory) {
    const LocationInfo &Root = U.location(U.root(Where));
    if (V == Graph &&
        (Root.K == LocationInfo::Global ||
         (Root.K == LocationInfo::Pointee && U.isFromOutside(Root.Pointer))))
      Keeper = Where;
  }
  return Keeper;
}

bool GraphMemory::isReturned(const Value &Graph, const State &S) {
  return S.Returned.Whole == Graph ||
         llvm::any_of(S.Returned.Members,
                      [&](auto &Part) { return Part.second == Graph; });
}
