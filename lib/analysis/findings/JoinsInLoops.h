//===- JoinsInLoops.h - What loops fork and join ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How often a loop runs is mostly not known, nor which elements of an array
/// its rounds take. That a loop which forks runs once, and one that joins not
/// at all, is a path that the program does not have. What some path does is
/// therefore remembered for all of them, and takes findings back.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_JOINSINLOOPS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_JOINSINLOOPS_H

#include "../State.h"
#include <set>

namespace cuda_capture::analysis {

/// Streams of captures, which the begins identify.
class StreamsOfCaptures {
public:
  void insert(const Universe &U, const Site &Begin, const Value &Stream);
  /// Whether \p Stream may be one of them: an element of an array may be any
  /// other one.
  bool mayHave(const Universe &U, const Site &Begin, const Value &Stream) const;

private:
  std::set<std::pair<Site, Value>> Streams;
  /// Arrays of which an element is one.
  std::set<std::pair<Site, LocationId>> Arrays;
};

/// What happened on any path.
class JoinsInLoops {
public:
  /// A loop takes \p Stream into the capture, or begins it with that.
  void forks(const Universe &U, const Site &Begin, const Value &Stream) {
    Forked.insert(U, Begin, Stream);
  }
  /// \p Waits, which takes part in \p C, waits for \p Event.
  void joins(const Universe &U, const Capture &C, const Value &Waits,
             const EventRecord &Event, bool InLoop);
  /// Who depends on whom in a capture is not known any more: it may be that all
  /// is joined.
  void loses(const Site &Begin, const Site &At, bool InLoop) {
    Lost.insert(Begin);
    if (InLoop)
      LostInLoop.insert({Begin, At});
  }
  /// The calls in loops, with the begin of the capture, after which nobody
  /// knows that any more.
  const std::set<std::pair<Site, Site>> &lostInLoops() const {
    return LostInLoop;
  }

  /// Whether a finding about a capture cannot be relied on, which does not hold
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
