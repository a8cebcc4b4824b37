//===- Sources.h - What translation units are made of -----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The files that each unit may include, and what the words of each say. Files
/// are read once, and nothing is preprocessed: whatever stands behind a
/// condition may be included.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_SCAN_SOURCES_H
#define CUDA_CAPTURE_SCAN_SOURCES_H

#include "FileFacts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <deque>
#include <map>

namespace cuda_capture::scan {

struct SearchFolder {
  std::string Path;
  bool IsSystem = false;
  bool OnlyQuoted = false;
};

/// How a source is compiled, as far as it matters here.
struct UnitFlags {
  std::string Source; ///< Absolute.
  std::vector<SearchFolder> Folders;
  std::vector<std::string> Macros;   ///< "NAME=BODY".
  std::vector<std::string> Includes; ///< Files that are read first.
  /// Something about it cannot be told without Clang.
  bool Unclear = false;
};

/// Files and units are known by their numbers, in the order in which they came.
class Sources {
public:
  static constexpr unsigned NoFile = ~0U;
  struct File {
    std::string Path; ///< Empty: a command line.
    FileFacts Facts;
    /// Some unit has it as a file of the user's.
    bool IsOwn = false;
    uint64_t Bytes = 0;
  };
  struct Unit {
    /// The user's files, the first of which is the command line, and those of
    /// systems. Sorted.
    std::vector<unsigned> Own, System;
    /// Those of Own that are included for certain. Sorted.
    std::vector<unsigned> Sure;
    /// Its flags, or those and its files, say what cannot be told without
    /// Clang.
    bool FlagsUnclear = false, Unclear = false;
    /// Units of the same number search the same folders.
    unsigned Config = 0;
    /// Its source, NoFile if there is none; its command line, and what that
    /// includes.
    unsigned Source = NoFile, Line = NoFile;
    std::vector<unsigned> First;
  };
  /// What an include may mean.
  struct Resolved {
    unsigned File; ///< NoFile: nothing was found.
    bool IsSystem, Inherits, Conditional;
  };

  /// Reads what has not been read.
  void add(const UnitFlags &Flags);

  llvm::ArrayRef<Unit> units() const { return Units; }
  const File &file(unsigned F) const { return Files[F]; }
  size_t numFiles() const { return Files.size(); }
  Names &names() { return All; }
  const Names &names() const { return All; }
  /// The paths of all files, those of systems included; sorted.
  std::vector<std::string> paths() const;
  /// Paths at which a file was looked for in vain.
  std::vector<std::string> absent() const;

  /// What \p I may mean in file \p F, the likeliest first.
  std::vector<Resolved> resolve(const Include &I, unsigned F, unsigned Config);
  /// File \p First with all that it may include. Sorted.
  const std::vector<unsigned> &closure(unsigned First, unsigned Config);

private:
  unsigned read(const std::string &Path);
  bool exists(const std::string &Path);
  const std::vector<Resolved> &includes(unsigned F, unsigned Config);
  std::vector<Resolved> resolve(const Include &I, llvm::StringRef Folder,
                                unsigned Config);

  Names All;
  std::deque<File> Files;
  std::vector<Unit> Units;
  llvm::StringMap<unsigned> ByPath, Configs;
  /// Whether a file is there.
  llvm::StringMap<bool> Known;
  /// By configuration.
  std::vector<std::vector<SearchFolder>> Folders;
  /// By file and configuration.
  std::map<std::pair<unsigned, unsigned>, std::vector<Resolved>> Included;
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> Closures;
};

} // namespace cuda_capture::scan

#endif // CUDA_CAPTURE_SCAN_SOURCES_H
