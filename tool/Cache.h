//===- Cache.h - What earlier runs have compiled ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A folder with an object for each command, and a list of the files that it
/// was made of with digests of their contents: times do not matter. Every file
/// in it is written whole under its name or not at all, and whatever cannot be
/// read counts as not there; so runs may be interrupted, and share it.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_CACHE_H
#define CUDA_CAPTURE_TOOL_CACHE_H

#include "../lib/ir/Object.h"
#include "../lib/report/Diagnostic.h"
#include "Absences.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CachePruning.h"
#include <chrono>
#include <optional>

class Cache {
public:
  /// \p Folder is made if it is not there. \returns an error if there can be no
  /// such folder.
  static llvm::Expected<Cache> open(llvm::StringRef Folder);

  /// Why nothing can be written; what was kept is read then, and nothing else
  /// is done.
  std::error_code problem() const { return Problem; }

  /// The index of the program, for the plugin.
  std::string index() const;

  struct Entry {
    /// Null: nothing came of the source.
    std::unique_ptr<cuda_capture::ir::Object> Object;
    cuda_capture::report::Unit Unit;
    /// What was not analysed, as far as that shows when a source is parsed.
    std::vector<cuda_capture::report::Gap> Gaps;
  };
  /// Tells what was kept under \p Key from what may be kept later; empty if
  /// nothing is, or a file has changed that it was made of, or is where there
  /// was none.
  std::string stamp(llvm::StringRef Key);
  /// What was kept under \p Key, which has a stamp.
  std::optional<Entry> find(llvm::StringRef Key,
                            const cuda_capture::ir::Producer &By) const;

  /// Reads what a process wrote that 'compile' ran in: \p Made, an object, and
  /// \p Status. Moves them here for later runs, unless a file was changed after
  /// \p Begin.
  llvm::Expected<Entry> take(llvm::StringRef Key, llvm::StringRef Made,
                             llvm::StringRef Status,
                             std::chrono::system_clock::time_point Begin);

  /// Findings that belong to \p Key and \p Fingerprint.
  std::optional<std::string> findings(llvm::StringRef Key,
                                      llvm::StringRef Fingerprint) const;
  void keepFindings(llvm::StringRef Key, llvm::StringRef Fingerprint,
                    llvm::StringRef Json) const;

  /// A text that was kept under \p Key, if the files that it was made of are as
  /// they were.
  std::optional<std::string> text(llvm::StringRef Key);
  /// Keeps it, unless one of its files was changed after \p Begin. \p Absent:
  /// where others were looked for.
  void keepText(llvm::StringRef Key, llvm::ArrayRef<std::string> Of,
                const Absences &Absent, llvm::StringRef Text,
                std::chrono::system_clock::time_point Begin);

  /// Removes what no run has read for long. Runs that read it at the same time
  /// compile again what is gone.
  void prune(const llvm::CachePruningPolicy &Policy) const;

  /// A digest of anything.
  static std::string digest(llvm::StringRef Text);
  /// Of the content of a file; empty if it cannot be read.
  static std::string digestOfFile(llvm::StringRef File);

private:
  explicit Cache(std::string Folder);
  std::string path(llvm::StringRef Key, llvm::StringRef Kind) const;
  /// The lines of a manifest for these files; nullopt if one of them may have
  /// changed since \p Begin.
  std::optional<std::string>
  linesFor(llvm::ArrayRef<llvm::StringRef> Files,
           std::chrono::system_clock::time_point Begin);
  /// Of a file's content, empty if it cannot be read. Each is read once.
  const std::string &contentDigest(llvm::StringRef File);

  std::string Folder;
  std::error_code Problem;
  llvm::StringMap<std::string> Contents;
  AbsenceChecker StillAbsent;
};

#endif // CUDA_CAPTURE_TOOL_CACHE_H
