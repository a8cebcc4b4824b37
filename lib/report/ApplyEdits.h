//===- ApplyEdits.h - Sure edits, made in the sources -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Makes the edits that are safe to make unseen. A file is as it was or as it
/// shall be, whatever happens in between.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_APPLYEDITS_H
#define CUDA_CAPTURE_REPORT_APPLYEDITS_H

#include "Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>

namespace cuda_capture::report {

/// Tells contents of a file from others.
std::string stampOf(llvm::StringRef Contents);

/// The stamp of a file at its analysis; none: it is not known, and the edits
/// are taken to fit.
using AnalysedStamp =
    std::function<std::optional<std::string>(llvm::StringRef File)>;

/// As \p R knows it. What several processes have read differently fits no file.
AnalysedStamp stampsOf(const Results &R);

struct AppliedEdits {
  unsigned Findings = 0;          ///< Whose edits were made.
  std::vector<std::string> Files; ///< That were written, in order.
  /// Why others were not made: sentences, each of which names a place.
  std::vector<std::string> Problems;
};

/// Makes the sure edits of \p R, each finding's as a whole or not at all, and
/// equal ones once. Of findings whose edits are at odds, none's is made. Files
/// are written next to where they are and then renamed; links are followed,
/// permissions are kept; a hard link becomes a file of its own. Paths are shown
/// from \p Root.
AppliedEdits applySureEdits(const Results &R, const AnalysedStamp &Stamp,
                            llvm::StringRef Root);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_APPLYEDITS_H
