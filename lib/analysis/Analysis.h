//===- Analysis.h - Finds violations of the rules of capture ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The entry to the analysis, which interprets functions of CaptureIR
/// abstractly and returns the violations of the rules of capture. It does not
/// depend on Clang.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ANALYSIS_H
#define CUDA_CAPTURE_ANALYSIS_ANALYSIS_H

#include "Deadline.h"
#include "Finding.h"
#include "RecordChanges.h"
#include "engine/FunctionLookup.h"
#include "llvm/ADT/ArrayRef.h"
#include <functional>

namespace cuda_capture::analysis {

class CaptureObserver;

/// The driver that a program runs with, by the version of CUDA that it belongs
/// to.
struct DriverVersion {
  /// The driver is of this version, or of a later one.
  CudaVersion Least;
  /// The driver is of this version: the user says so.
  bool IsKnown = false;

  /// Whether the driver certainly is of \p Version or a later one, or
  /// certainly is not; nullopt if that is not known.
  std::optional<bool> isSince(CudaVersion Version) const {
    if (Least.Number >= Version.Number)
      return true;
    return IsKnown ? std::optional(false) : std::nullopt;
  }
};

struct Options {
  /// The depth to which calls are followed.
  unsigned MaxCallDepth = 64;
  /// The number of states that are kept apart at one point before they are
  /// joined.
  unsigned MaxDisjuncts = 24;
  /// The number of such states that differ only in variables.
  unsigned MaxAlike = 6;
  /// The number of steps that the functions of a root take before each of them
  /// is limited to a share. A step runs one instruction on one state.
  unsigned MaxSteps = 20000;
  /// The share of a function: the number of steps for each of its instructions.
  /// A function that has used it up is run on fewer states.
  unsigned StepsPerInstruction = 2;
  /// The least share. A small function still can be called often.
  unsigned LeastShare = 1000;
  /// The factor by which these steps are multiplied for a root that begins or
  /// ends a capture, or is run in one.
  unsigned BudgetFactor = 1;
  /// leak-on-error also considers CUDA calls that fail in a region.
  bool FailingCalls = false;
  /// Findings that rest on something unknown are reported, too, and marked as
  /// possible. Coverage then also lists functions that neither begin a capture
  /// nor destroy a handle.
  bool ReportPossible = false;
  /// Captures that are not ended on every path are reported. Later calls that
  /// fail because such a capture still runs are then notes of that finding, and
  /// otherwise findings of their own.
  bool ReportLeaks = true;
  /// The analysis ignores what the program is told about captures and the mode
  /// to which it changes its thread. An audit uses this.
  bool IgnoreGuards = false;
  /// The changes to variables in functions that begin or end captures and that
  /// the roots may not reach, as findRecordChanges() returns them. They show
  /// which variables the program uses to record that a capture runs. Null if
  /// the roots reach all such functions.
  const RecordChanges *RecordedElsewhere = nullptr;
  /// The libraries, by the headers of their rows, whose handles the program
  /// makes and nowhere binds to a stream. Empty if the program is not known as
  /// a whole.
  llvm::ArrayRef<std::string> UnboundLibraries;
  /// Tells whether the program writes to a global, anywhere, something else
  /// than the number that the global holds now. If it does not, no function
  /// whose body is not known changes the number. Without this function, each
  /// may.
  std::function<bool(llvm::StringRef Global, int64_t Now)> MayChange;
  /// What the threads of the program do that a Global capture may prohibit.
  llvm::ArrayRef<ir::ThreadWork> Threads;
  /// The program has threads that are not in Threads, and that make such calls
  /// at any time: other code than that of the program starts them.
  bool OtherThreads = false;
  /// The driver. Unless the user says which it is, the toolkit that the program
  /// is compiled with says which it is at least.
  DriverVersion Driver;
  /// Tells the least driver that the toolkit requires.
  void requireDriver(CudaVersion Least) {
    if (!Driver.IsKnown)
      Driver.Least = Least;
  }
  /// Roots that were not analysed by then are reported as gaps.
  Deadline Until;
  /// The observer, if any, that is told what captures record.
  CaptureObserver *Observer = nullptr;
};

/// The reasons why a root was not analysed as closely as others. Its findings
/// count all the same, but some may be missing. The first reason is the worst.
enum class GapReason {
  /// No analysis of the root came to an end, so that nothing is reported for
  /// it.
  GivenUp,
  /// The time for the analysis (Options::Until) was used up before that of
  /// the root came to an end, so that nothing is reported for it.
  OutOfTime,
  /// The root is too large for a close analysis.
  Coarse,
  /// Calls in a capture, or calls of functions that begin one, are nested too
  /// deep to be followed.
  CallsNotFollowed,
  /// The compiler dropped statements with errors from code that runs in a
  /// capture.
  StatementsMissing,
  /// So many paths meet in a capture that some were joined although rules can
  /// tell them apart.
  PathsJoined,
  /// Something in the functions that the root runs was nested too deep to be
  /// kept.
  Cut,
  /// A capture begins, or ends, in some of the functions that a call of an
  /// unknown callee may call.
  BehindInterface,
  /// All code of the root was run, but it has more paths than are followed:
  /// paths that differ in variables or handles were joined early, or functions
  /// were not called again.
  Abridged,
};

/// Whether nothing is reported for a root that was analysed incompletely for
/// this reason.
inline bool isLost(GapReason Why) {
  return Why == GapReason::GivenUp || Why == GapReason::OutOfTime;
}

/// A root that was not analysed completely.
struct CoverageGap {
  const ir::Function *Root = nullptr;
  GapReason Why = GapReason::GivenUp;
  /// The root begins a capture, or may be called in one.
  bool Captures = false;
  /// The number of calls, or of places where paths meet.
  unsigned Count = 0;
};

/// The roots that were not analysed completely, in the order of the roots. Each
/// occurs once, with its worst reason.
using Coverage = std::vector<CoverageGap>;

/// Analyses each of \p Roots as if unknown code called it, and follows calls
/// through \p Find.
/// \returns the findings, each once, in source order. They point into the
/// functions and into \p KB. If \p Covered is not null, it receives the roots
/// that were not analysed closely.
std::vector<Finding> analyze(llvm::ArrayRef<const ir::Function *> Roots,
                             FunctionLookup Find, bool PerThreadDefaultStream,
                             const KnowledgeBase &KB,
                             const Options &Opts = Options(),
                             Coverage *Covered = nullptr);

/// Returns the changes to variables in the functions \p Capturing, which begin
/// or end captures, and in their callees. The positions of the functions in
/// their files do not matter.
RecordChanges findRecordChanges(llvm::ArrayRef<std::string> Capturing,
                                FunctionLookup Find, const KnowledgeBase &KB);

/// Analyses all functions of \p M as roots.
std::vector<Finding> analyze(const ir::Module &M, const KnowledgeBase &KB,
                             const Options &Opts = Options(),
                             Coverage *Covered = nullptr);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ANALYSIS_H
