//===- PriorAnswers.h - Answers from before a capture -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What unknown callees have answered before the running captures were begun.
/// An unknown callee may tell whether a stream captures, so a condition on its
/// answer casts doubt on findings. An answer from before the begin does not
/// know of the capture.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_PRIORANSWERS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_PRIORANSWERS_H

#include "Memory.h"

namespace cuda_capture::analysis {

/// The answers of unknown callees, as symbols, that are older than all captures
/// that may run. A symbol that is not made of others stands for itself; see
/// isPrior() for those that are.
struct PriorAnswers : SymbolMap<PriorAnswers, bool> {
  /// Notes that a capture begins, where variables hold the values \p Held, and
  /// no other capture runs.
  void begin(const Universe &U, const MemoryMap &Held);
  /// Notes that an unknown callee gives the answer \p S now.
  void answer(SymbolId S) { erase(S); }
  /// Whether \p V is no answer of an unknown callee that was given since the
  /// captures were begun.
  bool isPrior(const Universe &U, const Value &V) const;

  bool sameInput(const PriorAnswers &O) const { return *this == O; }
  bool mergeConditions(const PriorAnswers &O) {
    return keepCommonEntries(*this, O);
  }

private:
  void add(const Universe &U, const Value &V);
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_PRIORANSWERS_H
