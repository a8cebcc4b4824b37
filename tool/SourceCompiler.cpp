//===- SourceCompiler.cpp - Compilation of sources to objects -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceCompiler.h"
#include "../lib/Counted.h"
#include "../lib/report/ResultsJson.h"
#include "SharedPreambles.h"
#include "Workers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
using llvm::StringRef;

using SystemClock = std::chrono::system_clock;

/// Reads the words of the sources of tasks.
void SourceCompiler::scan(llvm::ArrayRef<size_t> Of) {
  std::vector<DemandedSource> Sources;
  for (size_t I : Of) {
    ScannedAs[I] = Sources.size();
    Sources.push_back({&Tasks[I].Command, Tasks[I].Unit.File, Tasks[I].Set});
  }
  Scanned = std::make_unique<ScannedSources>(std::move(Sources));
}

void SourceCompiler::skip() {
  std::vector<size_t> Of;
  std::string All = "demand";
  for (size_t I = 0; I < Tasks.size(); ++I)
    if (Task &T = Tasks[I]; !T.Key.empty()) {
      Of.push_back(I);
      All += '\n' + T.Key;
    }
  const std::string Key = Cache::digest(All);
  std::optional<std::string> Known = Files.text(Key);
  // The text has a character for each source, a line end, and then the notices.
  if (!Known || Known->find('\n') != Of.size()) {
    const SystemClock::time_point Begin = SystemClock::now();
    scan(Of);
    Demand D = Scanned->demand();
    Known.emplace();
    for (bool Needed : D.Needed)
      *Known += Needed ? '+' : '-';
    report::Results Said;
    // A source that cannot be read may have the functions.
    if (Of.size() == Tasks.size())
      Said.Notices = std::move(D.Notices);
    *Known += '\n' + report::writeResults(Said);
    Absences Absent;
    for (const std::string &Path : D.Absent)
      Absent.add(Path);
    Files.keepText(Key, D.FilesRead, Absent, *Known, Begin);
  }
  llvm::Expected<report::Results> Said =
      report::readResults(StringRef(*Known).drop_front(Of.size() + 1), Key);
  if (Said)
    Notices = std::move(Said->Notices);
  else
    llvm::consumeError(Said.takeError());
  for (size_t I = 0; I < Of.size(); ++I)
    if (!Opts.All && (*Known)[I] == '-')
      Tasks[Of[I]].Unit.S = report::Unit::Skipped;
}

/// Writes \p C as a compile database. \returns its path.
std::string SourceCompiler::writeCommand(StringRef Key,
                                         const compdb::Command &C) {
  std::string Database = scratch(Key, ".command.json");
  llvm::consumeError(writeFile(Database, [&](llvm::raw_ostream &OS) {
    compdb::writeDatabase(OS, {C});
  }));
  return Database;
}

std::vector<std::string>
SourceCompiler::arguments(const Task &T, StringRef Command, StringRef Output) {
  const std::string Database = writeCommand(T.Key, T.Command);
  std::vector<std::string> Result{Command.str(), "-p",         Database,
                                  "-o",          Output.str(), T.Unit.File};
  Result.insert(Result.end(), T.Set->Arguments.begin(), T.Set->Arguments.end());
  return Result;
}

/// Returns the first line that a process printed.
static std::string firstLine(StringRef File) {
  auto Text = llvm::MemoryBuffer::getFile(File);
  return Text ? (*Text)->getBuffer().ltrim().split('\n').first.str() : "";
}

/// Parses the beginnings that several of the tasks \p Of share. \returns for
/// each task the preamble that it may use, or an empty string.
std::vector<std::string>
SourceCompiler::writePreambles(llvm::ArrayRef<size_t> Of) {
  if (!Scanned)
    scan(Of);
  // Preambles are written without this option, like most sources are read.
  std::vector<size_t> Asked, At;
  for (auto [Number, I] : llvm::enumerate(Of))
    if (!Tasks[I].Set->IgnoreSystemPragma) {
      Asked.push_back(ScannedAs[I]);
      At.push_back(Number);
    }
  const PreamblePlan Plan =
      planPreambles(*Scanned, Asked, *Opts.PreambleGain, Scratch);
  Scanned.reset();

  std::vector<Job> Jobs;
  std::vector<std::string> Written;
  for (const auto &Numbered : llvm::enumerate(Plan.Preambles)) {
    const auto &P = Numbered.value();
    llvm::consumeError(writeFile(P.Command.File,
                                 [&](llvm::raw_ostream &OS) { OS << P.Text; }));
    const StringRef Name = llvm::sys::path::stem(P.Command.File);
    Written.push_back(scratch(Name, ".pch"));
    Job J;
    J.Title = P.Header.empty() ? "headers of the flags" : P.Header;
    J.Arguments = {"compile",      "--write-preamble",
                   "-p",           writeCommand(Name, P.Command),
                   "-o",           Written.back(),
                   P.Command.File, "--preamble-header=" + P.Header};
    // The knowledge base says which headers are system headers.
    const size_t User = llvm::find(Plan.Of, Numbered.index()) - Plan.Of.begin();
    llvm::append_range(J.Arguments, Tasks[Of[At[User]]].Set->Arguments);
    Jobs.push_back(std::move(J));
  }
  Progress P("shared headers", Jobs.size(), Opts.Quiet);
  runJobs(Jobs, Opts.Jobs, Opts.Timeout, [&](size_t J, const JobOutcome &O) {
    P.done(Jobs[J].Title);
    if (O.E != JobOutcome::Exited || O.Code != 0)
      Written[J].clear();
  });
  // If a header has errors, so do the sources that include it. A shorter
  // preamble would not help them.
  std::vector<std::string> Result(Of.size());
  for (auto [Number, Chosen] : llvm::zip(At, Plan.Of))
    if (Chosen)
      Result[Number] = Written[*Chosen];
  return Result;
}

void SourceCompiler::compile() {
  std::vector<size_t> Of;
  for (size_t I = 0; I < Tasks.size(); ++I) {
    Task &T = Tasks[I];
    if (T.Key.empty() || T.Unit.S == report::Unit::Skipped)
      continue;
    std::optional<Cache::Entry> Known;
    if (!Files.stamp(T.Key).empty())
      Known = Files.find(T.Key, T.Set->By);
    if (!Known) {
      Of.push_back(I);
      continue;
    }
    T.Object = std::move(Known->Object);
    T.Unit = std::move(Known->Unit);
    T.Gaps = std::move(Known->Gaps);
  }
  std::vector<std::string> Preambles(Of.size());
  // For a few sources, it does not pay to scan all their headers.
  if (Opts.PreambleGain && Of.size() > 3)
    Preambles = writePreambles(Of);
  std::vector<size_t> Died = compile(Of, Preambles);
  // What is reported about a source must not depend on a preamble.
  if (!Died.empty())
    compile(Died, std::vector<std::string>(Died.size()));
}

/// Compiles the tasks \p Of. \p Preambles has the preamble for each of them, or
/// an empty string. \returns the tasks with a preamble whose processes did not
/// end by themselves.
std::vector<size_t>
SourceCompiler::compile(llvm::ArrayRef<size_t> Of,
                        llvm::ArrayRef<std::string> Preambles) {
  std::vector<Job> Jobs;
  for (auto [I, Preamble] : llvm::zip(Of, Preambles)) {
    const Task &T = Tasks[I];
    Job J;
    J.Title = T.Unit.File;
    J.Arguments = arguments(T, "compile", scratch(T.Key, ".ccir"));
    J.Arguments.push_back("--status=" + scratch(T.Key, ".status"));
    if (!Preamble.empty())
      J.Arguments.push_back("--preamble=" + Preamble);
    J.Log = scratch(T.Key, ".log");
    Jobs.push_back(std::move(J));
  }
  std::vector<size_t> Died;
  size_t Used = 0;
  Progress P("compiled", Jobs.size(), Opts.Quiet);
  const SystemClock::time_point Begin = SystemClock::now();
  runJobs(Jobs, Opts.Jobs, Opts.Timeout, [&](size_t J, const JobOutcome &O) {
    Task &T = Tasks[Of[J]];
    P.done(T.Unit.File);
    llvm::sys::fs::remove(scratch(T.Key, ".command.json"));
    const std::string Said = firstLine(scratch(T.Key, ".log"));
    llvm::sys::fs::remove(scratch(T.Key, ".log"));
    T.Unit.Problem = O.Problem;
    T.Unit.S = O.E == JobOutcome::TimedOut  ? report::Unit::TimedOut
               : O.E == JobOutcome::Crashed ? report::Unit::Crashed
                                            : report::Unit::Failed;
    if (O.E != JobOutcome::Exited) {
      if (!Preambles[J].empty())
        Died.push_back(Of[J]);
      return;
    }
    llvm::Expected<Cache::Entry> Made = Files.take(
        T.Key, scratch(T.Key, ".ccir"), scratch(T.Key, ".status"), Begin);
    if (!Made) {
      T.Unit.Problem = llvm::toString(Made.takeError());
      if (!Said.empty())
        T.Unit.Problem += ": " + Said;
      return;
    }
    T.Object = std::move(Made->Object);
    T.Unit = std::move(Made->Unit);
    T.Gaps = std::move(Made->Gaps);
    // A process that prints something has parsed the source without the
    // preamble.
    Used += !Preambles[J].empty() && Said.empty();
  });
  if (Used)
    P.note("shared headers: parsed once for " + counted(Used, "source"));
  return Died;
}
