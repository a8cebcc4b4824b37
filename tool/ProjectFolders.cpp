//===- ProjectFolders.cpp - The folders of a project ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProjectFolders.h"
#include "../lib/support/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Whether the file or folder \p Path is below \p Folder.
static bool isInside(StringRef Path, StringRef Folder) {
  return Path.consume_front(Folder) && !Path.empty() &&
         path::is_separator(Path.front());
}

/// Returns the folder that all of \p Sources are in.
static std::string commonFolder(llvm::ArrayRef<std::string> Sources) {
  if (Sources.empty())
    return "";
  StringRef Common = path::parent_path(Sources.front());
  for (const std::string &Source : Sources)
    while (!Common.empty() && !isInside(Source, Common))
      Common = path::parent_path(Common);
  return Common.str();
}

bool isForeignFolder(StringRef Folder) {
  static const llvm::StringSet<> Names = {
      "third_party", "thirdparty",    "3rdparty", "external", "extern",
      "deps",        "vendor",        "build",    "venv",     "node_modules",
      "submodules",  "site-packages", "_deps"};
  return Folder.starts_with(".") || Names.contains(Folder);
}

/// Whether CMake has fetched \p Repository for a build.
static bool isFetched(StringRef Repository) {
  return llvm::is_contained(
      llvm::make_range(path::begin(Repository), path::end(Repository)),
      "_deps");
}

ProjectFolders::ProjectFolders(llvm::ArrayRef<std::string> Sources) {
  std::map<std::string, size_t> Repositories;
  for (const std::string &Source : Sources) {
    std::string Repository =
        cuda_capture::repositoryOf(path::parent_path(Source));
    if (!isFetched(Repository) && fs::exists(Repository + "/.git"))
      ++Repositories[std::move(Repository)];
  }
  size_t Most = 0;
  for (const auto &[Repository, Count] : Repositories)
    Most = std::max(Most, Count);
  std::vector<std::string> Large;
  for (const auto &[Repository, Count] : Repositories)
    if (Count * 3 >= Most)
      Large.push_back(Repository);
  for (const std::string &R : Large)
    if (llvm::none_of(Large,
                      [&](StringRef Other) { return isInside(R, Other); }))
      Roots.push_back(R);
  if (!Roots.empty())
    return;
  // The root of the file system is nobody's project.
  std::string Common = commonFolder(Sources);
  if (!Common.empty() && Common != path::root_path(Common))
    Roots.push_back(std::move(Common));
}

bool ProjectFolders::owns(StringRef File) const {
  return llvm::any_of(Roots, [&](const std::string &Root) {
    if (!isInside(File, Root))
      return false;
    const StringRef Below = path::parent_path(File.drop_front(Root.size()));
    return llvm::none_of(llvm::make_range(path::begin(Below), path::end(Below)),
                         isForeignFolder);
  });
}

/// The number of files that are read, and the size of the largest of them.
static constexpr size_t MaxFiles = 50000;
static constexpr uint64_t MaxSize = 2 << 20;

/// Adds the files in \p Root for which \p IsWanted holds to \p Files. \returns
/// whether these are all.
static bool addFiles(const std::string &Root,
                     llvm::function_ref<bool(StringRef)> IsWanted,
                     std::vector<std::string> &Files) {
  bool AreAll = true;
  std::error_code Problem;
  for (fs::recursive_directory_iterator
           It(Root, Problem, /*follow_symlinks=*/false),
       End;
       It != End && !Problem; It.increment(Problem)) {
    if (It->type() == fs::file_type::directory_file) {
      if (isForeignFolder(path::filename(It->path())))
        It.no_push();
      continue;
    }
    if (!IsWanted(It->path()))
      continue;
    llvm::ErrorOr<fs::basic_file_status> Status = It->status();
    if (Files.size() == MaxFiles || !Status || Status->getSize() > MaxSize)
      AreAll = false;
    else
      Files.push_back(It->path());
  }
  return AreAll && !Problem;
}

bool ProjectFolders::read(
    llvm::function_ref<bool(StringRef)> IsWanted,
    llvm::function_ref<void(const std::string &, StringRef)> Use) const {
  bool AreAll = true;
  std::vector<std::string> Files;
  for (const std::string &Root : Roots)
    AreAll &= addFiles(Root, IsWanted, Files);
  llvm::sort(Files);
  for (const std::string &File : Files)
    if (auto Buffer = llvm::MemoryBuffer::getFile(
            File, /*IsText=*/false, /*RequiresNullTerminator=*/false))
      Use(File, (*Buffer)->getBuffer());
    else
      AreAll = false;
  return AreAll;
}
