//===- Filters.h - Which findings are reported ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_FILTERS_H
#define CUDA_CAPTURE_REPORT_FILTERS_H

#include "Baseline.h"
#include "Diagnostic.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace cuda_capture::report {

/// How much is reported; each level has what the one before it has.
enum class Level {
  Exact,    ///< What is certain.
  Possible, ///< What rests on something that cannot be known, too.
  Strict,   ///< What holds only where a call fails, too.
};

/// The level called \p Name: "exact", "possible" or "strict".
std::optional<Level> levelOf(llvm::StringRef Name);

struct FilterOptions {
  /// Patterns of checks, as CheckSelection reads them.
  std::string Checks;
  Level L = Level::Exact;
  /// Comments silence findings.
  bool HonourNoLint = true;
  /// Report only findings that have a line in their path, which includes the
  /// line that is reported, that was changed since this revision; empty: all.
  std::string Since;
  /// Files of known findings, absolute: to read, and to write; empty: none.
  std::string Baseline, NewBaseline;
  /// The results are those of the whole program: what a baseline lists would
  /// have been found in them.
  bool IsWhole = true;
  /// Where git is asked; absolute.
  std::string Folder;
};

/// What became of findings that are not reported.
struct FilterCounts {
  size_t Silenced = 0;  ///< By comments.
  size_t Known = 0;     ///< Of a baseline.
  size_t Unchanged = 0; ///< No line of their paths was changed.
  /// What a baseline lists and is not found any more: an error.
  std::vector<BaselineEntry> Stale;
};

/// Removes equal findings from \p R and puts the others in order: by place, and
/// then by check. Of findings of one check in one place, as translation units
/// have them of a header, a certain one is kept, and then one with few notes;
/// its edits are kept if all others have them, too.
void normalize(Results &R);

/// Removes from \p R, normalized, what is not to be reported. Writes the new
/// baseline if there shall be one; then all findings are known.
/// \returns an error if something is wrong with the options, or with what they
/// name; then \p R is as it was, or in part.
llvm::Expected<FilterCounts> apply(Results &R, const FilterOptions &O);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_FILTERS_H
