//===- Workers.h - Processes side by side -----------------------*- C++ -*-===//
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
  /// What progress is reported of.
  std::string Title;
  /// Without the name of the program.
  std::vector<std::string> Arguments;
  /// Gets what the process prints; empty: that is dropped.
  std::string Log = {};
};

/// How it ended.
struct JobOutcome {
  enum End { Exited, Crashed, TimedOut, NotStarted } E = Exited;
  int Code = 0;        ///< If it exited.
  std::string Problem; ///< Unless it did: what happened.
};

/// Says on the error output how far a run is: on a terminal in one line, with
/// the time that is left; elsewhere in lines of their own, few enough to read.
class Progress {
public:
  Progress(std::string What, size_t Total, bool Quiet);
  ~Progress();
  void done(llvm::StringRef Title);
  /// Adds a line to what stays; on a terminal nothing stays.
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

/// The file of this program.
std::string programPath();

/// Runs \p Jobs, \p Count at a time, each for at most \p Seconds (0: as long as
/// it takes). \p OnEnd is called in this thread, in
/// the order in which they end.
void runJobs(const std::vector<Job> &Jobs, unsigned Count, unsigned Seconds,
             llvm::function_ref<void(size_t Index, const JobOutcome &)> OnEnd);

#endif // CUDA_CAPTURE_TOOL_WORKERS_H
