//===- Measurement.h - What a driver was observed to do ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Measurements: what a driver on a device returned for calls that were made
/// while a stream was being captured. They are evidence for rows; the checks do
/// not use them. docs/knowledge-base.md describes the files.
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

/// The mode that the capture was begun in; None if there was no capture.
enum class MeasuredMode { None, Global, ThreadLocal, Relaxed };

/// The stream that the capture was begun on.
enum class MeasuredOrigin { Blocking, NonBlocking, PerThread };

/// The state of the stream or event that was passed to the call.
enum class MeasuredState {
  /// The call was passed neither. If it may nevertheless take a stream, it was
  /// the origin stream.
  None,
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

/// Returns the spelling of the values in the files of measurements.
llvm::StringRef measuredName(MeasuredMode M);
llvm::StringRef measuredName(MeasuredOrigin O);
llvm::StringRef measuredName(MeasuredState S);

/// The device and software of a measurement.
struct MeasuredDevice {
  std::string Name, Capability, Driver;
  unsigned DriverApi = 0, Runtime = 0; ///< 13000: CUDA 13.0.
};

/// A return code and its name.
struct MeasuredCode {
  int Number = 0;
  std::string Name;
};

/// One call, made once, in a process of its own. A member without a value was
/// not reached.
struct MeasuredCase {
  std::string Id;  ///< API[:VARIANT]/MODE/ORIGIN/THREAD/STATE.
  std::string Api; ///< A function, or the construct "launch".
  std::string Variant;
  MeasuredMode Mode = MeasuredMode::None;
  MeasuredOrigin Origin = MeasuredOrigin::NonBlocking;
  bool OtherThread = false; ///< A thread other than the capturing one called.
  MeasuredState State = MeasuredState::None;
  std::string Call; ///< Source text of the call.
  /// "ok" (the process came to its end), "timeout", "signal NAME", "exit N",
  /// "garbled" (its output is not that of a probe), or "setup" (the case could
  /// not be set up).
  std::string Outcome;
  /// For outcomes other than "ok": what the process was about to do, and what
  /// went wrong.
  std::string Phase, Reason;
  /// The return codes of the begin of the capture, the call, and the end of the
  /// capture.
  std::optional<int> Begin, Code, End;
  std::string CodeName;
  /// The status of the capture after the call: "none", "active" or
  /// "invalidated", or "error-N" if the status could not be queried.
  std::string Status;
  std::vector<std::string> Nodes; ///< Kinds of the nodes of the graph.
  /// The return codes of the set-up inside the capture, of undoing it, of
  /// waiting for all work that was not captured, of asking whether that work
  /// was done, and of the instantiation and the launch of the graph.
  std::optional<int> Enter, Leave, Drain, Unreadable, Instantiate, Launch;
  /// Whether the work of the call was done before, and after, the launch.
  std::optional<bool> Before, After;
  /// The steps of a case that consists of several calls, and the other facts
  /// learnt, by name.
  std::vector<std::pair<std::string, MeasuredCode>> Steps;
  std::vector<std::pair<std::string, std::string>> Facts;
};

/// One file of measurements.
struct Measurement {
  std::string File;
  MeasuredDevice Device;
  bool Complete = false;             ///< Every case was run.
  std::vector<std::string> Programs; ///< The probes.
  /// Probes that could not be built, and why.
  std::vector<std::pair<std::string, std::string>> Absent;
  std::deque<MeasuredCase> Cases;
};

/// Reads files or folders that hold measurements and nothing else. It reports
/// errors as KnowledgeBase::load() does.
llvm::Expected<std::deque<Measurement>>
loadMeasurements(llvm::ArrayRef<std::string> Paths);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_MEASUREMENT_H
