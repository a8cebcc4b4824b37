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

#include "KnowledgeBase.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cuda_capture {

/// What a row says about one case.
struct Prediction {
  enum Kind {
    Unknown, ///< Nothing.
    Allowed,
    Rejected,
  };
  Kind Outcome = Unknown;
  /// Error number of a rejected call, 0 if the row does not say.
  unsigned Error = 0;
  /// Whether the call invalidates the capture: Error yes, Ok no.
  Verdict Invalidates = Verdict::Unknown;
  /// The work becomes a node of the graph, and is not done at once.
  bool IsNode = false;
};

/// What \p Row says about \p Case, from the class, its modes and error:
///
/// - A mode that the row has a verdict for: that, for a call in the capturing
///   thread, wherever the class would apply.
/// - \c Neutral: allowed.
/// - \c Captured: allowed on a stream of the capture; 906 on the legacy stream
///   while a blocking stream captures. What other streams and events do is not
///   said, but an event of the capture may be waited for and any be recorded.
/// - \c Unsafe: 900 in a Global capture from every thread, in a ThreadLocal one
///   from the capturing thread; allowed otherwise.
/// - \c Conflicts: rejected in every mode from every thread if what it waits
///   for is part of the capture; a device always is. Otherwise as a row of its
///   other class.
/// - \c LegacyImplicit: 906 while a blocking stream captures.
/// - \c Unsupported: rejected on a stream of the capture, allowed elsewhere.
/// - \c Control, \c Unknown, and everything without a capture: nothing.
///
/// Whoever names the legacy stream to wait for it, or for what is unsupported,
/// gets 906, too, while a blocking stream captures. An allowed call leaves the
/// capture as it was.
Prediction predict(const ApiRow &Row, const MeasuredCase &Case);

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
