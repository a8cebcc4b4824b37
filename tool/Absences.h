//===- Absences.h - Where files were looked for -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is made of a source depends on files that are not there, too: a header
/// that appears in a folder that is searched earlier is included instead. So
/// the paths at which a compilation looked for a file in vain are recorded, and
/// what was made of the source is used only as long as nothing is there.
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

  /// Absolute paths.
  const llvm::StringSet<> &paths() const { return Paths; }

private:
  void note(const llvm::Twine &Path, std::error_code E);

  llvm::StringSet<> Paths;
};

/// Paths at which nothing is, in a short form: of a folder that is not there
/// either, its name says it of all that it would hold.
class Absences {
public:
  /// \p Path is absolute.
  void add(llvm::StringRef Path);
  /// Takes what lines() made.
  void addLines(llvm::StringRef Lines);

  /// Whether \p Line is one of lines().
  static bool isLine(llvm::StringRef Line) { return Line.starts_with("?"); }

  /// A line for each folder, each with its line end.
  std::string lines() const;

private:
  /// The topmost folder above \p Folder, or itself, that is not there; empty:
  /// it is there.
  const std::string &missingFolder(llvm::StringRef Folder);

  std::map<std::string, std::set<std::string>, std::less<>> Names;
  llvm::StringMap<std::string> Folders;
};

/// Looks whether there is still nothing where there was nothing. Reads each
/// folder once.
class AbsenceChecker {
public:
  /// \p Line: one of Absences::lines(), without its line end.
  bool holds(llvm::StringRef Line);

private:
  /// The names in a folder, in small letters: some file systems make no
  /// difference.
  llvm::StringMap<llvm::StringSet<>> Folders;
};

#endif // CUDA_CAPTURE_TOOL_ABSENCES_H
