//===- RawFinding.h - A finding before it is resolved -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_RAWFINDING_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_RAWFINDING_H

#include "../Rules.h"
#include "../State.h"
#include "../engine/CallTree.h"

namespace cuda_capture::analysis {

/// The uses that another function of the program may make of a handle that is
/// kept: it may make the stream wait, record an event on it, or wait for the
/// event.
enum class InterproceduralUse { Forks, Records, Waits };

/// The evidence that takes a finding back if some path, or another root, shows
/// it.
struct Refutation {
  /// The finding is taken back if this stream joined or left the capture in a
  /// loop on any path. Whether a loop runs, and how often, is not known.
  std::optional<Value> InLoop;
  /// See Reporter::Details::UnlessJoined.
  std::optional<Value> Joined;
  /// The finding is taken back if the program changes what an executable graph
  /// of this name refers to. The empty string stands for any name.
  std::optional<std::string> Updated;
  /// The finding is taken back if the host waits for this stream in a capture:
  /// then the work of the stream is meant to be done at once.
  std::optional<Value> WaitedFor;
  /// The finding is taken back if the same call ends a capture on some path.
  bool EndsCapture = false;
  /// The finding is taken back if some root captures into a graph that exists.
  bool IntoGraph = false;
  /// The finding is taken back if nothing uses what the call makes.
  bool Unused = false;
  /// The finding is taken back if another root starts the thread Beside, which
  /// is then known, and begins the same capture: there it is known whether the
  /// two meet.
  bool StartedInOtherRoot = false;
  /// The finding is taken back if the root is the function of a thread: an
  /// exception that leaves it ends the program.
  bool ThreadFunction = false;
  /// The finding is taken back if another root makes such a use of a handle of
  /// this name.
  std::vector<std::pair<InterproceduralUse, std::string>> ByOtherRoot;
};

/// A finding before paths are resolved to functions and duplicates are merged.
struct RawFinding {
  Rule R = Rule::UnsafeCall;
  DiagnosticKind Kind = DiagnosticKind::Rejected;
  Site At;
  const ApiRow *Row = nullptr;
  Family Fam = Family::Runtime;
  ir::Name Callee;
  unsigned Error = 0;
  std::optional<Site> Begin;
  /// Begin is the end of the capture; see Capture::ShownByEnd.
  bool ShownByEnd = false;
  std::optional<CaptureMode> Mode;
  /// The frame that chooses the mode of the capture, if another one begins it.
  std::optional<Context> ModeFrom;
  std::vector<std::pair<Relation, Site>> Related;
  /// The way in which a function is left, and the frame of that exit.
  const ir::Terminator *Exit = nullptr;
  Context ExitCtx = 0;
  std::vector<std::pair<const ir::Terminator *, bool>> ExitWhen;
  std::optional<unsigned> HandleArg;
  bool IsNull = false;
  /// The conditions of the first path to the call, and those among them that
  /// all paths have, which the finding shows.
  std::vector<ControlDependence> ControlDependences, OnEveryPath;
  std::vector<ir::Place> StreamNames;
  unsigned ContractArg = 0;
  /// See Finding.
  std::optional<ir::ThreadWork> Beside;
  /// Whether a record of captures decides, on every path, whether the call is
  /// made. The finding then counts only if it is certain.
  bool IsToldByRecord = false;
  /// These hold on every path; see Finding.
  bool OnlyCapture = true;
  bool OnlyOrigin = true;
  /// The locations that a handle that was never created comes from.
  std::vector<LocationId> Variables;
  /// The memory that a graph refers to after it is gone.
  std::optional<Value> Memory;
  Refutation Unless;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_RAWFINDING_H
