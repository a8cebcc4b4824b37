//===- Scratch.h - What only one run needs ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A run has a folder for temporary files, and processes. Both end with it,
/// also if it is killed: the system kills the processes, and the next run
/// removes the folder. Which folders are of runs that are alive, locks tell,
/// which the system releases.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_SCRATCH_H
#define CUDA_CAPTURE_TOOL_SCRATCH_H

#include "llvm/Support/Error.h"
#include <string>

/// A folder that lives as long as this object.
class ScratchFolder {
public:
  /// Also removes those of runs that were killed.
  static llvm::Expected<ScratchFolder> make();
  ScratchFolder(ScratchFolder &&Other);
  ~ScratchFolder();

  const std::string &path() const { return Path; }

private:
  ScratchFolder() = default;

  std::string Path;
  /// Of the file that is locked.
  int Lock = -1;
};

/// The option by which a process is told who started it.
std::string parentOption();

/// Lets this process end when the one ends that started it, if the command line
/// says which that is.
void endWithParent(int Argc, const char **Argv);

#endif // CUDA_CAPTURE_TOOL_SCRATCH_H
