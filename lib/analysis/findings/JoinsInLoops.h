//===- JoinsInLoops.h - Forks and joins of loops ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The analysis mostly does not know how often a loop runs, nor which elements
/// of an array its rounds take. It may therefore follow a path that the program
/// does not have: a loop that forks runs once, and a loop that joins does not
/// run at all. So the forks and joins of any path are remembered for all paths,
/// and take findings back.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_JOINSINLOOPS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_JOINSINLOOPS_H

#include "../State.h"
#include <set>

namespace cuda_capture::analysis {

/// The streams of captures, which are identified by their begins.
class StreamsOfCaptures {
public:
  void insert(const Universe &U, const Site &Begin, const Value &Stream);
  /// Whether \p Stream may be one of the streams. An element of an array may be
  /// any other element.
  bool mayHave(const Universe &U, const Site &Begin, const Value &Stream) const;

private:
  std::set<std::pair<Site, Value>> Streams;
  /// The arrays that have one of the streams as an element.
  std::set<std::pair<Site, LocationId>> Arrays;
};

/// The forks and joins that happened on any path.
class JoinsInLoops {
public:
  /// Notes that a loop takes \p Stream into the capture, or begins the capture
  /// with it.
  void forks(const Universe &U, const Site &Begin, const Value &Stream) {
    Forked.insert(U, Begin, Stream);
  }
  /// Notes that \p Waits, which takes part in \p C, waits for \p Event.
  void joins(const Universe &U, const Capture &C, const Value &Waits,
             const EventRecord &Event, bool InLoop);
  /// Notes that the dependences in a capture are no longer known: it may be
  /// that all streams are joined.
  void loses(const Site &Begin, const Site &At, bool InLoop) {
    Lost.insert(Begin);
    if (InLoop)
      LostInLoop.insert({Begin, At});
  }
  /// Returns the calls in loops, with the begin of the capture, after which
  /// these dependences are no longer known.
  const std::set<std::pair<Site, Site>> &lostInLoops() const {
    return LostInLoop;
  }

  /// Whether a finding about a capture is unreliable. The finding does not hold
  /// if a loop takes \p Escapes into the capture, or if \p Unjoined is joined.
  bool contradicts(const Universe &U, const Site &Begin,
                   const std::optional<Value> &Escapes,
                   const std::optional<Value> &Unjoined) const;

private:
  StreamsOfCaptures Forked;
  StreamsOfCaptures Joined, JoinedInLoop;
  std::set<Site> Lost;
  std::set<std::pair<Site, Site>> LostInLoop;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_JOINSINLOOPS_H
