//===- Reconcile.h - Rows against measurements ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares what the rows of the knowledge base say with what a driver was seen
/// to do.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_RECONCILE_H
#define CUDA_CAPTURE_KB_RECONCILE_H

#include "Prediction.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cuda_capture {

/// What came of a comparison. The lines are sorted, by function first.
struct Reconciliation {
  std::vector<std::string> Differences;
  /// Rows of class unknown, and functions without a row: what was measured, and
  /// the class that it suggests.
  std::vector<std::string> Unknown, NoRow;
  /// Cases that prove nothing, and why.
  std::vector<std::string> Inconclusive;

  /// Rows, each in one of these.
  unsigned RowsAgree = 0, RowsDiffer = 0, RowsUnknown = 0, RowsNotMeasured = 0;
  unsigned RowsSilent = 0; ///< Measured only where the row says nothing.
  unsigned ApisWithoutRow = 0;
  /// Cases in a capture, each in one of these or Inconclusive.
  unsigned CasesAgree = 0, CasesDiffer = 0, CasesNotPredicted = 0;
};

Reconciliation reconcile(const KnowledgeBase &KB,
                         const std::deque<Measurement> &Measurements);

/// Prints everything, inconclusive cases only if \p Verbose.
void print(llvm::raw_ostream &OS, const Reconciliation &R, bool Verbose);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_RECONCILE_H
