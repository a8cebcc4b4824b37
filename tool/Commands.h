//===- Commands.h - The commands of cuda-capture ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the commands share. Each has a file of its own, with its options and
/// its own parsing of the command line.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_COMMANDS_H
#define CUDA_CAPTURE_TOOL_COMMANDS_H

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

/// Exit codes of all commands.
enum ExitCode {
  ExitOk = 0,
  ExitFound = 1, ///< The command looks for something, and found it.
  ExitCouldNotRun = 2,
};

/// Of all options that help shows.
llvm::cl::OptionCategory &toolCategory();

/// What the help begins with.
constexpr const char *ToolOverview =
    "Finds illegal and silently wrong CUDA stream-capture code.\n";

/// What the option --kb is for, which means the same in all commands.
constexpr const char *LayeredKnowledgeText =
    "Files or folders with rows of your own, separated by ';', over the "
    "embedded knowledge base";

/// Prints that the knowledge base cannot be used, and why.
ExitCode badKnowledge(llvm::Error E);

#endif // CUDA_CAPTURE_TOOL_COMMANDS_H
