//===- Words.h - How nvcc splits texts into words ---------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// nvcc has its own rules for quotes, backslashes and commas, found out with
/// `nvcc --dryrun`. They are followed, because what works in a build relies on
/// them.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_WORDS_H
#define CUDA_CAPTURE_COMPDB_WORDS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace cuda_capture::compdb {

/// A command as a shell splits it.
std::vector<std::string> shellWords(llvm::StringRef Command);

/// Whether a quote, single or double, of a command for a shell has no partner.
/// Whoever splits such a text says so: its last words are not what was meant.
bool hasOpenQuote(llvm::StringRef Command);
/// The same by nvcc's rules for options files, which know double quotes only.
bool hasOpenQuoteInOptionsFile(llvm::StringRef Text);

/// The value of -D or -U: a list, whose quotes protect commas and stay, and
/// whose backslashes protect the next character and go.
std::vector<std::string> splitMacros(llvm::StringRef Value);

/// The value of an option that names folders or files: quotes protect commas
/// and go; a backslash is one.
std::vector<std::string> splitPaths(llvm::StringRef Value);

/// The value of -Xcompiler: like macros, and then a part of a command line.
std::vector<std::string> splitHostOptions(llvm::StringRef Value);

/// The contents of an options file.
std::vector<std::string> splitOptionsFile(llvm::StringRef Text);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_WORDS_H
