//===- Audit.h - Which functions can be captured ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Runs functions as if their callers captured, and says of each whether it
/// can be: with the reasons against it, with the guards that it owes it to, or
/// with what cannot be known.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_AUDIT_H
#define CUDA_CAPTURE_ANALYSIS_AUDIT_H

#include "Analysis.h"

namespace cuda_capture::analysis {

class ResolvedCalls;

/// In the order from good to bad.
enum class Capturability {
  Capturable,
  /// Only because it asks whether a capture runs, or changes its thread's mode.
  UnderGuard,
  /// It begins a capture itself: it is there to be called outside of one.
  BeginsCapture,
  Unknown,
  NotCapturable,
};

struct Audited {
  const ir::Function *F = nullptr;
  Capturability Verdict = Capturability::Unknown;
  /// What breaks the rules: against NotCapturable at once, against UnderGuard
  /// without its guards; of Unknown what may; of BeginsCapture, the begins that
  /// would meet the caller's capture.
  std::vector<Finding> Findings;
  /// Calls of which it is not known what they do under capture, and statements
  /// that did not parse.
  std::vector<std::vector<PathStep>> Unseen;
  /// Of BeginsCapture: calls in the function that begin a capture.
  std::vector<PathStep> Begins;
  /// Why the analysis is not complete, if it is not.
  std::optional<CoverageGap> Gap;
};

/// Whether \p F is given a stream, or makes, by itself or through calls, a call
/// that matters to a capture.
bool concernsCapture(const ir::Function &F, FunctionLookup Find,
                     const ResolvedCalls &Calls);

/// Looks at each of \p Roots that has a contract and concerns captures, in
/// their order. What the other roots do counts as it does for analyze(): a
/// function that is not capturable has the findings of analyze() with \p Opts.
std::vector<Audited> audit(llvm::ArrayRef<const ir::Function *> Roots,
                           FunctionLookup Find, bool PerThreadDefaultStream,
                           const KnowledgeBase &KB,
                           const Options &Opts = Options());

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_AUDIT_H
