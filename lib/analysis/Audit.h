//===- Audit.h - Finds the functions that can be captured -------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs functions as if their callers captured, and decides whether each can be
/// captured. The verdict comes with the reasons against a capture, the guards
/// that permit it, or the calls whose effect is unknown.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_AUDIT_H
#define CUDA_CAPTURE_ANALYSIS_AUDIT_H

#include "Analysis.h"

namespace cuda_capture::analysis {

class ResolvedCalls;

/// The verdicts on a function, in the order from good to bad.
enum class Capturability {
  Capturable,
  /// The function can be captured only because it asks whether a capture runs,
  /// or because it changes its thread's mode.
  UnderGuard,
  /// The function begins a capture itself, so it is meant to be called outside
  /// of one.
  BeginsCapture,
  Unknown,
  NotCapturable,
};

struct Audited {
  const ir::Function *F = nullptr;
  Capturability Verdict = Capturability::Unknown;
  /// The violations of the rules. A function that is NotCapturable violates
  /// them as it is, one that is UnderGuard would do so without its guards, and
  /// one that is Unknown may do so. For BeginsCapture, these are the begins
  /// that would meet the caller's capture.
  std::vector<Finding> Findings;
  /// The calls whose effect under capture is unknown, and the statements that
  /// did not parse.
  std::vector<std::vector<PathStep>> Unseen;
  /// For BeginsCapture: the calls in the function that begin a capture.
  std::vector<PathStep> Begins;
  /// The reason why the analysis is incomplete, if it is.
  std::optional<CoverageGap> Gap;
};

/// Whether \p F receives a stream or makes, directly or through its callees, a
/// call that matters to a capture.
bool concernsCapture(const ir::Function &F, FunctionLookup Find,
                     const ResolvedCalls &Calls);

/// Audits each of \p Roots that has a contract and concerns captures, in their
/// order. The actions of the other roots count as they do for analyze(): a
/// function that is not capturable has the findings of analyze() with \p Opts.
std::vector<Audited> audit(llvm::ArrayRef<const ir::Function *> Roots,
                           FunctionLookup Find, bool PerThreadDefaultStream,
                           const KnowledgeBase &KB,
                           const Options &Opts = Options());

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_AUDIT_H
