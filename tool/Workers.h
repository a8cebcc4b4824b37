//===- Workers.h - Parallel processes ---------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_WORKERS_H
#define CUDA_CAPTURE_TOOL_WORKERS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <chrono>
#include <string>
#include <vector>

/// A run of this program in a process of its own.
struct Job {
  /// The text that stands for the job in messages about progress.
  std::string Title;
  /// The arguments, without the name of the program.
  std::vector<std::string> Arguments;
  /// The file for the output of the process; if it is empty, the output is
  /// dropped.
  std::string Log = {};
};

/// The outcome of a job.
struct JobOutcome {
  enum End { Exited, Crashed, TimedOut, NotStarted } E = Exited;
  int Code = 0;        ///< The exit code, if it exited.
  std::string Problem; ///< What happened, if it did not exit.
};

/// Reports the progress of a run on the standard error output. On a terminal,
/// this is one line with the remaining time. Elsewhere, it is a few separate
/// lines.
class Progress {
public:
  Progress(std::string What, size_t Total, bool Quiet);
  ~Progress();
  /// Counts a job as done.
  void done(llvm::StringRef Title);
  /// Prints a line that stays. Prints nothing on a terminal, where no line
  /// stays.
  void note(const llvm::Twine &Line);

private:
  void clear();

  std::string What;
  size_t Total, Done = 0;
  const bool Quiet, Terminal;
  bool Shown = false;
  size_t Next = 0; ///< The count at which the next line is due.
  std::chrono::steady_clock::time_point Begin;
};

/// Returns the path of this program.
std::string programPath();

/// Runs \p Jobs, \p Count at a time, each for at most \p Seconds (0: no limit).
/// Calls \p OnEnd in this thread, in the order in which the jobs end.
void runJobs(const std::vector<Job> &Jobs, unsigned Count, unsigned Seconds,
             llvm::function_ref<void(size_t Index, const JobOutcome &)> OnEnd);

#endif // CUDA_CAPTURE_TOOL_WORKERS_H
