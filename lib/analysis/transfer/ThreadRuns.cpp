//===- ThreadRuns.cpp - Threads that the program starts -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The analysis runs the function of a thread where the thread is started, with
/// a mode of its own. In reality the thread runs at an unknown time between its
/// start and its join. A finding in the thread about a capture of another
/// thread therefore counts if that capture still runs at the join, and findings
/// in other threads about what this thread has done count after the join.
///
//===----------------------------------------------------------------------===//

#include "ThreadRuns.h"
#include "../engine/CallTree.h"
#include "../engine/Engine.h"
#include "../engine/RootRun.h"
#include "../findings/FindingSet.h"
#include "../findings/LeakedGraphs.h"
#include "../findings/RaceChecks.h"
#include "../findings/RootEvidence.h"
#include "../graph/CaptureObserver.h"
#include "Evaluator.h"
#include "UnknownCalls.h"
#include "llvm/ADT/STLExtras.h"
#include <utility>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether a thread left the captures of the other threads unchanged, and left
/// no capture of its own running.
static bool keepsCaptures(const State &Before, const State &After) {
  return llvm::all_of(After.Captures, [&](const Capture &C) {
    const Capture *Old = Before.capture(C.Begin);
    return Old ? *Old == C : !C.running();
  });
}
/// Whether a call failed in the thread, so that nothing is known of a capture.
static bool losesCapture(const State &Before, const State &After) {
  return llvm::any_of(Before.Captures, [&](const Capture &C) {
    const Capture *New = After.capture(C.Begin);
    return C.running() && New && New->S == Capture::Lost && !New->running();
  });
}
/// Keeps the events that a thread has not recorded. They do not see the work
/// that it has enqueued since.
static void keepRecorded(FlatMap<SymbolId, EventRecord> &Mine,
                         const FlatMap<SymbolId, EventRecord> &Theirs) {
  Mine.eraseIf([&](const auto &Entry) {
    auto Other = Theirs.find(Entry.first);
    return Other == Theirs.end() || Other->second.At != Entry.second.At ||
           Other->second.Captured != Entry.second.Captured ||
           Other->second.CaptureEnded != Entry.second.CaptureEnded ||
           Other->second.Stream != Entry.second.Stream;
  });
  uint32_t Seen = 0;
  Mine.updateIf(
      [&](const auto &Entry) {
        Seen = Entry.second.Sees & Theirs.find(Entry.first)->second.Sees;
        return Seen != Entry.second.Sees;
      },
      [&](EventRecord &E) { E.Sees = Seen; });
}
/// Sets the state of the starting thread while the other one runs: everything
/// that the other one changes is uncertain.
void ThreadRuns::afterSpawn(State &S, const States &Exits) {
  for (const State &E : Exits) {
    auto Differs = [&](LocationId L) {
      auto New = E.Memory.find(L);
      return New == E.Memory.end() || New->second != S.Memory.find(L)->second;
    };
    S.Memory.updateIf(
        [&](const auto &Entry) {
          return Entry.second.K != Value::Unknown && Differs(Entry.first);
        },
        [](Value &V) { V.doubt(); });
    for (const auto &[Where, V] : E.Memory)
      if (!S.Memory.count(Where)) {
        Value Initial = Value::symbol(U.initial(Where));
        Initial.Stale = V != Initial;
        S.Memory[Where] = Initial;
      }
    auto Keep = [](auto &Mine, const auto &Theirs) {
      Mine.eraseIf([&](const auto &Entry) {
        auto Other = Theirs.find(Entry.first);
        return Other == Theirs.end() || !(Other->second == Entry.second);
      });
    };
    keepRecorded(S.Events, E.Events);
    Keep(S.Unrecorded, E.Unrecorded);
    Keep(S.Idle, E.Idle);
    Keep(S.Blocking, E.Blocking);
    Keep(S.NewGraphs, E.NewGraphs);
    S.Pending.insert(E.Pending);
    S.Doubted.insert(E.Doubted);
    S.Ends.mergeConditions(E.Ends);
    S.Awaiting.insert(E.Awaiting);
  }
}

void ThreadRuns::spawn(Context Ctx, const ir::Instruction &I,
                       const ir::Function *Callee, States &Current) {
  ++Run.Unrepeatable;
  if (Callee)
    Evidence.ThreadFunctions.insert(Callee);
  std::optional<Context> Inner =
      Callee ? FixpointEngine.enter(Ctx, I, *Callee, Current) : std::nullopt;
  if (!Inner) {
    for (State &S : Current)
      Unknowns.callUnknown(Ctx, I, S);
    return;
  }
  // All threads that one place starts count as one.
  const Value Thread =
      Value::symbol(U.conjure(Ctx, &I, 0, /*FromUnknownCall=*/false));
  Engine::Disjuncts Result;
  for (State &S : Current) {
    Races.noteSpawned({Ctx, &I}, *Inner, S);
    Leaks.releaseAll(S);
    State Entry = S;
    FixpointEngine.bindArguments(Ctx, I, *Callee, *Inner, Entry);
    Entry.ThreadMode.Current = Value::constant(int64_t(CaptureMode::Global));
    Entry.ThreadMode.Exchanged.reset();
    Entry.Device.Id = Value::unknown();
    // Each thread has a current stream of its own, which is at first the
    // default stream.
    const LocationId Stream = U.global(ir::CurrentStreamPlace);
    Entry.Memory[Stream] = Value::constant(NullStream);
    auto Outer = std::exchange(FoundInThread, {});
    States Exits = FixpointEngine.run(*Callee, *Inner, {std::move(Entry)});
    auto Found = std::exchange(FoundInThread, std::move(Outer));
    for (State &E : Exits)
      if (auto Mine = S.Memory.find(Stream); Mine != S.Memory.end())
        E.Memory[Stream] = Mine->second;
      else
        E.Memory.erase(Stream);
    // A thread that only uses captures, or never ends, leaves the path of the
    // other alone. A path on which the thread failed is not the purpose of the
    // program.
    States Changing;
    for (State &E : Exits)
      if (!keepsCaptures(S, E))
        Changing.push_back(E);
    if (Changing.size() < Exits.size())
      llvm::erase_if(Changing,
                     [&](const State &E) { return losesCapture(S, E); });
    if (Changing.empty()) {
      afterSpawn(S, Exits);
      // The work that the thread has enqueued is in the graph, as if the thread
      // had run at once.
      if (Opts.Observer && !Exits.empty()) {
        auto Loses = [&](const State &E) { return losesCapture(S, E); };
        if (!llvm::all_of(Exits, Loses))
          llvm::erase_if(Exits, Loses);
        S.Recorded = Exits.front().Recorded;
        for (const State &E : llvm::drop_begin(Exits))
          Opts.Observer->merge(S, E, /*Join=*/false);
      }
      Exits = {S};
    }
    for (State &E : Exits) {
      E.ThreadMode = S.ThreadMode;
      E.Device = S.Device;
      E.Left = S.Left;
      E.Returned = {};
      E.Threads.insert({SymbolId(Thread.Data), *Inner});
      for (const auto &Awaiting : Found)
        if (std::get<0>(Awaiting) == *Inner)
          E.Awaiting.insert(Awaiting);
      Eval.assignResult(Ctx, I, Thread, E);
      FixpointEngine.addState(Result, std::move(E), Ctx, &I);
    }
  }
  Current.clear();
  for (Engine::Disjunct &D : Result)
    Current.push_back(std::move(D.S));
}

void ThreadRuns::join(Context Ctx, const Value &Thread, State &S) {
  if (!Thread.isSymbol())
    return;
  const Context Own = Frames.threadOf(Ctx);
  const llvm::ArrayRef<SymbolId> Joined = U.symbol(Thread.Data).leaves();
  llvm::SmallVector<Context, 2> Ended;
  S.Threads.eraseIf([&](const auto &T) {
    const bool Ends = llvm::is_contained(Joined, T.first);
    if (Ends)
      Ended.push_back(T.second);
    return Ends;
  });
  if (Ended.empty())
    return;
  std::vector<std::pair<Site, unsigned>> Settled;
  S.Awaiting.eraseIf([&](const auto &Entry) {
    const auto &[In, Begin, Found] = Entry;
    if (!llvm::is_contained(Ended, In))
      return false;
    Settled.emplace_back(Begin, Found);
    return true;
  });
  for (const auto &[Begin, Found] : Settled) {
    const Capture *C = S.capture(Begin);
    if (!C || !C->running())
      continue;
    if (C->Thread != Own && Frames[Own].Call)
      awaitJoin(Own, Begin, Found, S);
    else if (C->S == Capture::MayBeActive)
      S.Pending.insert({Begin, Found});
    else
      Reports.confirm(Found);
  }
}

void ThreadRuns::awaitJoin(Context Thread, const Site &Begin, unsigned Found,
                           State &S) {
  S.Awaiting.insert({Thread, Begin, Found});
  FoundInThread.insert({Thread, Begin, Found});
}

/// Settles the findings that await a join when \p Thread ends \p Ending:
/// earlier findings in that thread count, while those of other threads may come
/// later.
void ThreadRuns::settleAwaiting(const Capture &Ending, Context Thread,
                                State &S) {
  S.Awaiting.eraseIf([&](const auto &Entry) {
    const auto &[In, Begin, Found] = Entry;
    if (Begin != Ending.Begin)
      return false;
    if (In == Thread && Ending.running())
      Reports.confirm(Found);
    return true;
  });
}

bool ThreadRuns::isOrdered(const State &S, Context Thread,
                           const Capture *Running,
                           const Reporter::Details &More,
                           std::optional<Context> &Awaited) const {
  const bool Spawned = Frames[Thread].Call != nullptr;
  if (Running && Running->Thread != Thread) {
    if (S.Threads.isLive(Running->Thread))
      return false;
    if (Spawned)
      Awaited = Thread;
  }
  for (const auto &[How, At] : More.Related) {
    const Context Other = Frames.threadOf(At.Ctx);
    if (Other == Thread)
      continue;
    // A thread that started this one may have undone its actions by now.
    if (S.Threads.isLive(Other) || (!Running && Spawned))
      return false;
  }
  return true;
}
