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

/// How much is reported. Each level includes the one before it.
enum class Level {
  Exact,    ///< Findings that are certain.
  Possible, ///< Also findings that depend on something unknown.
  Strict,   ///< Also findings that hold only if a call fails.
};

/// Returns the level called \p Name: "exact", "possible" or "strict".
std::optional<Level> levelOf(llvm::StringRef Name);

struct FilterOptions {
  /// Patterns of checks, as CheckSelection reads them.
  std::string Checks;
  Level L = Level::Exact;
  /// Whether comments silence findings.
  bool HonourNoLint = true;
  /// If not empty, report only findings with a line in their path that was
  /// changed since this revision. The path includes the reported line.
  std::string Since;
  /// The absolute paths of the files of known findings to read and to write;
  /// empty if there is none.
  std::string Baseline, NewBaseline;
  /// Whether the results are those of the whole program, so that every finding
  /// in a baseline would have been found.
  bool IsWhole = true;
  /// The absolute path of the folder that git is run in.
  std::string Folder;
};

/// The numbers of findings that are not reported, by reason.
struct FilterCounts {
  size_t Silenced = 0;  ///< Silenced by comments.
  size_t Known = 0;     ///< Listed in a baseline.
  size_t Unchanged = 0; ///< No line of their paths was changed.
  /// The findings that a baseline lists and that are not found any more, which
  /// is an error.
  std::vector<BaselineEntry> Stale;
};

/// Removes duplicate findings from \p R, and sorts the others by place and then
/// by check. Several translation units may have findings of one check at one
/// place in a header. Of these, a certain finding is preferred, and then one
/// with few notes. Its edits are kept if all the others have them, too.
void normalize(Results &R);

/// Removes the findings that are not to be reported from \p R, which must be
/// normalized. Writes the new baseline if one is requested; then all findings
/// are known.
/// \returns an error if something is wrong with the options or with the files
/// that they name. \p R is then unchanged or partly filtered.
llvm::Expected<FilterCounts> apply(Results &R, const FilterOptions &O);

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_FILTERS_H
