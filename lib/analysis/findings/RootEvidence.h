//===- RootEvidence.h - Evidence from all paths of all roots ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_ROOTEVIDENCE_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_ROOTEVIDENCE_H

#include "JoinsInLoops.h"
#include "RawFinding.h"
#include "WaysToLoops.h"
#include <map>
#include <set>
#include <string>

namespace cuda_capture::analysis {

/// The evidence on the paths of all roots that takes findings back.
struct RootEvidence {
  /// The uses that the roots make of executable graphs.
  struct GraphUse {
    std::optional<Site> Launch;
    bool LaunchedAgain = false;
    bool Replaced = false;
    bool Updated = false;
  };
  /// The calls, and their arguments, that some path gives a handle to.
  std::set<std::pair<Site, unsigned>> GivenHandle;
  /// The begins that some path reaches with a stream other than the legacy
  /// stream.
  std::set<Site> BegunOnOther;
  /// The roots in which a capture goes on with a graph, by their outermost
  /// frames, and the call that has made this graph; null if it is not known
  /// which graph that is.
  std::set<std::pair<Context, const void *>> Resumed;
  JoinsInLoops InLoops;
  /// The calls that make a stream wait for an event which the path has never
  /// recorded, each with the begin of a capture that runs; and those that wait
  /// for one which is recorded on some path, or may be.
  std::set<std::pair<Site, Site>> WaitedInVain;
  std::set<Site> WaitedForRecord;
  /// The roots in which a handle was written through a pointer that cannot be
  /// followed.
  std::set<Context> WritesAnywhere;
  /// The streams that the host, or an event, waits for while a capture runs
  /// that they take no part in.
  std::set<Value> WaitedFor;
  /// The functions that a thread was started with.
  std::set<const ir::Function *> ThreadFunctions;
  /// The captures, by their begin, that still run where a round of a loop ends,
  /// and those that end in a loop: they are begun in one round and ended in
  /// another.
  std::set<Site> OutlivesRound, EndsInLoop, EndsUnderCondition;
  /// The calls of unknown callees that some path passed between the begin of a
  /// capture and its end, each with that begin. They do not end the capture.
  std::set<std::pair<Site, Site>> KeepsCapture;
  /// The calls of unknown callees that get nothing but texts and numbers.
  std::set<Site> GivenNumbers;
  /// The captures that had ended where their stream began another one, and that
  /// states have forgotten, each with the begin of the next one.
  std::set<std::pair<Site, Site>> FollowedBy;
  /// The calls that end a capture on some path.
  std::set<Site> Ends;
  /// The calls that end, or may end, the capture of a begin on some path, each
  /// behind that begin.
  std::set<std::pair<Site, Site>> EndsOf;
  /// The variables from outside a root that hold the graphs that it launches,
  /// which an earlier call has made.
  std::set<std::pair<Context, LocationId>> LaunchesKept;
  /// The names of the executable graphs for which a call changes what they
  /// refer to, and whether this may be any graph.
  std::set<std::string> UpdatedGraphs;
  bool UpdatesAnyGraph = false;
  /// The reads of what a captured copy writes that some path makes behind a
  /// launch, each with the copy.
  std::set<std::pair<Site, Site>> ReadAfterLaunch;
  /// The captured copies to the host in graphs that a thread launches.
  std::set<Site> LaunchedInThread;
  /// The variables, and the pointers to allocations, that copies write which no
  /// capture certainly records.
  std::set<Value> FilledOutside;
  llvm::DenseMap<Context, GraphUse> GraphUses;
  /// The graphs that some path destroys, or leaves to other code.
  std::set<MadeGraph> Released;
  /// The roots in which a graph is destroyed of which it is not known which one
  /// it is.
  std::set<Context> DestroysAnyGraph;
  /// Whether some root captures into a graph that exists.
  bool CapturesIntoGraph = false;
  std::set<Site> BegunInLoop;
  /// The uses that the roots make of handles of some name.
  std::set<std::tuple<InterproceduralUse, std::string, const ir::Function *>>
      DoneIn;
  /// The names of the streams that a path makes wait for an event, each with
  /// where the path has recorded it.
  std::set<std::pair<std::string, Site>> ForkedBy;
  /// The begins of captures in roots that start threads, each with the symbol
  /// of a function that these run: whether a thread runs at the begin is known.
  std::set<std::pair<const ir::Instruction *, std::string>> BegunBesideStarted;
  /// The decisions about first uses that a loop of a root makes before any
  /// capture is begun, and under which conditions.
  std::map<std::pair<Context, const ir::Terminator *>, WaysToLoops> MadeInLoops;
  /// The same for decisions about variables, each with a symbol for what it
  /// depended on.
  std::map<std::pair<Context, const ir::Terminator *>,
           std::map<SymbolId, WaysToLoops>>
      VariablesMadeInLoops;
  /// The decisions about first uses that a root makes before any capture is
  /// begun, each with a symbol for what it depended on.
  std::map<std::pair<Context, const ir::Terminator *>,
           std::map<SymbolId, WaysBefore>>
      MadeBefore;
  /// The decisions about first uses that captures make, by their frames.
  std::map<std::pair<Context, const ir::Terminator *>, std::set<SymbolId>>
      FirstNeeded;
  /// The variables in which, or in parts of which, some path creates a handle.
  std::set<LocationId> CreatedIn;
  /// The roots with a path on which a statement is missing.
  std::set<Context> MissesStatement;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_ROOTEVIDENCE_H
