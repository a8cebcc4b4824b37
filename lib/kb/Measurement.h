//===- Measurement.h - What a driver was seen to do -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measurements: what a driver on a device returned for calls that were made
/// while a stream was being captured. They are evidence for rows, and nothing
/// that the checks look at. docs/knowledge-base.md describes the files.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_MEASUREMENT_H
#define CUDA_CAPTURE_KB_MEASUREMENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cuda_capture {

/// Mode that the capture was begun in; None: there was no capture.
enum class MeasuredMode { None, Global, ThreadLocal, Relaxed };

/// Stream that the capture was begun on.
enum class MeasuredOrigin { Blocking, NonBlocking, PerThread };

/// State of the stream or event that the call was given.
enum class MeasuredState {
  None, ///< Given neither; a stream that it may take all the same: the origin.
  // Streams.
  Origin,
  Forked, ///< Joined the capture through an event.
  Blocking,
  NonBlocking,
  Legacy,
  PerThread,
  // Events.
  Never,    ///< Not recorded.
  Complete, ///< Recorded before the capture; done.
  Pending,  ///< Recorded before the capture; not done.
  Captured, ///< Recorded in the capture.
  External, ///< Recorded in the capture as an external event.
};

/// How the files of measurements spell them.
llvm::StringRef measuredName(MeasuredMode M);
llvm::StringRef measuredName(MeasuredOrigin O);
llvm::StringRef measuredName(MeasuredState S);

/// Device and software of a measurement.
struct MeasuredDevice {
  std::string Name, Capability, Driver;
  unsigned DriverApi = 0, Runtime = 0; ///< 13000: CUDA 13.0.
};

/// A return code and its name.
struct MeasuredCode {
  int Number = 0;
  std::string Name;
};

/// One call, made once, in a process of its own. What is absent was not
/// reached.
struct MeasuredCase {
  std::string Id;  ///< API[:VARIANT]/MODE/ORIGIN/THREAD/STATE.
  std::string Api; ///< A function, or the construct "launch".
  std::string Variant;
  MeasuredMode Mode = MeasuredMode::None;
  MeasuredOrigin Origin = MeasuredOrigin::NonBlocking;
  bool OtherThread = false; ///< Another thread than the capturing one called.
  MeasuredState State = MeasuredState::None;
  std::string Call; ///< Source text of the call.
  /// "ok" (the process came to its end), "timeout", "signal NAME", "exit N",
  /// "garbled" (it said what no probe says), or "setup": the case could not be
  /// set up.
  std::string Outcome;
  /// Of other outcomes: what it was about to do, and what went wrong.
  std::string Phase, Reason;
  /// What begin and end of the capture and the call returned.
  std::optional<int> Begin, Code, End;
  std::string CodeName;
  /// Of the capture after the call: "none", "active" or "invalidated";
  /// "error-N" if it could not be asked.
  std::string Status;
  std::vector<std::string> Nodes; ///< Kinds of the nodes of the graph.
  /// What was returned by the set-up inside the capture, undoing it, waiting
  /// for all work that was not captured, asking whether that was done, and by
  /// instantiation and launch of the graph.
  std::optional<int> Enter, Leave, Drain, Unreadable, Instantiate, Launch;
  /// Whether the work of the call was done before, and after, the launch.
  std::optional<bool> Before, After;
  /// Steps of a call that is several, and what else was learnt; by name.
  std::vector<std::pair<std::string, MeasuredCode>> Steps;
  std::vector<std::pair<std::string, std::string>> Facts;
};

/// One file.
struct Measurement {
  std::string File;
  MeasuredDevice Device;
  bool Complete = false;             ///< Every case was run.
  std::vector<std::string> Programs; ///< The probes.
  /// Probes that could not be built, and why.
  std::vector<std::pair<std::string, std::string>> Absent;
  std::deque<MeasuredCase> Cases;
};

/// Reads measurements (files or folders), and nothing else. Errors are those of
/// KnowledgeBase::load().
llvm::Expected<std::deque<Measurement>>
loadMeasurements(llvm::ArrayRef<std::string> Paths);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_MEASUREMENT_H
