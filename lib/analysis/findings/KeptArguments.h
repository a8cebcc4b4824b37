//===- KeptArguments.h - Graphs with arguments of one call ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function may capture its work in its first call, keep the executable
/// graph, and only launch it in later calls. The graph then uses the memory
/// that an argument of the first call has chosen, whatever later calls are
/// given.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_KEPTARGUMENTS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_KEPTARGUMENTS_H

#include "../domain/Borrows.h"
#include "OuterNames.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

namespace cuda_capture::analysis {

class KeptArguments : OuterNames {
public:
  explicit KeptArguments(const AnalysisParts &Parts) : OuterNames(Parts) {}

  /// Notes that the root launches at \p At the executable graph \p Graph, which
  /// an earlier call has made.
  void noteLaunch(SymbolId Graph, const Site &At);
  /// Notes the graphs that the current root leaves behind, and the memory of
  /// their nodes that an argument of the root has chosen.
  void leaveRoot();
  /// Reports the graphs that later calls launch with the memory of an earlier
  /// one. All roots must have been run.
  void check();

private:
  /// Memory, chosen by an argument, that a graph uses which a root leaves
  /// behind.
  struct Use {
    const ir::Function *Root;
    std::string Graph;
    /// The variable that keeps the graph, as other findings name it.
    std::string Keeper;
    /// The parameter that has chosen the memory.
    unsigned Parameter;
    Borrow By;
    Site Made;
  };
  /// A call of a root by another function.
  struct Caller {
    const ir::Function *F;
    const ir::Instruction *Call;
  };

  bool decidesByObject(const Use &Of, const Site &Launch,
                       llvm::StringSet<> &Asked) const;
  std::vector<Caller> callersOf(const ir::Function &F) const;
  bool mayDiffer(const Use &Of) const;

  std::vector<Use> Uses;
  /// The launches of a graph that an earlier call has made, by its name and
  /// root.
  std::map<std::pair<std::string, const ir::Function *>, Site> Launches;
  /// The roots that were run.
  std::set<const ir::Function *> Roots;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_KEPTARGUMENTS_H
