//===- Sources.h - The files of translation units ---------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The files that each unit may include, and the facts about each file. Each
/// file is read once. Nothing is preprocessed: an include that depends on a
/// condition counts, too.
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

/// A folder in which included files are looked for.
struct SearchFolder {
  std::string Path;
  bool IsSystem = false;
  bool OnlyQuoted = false; ///< Only #include "..." looks here.
};

/// The compile flags of a source that determine its files and names.
struct UnitFlags {
  std::string Source; ///< Absolute.
  std::vector<SearchFolder> Folders;
  std::vector<std::string> Macros;   ///< "NAME=BODY".
  std::vector<std::string> Includes; ///< Included before the source.
  /// Only Clang can tell the meaning of some flag.
  bool Unclear = false;
};

/// Holds the files and units of a program. Files and units are identified by
/// numbers, in the order in which they were added.
class Sources {
public:
  static constexpr unsigned NoFile = ~0U;
  /// A source, a header or a command line.
  struct File {
    std::string Path; ///< Empty for a command line.
    FileFacts Facts;
    /// It is a file of the user's in at least one unit.
    bool IsOwn = false;
    uint64_t Bytes = 0;
  };
  /// A translation unit.
  struct Unit {
    /// The user's files, to which the command line belongs, and the system
    /// headers. Sorted.
    std::vector<unsigned> Own, System;
    /// The files of Own that are included for certain. Sorted.
    std::vector<unsigned> Sure;
    /// Only Clang can tell the meaning of the flags, or of the flags and files,
    /// respectively. A unit that lacks an included file is unclear, too.
    bool FlagsUnclear = false, Unclear = false;
    /// Units with the same number search the same folders.
    unsigned Config = 0;
    /// The source, which is NoFile if it does not exist, and the command line.
    unsigned Source = NoFile, Line = NoFile;
    /// The files that the command line includes.
    std::vector<unsigned> First;
  };
  /// A file to which an include may refer.
  struct Resolved {
    unsigned File; ///< NoFile if nothing was found.
    /// Inherits: the file is a system header if its includer is one.
    bool IsSystem, Inherits, Conditional;
  };

  /// Adds a unit. Reads those of its files that have not been read.
  void add(const UnitFlags &Flags);

  llvm::ArrayRef<Unit> units() const { return Units; }
  const File &file(unsigned F) const { return Files[F]; }
  size_t numFiles() const { return Files.size(); }
  Names &names() { return All; }
  const Names &names() const { return All; }
  /// Returns the paths of all files, including system headers. Sorted.
  std::vector<std::string> paths() const;
  /// Returns the paths at which a file was looked for but not found.
  std::vector<std::string> absent() const;

  /// Returns the files to which \p I may refer in file \p F, the likeliest
  /// first.
  std::vector<Resolved> resolve(const Include &I, unsigned F, unsigned Config);
  /// Returns \p First and all files that it may include. Sorted. A unit of this
  /// configuration must contain \p First.
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
  /// Whether a path is that of a regular file.
  llvm::StringMap<bool> Known;
  /// The folders of each configuration.
  std::vector<std::vector<SearchFolder>> Folders;
  /// Indexed by file and configuration.
  std::map<std::pair<unsigned, unsigned>, std::vector<Resolved>> Included;
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> Closures;
};

} // namespace cuda_capture::scan

#endif // CUDA_CAPTURE_SCAN_SOURCES_H
