//===- Settings.h - What the commands of a run share ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// audit, check, compile, diagnose and link have options that decide what is
/// found in common: check hands them on to the processes that it starts. What
/// the command line leaves open, .clang-tidy files say, for each source; but
/// compile reads none, as what it makes depends on its command alone.
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

llvm::cl::SubCommand &auditCommand();
llvm::cl::SubCommand &checkCommand();
llvm::cl::SubCommand &compileCommand();
llvm::cl::SubCommand &diagnoseCommand();
llvm::cl::SubCommand &linkCommand();

struct Settings {
  std::shared_ptr<const cuda_capture::KnowledgeBase> KB;
  cuda_capture::lower::CapturableOptions Capturable;
  cuda_capture::analysis::Options Analysis;
  cuda_capture::Language Lang = cuda_capture::Language::English;
  /// What is reported of what is found.
  cuda_capture::report::Level Level = cuda_capture::report::Level::Exact;
  /// Which checks .clang-tidy files select, as CheckSelection reads it; empty:
  /// all.
  std::string Checks;
  /// Files and folders with knowledge of the user's own.
  std::vector<std::string> KnowledgePaths;
  /// "#pragma system_header" means nothing.
  bool IgnoreSystemPragma = false;
  /// What objects are marked with.
  cuda_capture::ir::Producer By;
  /// The options, to be handed on.
  std::vector<std::string> Arguments;
};

/// Of the command line, once that is parsed, and where it says nothing of
/// \p Configured. An error is complete and says what to do.
llvm::Expected<Settings> readSettings(const TidyOptions &Configured = {});

/// What --effort may be.
inline constexpr unsigned MaxEffort = 10000;

/// Whether .clang-tidy files are read.
bool readsConfiguration();

/// Writes a file whole or not at all; what is there and is no file (a pipe, a
/// device) is written to. "-" is the output. \p Write gets the stream.
llvm::Error writeFile(llvm::StringRef Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Write);

/// To be called before the program ends: a full disk is an error, no crash.
llvm::Error flushOutput();

#endif // CUDA_CAPTURE_TOOL_SETTINGS_H
