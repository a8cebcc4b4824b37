//===- CaptureObserver.h - Watches captures while they run ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The interface of an observer that is told what happens to captures while
/// roots are run. It may keep its records in State::Recorded, and changes
/// nothing else in the analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_GRAPH_CAPTUREOBSERVER_H
#define CUDA_CAPTURE_ANALYSIS_GRAPH_CAPTUREOBSERVER_H

#include "../Rules.h"
#include "../State.h"

namespace cuda_capture::analysis {

struct AnalysisParts;

class CaptureObserver {
public:
  /// Called when a root begins with the state \p Entry, in which its caller may
  /// capture.
  virtual void enterRoot(const AnalysisParts &In, State &Entry) = 0;
  /// Called when the root has been run. \p Finished says that it was run to its
  /// end and was not too large.
  virtual void leaveRoot(const AnalysisParts &In, bool Finished) = 0;
  /// Called when an API call is about to take effect on \p S.
  virtual void calling(State &S) = 0;
  /// Called when the API call has taken effect.
  virtual void called(const AnalysisParts &In, const ApiCall &Call,
                      State &S) = 0;
  /// Called when an unknown callee is given the values \p Given at \p At.
  virtual void unseen(const AnalysisParts &In, const Site &At,
                      llvm::ArrayRef<Value> Given, State &S) = 0;
  /// Called when \p From is merged into \p Into. \p Join says that this happens
  /// although rules can tell the two apart. \returns whether \p Into was
  /// changed.
  virtual bool merge(State &Into, const State &From, bool Join) = 0;
  /// Called when a round of a loop ends, in a block behind \p Head.
  virtual void endRound(const AnalysisParts &In, Context Ctx, unsigned Head,
                        State &S) = 0;
  /// Called when the value of \p Asked is decided at the end of \p Block.
  virtual void decided(const AnalysisParts &In, const ControlDependence &C,
                       unsigned Block, const Value &Asked, State &S) = 0;

protected:
  ~CaptureObserver() = default;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_GRAPH_CAPTUREOBSERVER_H
