//===- Commands.h - The commands of cuda-capture ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Declarations for all commands. Each command has a file of its own, with its
/// options.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_COMMANDS_H
#define CUDA_CAPTURE_TOOL_COMMANDS_H

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

/// The exit codes of all commands.
enum ExitCode {
  ExitOk = 0,
  ExitFound = 1, ///< The command looked for something and found it.
  ExitCouldNotRun = 2,
};

/// Returns the category of all options that the help shows.
llvm::cl::OptionCategory &toolCategory();

/// The beginning of the help.
constexpr const char *ToolOverview =
    "Finds illegal and silently wrong CUDA stream-capture code.\n";

/// The description of the option --kb.
constexpr const char *LayeredKnowledgeText =
    "Files or folders with rows of your own, separated by ';', over the "
    "embedded knowledge base";

/// Prints that the knowledge base cannot be used, and why. Returns
/// ExitCouldNotRun.
ExitCode badKnowledge(llvm::Error E);

#endif // CUDA_CAPTURE_TOOL_COMMANDS_H
