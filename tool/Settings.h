//===- Settings.h - Options that commands share -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// audit, check, compile and diagnose share the options that decide what is
/// found. audit and check pass them on to the processes that they start. If the
/// command line does not set an option, the .clang-tidy files of a source can
/// set it. However, compile does not read these files, because its result must
/// depend on its command alone.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_SETTINGS_H
#define CUDA_CAPTURE_TOOL_SETTINGS_H

#include "../lib/analysis/Analysis.h"
#include "../lib/ir/Object.h"
#include "../lib/lower/CapturableContracts.h"
#include "../lib/report/Filters.h"
#include "Commands.h"
#include "TidyConfig.h"
#include <memory>

/// The subcommands, each of which is created on first use.
llvm::cl::SubCommand &auditCommand();
llvm::cl::SubCommand &checkCommand();
llvm::cl::SubCommand &compileCommand();
llvm::cl::SubCommand &diagnoseCommand();
llvm::cl::SubCommand &initCommand();
llvm::cl::SubCommand &linkCommand();

/// The settings for the analysis of a source.
struct Settings {
  std::shared_ptr<const cuda_capture::KnowledgeBase> KB;
  cuda_capture::lower::CapturableOptions Capturable;
  cuda_capture::analysis::Options Analysis;
  cuda_capture::Language Lang = cuda_capture::Language::English;
  /// The level of the findings that are reported.
  cuda_capture::report::Level Level = cuda_capture::report::Level::Exact;
  /// The checks that .clang-tidy files select, as CheckSelection reads them;
  /// empty for all checks.
  std::string Checks;
  /// Files and folders with the user's own knowledge.
  std::vector<std::string> KnowledgePaths;
  /// "#pragma system_header" has no effect.
  bool IgnoreSystemPragma = false;
  /// Whether the configuration or the command line sets Analysis.OtherThreads,
  /// be it to false.
  bool SetsOtherThreads = false;
  /// The producer that objects name.
  cuda_capture::ir::Producer By;
  /// The options to pass on to other processes.
  std::vector<std::string> Arguments;
};

/// The functions that get a contract: those that are declared capturable, or
/// all, as if each of them could be (see CapturableOptions::Audit).
enum class Contracts { Declared, All };

/// Returns the settings of the command line, which must have been parsed.
/// Options that the command line does not set are taken from \p Configured. The
/// error message is complete and says what to do.
llvm::Expected<Settings> readSettings(const TidyOptions &Configured = {},
                                      Contracts Of = Contracts::Declared);

/// Notes that captures which are not ended are not reported.
void hideLeaks(Settings &S);

/// The largest value of --effort.
inline constexpr unsigned MaxEffort = 10000;

/// Whether .clang-tidy files are read.
bool readsConfiguration();

/// Writes a file completely or not at all. If \p Path exists and is not a
/// regular file (but a pipe or a device), writes to it directly. "-" is the
/// standard output. \p Write writes the content to the stream.
llvm::Error writeFile(llvm::StringRef Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// Flushes the standard output. To be called before the program ends, so that a
/// full disk is an error and not a crash.
llvm::Error flushOutput();

#endif // CUDA_CAPTURE_TOOL_SETTINGS_H
