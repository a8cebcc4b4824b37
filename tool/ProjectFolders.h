//===- ProjectFolders.h - The folders of a project --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_PROJECTFOLDERS_H
#define CUDA_CAPTURE_TOOL_PROJECTFOLDERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

/// The folders of the project that some sources belong to: the repositories
/// that they are in, or else the folder above all of them. A build may write
/// sources elsewhere, even into a repository of somebody else. So a repository
/// does not count if it has less than a third of the sources that the largest
/// one has, if it is inside of another one, or if a build has fetched it.
class ProjectFolders {
public:
  explicit ProjectFolders(llvm::ArrayRef<std::string> Sources);

  llvm::ArrayRef<std::string> roots() const { return Roots; }
  /// Whether \p File, an absolute path, is the project's own code.
  bool owns(llvm::StringRef File) const;

  /// Calls \p Use with the path and the content of each file of the project
  /// for which \p IsWanted holds, in the order of the paths, except those in
  /// folders of other people's code. \returns whether all were read: there may
  /// be too many, and some may be too large or not be opened.
  bool read(
      llvm::function_ref<bool(llvm::StringRef)> IsWanted,
      llvm::function_ref<void(const std::string &, llvm::StringRef)> Use) const;

private:
  std::vector<std::string> Roots;
};

/// Whether a folder of this name has the code of other people, or what a build
/// makes.
bool isForeignFolder(llvm::StringRef Name);

#endif // CUDA_CAPTURE_TOOL_PROJECTFOLDERS_H
