//===- RootRun.h - The run of a root ----------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_ROOTRUN_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_ROOTRUN_H

#include "../Deadline.h"
#include "../State.h"
#include "Budget.h"
#include "llvm/ADT/DenseSet.h"

namespace cuda_capture::analysis {

/// The run of the current root.
struct RootRun {
  /// A return of the root, and the state at that return.
  struct Exit {
    const ir::Terminator *Return;
    State S;
  };
  Context RootContext = 0;
  /// The root that is being run, and those that were, by the contexts of their
  /// outermost frames. Functions that the driver runs have such frames, too.
  const ir::Function *CurrentRoot = nullptr;
  /// The returns of the root that is being run.
  std::vector<Exit> RootExits;
  Budget Steps;
  /// A function did not come to a fixpoint in many times its share of steps, or
  /// in the time that the analysis has.
  bool GaveUp = false;
  /// The time at which the run is given up.
  Deadline Until;
  /// The depth to which calls are followed.
  unsigned CallDepth = 0;
  /// Whether functions that an indirect call may call are run, too.
  bool FollowsGuesses = false;
  /// The number of possible calls, which may not happen, that are being run
  /// now.
  unsigned Guessing = 0;
  /// Whether the run rests on an assumption, so that what it finds is only
  /// possible.
  bool OnAssumption = false;
  /// The number of one-sided functions (CapturingFunctions::isOneSided) among
  /// those that an indirect call may call; the largest of the run.
  unsigned OneSidedCallees = 0;
  /// Whether each such call is assumed to call the one-sided function, if there
  /// is one only.
  bool AssumesOneSided = false;
  /// The calls, and the callees, that were guessed within the outermost guess.
  llvm::DenseSet<std::pair<const ir::Instruction *, const ir::Function *>>
      Guessed;
  /// Counts the effects that must happen anew at each call.
  unsigned Unrepeatable = 0;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_ROOTRUN_H
