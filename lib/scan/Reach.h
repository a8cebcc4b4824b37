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

#include "Sources.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cuda_capture::scan {

/// What makes a unit one to begin with, beside single names.
struct Start {
  /// Names that have to be spelt, all of them, by whatever file.
  std::vector<std::string> All;
  /// The name of a function that the unit spells ends with it, or is its end.
  /// Any does if it is empty.
  std::optional<std::string> Suffix;
};

/// Of use once.
class Reach {
public:
  /// \p IsStart says whether a name alone is a start; \p StartNames are those
  /// that can be listed. \p Of, which gets these names, lives as long as this.
  Reach(Sources &Of, llvm::function_ref<bool(llvm::StringRef)> IsStart,
        std::vector<std::string> StartNames)
      : Of(Of), All(Of.names()), IsStart(IsStart),
        StartNames(std::move(StartNames)) {}

  /// Calls of virtual functions may reach those of classes that the caller does
  /// not see.
  void followOverriders() { FollowsOverriders = true; }

  /// \p Starts: of each unit. \returns for each unit whether it has to be
  /// parsed.
  llvm::BitVector units(llvm::ArrayRef<const std::vector<Start> *> Starts);

private:
  /// What is found out of a file with others' help.
  struct File {
    /// Those of its facts, and those that macros make.
    std::vector<Definition> Defined;
    /// What invocations are given from which macros make functions: those
    /// names, or others that they are a part of.
    std::vector<Id> Pieces;
  };
  struct Unit {
    bool Unclear = false;
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

  const FileFacts &facts(unsigned F) const { return Of.file(F).Facts; }
  void findMacros();
  std::vector<llvm::BitVector> visibleMacros() const;
  void findPieces(unsigned F, const llvm::BitVector &Visible);
  void findDeclared();
  void findStarting();
  void findDefiners();
  void findSplits(Id Whole, llvm::StringRef Rest, std::vector<Id> &Parts,
                  size_t MaxParts);
  void findUses(unsigned U);
  bool isRoot(unsigned U, llvm::ArrayRef<Start> Starts) const;
  llvm::BitVector spelt(llvm::ArrayRef<unsigned> InFiles) const;
  template <typename Use> void forEachDefiner(unsigned U, Use Each) const;

  Sources &Of;
  Names &All;
  llvm::function_ref<bool(llvm::StringRef)> IsStart;
  std::vector<std::string> StartNames;
  bool FollowsOverriders = false;
  /// By their numbers.
  std::vector<File> Files;
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
