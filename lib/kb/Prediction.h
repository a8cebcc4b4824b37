//===- Prediction.h - What rows predict of measured calls -------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Predictions by the rows of the knowledge base of how a driver treats one
/// call.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_PREDICTION_H
#define CUDA_CAPTURE_KB_PREDICTION_H

#include "KnowledgeBase.h"

namespace cuda_capture {

/// Runtime error numbers that classes stand for (driver_types.h).
enum : int {
  ErrorNotReady = 600,
  ErrorStreamCaptureUnsupported = 900,
  ErrorStreamCaptureImplicit = 906,
};

/// Whether the call was given an event.
inline bool isEvent(MeasuredState S) { return S >= MeasuredState::Never; }

/// Whether the call's stream is part of the capture; nullopt if that is
/// unknown. The stream of a call that is passed an event, or neither a stream
/// nor an event, is the origin stream.
std::optional<bool> onCapturingStream(const MeasuredCase &Case);

/// The prediction of a row for one case. A row whose verdict depends on the
/// driver predicts nothing.
struct Prediction {
  enum Kind {
    /// The row does not predict an outcome.
    Unknown,
    Allowed,
    Rejected,
  };
  Kind Outcome = Unknown;
  /// The error number of a rejected call, or 0 if the row does not name one.
  unsigned Error = 0;
  /// Whether the call invalidates the capture: Error means that it does, Ok
  /// that it does not.
  Verdict Invalidates = Verdict::Unknown;
  /// The work becomes a node of the graph, and is not executed at once.
  bool IsNode = false;
};

/// Returns the prediction of \p Row for \p Case, from the row's class, modes
/// and error:
///
/// - A mode that the row has a verdict for: that verdict, for a call in the
///   capturing thread, wherever the class would apply.
/// - \c Neutral: allowed.
/// - \c Captured: allowed on a stream of the capture; 906 on the legacy stream
///   while a blocking stream captures. There is no prediction for other streams
///   and events, except that the call may wait for an event of the capture, and
///   may record any event.
/// - \c Unsafe: 900 in a Global capture from every thread, in a ThreadLocal one
///   from the capturing thread; allowed otherwise.
/// - \c Conflicts: rejected in every mode from every thread if the call waits
///   for something that is part of the capture, as a device always is.
///   Otherwise, the prediction is that of the row's other class.
/// - \c LegacyImplicit: 906 while a blocking stream captures.
/// - \c Unsupported: rejected on a stream of the capture, allowed elsewhere.
/// - \c Control, \c Unknown, and everything without a capture: nothing.
///
/// A call that names the legacy stream in order to wait for it, or for an
/// unsupported operation, also returns 906 while a blocking stream captures. An
/// allowed call leaves the capture as it was.
Prediction predict(const ApiRow &Row, const MeasuredCase &Case);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_PREDICTION_H
