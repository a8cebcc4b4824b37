//===- Watch.cpp - A command that runs when files change ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each run is a process of its own, as if the user had started it: it has no
/// state of an earlier one, and a crash ends only itself. Files are looked at a
/// few times in a second. That works on all file systems, including those of
/// networks and containers, for which notifications of the system do not.
///
//===----------------------------------------------------------------------===//

#include "Watch.h"
#include "../lib/Counted.h"
#include "CompilerCommands.h"
#include "Workers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cstdlib>
#include <thread>

using namespace cuda_capture;
using namespace llvm;
namespace fs = llvm::sys::fs;

/// This variable of the environment marks the processes that watch() starts.
static constexpr const char *Mark = "CUDA_CAPTURE_WATCHED";

static ArrayRef<const char *> CommandLine;

void keepCommandLine(ArrayRef<const char *> Words) { CommandLine = Words; }

bool isWatched() { return std::getenv(Mark); }

namespace {
/// What is compared to see that a file has changed.
struct State {
  uint64_t Size = 0;
  sys::TimePoint<> Modified;
  fs::UniqueID Id = {};

  bool operator==(const State &O) const {
    return Size == O.Size && Modified == O.Modified && Id == O.Id;
  }
  bool operator!=(const State &O) const { return !(*this == O); }
};

/// The files that are watched.
class WatchedFiles {
public:
  /// Replaces the list of files. Those that were changed since \p Begin count
  /// as changed.
  void set(const std::vector<std::string> &Files, sys::TimePoint<> Begin) {
    StringMap<State> New;
    for (const std::string &File : Files) {
      auto It = States.find(File);
      State Now = stateOf(File);
      IsChanged |=
          It == States.end() ? Now.Modified >= Begin : Now != It->second;
      New[File] = Now;
    }
    States = std::move(New);
  }

  /// Returns whether a file has changed since the last call.
  bool takeChange() {
    for (auto &Entry : States) {
      State Now = stateOf(Entry.first());
      if (Now != Entry.second) {
        Entry.second = Now;
        IsChanged = true;
      }
    }
    return std::exchange(IsChanged, false);
  }

  size_t size() const { return States.size(); }

private:
  static State stateOf(StringRef File) {
    fs::file_status Status;
    if (fs::status(File, Status))
      return {};
    return {Status.getSize(), Status.getLastModificationTime(),
            Status.getUniqueID()};
  }

  StringMap<State> States;
  bool IsChanged = false;
};
} // namespace

ExitCode watch(function_ref<std::vector<std::string>()> Files) {
  using namespace std::chrono_literals;
  const std::string Program = programPath();
  std::vector<StringRef> Words;
  for (const char *Word : CommandLine)
    Words.push_back(Word);
  ::setenv(Mark, "1", /*overwrite=*/1);
  const bool IsTerminal = sys::Process::StandardOutIsDisplayed();
  WatchedFiles Watched;
  while (true) {
    if (IsTerminal)
      outs() << "\033[2J\033[H"; // Clears the screen.
    outs().flush();
    const sys::TimePoint<> Begin = std::chrono::system_clock::now();
    std::string Problem;
    bool NotStarted = false;
    const int Code = sys::ExecuteAndWait(Program, Words, std::nullopt, {}, 0, 0,
                                         &Problem, &NotStarted);
    if (NotStarted)
      return couldNotRun(Program + ": " + Problem);
    if (Code < 0)
      WithColor::error() << "the run ended early: " << Problem << '\n';
    Watched.set(Files(), Begin);
    errs() << "watching " << counted(Watched.size(), "file")
           << "; press Ctrl-C to end\n";
    while (!Watched.takeChange())
      std::this_thread::sleep_for(200ms);
    // Editors and version control change several files, or one several times.
    do
      std::this_thread::sleep_for(100ms);
    while (Watched.takeChange());
  }
}
