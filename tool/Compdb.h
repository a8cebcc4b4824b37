//===- Compdb.h - cuda-capture compdb ---------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_COMPDB_H
#define CUDA_CAPTURE_TOOL_COMPDB_H

#include "Commands.h"

/// Whether the command line asks for a translated compile database.
bool isCompdbCommand(int Argc, const char **Argv);

/// Parses such a command line and runs the command.
ExitCode runCompdbCommand(int Argc, const char **Argv);

#endif // CUDA_CAPTURE_TOOL_COMPDB_H
