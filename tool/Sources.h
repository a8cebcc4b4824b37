//===- Sources.h - What commands that compile are given ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_SOURCES_H
#define CUDA_CAPTURE_TOOL_SOURCES_H

#include "../lib/compdb/Command.h"
#include "Commands.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <string>
#include <vector>

namespace clang::tooling {
class CompilationDatabase;
} // namespace clang::tooling

namespace cuda_capture::compdb {
class Translator;
} // namespace cuda_capture::compdb

/// Sources, and how they are compiled: by what follows `--`, or by a compile
/// database, whose commands of nvcc are translated.
struct Sources {
  std::vector<std::string> Files;
  std::unique_ptr<clang::tooling::CompilationDatabase> Commands;
  /// compile_commands.json, if the commands are from one.
  std::string Database;
  /// Entries of it that no source can be compiled by.
  std::vector<cuda_capture::compdb::BadCommand> Bad;

  Sources();
  Sources(Sources &&);
  ~Sources();
};

/// Which compile commands a command needs.
enum class NeedOfCommands {
  None,
  OfSources, ///< Those of the sources that it is given.
  OfStep,    ///< The same, for a step of a build: little is said.
  OfAll,     ///< Without sources, all of the database.
};

/// Parses the command line; \p Need is asked when that is done. Options and
/// names are those of Clang's tools.
llvm::Expected<Sources> parseSources(int Argc, const char **Argv,
                                     llvm::function_ref<NeedOfCommands()> Need);

/// For this machine, with the headers that come with the program. \p IsHere:
/// the commands were made for this machine, too.
cuda_capture::compdb::Translator makeTranslator(llvm::StringRef CudaPath,
                                                bool IsHere = false);

/// Says what became of a database: warnings, and with \p Summary one line.
void printReport(const cuda_capture::compdb::Translator &T,
                 bool Summary = true);

#endif // CUDA_CAPTURE_TOOL_SOURCES_H
