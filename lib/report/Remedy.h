//===- Remedy.h - What to do about a finding --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Chooses, among what the knowledge base advises, what fits a finding.
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

/// What fits the finding best. Advice for this kind of finding comes first,
/// then the entry's advice for just this call, then the row's, then the entry's
/// for any call; among equals what helps most often, then what asks for most.
Choice choose(const analysis::Finding &F, const KnowledgeBase &KB, Language L);

/// What of a finding the conditions of advice ask for.
Situation situationOf(const analysis::Finding &F);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_REMEDY_H
