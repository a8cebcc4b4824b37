//===- CaptureWords.cpp - Captures in code that is not compiled -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureWords.h"
#include "../lib/support/Names.h"
#include "ProjectFolders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <optional>

using namespace cuda_capture;
using analysis::CallByName;
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

static bool isHeader(StringRef File) {
  const StringRef Extension = path::extension(File);
  return Extension.starts_with(".h")
             ? Extension != ".hip"
             : Extension == ".cuh" || Extension == ".inl";
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

OtherCaptures findOtherCaptures(const ProjectFolders &Folders,
                                const scan::CaptureMarks &Marks,
                                const llvm::StringSet<> &Callable,
                                llvm::ArrayRef<std::string> Compiled) {
  OtherCaptures Result;
  llvm::StringSet<> Read;
  for (const std::string &File : Compiled)
    Read.insert(File);
  auto IsOtherSource = [&](StringRef File) {
    return isSource(File) && !isHeader(File) && !Read.contains(File);
  };
  auto IsPython = [](StringRef File) { return path::extension(File) == ".py"; };
  llvm::StringSet<> Called;
  auto ReadCaptures = [&](const std::string &File, StringRef Text) {
    if (!Marks.mayCapture(Text))
      return;
    const bool InPython = IsPython(File);
    for (scan::CapturedCall &C : InPython
                                     ? scan::capturedCallsOfPython(Text, Marks)
                                     : scan::capturedCalls(Text, Marks)) {
      const StringRef Name = withoutScope(C.Name);
      if (!Callable.contains(Name))
        continue;
      Called.insert(Name);
      const auto Form = InPython       ? C.IsOfObject
                                             ? CallByName::ObjectOfOtherLanguage
                                             : CallByName::OtherLanguage
                        : C.IsOfObject ? CallByName::OfObject
                                       : CallByName::Plain;
      Result.Calls.push_back(
          {Form, std::move(C.Name), {File, C.Line, 0}, std::move(C.Types)});
    }
  };
  Result.IsIncomplete = !Folders.read(
      [&](StringRef File) { return IsOtherSource(File) || IsPython(File); },
      ReadCaptures);
  if (Called.empty())
    return Result;
  llvm::StringSet<> Defined;
  Folders.read(IsOtherSource, [&](const std::string &, StringRef Text) {
    scan::addDefinedFunctions(Text, Called, Defined);
  });
  llvm::erase_if(Result.Calls, [&](const CallByName &C) {
    return Defined.contains(withoutScope(C.Name));
  });
  return Result;
}
