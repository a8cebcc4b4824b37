//===- KnowledgeCommands.h - cuda-capture kb --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_KNOWLEDGECOMMANDS_H
#define CUDA_CAPTURE_TOOL_KNOWLEDGECOMMANDS_H

#include "Commands.h"

/// Whether the command line is one of "kb".
bool isKnowledgeCommand(int Argc, const char **Argv);

/// Parses such a command line and runs the command.
ExitCode runKnowledgeCommand(int Argc, const char **Argv);

#endif // CUDA_CAPTURE_TOOL_KNOWLEDGECOMMANDS_H
