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
#include "llvm/Support/Path.h"
#include <optional>

using llvm::StringRef;
namespace path = llvm::sys::path;

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

/// Looks for the first of \p Words in each file of a project for which
/// \p IsWanted holds.
static CaptureWords find(const ProjectFolders &Folders,
                         llvm::ArrayRef<std::string> Words,
                         llvm::function_ref<bool(StringRef)> IsWanted) {
  CaptureWords Result;
  Result.IsIncomplete =
      !Folders.read(IsWanted, [&](const std::string &File, StringRef Text) {
        if (std::optional<CaptureWord> Word = firstWord(Text, File, Words))
          Result.Found.push_back(std::move(*Word));
      });
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
