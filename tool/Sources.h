//===- Sources.h - Sources and their compile commands -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_SOURCES_H
#define CUDA_CAPTURE_TOOL_SOURCES_H

#include "../lib/compdb/Command.h"
#include "Commands.h"
#include "llvm/ADT/ArrayRef.h"
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

/// Sources and their compile commands: these are flags behind `--`, or from a
/// compile database, whose commands of nvcc are translated.
struct Sources {
  std::vector<std::string> Files;
  std::unique_ptr<clang::tooling::CompilationDatabase> Commands;
  /// The path of compile_commands.json, if the commands are from one.
  std::string Database;
  /// The folders of host libraries that the knowledge base names; see
  /// KnowledgeBase::hostLibraries().
  llvm::ArrayRef<std::string> HostLibraries;
  /// Entries of the database that cannot be used to compile a source.
  std::vector<cuda_capture::compdb::BadCommand> Bad;

  Sources();
  Sources(Sources &&);
  ~Sources();
};

/// The compile commands that a command of this program needs.
enum class NeedOfCommands {
  None,
  OfSources, ///< Those of the sources on the command line.
  OfStep,    ///< The same for a step of a build, with few messages.
  OfAll,     ///< Without sources, all of the database.
};

/// Parses the command line. Calls \p Need when the options are parsed. The
/// options have the names and meanings that they have in Clang's tools.
llvm::Expected<Sources> parseSources(int Argc, const char **Argv,
                                     llvm::function_ref<NeedOfCommands()> Need);

/// Returns a translator for this machine that uses our own headers. \p IsHere
/// tells that the commands were also made for this machine.
cuda_capture::compdb::Translator makeTranslator(llvm::StringRef CudaPath,
                                                bool IsHere = false);

/// Prints the warnings of a translation and, if \p Summary is set, one line
/// with its statistics.
void printReport(const cuda_capture::compdb::Translator &T,
                 bool Summary = true);

#endif // CUDA_CAPTURE_TOOL_SOURCES_H
