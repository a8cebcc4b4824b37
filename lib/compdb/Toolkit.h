//===- Toolkit.h - Where CUDA and the host's compiler are -------*- C++ -*-===//
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

/// The machine that commands are translated for. No program is run.
struct Machine {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files;
  std::function<std::optional<std::string>(llvm::StringRef)> Environment;

  /// The machine that this runs on.
  static Machine real();

  bool exists(const llvm::Twine &Path) const;
  /// Without links; the path itself if it does not exist.
  std::string realPath(llvm::StringRef Path) const;
  /// Where a command's program is: a path, or a name that is looked for. Empty
  /// if there is none.
  std::string findProgram(llvm::StringRef Program, llvm::StringRef Directory,
                          llvm::StringRef ExceptIfReally = "") const;
};

/// A toolkit of CUDA.
struct Toolkit {
  /// The folder that Clang's --cuda-path takes; empty if it does not take this
  /// toolkit's.
  std::string Root;
  /// The folder with cuda_runtime.h.
  std::string Include;
  /// 12.4, if \c Root is empty.
  std::string Version;
};

/// The toolkit in a folder.
std::optional<Toolkit> toolkitIn(const Machine &M, llvm::StringRef Root);

/// The toolkit that \p Nvcc, run in \p Directory, belongs to; if it is not
/// here, what CUDA_PATH and CUDA_HOME name.
std::optional<Toolkit> toolkitOf(const Machine &M, llvm::StringRef Nvcc,
                                 llvm::StringRef Directory);

/// The toolkit where installers put it, which PATH need not have.
std::optional<Toolkit> usualToolkit(const Machine &M);

/// The options that make Clang use the headers and libraries of the GCC that
/// \p Compiler (a folder or a program) is; none if it is not known.
std::vector<std::string> hostCompilerOptions(const Machine &M,
                                             llvm::StringRef Compiler,
                                             llvm::StringRef Directory);

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_COMPDB_TOOLKIT_H
