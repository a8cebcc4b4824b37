//===- CaptureObserver.h - Watches captures while they run ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Is told what happens to captures while roots are run. It may keep what it
/// wants in State::Recorded, and changes nothing else of the analysis.
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
  /// A root begins with the state \p Entry, in which its caller may capture.
  virtual void enterRoot(const AnalysisParts &In, State &Entry) = 0;
  /// It has been run. \p Finished: to its end; it was not too large.
  virtual void leaveRoot(const AnalysisParts &In, bool Finished) = 0;
  /// An API call is about to take effect on \p S.
  virtual void calling(State &S) = 0;
  /// It has.
  virtual void called(const AnalysisParts &In, const ApiCall &Call,
                      State &S) = 0;
  /// An unknown callee is given the values \p Given at \p At.
  virtual void unseen(const AnalysisParts &In, const Site &At,
                      llvm::ArrayRef<Value> Given, State &S) = 0;
  /// \p From becomes one state with \p Into. \p Join: although rules can tell
  /// them apart.
  /// \returns whether \p Into was changed.
  virtual bool merge(State &Into, const State &From, bool Join) = 0;
  /// A round of a loop ends, in a block behind \p Head.
  virtual void endRound(const AnalysisParts &In, Context Ctx, unsigned Head,
                        State &S) = 0;
  /// At the end of \p Block it is decided what \p Asked is.
  virtual void decided(const AnalysisParts &In, const ControlDependence &C,
                       unsigned Block, const Value &Asked, State &S) = 0;

protected:
  ~CaptureObserver() = default;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_GRAPH_CAPTUREOBSERVER_H
