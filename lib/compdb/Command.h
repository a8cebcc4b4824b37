//===- Command.h - A compile command ----------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_COMMAND_H
#define CUDA_CAPTURE_COMPDB_COMMAND_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace cuda_capture::compdb {

/// An entry of compile_commands.json.
struct Command {
  std::string Directory;
  std::string File;
  std::string Output;
  std::vector<std::string> Arguments;
  /// It was read from a text in which a quote is not closed.
  bool HasOpenQuote = false;
};

/// An entry that no source can be compiled by.
struct BadCommand {
  /// An absolute path; the database itself, if the entry names no source.
  std::string File;
  /// What is wrong with it.
  std::string Why;
};

/// The entries of a database. \p Name is for messages, which say where the text
/// is wrong. Entries that are wrong are appended to \p Bad.
/// \returns an error if \p Text is no database at all.
llvm::Expected<std::vector<Command>>
parseDatabase(llvm::StringRef Text, llvm::StringRef Name,
              std::vector<BadCommand> &Bad);

/// The absolute path of the source of \p C.
std::string sourceOf(const Command &C);

/// Writes entries as a database.
void writeDatabase(llvm::raw_ostream &OS, const std::vector<Command> &Commands);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_COMMAND_H
