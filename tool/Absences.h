//===- Absences.h - Paths at which no file was found ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The result for a source also depends on files that do not exist: a header
/// that appears in a folder that is searched earlier is included instead.
/// Therefore the paths at which a compilation found no file are recorded, and
/// its result is used only as long as there is nothing at these paths.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_ABSENCES_H
#define CUDA_CAPTURE_TOOL_ABSENCES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <map>
#include <set>
#include <string>

/// A file system that records the paths at which nothing was found.
class AbsenceRecorder : public llvm::vfs::ProxyFileSystem {
public:
  explicit AbsenceRecorder(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS)
      : ProxyFileSystem(std::move(FS)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  bool exists(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &Folder,
                                          std::error_code &E) override;

  /// Returns the absolute paths at which nothing was found.
  const llvm::StringSet<> &paths() const { return Paths; }

private:
  void note(const llvm::Twine &Path, std::error_code E);

  llvm::StringSet<> Paths;
};

/// Paths at which nothing exists, in a short form: if the folder of a path does
/// not exist either, the path of that folder stands for all paths below it.
class Absences {
public:
  /// Adds \p Path, which must be absolute.
  void add(llvm::StringRef Path);
  /// Adds the paths in \p Lines, which lines() has returned.
  void addLines(llvm::StringRef Lines);

  /// Whether \p Line looks like one of lines().
  static bool isLine(llvm::StringRef Line) { return Line.starts_with("?"); }

  /// Returns a line for each folder, each with its line end.
  std::string lines() const;

private:
  /// Returns \p Folder, or the topmost folder above it, that does not exist;
  /// empty if \p Folder exists.
  const std::string &missingFolder(llvm::StringRef Folder);

  std::map<std::string, std::set<std::string>, std::less<>> Names;
  llvm::StringMap<std::string> Folders;
};

/// Checks whether there is still nothing at recorded paths. Reads each folder
/// once.
class AbsenceChecker {
public:
  /// Whether nothing exists at the paths of \p Line, which is one of
  /// Absences::lines() without its line end.
  bool holds(llvm::StringRef Line);

private:
  /// The names in each folder in lower case, because some file systems ignore
  /// the case.
  llvm::StringMap<llvm::StringSet<>> Folders;
};

#endif // CUDA_CAPTURE_TOOL_ABSENCES_H
