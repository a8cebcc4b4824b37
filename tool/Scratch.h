//===- Scratch.h - Temporary files and processes of a run -------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A run has a folder for temporary files, and starts processes. Neither
/// outlives the run, even if it is killed: the system kills the processes, and
/// the next run removes the folder. Locks tell which folders belong to active
/// runs, because the system releases the locks of a process that has ended.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_SCRATCH_H
#define CUDA_CAPTURE_TOOL_SCRATCH_H

#include "llvm/Support/Error.h"
#include <string>

/// A temporary folder, which is removed when this object is destroyed.
class ScratchFolder {
public:
  /// Creates a folder, and removes those of runs that were killed.
  static llvm::Expected<ScratchFolder> make();
  ScratchFolder(ScratchFolder &&Other);
  ~ScratchFolder();

  const std::string &path() const { return Path; }

private:
  ScratchFolder() = default;

  std::string Path;
  /// The descriptor of the locked file.
  int Lock = -1;
};

/// Returns the option that tells a process which process has started it.
std::string parentOption();

/// Makes this process end when its parent process ends, if the command line
/// names the parent process.
void endWithParent(int Argc, const char **Argv);

#endif // CUDA_CAPTURE_TOOL_SCRATCH_H
