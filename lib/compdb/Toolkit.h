//===- Toolkit.h - CUDA toolkits and the host's compiler --------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_COMPDB_TOOLKIT_H
#define CUDA_CAPTURE_COMPDB_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace cuda_capture::compdb {

/// The files and the environment of the machine for which commands are
/// translated. No program is run.
struct Machine {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
  std::function<std::optional<std::string>(llvm::StringRef)> Environment;

  /// Returns the machine on which this program runs.
  static Machine real();

  bool exists(const llvm::Twine &Path) const;
  /// Returns \p Path with links resolved, or \p Path itself if it does not
  /// exist.
  std::string realPath(llvm::StringRef Path) const;
  /// Returns the path of the program of a command that is run in \p Directory;
  /// empty if there is none. \p Program is a path, or a name to look up in
  /// PATH. The look-up skips programs that are links to one named
  /// \p ExceptIfReally.
  std::string findProgram(llvm::StringRef Program, llvm::StringRef Directory,
                          llvm::StringRef ExceptIfReally = "") const;
};

/// A CUDA toolkit.
struct Toolkit {
  /// The folder for Clang's --cuda-path; empty if Clang cannot take this
  /// toolkit by that option.
  std::string Root;
  /// The folder with cuda_runtime.h.
  std::string Include;
  /// The version, such as 12.4, if \c Root is empty and the version is known.
  std::string Version;
};

/// Returns the toolkit in the folder \p Root; nullopt if there is none.
std::optional<Toolkit> toolkitIn(const Machine &M, llvm::StringRef Root);

/// Returns the toolkit to which \p Nvcc, run in \p Directory, belongs. If this
/// toolkit is not found, returns the one that CUDA_PATH or CUDA_HOME names.
std::optional<Toolkit> toolkitOf(const Machine &M, llvm::StringRef Nvcc,
                                 llvm::StringRef Directory);

/// Returns a toolkit from a folder into which installers put it. Its nvcc need
/// not be in PATH.
std::optional<Toolkit> usualToolkit(const Machine &M);

/// Returns the options that make Clang use the headers and libraries of the GCC
/// that \p Compiler, a program or a folder, denotes; none if there is no such
/// GCC.
std::vector<std::string> hostCompilerOptions(const Machine &M,
                                             llvm::StringRef Compiler,
                                             llvm::StringRef Directory);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_TOOLKIT_H
