//===- Cache.h - The results of earlier runs --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The cache is a folder with an object for each compile command, and a list of
/// the files that the object was made from, with digests of their contents. A
/// change of a file's time alone does not matter. Each file in the cache is
/// written completely or not at all, and a file that cannot be read counts as
/// missing. Runs can thus be interrupted and can share the cache.
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

/// A folder that keeps compiled sources and findings for later runs.
class Cache {
public:
  /// Opens the cache in \p Folder, and creates the folder if necessary.
  /// \returns an error if there can be no such folder.
  static llvm::Expected<Cache> open(llvm::StringRef Folder);

  /// Returns the reason why the cache cannot be written to, if there is one.
  /// Such a cache is only read.
  std::error_code problem() const { return Problem; }

  /// Returns the path of the index of the program, which the plugin reads.
  std::string index() const;

  /// The result of compiling a source.
  struct Entry {
    /// Null if the source could not be compiled.
    std::unique_ptr<cuda_capture::ir::Object> Object;
    cuda_capture::report::Unit Unit;
    /// The code that was not analysed, as far as this is known after parsing.
    std::vector<cuda_capture::report::Gap> Gaps;
  };
  /// Returns a stamp that differs for different content under \p Key. The stamp
  /// is empty if there is no content, if a file that the content was made from
  /// has changed, or if a file has appeared where there was none.
  std::string stamp(llvm::StringRef Key);
  /// Returns the content under \p Key, whose stamp is not empty; nullopt if the
  /// content cannot be read or is not by \p By.
  std::optional<Entry> find(llvm::StringRef Key,
                            const cuda_capture::ir::Producer &By) const;

  /// Reads the output of a process that ran 'compile': the object \p Made, and
  /// \p Status. Moves both into the cache for later runs, unless a file was
  /// changed after \p Begin. Returns an error if the output cannot be read.
  llvm::Expected<Entry> take(llvm::StringRef Key, llvm::StringRef Made,
                             llvm::StringRef Status,
                             std::chrono::system_clock::time_point Begin);

  /// Returns the findings that were kept for \p Key and \p Fingerprint, if any.
  std::optional<std::string> findings(llvm::StringRef Key,
                                      llvm::StringRef Fingerprint) const;
  /// Keeps the findings for \p Key and \p Fingerprint.
  void keepFindings(llvm::StringRef Key, llvm::StringRef Fingerprint,
                    llvm::StringRef Json) const;

  /// Returns the text that was kept under \p Key, if the files that it was made
  /// from have not changed.
  std::optional<std::string> text(llvm::StringRef Key);
  /// Keeps \p Text, which was made from the files \p Of, unless one of them was
  /// changed after \p Begin. No file was found at the paths \p Absent.
  void keepText(llvm::StringRef Key, llvm::ArrayRef<std::string> Of,
                const Absences &Absent, llvm::StringRef Text,
                std::chrono::system_clock::time_point Begin);

  /// Returns the files that kept contents were made from.
  std::vector<std::string> filesRead() const;

  /// Removes the files that no run has read for a long time. Other runs that
  /// need such a file at that moment compile the source again.
  void prune(const llvm::CachePruningPolicy &Policy) const;

  /// Returns a digest of \p Text.
  static std::string digest(llvm::StringRef Text);
  /// Returns a digest of the content of a file; empty if it cannot be read.
  static std::string digestOfFile(llvm::StringRef File);

private:
  explicit Cache(std::string Folder);
  std::string path(llvm::StringRef Key, llvm::StringRef Kind) const;
  /// Returns the lines of a manifest for \p Files; nullopt if one of them may
  /// have changed since \p Begin.
  std::optional<std::string>
  linesFor(llvm::ArrayRef<llvm::StringRef> Files,
           std::chrono::system_clock::time_point Begin);
  /// The same as digestOfFile(), but reads each file once.
  const std::string &contentDigest(llvm::StringRef File);

  std::string Folder;
  std::error_code Problem;
  llvm::StringMap<std::string> Contents;
  AbsenceChecker StillAbsent;
};

#endif // CUDA_CAPTURE_TOOL_CACHE_H
