//===- Words.h - How nvcc splits texts into words ---------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// nvcc has its own rules for quotes, backslashes and commas, which were found
/// with `nvcc --dryrun`. These functions follow them, because working builds
/// rely on them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_WORDS_H
#define CUDA_CAPTURE_COMPDB_WORDS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cuda_capture::compdb {

/// Splits a command as a shell does.
std::vector<std::string> shellWords(llvm::StringRef Command);

/// Whether a single or double quote in a command for a shell is not closed.
/// Callers should warn about such a text, because its last words are not those
/// that were meant.
bool hasOpenQuote(llvm::StringRef Command);
/// The same by nvcc's rules for options files, which only know double quotes.
bool hasOpenQuoteInOptionsFile(llvm::StringRef Text);

/// Splits the value of -D or -U, which is a list. Quotes protect commas and
/// stay. Backslashes protect the next character and are removed.
std::vector<std::string> splitMacros(llvm::StringRef Value);

/// Splits the value of an option that names folders or files. Quotes protect
/// commas and are removed. Backslashes have no special meaning.
std::vector<std::string> splitPaths(llvm::StringRef Value);

/// Splits the value of -Xcompiler as splitMacros() does, and then the elements
/// as a shell does.
std::vector<std::string> splitHostOptions(llvm::StringRef Value);

/// Splits the contents of an options file.
std::vector<std::string> splitOptionsFile(llvm::StringRef Text);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_WORDS_H
