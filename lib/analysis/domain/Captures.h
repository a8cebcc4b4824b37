//===- Captures.h - Captures of a path --------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_CAPTURES_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_CAPTURES_H

#include "ApiResults.h"
#include <optional>

namespace cuda_capture::analysis {

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

/// A capture that was begun on this path.
struct Capture {
  enum Status {
    /// Proved to be running.
    Active,
    /// Running, unless an unknown callee, or another path to here, has ended it
    /// or wanted it to fail. What is found meanwhile counts once this path
    /// reaches the end of the capture.
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
  /// A statement is missing behind the begin; see MissingStatements.
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

/// The captures that were begun on this path, and that are not forgotten.
struct CaptureList : std::vector<Capture>, Component<CaptureList> {
  /// The capture that was begun at \p Begin last, or null.
  Capture *find(const Site &Begin);
  const Capture *find(const Site &Begin) const;
  /// The running capture that \p Stream takes part in, or null.
  const Capture *of(const Value &Stream) const;
  bool anyRunning() const;
  /// Nothing is known any more about who waits for whom.
  void loseDependencies();
  /// Doubts captures that \p O has ended but that run here. \returns true on a
  /// change.
  bool doubtEndedIn(const CaptureList &O);

  bool sameProtocol(const CaptureList &O) const { return *this == O; }
  /// A capture that differs, or that only one path has begun, is lost.
  bool join(JoinContext &, const CaptureList &O);
  bool loseWhatDiffers(const CaptureList &O);
  /// The capture knows the stream as \p New. If both names take part in it, who
  /// waited for whom is not known any more.
  void replaceHandle(SymbolId Old, SymbolId New);
  void rename(SymbolId Old, SymbolId New);
  void forget(const Universe &U, SymbolId S);
  void hold(Universe &U) const;
  void escape(llvm::function_ref<bool(SymbolId)>);
  void visitHandles(llvm::function_ref<void(const Value &)> Visit) const;
  /// On the path where a call failed, the runtime's state is anybody's guess: a
  /// failed begin began nothing, any other failure may have invalidated what
  /// runs.
  void callFailed(const ApiResult &Result);
  void missStatement();
  bool outlives(const CallScope &Call, const CaptureList &Before) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_CAPTURES_H
