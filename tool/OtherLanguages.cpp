//===- OtherLanguages.cpp - Captures in other languages than C++ ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherLanguages.h"
#include "ProjectFolders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

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
      if (isForeignFolder(path::filename(It->path())))
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

CaptureWords findCaptureWords(const ProjectFolders &Folders,
                              llvm::ArrayRef<std::string> Words) {
  CaptureWords Result;
  std::vector<std::string> Files;
  for (const std::string &Root : Folders.roots())
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
