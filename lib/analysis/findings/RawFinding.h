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

/// What another function of the program may do with a handle that is kept:
/// make the stream wait, record an event on it, or wait for the event.
enum class InterproceduralUse { Forks, Records, Waits };

/// What takes a finding back if some path, or another root, shows it.
struct Refutation {
  /// On any path, this stream joined or left the capture in a loop: whether a
  /// loop runs, and how often, is not known.
  std::optional<Value> InLoop;
  /// See Reporter::Details::UnlessJoined.
  std::optional<Value> Joined;
  /// The program changes what an executable graph of this name refers to;
  /// empty: of any name.
  std::optional<std::string> Updated;
  /// The host waits for this stream in a capture: then its work is meant to be
  /// done at once.
  std::optional<Value> WaitedFor;
  /// Another root does that with a handle of this name.
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
  std::optional<CaptureMode> Mode;
  std::vector<std::pair<Relation, Site>> Related;
  /// How a function is left, and the frame of that.
  const ir::Terminator *Exit = nullptr;
  Context ExitCtx = 0;
  std::vector<std::pair<const ir::Terminator *, bool>> ExitWhen;
  std::optional<unsigned> HandleArg;
  bool IsNull = false;
  std::vector<ControlDependence> ControlDependences;
  std::vector<ir::Place> StreamNames;
  /// On every path; see Finding.
  bool OnlyCapture = true;
  bool OnlyOrigin = true;
  /// Where a handle that was never created comes from.
  std::vector<LocationId> Variables;
  /// The memory that a graph refers to after it is gone.
  std::optional<Value> Memory;
  Refutation Unless;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_RAWFINDING_H
