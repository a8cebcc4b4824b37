//===- Reach.h - Translation units that must be parsed ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides by names alone which translation units have to be parsed. These are
/// the units with a start, which is a name that a violation can begin with; the
/// units that may call into these; and the units that any of these may call. A
/// name stands for every function of that name, regardless of its scope.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_SCAN_REACH_H
#define CUDA_CAPTURE_SCAN_REACH_H

#include "Sources.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cuda_capture::scan {

/// A combination of names that makes a unit one with a start.
struct Start {
  /// Names that all have to be spelt in the files of the unit, including system
  /// headers.
  std::vector<std::string> All;
  /// If present, the unit must also use a name that ends with this suffix, or
  /// with which the suffix ends. Every name matches an empty suffix.
  std::optional<std::string> Suffix;
};

/// Computes the units that have to be parsed. An object can be used only once.
class Reach {
public:
  /// \p IsStart tells whether a name alone is a start. \p StartNames are the
  /// starts that can be listed; they are added to the names of \p Of. \p Of and
  /// \p IsStart must outlive this object.
  Reach(Sources &Of, llvm::function_ref<bool(llvm::StringRef)> IsStart,
        std::vector<std::string> StartNames)
      : Of(Of), All(Of.names()), IsStart(IsStart),
        StartNames(std::move(StartNames)) {}

  /// Lets calls of virtual functions reach the overriders in classes that the
  /// caller does not see.
  void followOverriders() { FollowsOverriders = true; }

  /// Returns for each unit whether it has to be parsed. \p Starts has an
  /// element for each unit.
  llvm::BitVector units(llvm::ArrayRef<const std::vector<Start> *> Starts);

private:
  /// The facts about a file that depend on other files.
  struct File {
    /// The definitions in the file, and those that macros make.
    std::vector<Definition> Defined;
    /// Names from which macros make functions in this file. The name of a
    /// function is one of these names or contains it.
    std::vector<Id> Pieces;
  };
  struct Unit {
    bool Unclear = false;
    /// Names that the unit may call. Sorted.
    std::vector<Id> Uses;
  };
  /// A file that may define a name. Other members are as in Definition.
  struct Definer {
    unsigned File;
    Id Class;
    bool Conditional;
  };
  /// A way to make a name of other names by pasting.
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
  /// Indexed by the number of the file or unit.
  std::vector<File> Files;
  std::vector<Unit> Units;

  llvm::DenseMap<Id, std::vector<const Macro *>> Macros;
  /// Names of starts, and macros whose bodies name a start.
  llvm::BitVector Starting;
  /// Macros that paste an argument or make it the name of a function, either
  /// themselves or through other macros.
  llvm::BitVector Pasting, Naming;
  /// Names that the user's files declare as functions.
  llvm::BitVector IsDeclared;
  /// Macros that paste names of more parts than a Split can have.
  llvm::BitVector PastesMany;
  /// Names that the user's files spell or declare.
  llvm::BitVector OwnNames;
  std::vector<std::vector<Definer>> Definers;
  /// Names of functions that are called without being spelt, and of the classes
  /// of defined functions. A unit uses such a name even if only a system header
  /// spells it.
  llvm::BitVector Implicit;
  std::vector<Split> Splits;
};

} // namespace cuda_capture::scan

#endif // CUDA_CAPTURE_SCAN_REACH_H
