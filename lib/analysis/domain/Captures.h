//===- Captures.h - Captures of a path --------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_CAPTURES_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_CAPTURES_H

#include "ApiResults.h"
#include "PossibleEnds.h"
#include <optional>

namespace cuda_capture::analysis {

/// A stream that takes part in a capture, and the participants whose work it
/// depends on.
struct Participant {
  Value Stream;
  /// Bit I is set if the next work of this stream depends, or may depend, on
  /// all work that participant I has done so far. The stream's own bit is set.
  uint32_t Sees = 0;
  /// The wait that took the stream into the capture. The origin stream has
  /// none.
  std::optional<Site> Joined;
  /// The latest work of the stream, if it has any.
  std::optional<Site> Work;
  /// Whether that wait is in a loop that may reach streams that are captured
  /// already.
  bool InLoop = false;
  /// Whether this is the stream that a library has made current, in a capture
  /// of the caller.
  bool IsCurrent = false;
  /// In a capture of the caller: the argument of ir::Capturable::Entry that is
  /// the stream.
  unsigned Arg = 0;

  /// States do not differ in which work was the latest.
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
    /// Running, unless an unknown callee, or another path to this point, has
    /// ended the capture or wanted it to fail. Findings that are made meanwhile
    /// count once this path reaches the end of the capture.
    MayBeActive,
    Ended,
    /// Nothing is known any more (an error path, or a join of paths that
    /// disagree).
    Lost,
  };
  Site Begin; ///< Identifies the capture.
  /// The thread that began the capture; see CallTree::threadOf.
  Context Thread = 0;
  Status S = Active;
  Value Origin;
  Value Mode;
  /// The streams that take part, the origin stream first.
  std::vector<Participant> Participants;
  /// Whether it is known of every stream of this function which work of the
  /// capture it depends on, and whether it takes part. Otherwise, any stream
  /// may take part, and may depend on any work.
  bool DependenciesKnown = true;
  /// Whether an unknown callee may have taken other streams into the capture.
  /// It must have known a stream or an event of the capture, and such streams.
  bool UnknownForks = false;
  /// Whether an unknown callee was given a stream of the capture. States do not
  /// differ in that.
  bool StreamIsShared = false;
  /// Whether a statement is missing behind the begin; see MissingStatements.
  bool MissesStatement = false;
  /// Whether the capture was begun under a condition on globals only; see
  /// ControlDependence.
  bool UnderConfiguration = false;
  /// Whether the capture was begun under a condition that may also decide
  /// whether it ends.
  bool UnderCondition = false;
  /// Whether an unknown callee, and not another path, may have ended the
  /// capture.
  bool MayHaveEnded = false;
  /// Whether rounds of a loop have begun captures of other streams, which may
  /// be running, too. This capture is the last of them.
  bool OneOfSeveral = false;
  /// Whether a loop destroys streams, one of which may be the origin stream.
  bool OriginMayBeGone = false;
  /// Whether the capture adds to a graph that existed before.
  bool IntoGraph = false;
  /// Whether the capture is the caller's, and runs from the entry of the root
  /// to its exits.
  bool IsCallers = false;
  /// Whether the capture was begun before the root was called, as its end
  /// shows. Begin is then the place of that end. See EarlierCaptures.
  bool ShownByEnd = false;
  /// For a capture of the caller: whether the caller hands over streams, and
  /// (Self) the object whose member function it calls.
  bool IsHandedOver = false;
  Value Self;
  /// For a capture of the caller: whether the origin stream is the one that the
  /// function gives all of its work to. Each time that the function obtains it
  /// anew, it is the same stream. See SoleStream.
  bool OriginIsAssumed = false;
  /// For a capture of the caller: whether the function has found that another
  /// stream that it was handed does not capture. The streams that remain may
  /// still be captured, but the caller may also capture none.
  bool PartlyRefuted = false;
  /// The call whose failure made the capture lost.
  std::optional<Site> Failed;
  /// An end that names another stream, and so cannot be the right one.
  std::optional<Site> WrongEnd;

  bool running() const { return S == Active || S == MayBeActive; }
  /// Whether work was enqueued on a stream of the capture, or may have been by
  /// an unknown callee.
  bool mayHaveWork() const {
    return StreamIsShared ||
           llvm::any_of(Participants, [](const Participant &P) {
             return P.Work.has_value();
           });
  }
  Participant *participant(const Value &Stream);
  const Participant *participant(const Value &Stream) const;
  /// Whether \p Stream takes part in a capture of the caller only because the
  /// caller is taken to capture all streams that it hands over.
  bool isOneOfSeveral(const Value &Stream) const;
  /// Applies the answer that \p Stream, one of several that the caller hands
  /// over, is not captured.
  void refute(const Value &Stream);
  /// Notes that \p Of does work at \p At, which nothing else depends on yet.
  void work(Participant &Of, const Site &At);
  /// Ends the capture. How it ran makes no difference between states any more.
  void end();
  /// Notes that the capture may have ended, or may not have begun; see
  /// MayBeActive.
  void doubt() {
    if (IsCallers)
      return;
    if (S == Active)
      S = MayBeActive;
    MayHaveEnded = true;
  }
  /// Whether this capture and \p O, which was begun at the same place, run in
  /// the same mode with the same participants, or neither of them runs.
  bool isSameRun(const Capture &O) const {
    return running() ? O.running() && Origin == O.Origin && Mode == O.Mode &&
                           Participants == O.Participants
                     : !O.running();
  }
  /// Joins this capture with \p O, of which isSameRun() is true. \returns true
  /// on a change.
  bool join(const Capture &O);
  /// The place of the begin determines the members that are not compared, but
  /// for Failed and WrongEnd: these places are only reported, and do not keep
  /// states apart.
  bool operator==(const Capture &O) const {
    return Begin == O.Begin && S == O.S && Origin == O.Origin &&
           Mode == O.Mode && Participants == O.Participants &&
           DependenciesKnown == O.DependenciesKnown &&
           UnknownForks == O.UnknownForks &&
           MissesStatement == O.MissesStatement &&
           UnderConfiguration == O.UnderConfiguration &&
           UnderCondition == O.UnderCondition &&
           MayHaveEnded == O.MayHaveEnded && OneOfSeveral == O.OneOfSeveral &&
           OriginMayBeGone == O.OriginMayBeGone &&
           PartlyRefuted == O.PartlyRefuted;
  }
};

/// The captures that were begun on this path and that are not forgotten.
struct CaptureList : std::vector<Capture>, Component<CaptureList> {
  /// Returns the capture that was begun last at \p Begin, or null.
  Capture *find(const Site &Begin);
  const Capture *find(const Site &Begin) const;
  /// Returns the running capture that \p Stream takes part in, or null.
  const Capture *of(const Value &Stream) const;
  bool anyRunning() const;
  /// Notes that nothing is known any more about which streams wait for which.
  /// \returns true on a change.
  bool loseDependencies();
  /// Doubts captures that \p O has ended, or may have ended in a statement that
  /// is missing, but that run here. Adds those that it has ended to \p Ends.
  /// \returns true on a change.
  bool doubtEndedIn(const CaptureList &O, PossibleEnds &Ends);

  bool sameProtocol(const CaptureList &O) const { return *this == O; }
  /// Whether the same captures run. How certain that is, and what is known of
  /// other streams, may differ.
  bool areSameRuns(const CaptureList &O) const;
  /// Makes a capture lost that only one path runs, or that the paths run with
  /// different participants.
  bool join(JoinContext &, const CaptureList &O);
  bool loseWhatDiffers(const CaptureList &O);
  /// Makes captures know the stream as \p New. If both names take part in one
  /// capture, it is no longer known which stream waited for which.
  void replaceHandle(SymbolId Old, SymbolId New);
  void rename(SymbolId Old, SymbolId New);
  void forget(const Universe &U, SymbolId S);
  void hold(Universe &U) const;
  void visitHandles(llvm::function_ref<void(const Value &)> Visit) const;
  /// On the path where a call failed, the state of the runtime is unknown: a
  /// failed begin began nothing, and any other failure may have invalidated the
  /// running captures, unless its error says otherwise. A function goes on in
  /// the capture of its caller after such an error; what it does then in a
  /// capture of its own is taken for its way out.
  void callFailed(const ApiResult &Result);
  void missStatement();
  bool outlives(const CallScope &Call, const CaptureList &Before) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_CAPTURES_H
