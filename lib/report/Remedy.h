//===- Remedy.h - What to do about a finding --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses the advice of the knowledge base that fits a finding.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_REMEDY_H
#define CUDA_CAPTURE_REPORT_REMEDY_H

#include "../analysis/Finding.h"

namespace cuda_capture::report {

struct Choice {
  std::string Text; ///< A clause; never empty.
  const ErrorEntry *Entry = nullptr;
};

/// Returns the advice that fits the finding best. Advice for this kind of
/// finding comes first, then the entry's advice for this call only, then the
/// row's, then the entry's for any call. Among equals, the advice with the
/// highest success rate comes first, then the advice with the most conditions.
Choice choose(const analysis::Finding &F, const KnowledgeBase &KB, Language L);

/// Returns the properties of a finding that the conditions of advice ask for.
Situation situationOf(const analysis::Finding &F);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_REMEDY_H
