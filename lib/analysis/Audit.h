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

enum class Capturability {
  Capturable,
  /// Only because it asks whether a capture runs, or changes its thread's mode.
  UnderGuard,
  Unknown,
  NotCapturable,
};

struct Audited {
  const ir::Function *F = nullptr;
  Capturability Verdict = Capturability::Unknown;
  /// What breaks the rules: against NotCapturable at once, against UnderGuard
  /// without its guards; of Unknown what may.
  std::vector<Finding> Findings;
  /// Calls of which it is not known what they do under capture.
  std::vector<std::vector<PathStep>> Unseen;
  /// It was too large for any analysis, or for a close one.
  bool GivenUp = false;
  bool Coarse = false;
};

/// Whether \p F is given a stream, or makes a call that uses one.
bool concernsStreams(const ir::Function &F, FunctionLookup Find,
                     const KnowledgeBase &KB);

/// Looks at each of \p Functions, which must have a promise.
std::vector<Audited> audit(llvm::ArrayRef<const ir::Function *> Functions,
                           FunctionLookup Find, bool PerThreadDefaultStream,
                           const KnowledgeBase &KB);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_AUDIT_H
