//===- Check.cpp - cuda-capture check -------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command line of 'check'; what it does is WholeProgram's.
///
//===----------------------------------------------------------------------===//

#include "CompilerCommands.h"
#include "Settings.h"
#include "WholeProgram.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
namespace cl = llvm::cl;

namespace {
template <typename T> struct Option : cl::opt<T> {
  template <typename... Ms>
  explicit Option(const Ms &...M)
      : cl::opt<T>(M..., cl::cat(toolCategory()), cl::sub(checkCommand())) {}
};

Option<unsigned> Jobs("j", cl::value_desc("N"), cl::init(0),
                      cl::desc("Sources to compile at a time; default: as "
                               "many as there are cores"));
Option<unsigned> Timeout("timeout", cl::value_desc("SECONDS"), cl::init(600),
                         cl::desc("For each source; 0: as long as it takes"));
Option<std::string>
    CacheFolder("cache", cl::value_desc("DIR"),
                cl::desc("Where to keep what was compiled; default: "
                         ".cuda-capture beside the compile database"));
Option<bool> NoCache("no-cache", cl::desc("Keep nothing"));
Option<bool> Quiet("quiet", cl::desc("Print findings only"));
Option<std::string> IndexFile(
    "write-index", cl::value_desc("FILE"),
    cl::desc("Also write what sources define for each other, for the plugin"));
} // namespace

static ExitCode run(Sources &S) {
  llvm::Expected<Settings> Set = readSettings();
  if (!Set)
    return couldNotRun(llvm::toString(Set.takeError()));
  WholeProgramOptions Opts;
  Opts.Jobs = Jobs ? Jobs.getValue()
                   : llvm::hardware_concurrency().compute_thread_count();
  Opts.Timeout = Timeout;
  Opts.Quiet = Quiet;
  Opts.IndexFile = IndexFile;
  if (!CacheFolder.empty())
    Opts.CacheFolder = CacheFolder;
  else if (!NoCache && !S.Database.empty())
    Opts.CacheFolder =
        (llvm::sys::path::parent_path(S.Database) + "/.cuda-capture").str();
  llvm::Expected<report::Results> R = checkProgram(S, *Set, Opts);
  if (!R)
    return couldNotRun(llvm::toString(R.takeError()));
  bool Incomplete = false;
  for (const report::Unit &U : R->Units) {
    Incomplete |= U.S == report::Unit::Failed || U.S == report::Unit::Crashed ||
                  U.S == report::Unit::TimedOut;
    llvm::outs() << U.File << ": state " << U.S << " regions " << U.Regions
                 << ' ' << U.Problem << '\n';
  }
  for (const report::Diagnostic &D : R->Findings)
    llvm::outs() << D.At.File << ':' << D.At.Line << ':' << D.At.Column
                 << ": warning: " << D.Text << " [" << D.Check << "]\n";
  return !R->Findings.empty() ? ExitFound
         : Incomplete         ? ExitCouldNotRun
                              : ExitOk;
}

const CompilerCommand CheckCommand = {checkCommand(), run,
                                      NeedOfCommands::OfAll};
