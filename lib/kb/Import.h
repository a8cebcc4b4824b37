//===- Import.h - Error entries from elsewhere ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Takes in error entries that others wrote. What they say is compared with
/// what is known of errors: names and numbers that do not exist, messages of
/// other numbers, claims that are known to be wrong. Advice that rests on
/// something wrong is kept, marked not to be shown.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_IMPORT_H
#define CUDA_CAPTURE_KB_IMPORT_H

#include "KnowledgeBase.h"

namespace cuda_capture {

struct ImportedEntry {
  std::string Id;
  std::string Text; ///< The entry with its corrections, as JSON.
  /// What is wrong, and on record in the entry.
  std::vector<Correction> Flags;
  /// What cannot be relied on, though nothing disproves it.
  std::vector<std::string> Notes;
};

/// Reads the entry, or the list of entries, in \p File.
llvm::Expected<std::vector<ImportedEntry>>
importEntries(llvm::StringRef File, const KnowledgeBase &KB);

/// The same from memory; \p File stands in messages.
llvm::Expected<std::vector<ImportedEntry>>
importText(llvm::StringRef Text, llvm::StringRef File, const KnowledgeBase &KB);

/// Whether \p Id is one that an entry may have: "domain/name". It becomes a
/// path.
bool isEntryId(llvm::StringRef Id);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_IMPORT_H
