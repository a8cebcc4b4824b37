//===- Watch.h - A command that runs when files change ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_WATCH_H
#define CUDA_CAPTURE_TOOL_WATCH_H

#include "Commands.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

/// Keeps the words of the command line, the name of the program first, for
/// watch().
void keepCommandLine(llvm::ArrayRef<const char *> Words);

/// Whether this process was started by watch(), so that it must not watch.
bool isWatched();

/// Runs this program with the same command line in a process of its own, and
/// again whenever a file changes, until the user ends it. After each run,
/// \p Files returns the files to look at: they need not exist. \returns only if
/// the program cannot be run.
ExitCode watch(llvm::function_ref<std::vector<std::string>()> Files);

#endif // CUDA_CAPTURE_TOOL_WATCH_H
