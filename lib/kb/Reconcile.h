//===- Reconcile.h - Rows against measurements ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compares the rows of the knowledge base with the measured behaviour of a
/// driver.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_RECONCILE_H
#define CUDA_CAPTURE_KB_RECONCILE_H

#include "Prediction.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cuda_capture {

/// The result of a comparison. The lines are sorted, by function first.
struct Reconciliation {
  std::vector<std::string> Differences;
  /// The measurements, and the class that they suggest, of rows of class
  /// unknown and of functions without a row.
  std::vector<std::string> Unknown, NoRow;
  /// The cases that prove nothing, and the reasons.
  std::vector<std::string> Inconclusive;

  /// The numbers of rows. Each row counts in one of these.
  unsigned RowsAgree = 0, RowsDiffer = 0, RowsUnknown = 0, RowsNotMeasured = 0;
  unsigned RowsSilent = 0; ///< Measured only where the row says nothing.
  unsigned ApisWithoutRow = 0;
  /// The numbers of cases in a capture. Each case counts in one of these or is
  /// in Inconclusive.
  unsigned CasesAgree = 0, CasesDiffer = 0, CasesNotPredicted = 0;
};

Reconciliation reconcile(const KnowledgeBase &KB,
                         const std::deque<Measurement> &Measurements);

/// Prints the whole result, but inconclusive cases only if \p Verbose.
void print(llvm::raw_ostream &OS, const Reconciliation &R, bool Verbose);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_RECONCILE_H
