//===- ThreadRuns.h - Threads that the program starts -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_THREADRUNS_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_THREADRUNS_H

#include "../AnalysisParts.h"
#include "../Rules.h"
#include "../State.h"
#include <set>

namespace cuda_capture::analysis {

/// Runs what a thread runs where it is started.
class ThreadRuns : AnalysisParts {
public:
  explicit ThreadRuns(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  void spawn(Context Ctx, const ir::Instruction &I, const ir::Function *Callee,
             States &Current);
  void join(Context Ctx, const Value &Thread, State &S);
  void awaitJoin(Context Thread, const Site &Begin, unsigned Found, State &S);
  void settleAwaiting(const Capture &Ending, Context Thread, State &S);
  /// Whether a finding in \p Thread holds however the threads that run are
  /// scheduled. It also depends on \p Awaited, if that is set, being joined
  /// while the capture runs.
  bool isOrdered(const State &S, Context Thread, const Capture *Running,
                 const Reporter::Details &More,
                 std::optional<Context> &Awaited) const;

private:
  void afterSpawn(State &S, const States &Exits);
  /// What a thread that is being run has found so far, on whatever path: not
  /// all of them lead to its end. See State::Awaiting.
  std::set<std::tuple<Context, Site, unsigned>> FoundInThread;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_THREADRUNS_H
