//===- Baseline.h - Findings that are accepted ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A baseline lists findings that are known. It identifies them by check, file,
/// function and text, but not by line, so that it survives changes elsewhere in
/// the file. It counts findings that are equal. Paths are relative to the
/// folder of the baseline, with slashes.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_REPORT_BASELINE_H
#define CUDA_CAPTURE_REPORT_BASELINE_H

#include "Diagnostic.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>

namespace cuda_capture::report {

/// The version of the format. Raise it if findings are identified by other
/// properties.
inline constexpr unsigned BaselineVersion = 1;

/// The properties that identify findings in a baseline.
struct BaselineEntry {
  std::string File; ///< Relative.
  std::string Check;
  std::string Function;
  std::string Text; ///< Each run of blanks is one space.
  /// The conditions under which the finding is found; see Diagnostic.
  bool Possible = false;
  bool OnFailure = false;

  bool operator<(const BaselineEntry &O) const;
  /// Returns the entry as one line for a person to read.
  std::string str() const;
};

class Baseline {
public:
  /// \p Folder is the absolute path of the folder of the file that the baseline
  /// is read from or written to.
  explicit Baseline(llvm::StringRef Folder);

  /// Returns a baseline of all \p Findings.
  static Baseline of(const std::vector<Diagnostic> &Findings,
                     llvm::StringRef Folder);
  static llvm::Expected<Baseline>
  read(llvm::StringRef Text, llvm::StringRef File, llvm::StringRef Folder);
  /// Returns the text of the baseline. The text is the same for the same
  /// findings, and in an order that keeps differences small.
  std::string write() const;

  /// Returns the entry that identifies \p D.
  BaselineEntry entryFor(const Diagnostic &D) const;

  /// Removes the listed findings from \p Findings, in their order, and uses up
  /// their entries. Returns the number of removed findings.
  size_t remove(std::vector<Diagnostic> &Findings);

  /// Returns the entries that are not used up and whose findings, according to
  /// \p Judge, would have been found.
  std::vector<BaselineEntry>
  unused(llvm::function_ref<bool(const BaselineEntry &)> Judge) const;

private:
  std::string relative(llvm::StringRef Path) const;

  std::string Folder, RealFolder;
  /// The number of findings for each entry.
  std::map<BaselineEntry, unsigned> Entries;
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_BASELINE_H
