//===- KeptMemory.h - Memory that another call replaces ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An object may keep an executable graph, and the memory that the graph uses.
/// If one member function frees this memory and allocates it anew, and another
/// one then launches the graph, the graph uses memory that is gone. Each
/// function is a root of its own, so what the roots do is collected, and
/// compared when all roots have been run.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_KEPTMEMORY_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_KEPTMEMORY_H

#include "../domain/Borrows.h"
#include "OuterNames.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

namespace cuda_capture::analysis {

class KeptMemory : OuterNames {
public:
  explicit KeptMemory(const AnalysisParts &Parts) : OuterNames(Parts) {}

  /// Notes that the call \p At releases the memory at \p Pointer.
  void noteRelease(const Value &Pointer, const Site &At);
  /// Notes that the root launches the executable graph \p Graph, which an
  /// earlier call has made.
  void noteLaunch(SymbolId Graph, const State &S);
  /// Notes the graphs that the current root leaves behind, and the memory that
  /// it has replaced.
  void leaveRoot();
  /// Reports the memory of graphs that another call replaces. All roots must
  /// have been run.
  void check();

private:
  /// Memory that a graph uses which a root leaves behind.
  struct Use {
    const ir::Function *Root;
    std::string Graph, Memory;
    /// The variable that keeps the graph, as other findings name it.
    std::string Keeper;
    Borrow By;
    Site Made;
  };
  /// A release of memory that the root then replaces.
  struct Replacement {
    const ir::Function *Root;
    Site At;
    std::string Memory;
  };
  /// The launches of a graph that an earlier call has made.
  struct Launches {
    std::set<const ir::Function *> Roots;
    /// Whether a launch depends on a comparison with an argument, so that the
    /// graph may be made anew for another argument.
    bool AreKeyed = false;
  };

  void noteReplacedOwners();
  void noteReplacements(const State &S);
  void noteUses(const State &S);
  bool isReplaced(LocationId Where, const State &S) const;
  bool isKeyed(const Value &Condition, bool &OfObject, bool &OfCall) const;
  bool mayInvalidate(const ir::Function &F,
                     const llvm::StringSet<> &Fields) const;
  void fieldsAskedBy(const ir::Function &F, llvm::StringSet<> &Fields) const;
  bool isStale(const Use &Of, const Replacement &By, const Launches &Later);

  std::vector<Use> Uses;
  std::vector<Replacement> Replacements;
  std::map<std::string, Launches> LaunchesOf;
  /// The roots that reach each release.
  std::map<const ir::Instruction *, std::set<const ir::Function *>> ReleasedIn;
  /// The roots that were run.
  std::set<const ir::Function *> Roots;
  /// The releases of the current root.
  std::vector<std::pair<Site, LocationId>> Released;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_KEPTMEMORY_H
