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

/// Runs the function of a thread at the place where the thread is started.
class ThreadRuns : AnalysisParts {
public:
  explicit ThreadRuns(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  void spawn(Context Ctx, const ir::Instruction &I, const ir::Function *Callee,
             States &Current);
  void join(Context Ctx, const Value &Thread, State &S);
  void awaitJoin(Context Thread, const Site &Begin, unsigned Found, State &S);
  void settleAwaiting(const Capture &Ending, Context Thread, State &S);
  /// Whether a finding in \p Thread holds regardless of how the running threads
  /// are scheduled. If \p Awaited is set, the finding also requires that
  /// \p Awaited is joined while the capture runs.
  bool isOrdered(const State &S, Context Thread, const Capture *Running,
                 const Reporter::Details &More,
                 std::optional<Context> &Awaited) const;

private:
  void afterSpawn(State &S, const States &Exits);
  /// The findings so far of the thread that is being run, on all its paths. Not
  /// all of these paths lead to its end. See State::Awaiting.
  std::set<std::tuple<Context, Site, unsigned>> FoundInThread;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_THREADRUNS_H
