//===- RootRun.h - The root that is run -------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_ROOTRUN_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_ROOTRUN_H

#include "../State.h"

namespace cuda_capture::analysis {

/// What is run now.
struct RootRun {
  /// A return of the root, and the state there.
  struct Exit {
    const ir::Terminator *Return;
    State S;
  };
  Context RootContext = 0;
  /// The root that is being run, and those that were, by the contexts of their
  /// outermost frames. Functions that the driver runs have such frames, too.
  const ir::Function *CurrentRoot = nullptr;
  /// Returns of the root that is being run.
  std::vector<Exit> RootExits;
  unsigned Steps = 0;
  bool GaveUp = false;
  struct {
    unsigned CallDepth, Disjuncts, Alike, Steps;
  } Limits = {};
  /// What runs now is only possible.
  unsigned Guessing = 0;
  /// Counts what must happen at each call for itself.
  unsigned Unrepeatable = 0;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_ROOTRUN_H
