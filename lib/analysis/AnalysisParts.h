//===- AnalysisParts.h - The classes that analyse a program -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ANALYSISPARTS_H
#define CUDA_CAPTURE_ANALYSIS_ANALYSISPARTS_H

#include "Analysis.h"
#include "Values.h"

namespace cuda_capture::analysis {

class ApiTransfer;
class CallTree;
class CaptureRecords;
class CapturingFunctions;
class CoverageLog;
class DanglingMemory;
class EarlierCaptures;
class Engine;
class Evaluator;
class ExitChecks;
class FindingSet;
class FirstUses;
class FunctionPlans;
class GraphAllocations;
class GraphMemory;
class HostCode;
class HostCounters;
class KeptArguments;
class KeptEvents;
class KeptMemory;
class LeakedGraphs;
class Naming;
class RaceChecks;
class ResolvedCalls;
class Retraction;
class SoleStream;
class ThreadRuns;
class WarmUps;
class UnknownCalls;
struct RootEvidence;
struct RootRun;
class Slice;

/// The classes that analyse the roots of a program, and the data that they
/// share. Each class keeps a copy of this list of references.
struct AnalysisParts {
  FunctionLookup Find;
  const Slice &What;
  /// Stream 0 is the per-thread default stream in the whole program.
  bool PerThread;
  const KnowledgeBase &KB;
  /// The rows of the functions that instructions call.
  const ResolvedCalls &Calls;
  const Options &Opts;
  /// Symbols and locations.
  Universe &U;
  RootRun &Run;
  RootEvidence &Evidence;
  CallTree &Frames;
  FunctionPlans &Plans;
  CapturingFunctions &Capturing;
  const CaptureRecords &Records;
  CoverageLog &Gaps;
  FindingSet &Reports;
  Naming &Names;
  Retraction &Retract;
  Evaluator &Eval;
  UnknownCalls &Unknowns;
  ApiTransfer &Apis;
  FirstUses &Firsts;
  EarlierCaptures &Earlier;
  SoleStream &Sole;
  GraphMemory &MemoryOfGraphs;
  HostCode &Host;
  HostCounters &Counters;
  KeptEvents &Kept;
  KeptMemory &KeptForGraphs;
  KeptArguments &KeptCallArguments;
  WarmUps &WarmUpPaths;
  ThreadRuns &Threads;
  RaceChecks &Races;
  ExitChecks &Exits;
  DanglingMemory &Dangling;
  GraphAllocations &Allocations;
  LeakedGraphs &Leaks;
  Engine &FixpointEngine;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ANALYSISPARTS_H
