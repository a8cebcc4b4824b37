//===- OtherLanguages.cpp - Captures in other languages than C++ ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherLanguages.h"
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

/// The number of files that are read, and the size of the largest of them.
static constexpr size_t MaxFiles = 50000;
static constexpr uint64_t MaxSize = 2 << 20;

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

static bool isOtherLanguage(StringRef File) {
  static const llvm::StringSet<> Extensions = {".py", ".pyx",  ".rs",
                                               ".go", ".java", ".jl"};
  return Extensions.contains(path::extension(File));
}

/// Whether a folder of this name has the code of other people, or what a build
/// makes.
static bool isForeign(StringRef Folder) {
  static const llvm::StringSet<> Names = {
      "third_party", "thirdparty",    "3rdparty", "external", "extern",
      "deps",        "vendor",        "build",    "venv",     "node_modules",
      "submodules",  "site-packages", "_deps"};
  return Folder.starts_with(".") || Names.contains(Folder);
}

/// Returns the first of \p Words in \p Text, the content of a file.
static std::optional<CaptureWord> firstWord(StringRef Text,
                                            const std::string &File,
                                            llvm::ArrayRef<std::string> Words) {
  size_t At = StringRef::npos;
  std::optional<CaptureWord> Result;
  for (const std::string &Word : Words)
    if (size_t Place = Text.find(Word); Place < At) {
      At = Place;
      Result = {Word, File, 0};
    }
  if (Result)
    Result->Line = Text.take_front(At).count('\n') + 1;
  return Result;
}

/// Whether CMake has fetched \p Repository for a build.
static bool isFetched(StringRef Repository) {
  return llvm::is_contained(
      llvm::make_range(path::begin(Repository), path::end(Repository)),
      "_deps");
}

/// Returns the repositories that \p Sources are in; the folder above all of
/// them if there is none. A build may write sources elsewhere, even into a
/// repository of somebody else. So a repository does not count if it has less
/// than a third of the sources that the largest one has, if it is inside of
/// another one, or if a build has fetched it.
static std::vector<std::string>
projectsOf(llvm::ArrayRef<std::string> Sources) {
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
  std::vector<std::string> Large, Result;
  for (const auto &[Repository, Count] : Repositories)
    if (Count * 3 >= Most)
      Large.push_back(Repository);
  for (const std::string &R : Large)
    if (llvm::none_of(Large,
                      [&](StringRef Other) { return isInside(R, Other); }))
      Result.push_back(R);
  if (Result.empty())
    Result.push_back(commonFolder(Sources));
  return Result;
}

/// Adds the sources of other languages in \p Root to \p Files. \returns
/// whether these are all.
static bool addSources(const std::string &Root,
                       std::vector<std::string> &Files) {
  bool AreAll = true;
  std::error_code Problem;
  for (fs::recursive_directory_iterator
           It(Root, Problem, /*follow_symlinks=*/false),
       End;
       It != End && !Problem; It.increment(Problem)) {
    if (It->type() == fs::file_type::directory_file) {
      if (isForeign(path::filename(It->path())))
        It.no_push();
      continue;
    }
    if (!isOtherLanguage(It->path()))
      continue;
    llvm::ErrorOr<fs::basic_file_status> Status = It->status();
    if (Files.size() == MaxFiles || !Status || Status->getSize() > MaxSize)
      AreAll = false;
    else
      Files.push_back(It->path());
  }
  return AreAll && !Problem;
}

CaptureWords findCaptureWords(llvm::ArrayRef<std::string> Sources,
                              llvm::ArrayRef<std::string> Words) {
  CaptureWords Result;
  std::vector<std::string> Files;
  for (const std::string &Root : projectsOf(Sources))
    // The root of the file system is nobody's project.
    if (!Root.empty() && Root != path::root_path(Root))
      Result.IsIncomplete |= !addSources(Root, Files);
  llvm::sort(Files);
  for (const std::string &File : Files) {
    auto Buffer = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/false);
    if (!Buffer)
      Result.IsIncomplete = true;
    else if (std::optional<CaptureWord> Word =
                 firstWord((*Buffer)->getBuffer(), File, Words))
      Result.Found.push_back(std::move(*Word));
  }
  return Result;
}
