//===- Settings.h - What the commands of a run share ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// check, compile, diagnose and link have the options that decide what is
/// found in common: check hands them on to the processes that it starts.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_SETTINGS_H
#define CUDA_CAPTURE_TOOL_SETTINGS_H

#include "../lib/analysis/Analysis.h"
#include "../lib/ir/Object.h"
#include "../lib/lower/Promises.h"
#include "../lib/report/Filters.h"
#include "Commands.h"
#include <memory>

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
  /// What objects are marked with.
  cuda_capture::ir::Producer By;
  /// The options, to be handed on.
  std::vector<std::string> Arguments;
};

/// Of the command line, once that is parsed. An error is complete and says
/// what to do.
llvm::Expected<Settings> readSettings();

/// Writes a file whole or not at all. \p Write gets the stream.
llvm::Error writeFile(llvm::StringRef Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Write);

#endif // CUDA_CAPTURE_TOOL_SETTINGS_H
