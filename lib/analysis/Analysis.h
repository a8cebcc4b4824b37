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
#include "engine/FunctionLookup.h"
#include "llvm/ADT/ArrayRef.h"

namespace cuda_capture::analysis {

class CaptureObserver;

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
  /// A root that begins or ends a capture, or is run in one, may take so many
  /// times as many.
  unsigned BudgetFactor = 1;
  /// leak-on-error: a CUDA call that fails in a region counts, too.
  bool FailingCalls = false;
  /// Report what rests on something that cannot be known, marked as possible.
  /// Coverage then has functions, too, that neither begin a capture nor destroy
  /// a handle.
  bool ReportPossible = false;
  /// What the program is told about captures, and to which mode it changes its
  /// thread, does not count: for an audit.
  bool IgnoreGuards = false;
  /// Is told what captures record.
  CaptureObserver *Observer = nullptr;
};

/// Why a root was not analysed as closely as others. What was found in it
/// counts all the same; findings may be missing. The first one is the worst.
enum class GapReason {
  /// No analysis of the root came to an end: nothing of it is reported.
  GivenUp,
  /// The root is too large for a close analysis.
  Coarse,
  /// Calls in a capture, or of what begins one, are nested too deep to be
  /// followed.
  CallsNotFollowed,
  /// In a capture, so many paths meet that some were taken for one although
  /// rules can tell them apart.
  PathsJoined,
  /// Something in the functions that it runs was nested too deep to be kept.
  Cut,
};

/// A root that was not analysed completely.
struct CoverageGap {
  const ir::Function *Root = nullptr;
  GapReason Why = GapReason::GivenUp;
  /// The root begins a capture, or may be called in one.
  bool Captures = false;
  /// How many calls, or places where paths meet.
  unsigned Count = 0;
};

/// The roots that were not analysed completely, each once with the
/// worst reason, in the order of the roots.
using Coverage = std::vector<CoverageGap>;

/// Analyses each of \p Roots as if called by unknown code, and
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
