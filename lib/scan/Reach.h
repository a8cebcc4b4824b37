//===- Reach.h - Which sources captures can have to do with -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides by names alone which translation units have to be parsed: those that
/// may name what starts something, those that may call into these, and those
/// that any of these may call. A name stands for every function that is called
/// so, in whatever scope.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_SCAN_REACH_H
#define CUDA_CAPTURE_SCAN_REACH_H

#include "FileFacts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
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

/// What makes a unit one to begin with, beside single names.
struct Start {
  /// Names that have to be spelt, all of them, by whatever file.
  std::vector<std::string> All;
  /// The name of a function that the unit spells ends with it, or is its end.
  /// Any does if it is empty.
  std::optional<std::string> Suffix;
};

/// A header that a source enters before anything is said.
struct Leading {
  /// What stands behind "#include" where another file is to enter it, too;
  /// empty: what the command line includes, and no other header.
  std::string Spelling;
  std::string Path; ///< Empty: the same.
  /// How long it takes to parse with all that it may include and what the
  /// command line does: bytes, where those of the user's files count ten times.
  /// System headers are comments for the most part, and their bodies skipped.
  uint64_t Weight = 0;
};

class Program {
public:
  /// \p IsStart says whether a name alone is a start; \p StartNames are those
  /// that can be listed.
  Program(llvm::function_ref<bool(llvm::StringRef)> IsStart,
          std::vector<std::string> StartNames)
      : IsStart(IsStart), StartNames(std::move(StartNames)) {}

  /// Calls of virtual functions may reach those of classes that the caller does
  /// not see.
  void followOverriders() { FollowsOverriders = true; }

  /// \p Starts lives as long as this.
  void add(const UnitFlags &Flags, const std::vector<Start> &Starts);

  /// To be called when all are there. \returns for each unit whether it has to
  /// be parsed.
  llvm::BitVector reached();

  /// What the unit that was added as number \p Unit begins with, outermost
  /// first: each header has, with what the command line includes, the same
  /// content as where a file consists of it, and perhaps none where it is
  /// included again.
  std::vector<Leading> leading(unsigned Unit);

  /// All files that were read, those of systems included; sorted.
  std::vector<std::string> files() const;

private:
  static constexpr unsigned NoFile = ~0U;
  struct File {
    std::string Path; ///< Empty: a command line.
    FileFacts Facts;
    /// What invocations are given from which macros make functions: those
    /// names, or others that they are a part of.
    std::vector<Id> Pieces;
    bool IsOwn = false;
    uint64_t Bytes = 0;
  };
  struct Unit {
    /// The user's files, the first of which is the command line, and those of
    /// systems.
    std::vector<unsigned> Own, System;
    /// Those of Own that are included for certain. Sorted.
    std::vector<unsigned> Sure;
    const std::vector<Start> *Starts = nullptr;
    bool Unclear = false, Pastes = false;
    bool FlagsUnclear = false;
    unsigned Config = 0;
    /// Its files: the source, the command line, what that includes.
    unsigned Source = NoFile, Line = NoFile;
    std::vector<unsigned> First;
    /// Names that it may call and somebody may define. Sorted.
    std::vector<Id> Uses;
  };
  /// Who may define a name.
  struct Definer {
    unsigned File;
    Id Class;
    bool Conditional;
  };
  /// How a name may be made of others.
  struct Split {
    Id Whole;
    std::vector<Id> Parts;
  };
  struct Resolved {
    unsigned File; ///< NoFile: nothing was found.
    bool IsSystem, Inherits, Conditional;
  };

  /// A file with all that it may include. Sorted.
  using Closure = std::vector<unsigned>;
  // Leading.cpp
  const Closure &closure(unsigned First, unsigned Config);
  uint64_t weight(unsigned F) const {
    return Files[F].Bytes * (Files[F].IsOwn ? 10 : 1);
  }
  bool isIndependent(const Closure &C, llvm::ArrayRef<unsigned> Around,
                     unsigned Line) const;

  // Includes.cpp
  unsigned file(const std::string &Path);
  bool exists(const std::string &Path);
  const std::vector<Resolved> &includes(unsigned File, unsigned Config,
                                        llvm::ArrayRef<SearchFolder> Folders);
  std::vector<Resolved> resolve(const Include &I, llvm::StringRef Folder,
                                llvm::ArrayRef<SearchFolder> Folders);

  void findMacros();
  std::vector<llvm::BitVector> visibleMacros() const;
  void findPieces(File &F, const llvm::BitVector &Visible);
  void findDeclared();
  void findStarting();
  void findDefiners();
  void findSplits(Id Whole, llvm::StringRef Rest, std::vector<Id> &Parts,
                  size_t MaxParts);
  void findUses(Unit &U);
  bool isRoot(const Unit &U) const;
  llvm::BitVector spelt(llvm::ArrayRef<unsigned> InFiles) const;
  template <typename Use> void forEachDefiner(const Unit &U, Use Each) const;

  llvm::function_ref<bool(llvm::StringRef)> IsStart;
  std::vector<std::string> StartNames;
  bool FollowsOverriders = false;
  Names All;
  std::deque<File> Files;
  llvm::StringMap<unsigned> ByPath, Configs;
  llvm::StringMap<bool> Known;
  /// By configuration.
  std::vector<std::vector<SearchFolder>> Folders;
  /// By file and configuration.
  std::map<std::pair<unsigned, unsigned>, std::vector<Resolved>> Included;
  std::map<std::pair<unsigned, unsigned>, Closure> Closures;
  std::vector<Unit> Units;

  llvm::DenseMap<Id, std::vector<const Macro *>> Macros;
  /// Names that start something, or are macros that do.
  llvm::BitVector Starting;
  /// Macros that paste what they are given, or make it a function's name.
  llvm::BitVector Pasting, Naming;
  /// Names of functions that the user's files declare.
  llvm::BitVector IsDeclared;
  /// Macros that paste names of more parts than names are taken apart into.
  llvm::BitVector PastesMany;
  /// Names that are spelt in the user's files.
  llvm::BitVector OwnNames;
  std::vector<std::vector<Definer>> Definers;
  /// Names that are called without being spelt.
  llvm::BitVector Implicit;
  std::vector<Split> Splits;
};

} // namespace cuda_capture::scan

#endif // CUDA_CAPTURE_SCAN_REACH_H
