//===- Prediction.h - What rows say of measured calls -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the rows of the knowledge base say a driver does with one call.
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

/// Whether the call's stream is part of the capture; nullopt: unknown. A call
/// that is given an event, or nothing in particular, has the origin.
std::optional<bool> onCapturingStream(const MeasuredCase &Case);

/// What a row says about one case.
struct Prediction {
  enum Kind {
    Unknown, ///< Nothing.
    Allowed,
    Rejected,
  };
  Kind Outcome = Unknown;
  /// Error number of a rejected call, 0 if the row does not say.
  unsigned Error = 0;
  /// Whether the call invalidates the capture: Error yes, Ok no.
  Verdict Invalidates = Verdict::Unknown;
  /// The work becomes a node of the graph, and is not done at once.
  bool IsNode = false;
};

/// What \p Row says about \p Case, from the class, its modes and error:
///
/// - A mode that the row has a verdict for: that, for a call in the capturing
///   thread, wherever the class would apply.
/// - \c Neutral: allowed.
/// - \c Captured: allowed on a stream of the capture; 906 on the legacy stream
///   while a blocking stream captures. What other streams and events do is not
///   said, but an event of the capture may be waited for and any be recorded.
/// - \c Unsafe: 900 in a Global capture from every thread, in a ThreadLocal one
///   from the capturing thread; allowed otherwise.
/// - \c Conflicts: rejected in every mode from every thread if what it waits
///   for is part of the capture; a device always is. Otherwise as a row of its
///   other class.
/// - \c LegacyImplicit: 906 while a blocking stream captures.
/// - \c Unsupported: rejected on a stream of the capture, allowed elsewhere.
/// - \c Control, \c Unknown, and everything without a capture: nothing.
///
/// Whoever names the legacy stream to wait for it, or for what is unsupported,
/// gets 906, too, while a blocking stream captures. An allowed call leaves the
/// capture as it was.
Prediction predict(const ApiRow &Row, const MeasuredCase &Case);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_PREDICTION_H
