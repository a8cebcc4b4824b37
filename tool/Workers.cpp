//===- Workers.cpp - Parallel processes -----------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"
#include "../lib/compdb/OwnFiles.h"
#include "Scratch.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <thread>

using Clock = std::chrono::steady_clock;

//===--- Progress ---------------------------------------------------------===//

Progress::Progress(std::string What, size_t Total, bool Quiet)
    : What(std::move(What)), Total(Total), Quiet(Quiet),
      Terminal(llvm::sys::Process::StandardErrIsDisplayed()),
      Begin(Clock::now()) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (Shown)
    llvm::errs() << "\r\033[K";
  Shown = false;
}

void Progress::note(const llvm::Twine &Line) {
  if (!Quiet && !Terminal)
    llvm::errs() << Line << '\n';
}

void Progress::done(llvm::StringRef Title) {
  ++Done;
  if (Quiet)
    return;
  if (!Terminal) {
    // Print about ten lines.
    if (Done < Next && Done != Total)
      return;
    Next = Done + std::max<size_t>(Total / 10, 1);
    llvm::errs() << llvm::formatv("{0}: {1} of {2}\n", What, Done, Total);
    return;
  }
  const auto Passed = std::chrono::duration<double>(Clock::now() - Begin);
  const unsigned Left = Passed.count() / Done * (Total - Done) + 0.5;
  unsigned Columns = llvm::sys::Process::StandardErrColumns();
  std::string Line = llvm::formatv(
      "[{0}/{1}] {2}, {3} left: {4}", Done, Total, What,
      Left < 60 ? llvm::formatv("{0} s", Left).str()
                : llvm::formatv("{0} min", (Left + 30) / 60).str(),
      llvm::sys::path::filename(Title));
  if (Columns && Line.size() >= Columns)
    Line.resize(Columns - 1);
  llvm::errs() << "\r\033[K" << Line;
  Shown = true;
}

//===--- Processes --------------------------------------------------------===//

namespace {
struct Running {
  size_t Index;
  llvm::sys::ProcessInfo Process;
  Clock::time_point Begin;
  bool Killed = false;
};
} // namespace

std::string programPath() { return cuda_capture::compdb::thisProgram(); }

static JobOutcome outcomeOf(const Running &R, int Code, std::string Problem,
                            unsigned Seconds) {
  JobOutcome O;
  O.Code = Code;
  if (R.Killed) {
    O.E = JobOutcome::TimedOut;
    O.Problem = llvm::formatv("took longer than {0} s", Seconds);
  } else if (Code < 0) {
    O.E = Code == -1 ? JobOutcome::NotStarted : JobOutcome::Crashed;
    O.Problem = Problem.empty() ? "its process died" : std::move(Problem);
  }
  return O;
}

void runJobs(const std::vector<Job> &Jobs, unsigned Count, unsigned Seconds,
             llvm::function_ref<void(size_t, const JobOutcome &)> OnEnd) {
  const std::string Program = programPath(), Parent = parentOption();
  std::vector<Running> Now;
  size_t Next = 0;
  while (Next < Jobs.size() || !Now.empty()) {
    while (Next < Jobs.size() && Now.size() < std::max(Count, 1U)) {
      std::vector<llvm::StringRef> Args{Program};
      for (const std::string &A : Jobs[Next].Arguments)
        Args.push_back(A);
      Args.push_back(Parent);
      const std::optional<llvm::StringRef> Streams[] = {"", Jobs[Next].Log,
                                                        Jobs[Next].Log};
      std::string Problem;
      bool Failed = false;
      llvm::sys::ProcessInfo P = llvm::sys::ExecuteNoWait(
          Program, Args, std::nullopt, Streams, 0, &Problem, &Failed);
      if (Failed) {
        JobOutcome O;
        O.E = JobOutcome::NotStarted;
        O.Problem = std::move(Problem);
        OnEnd(Next, O);
      } else {
        Now.push_back({Next, P, Clock::now()});
      }
      ++Next;
    }
    bool Any = false;
    for (auto It = Now.begin(); It != Now.end();) {
      std::string Problem;
      llvm::sys::ProcessInfo Ended =
          llvm::sys::Wait(It->Process, /*SecondsToWait=*/0, &Problem);
      if (!Ended.Pid) {
        if (Seconds && !It->Killed &&
            Clock::now() - It->Begin > std::chrono::seconds(Seconds)) {
          It->Killed = true;
          ::kill(It->Process.Pid, SIGKILL);
        }
        ++It;
        continue;
      }
      Any = true;
      OnEnd(It->Index, outcomeOf(*It, Ended.ReturnCode, Problem, Seconds));
      It = Now.erase(It);
    }
    if (!Any && !Now.empty())
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}
