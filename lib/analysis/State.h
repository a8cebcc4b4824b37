//===- State.h - Abstract state of one path ---------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is known at one point on one path (a disjunct): variables, conditions
/// decided so far, captures, and the state of handles. A point of the program
/// has a small set of them; they are merged when nothing but decided
/// conditions tells them apart, and joined, absorbing into unknown, when there
/// are too many.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_STATE_H
#define CUDA_CAPTURE_ANALYSIS_STATE_H

#include "FlatMap.h"
#include "Values.h"
#include "domain/ApiResults.h"
#include "domain/Borrows.h"
#include "domain/Conditions.h"
#include "domain/Devices.h"
#include "domain/Events.h"
#include "domain/LibraryBindings.h"
#include "domain/NewGraphs.h"
#include "domain/Streams.h"
#include "domain/Threads.h"
#include "graph/Recording.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <tuple>

namespace cuda_capture::analysis {

/// Values of cudaStreamCaptureMode (driver_types.h), equal in the driver API
/// and HIP.
enum class CaptureMode { Global = 0, ThreadLocal = 1, Relaxed = 2 };

/// Special stream handles (driver_types.h: cudaStreamLegacy,
/// cudaStreamPerThread). The null handle is one of the two, by build option.
enum : int64_t { NullStream = 0, LegacyStream = 1, PerThreadStream = 2 };

/// Parts of an object: the locations on the way to each, and its value.
using Parts = std::vector<std::pair<std::vector<LocationId>, Value>>;

/// A stream that takes part in a capture, and whose work it depends on.
struct Participant {
  Value Stream;
  /// Bit I: what this stream does next depends on all that participant I has
  /// done so far. Its own bit is set.
  uint32_t Sees = 0;
  /// The wait that took it into the capture; none for the origin.
  std::optional<Site> Joined;
  /// Its latest work, if it has any.
  std::optional<Site> Work;
  /// That wait is in a loop, which may come to streams that are captured
  /// already.
  bool InLoop = false;

  /// Which work was its latest tells no states apart.
  bool operator==(const Participant &O) const {
    return Stream == O.Stream && Sees == O.Sees &&
           Work.has_value() == O.Work.has_value();
  }
};

struct Capture {
  enum Status {
    /// Proved to be running.
    Active,
    /// Running, unless an unknown callee, or another path to here,
    /// has ended it or wanted it to fail. What is found meanwhile counts once
    /// this path reaches the
    /// end of the capture.
    MayBeActive,
    Ended,
    /// Nothing can be said any more (an error path, a join of paths that
    /// disagree).
    Lost,
  };
  Site Begin; ///< Identifies the capture.
  /// The thread that began it; see CallTree::threadOf.
  Context Thread = 0;
  Status S = Active;
  Value Origin;
  Value Mode;
  /// Streams that take part, the origin first.
  std::vector<Participant> Participants;
  /// Every stream that takes part, and what each depends on, is known.
  bool DependenciesKnown = true;
  /// A statement is missing behind the begin; see State::MissesStatement.
  bool MissesStatement = false;
  /// Begun under a condition on globals only; see ControlDependence.
  bool UnderConfiguration = false;
  /// Begun under a condition that may also decide whether it ends.
  bool UnderCondition = false;
  /// Not another path, but an unknown callee may have ended it.
  bool MayHaveEnded = false;
  /// Rounds of a loop have begun captures of other streams, which may run, too;
  /// this is the last.
  bool OneOfSeveral = false;
  /// A loop destroys streams, of which the origin may be one.
  bool OriginMayBeGone = false;
  /// It adds to a graph that was there before.
  bool IntoGraph = false;
  /// It is the caller's, and runs from the entry of the root to its exits.
  bool IsCallers = false;
  /// Of the caller's: it hands over streams; and the object whose member
  /// function it calls.
  bool IsHandedOver = false;
  Value Self;
  /// Lost because this call failed.
  std::optional<Site> Failed;
  /// An end of another stream that cannot be the right one.
  std::optional<Site> WrongEnd;

  bool running() const { return S == Active || S == MayBeActive; }
  Participant *participant(const Value &Stream);
  const Participant *participant(const Value &Stream) const;
  /// \p Of does work at \p At, which nothing else depends on yet.
  void work(Participant &Of, const Site &At);
  /// It ends. How it ran tells no states apart any more.
  void end();
  /// It may have ended, or not have begun: see MayBeActive.
  void doubt() {
    if (IsCallers)
      return;
    if (S == Active)
      S = MayBeActive;
    MayHaveEnded = true;
  }
  bool operator==(const Capture &O) const {
    return Begin == O.Begin && S == O.S && Origin == O.Origin &&
           Mode == O.Mode && Participants == O.Participants &&
           DependenciesKnown == O.DependenciesKnown &&
           MissesStatement == O.MissesStatement &&
           UnderConfiguration == O.UnderConfiguration &&
           UnderCondition == O.UnderCondition &&
           MayHaveEnded == O.MayHaveEnded && OneOfSeveral == O.OneOfSeveral &&
           OriginMayBeGone == O.OriginMayBeGone;
  }
};

struct State {
  FlatMap<LocationId, Value> Memory;
  std::vector<Capture> Captures;
  /// Capture mode of the running thread (cudaThreadExchangeStreamCaptureMode).
  Value ThreadMode;
  BlockingStreams Blocking;
  DestroyedHandles Destroyed;
  EventRecords Events;
  IdleStreams Idle;
  LibraryBindings Bound;
  /// The current device (cudaSetDevice).
  Value Device;
  HandleDevices DeviceOf;
  /// The exchange that changed the thread's mode from what it was at entry, and
  /// whether that is undone.
  std::optional<Site> Exchanged;
  bool ModeRestored = false;
  ApiResults Results;
  CaptureStatuses StatusOf;
  /// Value returned by the function that just ended.
  Value Returned;
  Parts ReturnedParts;

  /// The compiler did not understand a statement on this path. Nothing that
  /// rests on what has not happened before is certain.
  bool MissesStatement = false;
  /// The return statement that was passed, if one was.
  const ir::Terminator *Left = nullptr;
  NewGraphSet NewGraphs;
  /// Memory that captured work and graphs refer to.
  Borrows Borrowed;
  /// A call has failed on this path.
  bool Failed = false;
  /// One has failed on all paths that this state stands for.
  bool SurelyFailed = false;
  FactMap Facts;
  std::vector<ControlDependence> ControlDependences;
  /// Conditions that cast doubt on a finding, decided on the way
  /// here, whose outcomes have met again: a function that a variable holds may
  /// have been chosen by them. States that differ in nothing else merge and
  /// forget them.
  std::vector<ControlDependence> PathConditions;
  PendingFindings Pending;
  StartedThreads Threads;
  AwaitingFindings Awaiting;
  /// What the captures have recorded, if somebody wants to know. It tells no
  /// states apart.
  llvm::IntrusiveRefCntPtr<Recording> Recorded;

  /// The components that operations on states are applied to, in this order.
  static constexpr auto components() {
    return std::make_tuple(&State::Blocking, &State::Destroyed, &State::Events,
                           &State::Idle, &State::Bound, &State::DeviceOf,
                           &State::Threads, &State::NewGraphs, &State::Results,
                           &State::StatusOf, &State::Pending, &State::Awaiting);
  }
  /// Calls \p Do with each component.
  template <typename Function> void forEachComponent(Function Do) {
    std::apply([&](auto... Of) { (Do(this->*Of), ...); }, components());
  }
  template <typename Function> void forEachComponent(Function Do) const {
    std::apply([&](auto... Of) { (Do(this->*Of), ...); }, components());
  }
  /// Whether \p Holds for each component and that of \p O.
  template <typename Function>
  bool allComponents(const State &O, Function Holds) const {
    return std::apply(
        [&](auto... Of) { return (Holds(this->*Of, O.*Of) && ...); },
        components());
  }
  /// Calls \p Change with each component and that of \p O. \returns whether
  /// one of the calls returned true.
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

  /// Whether the thread that runs in frame \p Thread may run at this time.
  bool isLive(Context Thread) const;
  Capture *capture(const Site &Begin);
  const Capture *capture(const Site &Begin) const;
  /// The running capture that \p Stream takes part in, or null.
  const Capture *captureOf(const Value &Stream) const;
  /// The capture that an event was recorded in, which may be lost; null if that
  /// has ended, or if nothing is known of it any more.
  const Capture *captureOf(const EventRecord &E) const;
  bool anyRunning() const;
  /// Whether the current instruction stands in a conditional part of its
  /// function, and not only behind early returns.
  bool underCondition() const;
  /// Whether \p Stream takes part in none of the captures that may run here,
  /// for sure.
  bool isOutside(const Universe &U, const Value &Stream) const;
  /// Nothing is known any more about who waits for whom.
  void loseDependencies();
  /// A statement is missing here.
  void missStatement();

  /// Equal in all but conditions and pending findings.
  bool sameCore(const Universe &U, const State &O) const;
  /// Equal in all that the rules look at; variables may differ.
  bool sameProtocol(const State &O) const;
  /// Equal in what variables hold and what is returned.
  bool sameVariables(const Universe &U, const State &O) const;
  /// Equal in all that what runs next depends on, but for findings that are
  /// pending. Early returns that were not taken do not matter.
  bool sameInput(const Universe &U, const State &O) const;
  /// Whether the same decisions lead to here whose outcomes have not met, but
  /// for early returns.
  bool sameWay(const State &O) const;
  /// Drops what is known about symbols that nothing holds.
  void dropUnheld(Universe &U);
  /// Drops the locals of a frame that are not used any more, and what is known
  /// about symbols that nothing holds.
  void dropDead(Universe &U, Context Ctx, const llvm::BitVector &Live);
  /// Keeps only what holds on both of two states with the same core.
  /// \returns true if this state changed.
  bool mergeConditions(const State &O);
  /// Joins a state with another core. A variable that differs gets a symbol of
  /// its own, made for this place (\p Ctx, \p Where); the rest of what differs
  /// becomes unknown.
  /// \returns true if this state changed.
  bool join(Universe &U, Context Ctx, const void *Where, const State &O);
  /// This path and that of \p O cannot be told apart any more: nothing is known
  /// of what the rules look at and they differ in.
  /// \returns true if this state changed.
  bool loseWhatDiffers(const State &O);
  /// Captures that \p O has ended but that run here are only presumed.
  /// \returns true if this state changed.
  bool doubtWhatEndedIn(const State &O);

  /// A symbol for what an instruction makes, which stands for nothing that it
  /// made before. See Universe::conjure.
  SymbolId make(Universe &U, Context Ctx, const void *Maker, unsigned Which,
                bool FromUnknownCall) {
    bool IsNew = false;
    const SymbolId S = U.conjure(Ctx, Maker, Which, FromUnknownCall, &IsNew);
    if (!IsNew)
      forget(U, S);
    return S;
  }
  /// Prepares for an instruction that makes \p S anew: what was made by it
  /// before (in an earlier iteration) becomes unknown.
  void forget(Universe &U, SymbolId S);
  /// Remembers \p C, which ends, if it casts doubt.
  void decide(const ControlDependence &C);
  /// Drops the locals of a frame that has ended.
  void dropFrame(const Universe &U, Context Ctx);

  /// A round of a loop ends: what was destroyed under a condition in it may
  /// have been destroyed in the last round only.
  void endRound(Context Ctx);

  /// Looks through facts: a symbol known to be a number is that number, and of
  /// two that are known to be the same it is always the same one.
  Value resolve(Value V) const;
  Fact factOf(const Value &V) const;
  /// Assumes that \p V is true (non-zero) or false.
  /// \returns false if that contradicts what is known.
  bool assume(const Universe &U, const Value &V, bool True);

private:
  bool mergeControls(const State &O);
  /// Forgets what is in the locations that \p Drop chooses. If that was an
  /// element whose index is not known any more, any may have been written.
  template <typename Predicate> void dropLocations(Universe &U, Predicate Drop);
  /// Drops the locations that \p IsDead holds for, and then what is known about
  /// symbols that nothing holds.
  template <typename Predicate> void dropUnheld(Universe &U, Predicate IsDead);
  /// Gives a handle that \p S stood for a symbol of its own, named after where
  /// it is kept, so that it outlives the next round of the loop that made it.
  void rename(Universe &U, SymbolId S);
  bool assumeEqual(const Universe &U, SymbolId S, int64_t N, bool Equal);
  bool assumeSame(const Universe &U, const Value &A, const Value &B);
  /// What is known of the stream or event \p Old is known of \p New.
  void replaceHandle(SymbolId Old, SymbolId New);
  void apiFailed(const ApiResult &Result);
};

/// The states of the paths that reach one point.
using States = std::vector<State>;

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_STATE_H
