//===- Import.h - Error entries from elsewhere ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Imports error entries that other people wrote. The entries are compared with
/// the knowledge about errors to find names and numbers that do not exist,
/// messages that belong to other numbers, and claims that are known to be
/// wrong. Advice that rests on something wrong is kept, but marked not to be
/// shown.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_KB_IMPORT_H
#define CUDA_CAPTURE_KB_IMPORT_H

#include "KnowledgeBase.h"

namespace cuda_capture {

struct ImportedEntry {
  std::string Id;
  std::string Text; ///< The entry with its corrections, as JSON.
  /// The errors in the entry, which the entry records as corrections.
  std::vector<Correction> Flags;
  /// The statements that are not reliable, although nothing disproves them.
  std::vector<std::string> Notes;
};

/// Reads the entry, or the list of entries, in \p File.
llvm::Expected<std::vector<ImportedEntry>>
importEntries(llvm::StringRef File, const KnowledgeBase &KB);

/// Reads the entry, or the list of entries, in \p Text. Messages name \p File.
llvm::Expected<std::vector<ImportedEntry>>
importText(llvm::StringRef Text, llvm::StringRef File, const KnowledgeBase &KB);

/// Whether \p Id is valid for an entry: "domain/name". The id becomes a path.
bool isEntryId(llvm::StringRef Id);

} // namespace cuda_capture

#endif // CUDA_CAPTURE_KB_IMPORT_H
