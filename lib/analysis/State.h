//===- State.h - Abstract state of one path ---------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A disjunct holds what is known at one point on one path: variables,
/// conditions decided so far, captures, and the state of handles. A point of
/// the program has a small set of disjuncts. Two are merged when nothing but
/// decided conditions tells them apart, and joined when there are too many; a
/// join makes what differs unknown.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_STATE_H
#define CUDA_CAPTURE_ANALYSIS_STATE_H

#include "domain/ApiResults.h"
#include "domain/Borrows.h"
#include "domain/Captures.h"
#include "domain/ControlDependences.h"
#include "domain/Devices.h"
#include "domain/Events.h"
#include "domain/Facts.h"
#include "domain/Failures.h"
#include "domain/FirstUses.h"
#include "domain/LibraryBindings.h"
#include "domain/Memory.h"
#include "domain/NewGraphs.h"
#include "domain/OwnedGraphs.h"
#include "domain/PossibleEnds.h"
#include "domain/PriorAnswers.h"
#include "domain/Returned.h"
#include "domain/SharedHandles.h"
#include "domain/Streams.h"
#include "domain/ThreadMode.h"
#include "domain/Threads.h"
#include "graph/Recording.h"
#include <tuple>

namespace cuda_capture::analysis {

/// The knowledge about one point on one path.
struct State {
  MemoryMap Memory;
  ThreadCaptureMode ThreadMode;
  CurrentDevice Device;
  MissingStatements Missing;
  BlockingStreams Blocking;
  DestroyedHandles Destroyed;
  EventRecords Events;
  UnrecordedEvents Unrecorded;
  IdleStreams Idle;
  LibraryBindings Bound;
  HandleDevices DeviceOf;
  SharedHandles Shared;
  CaptureList Captures;
  StartedThreads Threads;
  NewGraphSet NewGraphs;
  OwnedGraphs Owned;
  ApiResults Results;
  CaptureStatuses StatusOf;
  PendingFindings Pending;
  DoubtedFindings Doubted;
  PossibleEnds Ends;
  AwaitingFindings Awaiting;
  Borrows Borrowed;
  ReturnedObject Returned;
  CallFailures Failures;
  PriorAnswers Prior;
  DecidedFirstUses Decided;
  ControlDependenceList ControlDependences;
  PathConditionList PathConditions;
  FactMap Facts;

  // The remaining members are no components: no operation on states reads or
  // changes them.

  /// The return statement that the path has passed, if any.
  const ir::Terminator *Left = nullptr;
  /// The recording of the captures, if an observer wants it. It tells no states
  /// apart, and a CaptureObserver merges it.
  llvm::IntrusiveRefCntPtr<Recording> Recorded;

  /// The components that operations on states are applied to, in this order. A
  /// join of memory makes all of them forget symbols, and tells the facts what
  /// is known of new symbols. Memory therefore stands before the others, and
  /// facts stand behind them. If several components know a handle, the first
  /// that is visited counts.
  static constexpr auto components() {
    return std::make_tuple(
        &State::Memory, &State::ThreadMode, &State::Device, &State::Missing,
        &State::Blocking, &State::Destroyed, &State::Events, &State::Unrecorded,
        &State::Idle, &State::Bound, &State::DeviceOf, &State::Shared,
        &State::Captures, &State::Threads, &State::NewGraphs, &State::Owned,
        &State::Results, &State::StatusOf, &State::Pending, &State::Doubted,
        &State::Ends, &State::Awaiting, &State::Borrowed, &State::Returned,
        &State::Failures, &State::Prior, &State::Decided,
        &State::ControlDependences, &State::PathConditions, &State::Facts);
  }
  /// Calls \p Do with each component.
  template <typename Function> void forEachComponent(Function Do) {
    std::apply([&](auto... Of) { (Do(this->*Of), ...); }, components());
  }
  template <typename Function> void forEachComponent(Function Do) const {
    std::apply([&](auto... Of) { (Do(this->*Of), ...); }, components());
  }
  /// Whether \p Holds is true for each component and its counterpart in \p O.
  template <typename Function>
  bool allComponents(const State &O, Function Holds) const {
    return std::apply(
        [&](auto... Of) { return (Holds(this->*Of, O.*Of) && ...); },
        components());
  }
  /// Calls \p Change with each component and its counterpart in \p O. \returns
  /// whether one of the calls returned true.
  template <typename Function>
  bool changeComponents(const State &O, Function Change) {
    return std::apply(
        [&](auto... Of) {
          bool Changed = false;
          ((Changed |= Change(this->*Of, O.*Of)), ...);
          return Changed;
        },
        components());
  }

  /// Returns the capture that was last begun at \p Begin, or null.
  Capture *capture(const Site &Begin) { return Captures.find(Begin); }
  const Capture *capture(const Site &Begin) const {
    return Captures.find(Begin);
  }
  /// Returns the running capture in which \p Stream takes part, or null.
  const Capture *captureOf(const Value &Stream) const {
    return Captures.of(Stream);
  }
  /// Returns the capture in which \p E was recorded, which may be lost. Returns
  /// null if that capture has ended, or if nothing is known of it any more.
  const Capture *captureOf(const EventRecord &E) const {
    return E.Captured && !E.CaptureEnded ? Captures.find(*E.Captured) : nullptr;
  }
  /// Whether a capture runs.
  bool anyRunning() const { return Captures.anyRunning(); }
  /// Whether the current instruction stands in a conditional part of its
  /// function, and not only behind early returns.
  bool underCondition() const { return ControlDependences.isConditional(); }
  /// Returns the value that the facts establish for \p V; see
  /// FactMap::resolve().
  Value resolve(const Value &V) const { return Facts.resolve(V); }
  /// Whether code that is not seen may know the handle \p V: it was not created
  /// here, or an unknown callee was able to read it.
  bool isKnownElsewhere(const Universe &U, const Value &V) const {
    return !V.isSymbol() || V.Stale || !U.symbol(V.Data).Created ||
           Shared.count(SymbolId(V.Data));
  }
  /// Whether something that is not known in full, such as an unknown callee or
  /// an unknown event, may have taken \p Stream into \p C.
  bool mayHaveJoined(const Universe &U, const Value &Stream,
                     const Capture &C) const {
    return !C.DependenciesKnown ||
           (C.UnknownForks && isKnownElsewhere(U, Stream));
  }
  /// Whether \p Stream certainly takes part in none of the captures that may
  /// run here. Captures, queried statuses and facts decide that together.
  bool isOutside(const Universe &U, const Value &Stream) const;

  /// Whether the states are equal in all but conditions and pending findings.
  bool sameCore(const Universe &U, const State &O) const;
  /// Whether the states are equal in all that the rules examine; variables may
  /// differ.
  bool sameProtocol(const State &O) const;
  /// Whether the states are equal in the values of variables and in what is
  /// returned.
  bool sameVariables(const Universe &U, const State &O) const;
  /// Whether the states are equal in all that the code which runs next depends
  /// on, except for pending findings. Early returns that were not taken do not
  /// matter.
  bool sameInput(const Universe &U, const State &O) const;
  /// Whether the same decisions whose outcomes have not met lead here, except
  /// for early returns.
  bool sameWay(const State &O) const;
  /// Drops the knowledge about symbols that nothing holds. If \p Lost is set,
  /// notes that graphs which nothing holds are lost in this frame.
  void dropUnheld(Universe &U, std::optional<Context> Lost = std::nullopt);
  /// Drops the locals of the frame \p Ctx that are not used any more, and the
  /// knowledge about symbols that nothing holds.
  void dropDead(Universe &U, Context Ctx, IsLiveLocal IsLive);
  /// Keeps only what holds on both of two states with the same core.
  /// \returns true if this state changed.
  bool mergeConditions(const State &O);
  /// Joins this state with one that has another core. A variable that differs
  /// gets a symbol of its own, made for this place (\p Ctx, \p Where); the rest
  /// of what differs becomes unknown.
  /// \returns true if this state changed.
  bool join(Universe &U, Context Ctx, const void *Where, const State &O);
  /// Forgets everything that the rules examine and in which this path and that
  /// of \p O differ, because the two cannot be told apart any more.
  /// \returns true if this state changed.
  bool loseWhatDiffers(const State &O);

  /// Notes that a capture which \p O, on another path to the same place, has
  /// ended may have ended here, too. \returns true if this state changed.
  bool doubtWhatEndedIn(const State &O) {
    return Captures.doubtEndedIn(O.Captures, Ends);
  }

  /// Notes that \p C, a capture of this path, may have ended: the unknown
  /// callee of the call \p By may have ended it, or there is another reason.
  void doubt(Capture &C, std::optional<Site> By = std::nullopt) {
    C.doubt();
    if (By && C.running())
      Ends.add(C.Begin, *By);
    else if (!By)
      Ends.addOther(C.Begin);
  }

  /// Returns a symbol for what the instruction \p Maker makes. The symbol does
  /// not stand for anything that the instruction made before. See
  /// Universe::conjure.
  SymbolId make(Universe &U, Context Ctx, const void *Maker, unsigned Which,
                bool FromUnknownCall) {
    bool IsNew = false;
    const SymbolId S = U.conjure(Ctx, Maker, Which, FromUnknownCall, &IsNew);
    if (!IsNew)
      forget(U, S);
    return S;
  }
  /// Prepares for an instruction that makes \p S anew: the value that it made
  /// before (in an earlier iteration) becomes unknown.
  void forget(Universe &U, SymbolId S);
  /// Ends the control dependences for which \p Meet is true, because the
  /// outcomes of their conditions meet here. The conditions may still cast
  /// doubt on what follows (PathConditions).
  template <typename Predicate> void endConditions(Predicate Meet) {
    llvm::erase_if(ControlDependences, [&](const ControlDependence &C) {
      const bool Ends = Meet(C);
      if (Ends)
        PathConditions.decide(C);
      return Ends;
    });
  }
  /// Drops the locals of a frame that has ended, and ends its conditions.
  void leaveFrame(Universe &U, Context Ctx);
  /// Drops what is left of an earlier call in the frame \p Ctx.
  void enterFrame(const Universe &U, Context Ctx);
  /// Ends a round of a loop in the frame \p Ctx.
  void endRound(Context Ctx);
  /// Notes that a statement is missing here.
  void missStatement();

  /// Assumes that \p V is true (non-zero) or false.
  /// \returns false if that contradicts what is known.
  bool assume(const Universe &U, const Value &V, bool True);

private:
  /// Gives the handle that \p S stood for a symbol of its own, named after the
  /// place that holds the handle, so that it outlives the next round of the
  /// loop that made it.
  void rename(Universe &U, SymbolId S);
  bool assumeEqual(const Universe &U, SymbolId S, int64_t N, bool Equal);
  bool assumeSame(const Universe &U, const Value &A, const Value &B);
  /// Transfers the knowledge about the stream or event \p Old to \p New.
  void replaceHandle(SymbolId Old, SymbolId New);
  void apiFailed(const ApiResult &Result);
};

/// The states of the paths that reach one point.
using States = std::vector<State>;

/// Whether \p A and \p B, one of which was created, may have been found in the
/// same element of an array in \p S: a program that makes the streams of an
/// array when it needs them makes each once, whatever the indices are.
bool mayBeOfSameElement(const State &S, const Universe &U, const Value &A,
                        const Value &B);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_STATE_H
