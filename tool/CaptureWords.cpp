//===- CaptureWords.cpp - Captures in code that is not compiled -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureWords.h"
#include "ProjectFolders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <optional>

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// The number of files that are read, and the size of the largest of them.
static constexpr size_t MaxFiles = 50000;
static constexpr uint64_t MaxSize = 2 << 20;

static bool isOtherLanguage(StringRef File) {
  static const llvm::StringSet<> Extensions = {".py", ".pyx",  ".rs",
                                               ".go", ".java", ".jl"};
  return Extensions.contains(path::extension(File));
}

static bool isSource(StringRef File) {
  static const llvm::StringSet<> Extensions = {".cu",  ".cuh", ".cpp", ".cc",
                                               ".cxx", ".c",   ".hip", ".h",
                                               ".hpp", ".hh",  ".hxx", ".inl"};
  return Extensions.contains(path::extension(File));
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

/// Looks for the first of \p Words in each file of a project for which
/// \p IsWanted holds.
static CaptureWords find(const ProjectFolders &Folders,
                         llvm::ArrayRef<std::string> Words,
                         llvm::function_ref<bool(StringRef)> IsWanted) {
  CaptureWords Result;
  std::vector<std::string> Files;
  for (const std::string &Root : Folders.roots())
    Result.IsIncomplete |= !addFiles(Root, IsWanted, Files);
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

CaptureWords findCaptureWords(const ProjectFolders &Folders,
                              llvm::ArrayRef<std::string> Words) {
  return find(Folders, Words, isOtherLanguage);
}

CaptureWords findCapturingSources(const ProjectFolders &Folders,
                                  const llvm::StringSet<> &Names,
                                  llvm::ArrayRef<std::string> Compiled) {
  std::vector<std::string> Words;
  for (const auto &Name : Names)
    Words.push_back((Name.getKey() + "(").str());
  llvm::sort(Words);
  llvm::StringSet<> Read;
  for (const std::string &File : Compiled)
    Read.insert(File);
  return find(Folders, Words, [&](StringRef File) {
    return isSource(File) && !Read.contains(File);
  });
}
