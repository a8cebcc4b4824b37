//===- Prediction.cpp - What rows predict of measured calls ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prediction.h"

using namespace cuda_capture;

std::optional<bool> cuda_capture::onCapturingStream(const MeasuredCase &Case) {
  // cudaStreamPerThread denotes a different stream in each thread.
  bool PerThread = Case.Origin == MeasuredOrigin::PerThread;
  switch (Case.State) {
  case MeasuredState::Blocking:
  case MeasuredState::NonBlocking:
  case MeasuredState::Legacy:
    return false;
  case MeasuredState::PerThread:
    return PerThread && !Case.OtherThread;
  case MeasuredState::Forked:
    return true;
  default:
    if (PerThread && Case.OtherThread)
      return std::nullopt;
    return true;
  }
}

/// Whether the work that a call of class Conflicts waits for is part of the
/// capture.
static std::optional<bool> waitsForCapture(const ApiRow &Row,
                                           const MeasuredCase &Case) {
  switch (Row.Waits) {
  case WaitScope::None:
    break;
  case WaitScope::Device:
    return true;
  case WaitScope::Stream:
    // If the call was not measured with each kind of stream, its stream may be
    // one that takes no part in the capture.
    if (Case.State == MeasuredState::None || isEvent(Case.State))
      break;
    return onCapturingStream(Case);
  case WaitScope::Event:
    return Case.State == MeasuredState::Captured;
  }
  return std::nullopt;
}

static Prediction rejected(const ApiRow &Row, unsigned Error) {
  return {Prediction::Rejected, Error, Row.Invalidates};
}

static const Prediction Allowed = {Prediction::Allowed, 0, Verdict::Ok};

/// Returns the prediction of \p Class itself. \p IsRows is true if that is the
/// class of the row, and false if it is the row's other class.
static Prediction predictClass(const ApiRow &Row, ApiClass Class, bool IsRows,
                               const MeasuredCase &Case) {
  if (IsRows && !Case.OtherThread && Case.Mode != MeasuredMode::None)
    if (std::optional<Verdict> V = Row.ModeOverride[unsigned(Case.Mode) - 1]) {
      switch (*V) {
      case Verdict::Ok:
        return Allowed;
      case Verdict::Error:
        return rejected(Row, Row.Error);
      case Verdict::Unknown:
        return {};
      }
    }
  switch (Class) {
  case ApiClass::Neutral:
    return Allowed;
  case ApiClass::Captured:
    if (onCapturingStream(Case) != true)
      return {};
    // A call in a capture cannot wait for every event.
    if (isEvent(Case.State) && Row.Eff != Effect::RecordEvent &&
        !(Row.Eff == Effect::WaitEvent &&
          Case.State == MeasuredState::Captured))
      return {};
    return {Prediction::Allowed, 0, Verdict::Ok, Row.Eff == Effect::None};
  case ApiClass::Unsafe:
    if (Case.Mode == MeasuredMode::Global ||
        (Case.Mode == MeasuredMode::ThreadLocal && !Case.OtherThread))
      return rejected(Row, ErrorStreamCaptureUnsupported);
    return Allowed;
  case ApiClass::LegacyImplicit:
    // In this code, stream 0 may be the per-thread default stream.
    if (Case.State == MeasuredState::PerThread ||
        Case.State == MeasuredState::Origin)
      return {};
    if (Case.Origin == MeasuredOrigin::Blocking)
      return rejected(Row, ErrorStreamCaptureImplicit);
    return {};
  case ApiClass::Conflicts:
  case ApiClass::Unsupported:
    return rejected(Row, Row.Error);
  case ApiClass::Control:
  case ApiClass::Unknown:
    break;
  }
  return {};
}

Prediction cuda_capture::predict(const ApiRow &Row, const MeasuredCase &Case) {
  // A measurement does not say which version of CUDA its driver is of.
  if (Case.Mode == MeasuredMode::None || Row.decidingDriver())
    return {};
  bool NamesStream = Row.Class == ApiClass::Captured ||
                     Row.Class == ApiClass::Conflicts ||
                     Row.Class == ApiClass::Unsupported;
  if (NamesStream && Case.State == MeasuredState::Legacy &&
      Row.Waits != WaitScope::Device && Case.Origin == MeasuredOrigin::Blocking)
    return rejected(Row, ErrorStreamCaptureImplicit);

  std::optional<bool> Applies = true;
  if (Row.Class == ApiClass::Conflicts)
    Applies = waitsForCapture(Row, Case);
  else if (Row.Class == ApiClass::Unsupported)
    Applies = onCapturingStream(Case);
  if (!Applies)
    return {};
  return predictClass(Row, *Applies ? Row.Class : Row.Otherwise, *Applies,
                      Case);
}
