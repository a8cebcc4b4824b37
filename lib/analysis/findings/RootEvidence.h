//===- RootEvidence.h - What the paths of all roots show --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_ROOTEVIDENCE_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_ROOTEVIDENCE_H

#include "JoinsInLoops.h"
#include "RawFinding.h"
#include <set>
#include <string>

namespace cuda_capture::analysis {

/// What the paths of all roots show that takes findings back.
struct RootEvidence {
  /// What the roots do with executable graphs.
  struct GraphUse {
    std::optional<Site> Launch;
    bool LaunchedAgain = false;
    bool Replaced = false;
    bool Updated = false;
  };
  /// Calls, and their arguments, that some path gives a handle to.
  std::set<std::pair<Site, unsigned>> GivenHandle;
  /// Begins that some path reaches with another stream than the legacy one.
  std::set<Site> BegunOnOther;
  JoinsInLoops InLoops;
  /// Roots in which a handle was written through a pointer that cannot be
  /// followed.
  std::set<Context> WritesAnywhere;
  /// Streams that the host, or an event, waits for while a capture runs that
  /// they take no part in.
  std::set<Value> WaitedFor;
  /// Captures, by their begin, that still run where a round of a loop ends, and
  /// those that end in a loop: begun in one round, ended in another.
  std::set<Site> OutlivesRound, EndsInLoop, EndsUnderCondition;
  /// Those that had ended where their stream began another one, which states
  /// have forgotten, and the begin of that.
  std::set<std::pair<Site, Site>> FollowedBy;
  /// Variables from outside of a root that hold what it launches: graphs that
  /// were made by an earlier call.
  std::set<std::pair<Context, LocationId>> LaunchesKept;
  /// Names of the executable graphs of which a call changes what they refer to,
  /// and whether it may be any.
  std::set<std::string> UpdatedGraphs;
  bool UpdatesAnyGraph = false;
  llvm::DenseMap<Context, GraphUse> GraphUses;
  std::set<Site> BegunInLoop;
  /// What the roots do with handles of some name.
  std::set<std::tuple<InterproceduralUse, std::string, const ir::Function *>>
      DoneIn;
  /// Roots on some path of which a statement is missing.
  std::set<Context> MissesStatement;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_ROOTEVIDENCE_H
