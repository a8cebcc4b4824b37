//===- Baseline.h - Findings that are accepted as they are ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A baseline lists findings that are known. It knows them by check, file,
/// function and text, but not by line, so that it survives changes elsewhere in
/// the file; of findings that are equal, it has a number. Paths are relative to
/// the folder of the baseline, with slashes.
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

/// To be raised if findings are known by something else.
inline constexpr unsigned BaselineVersion = 1;

/// What a baseline knows findings by.
struct BaselineEntry {
  std::string File; ///< Relative.
  std::string Check;
  std::string Function;
  std::string Text; ///< Blanks are one space each.
  /// When it is found at all: see Diagnostic.
  bool Possible = false;
  bool OnFailure = false;

  bool operator<(const BaselineEntry &O) const;
  /// In a line for a person.
  std::string str() const;
};

class Baseline {
public:
  /// \p Folder: of the file that it is read from or written to, absolute.
  explicit Baseline(llvm::StringRef Folder);

  /// All of \p Findings.
  static Baseline of(const std::vector<Diagnostic> &Findings,
                     llvm::StringRef Folder);
  static llvm::Expected<Baseline>
  read(llvm::StringRef Text, llvm::StringRef File, llvm::StringRef Folder);
  /// The same for the same findings, in an order that keeps differences small.
  std::string write() const;

  /// What \p D is known by.
  BaselineEntry entryFor(const Diagnostic &D) const;

  /// Removes from \p Findings, in their order, those that are listed.
  /// \returns how many; the entries for them are used up.
  size_t remove(std::vector<Diagnostic> &Findings);

  /// The entries that are not used up, if \p Judge says that their findings
  /// would have been found.
  std::vector<BaselineEntry>
  unused(llvm::function_ref<bool(const BaselineEntry &)> Judge) const;

private:
  std::string relative(llvm::StringRef Path) const;

  std::string Folder, RealFolder;
  /// How many findings are like that.
  std::map<BaselineEntry, unsigned> Entries;
};

} // namespace cuda_capture::report

#endif // CUDA_CAPTURE_REPORT_BASELINE_H
