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
  /// The command was read from a text in which a quote is not closed.
  bool HasOpenQuote = false;
};

/// An entry that cannot be used to compile a source.
struct BadCommand {
  /// The absolute path of the source, or the name of the database if the entry
  /// names no source.
  std::string File;
  /// What is wrong with the entry.
  std::string Why;
};

/// Parses a compile database. \p Name is its name in messages. Entries that
/// cannot be used are appended to \p Bad. \returns the other entries, or an
/// error if \p Text is not a database at all.
llvm::Expected<std::vector<Command>>
parseDatabase(llvm::StringRef Text, llvm::StringRef Name,
              std::vector<BadCommand> &Bad);

/// Returns the absolute path of the source of \p C.
std::string sourceOf(const Command &C);

/// Writes \p Commands as a compile database.
void writeDatabase(llvm::raw_ostream &OS, const std::vector<Command> &Commands);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_COMMAND_H
