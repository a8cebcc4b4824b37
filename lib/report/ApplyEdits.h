//===- ApplyEdits.h - Sure edits, made in the sources -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the edits that are safe to make without review. Each file has either
/// its old or its new contents, even if the process is interrupted.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_APPLYEDITS_H
#define CUDA_CAPTURE_REPORT_APPLYEDITS_H

#include "Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>

namespace cuda_capture::report {

/// Returns a stamp that distinguishes the contents of a file from other
/// contents.
std::string stampOf(llvm::StringRef Contents);

/// A function that returns the stamp that a file had when it was analysed. If
/// the result is nullopt, the stamp is unknown, and the edits are assumed to
/// fit.
using AnalysedStamp =
    std::function<std::optional<std::string>(llvm::StringRef File)>;

/// Returns the stamps that \p R knows. If several processes read different
/// contents of a file, its stamp fits no contents.
AnalysedStamp stampsOf(const Results &R);

struct AppliedEdits {
  unsigned Findings = 0;          ///< Findings whose edits were made.
  std::vector<std::string> Files; ///< The files written, in order.
  /// The reasons why other edits were not made. Each one is a sentence that
  /// names a place.
  std::vector<std::string> Problems;
};

/// Makes the sure edits of \p R. The edits of a finding are made as a whole or
/// not at all, and equal edits are made once. If the edits of several findings
/// conflict, none of these findings' edits are made. A file is written next to
/// its old place and then renamed. Links are followed and permissions are kept,
/// but a hard link becomes a file of its own. Paths are shown relative to
/// \p Root.
AppliedEdits applySureEdits(const Results &R, const AnalysedStamp &Stamp,
                            llvm::StringRef Root);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_APPLYEDITS_H
