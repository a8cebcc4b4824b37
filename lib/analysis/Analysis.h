//===- Analysis.h - Finds violations of the rules of capture ----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The entry to the analysis: interprets functions of CaptureIR abstractly and
/// returns what violates the rules of capture. Knows no Clang.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ANALYSIS_H
#define CUDA_CAPTURE_ANALYSIS_ANALYSIS_H

#include "Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cuda_capture::analysis {

class GraphRecorder;

struct Options {
  /// How deep calls are followed.
  unsigned MaxCallDepth = 64;
  /// States kept apart at one point before they are joined; fewer of those
  /// that differ only in variables.
  unsigned MaxDisjuncts = 24;
  unsigned MaxAlike = 6;
  /// Instructions interpreted per root function; then it is analysed more
  /// coarsely, and at last not at all.
  unsigned MaxSteps = 20000;
  /// leak-on-error: a CUDA call that fails in a region counts, too.
  bool FailingCalls = false;
  /// Report what rests on something that cannot be known, marked as possible.
  bool ReportPossible = false;
  /// What the program is told about captures, and to which mode it changes its
  /// thread, does not count: for an audit.
  bool IgnoreGuards = false;
  /// Is told what captures record.
  GraphRecorder *Recorder = nullptr;
};

/// Where an analysis has looked less closely than at the rest. What it has
/// found counts all the same; something may be missing.
struct Coverage {
  /// Functions that were too large to be analysed as closely as others.
  std::vector<const ir::Function *> Coarse;
  /// Functions of which nothing is reported: no analysis of them has come to an
  /// end.
  std::vector<const ir::Function *> GivenUp;
  /// Calls that were not followed, as they are nested too deep.
  unsigned CallsNotFollowed = 0;
  /// Places where so many paths arrive that some were taken for one although
  /// rules can tell them apart.
  unsigned PathsJoined = 0;

  bool isComplete() const {
    return Coarse.empty() && GivenUp.empty() && !CallsNotFollowed &&
           !PathsJoined;
  }
};

/// Finds a function by symbol, or returns null if it cannot be seen.
using FunctionLookup =
    llvm::function_ref<const ir::Function *(llvm::StringRef Symbol)>;

/// Analyses each of \p Roots as if called by code that cannot be seen, and
/// follows calls through \p Find.
/// \returns the findings, each once, in source order. They point into the
/// functions and into \p KB.
/// \p Covered, if it is not null, is told what was not looked at closely.
std::vector<Finding> analyze(llvm::ArrayRef<const ir::Function *> Roots,
                             FunctionLookup Find, bool PerThreadDefaultStream,
                             const KnowledgeBase &KB,
                             const Options &Opts = Options(),
                             Coverage *Covered = nullptr);

/// All functions of a module as roots.
std::vector<Finding> analyze(const ir::Module &M, const KnowledgeBase &KB,
                             const Options &Opts = Options(),
                             Coverage *Covered = nullptr);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ANALYSIS_H
