//===- OuterNames.h - Names of what outlives a root -------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_OUTERNAMES_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_OUTERNAMES_H

#include "../AnalysisParts.h"
#include "../Values.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace cuda_capture::analysis {

struct GraphContent;
struct State;

/// Names globals, and the parts of an object whose member functions are roots,
/// in the same way in all roots.
class OuterNames : protected AnalysisParts {
public:
  explicit OuterNames(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Returns the name of a global, or of a part of the object whose member
  /// function is run; an empty string for any other location.
  std::string nameOf(LocationId Where) const;
  /// Returns the name of the place that held \p V when the root was entered;
  /// an empty string if it has none.
  std::string nameOf(const Value &V) const;
  /// Returns the name of \p P, a place in the function \p F, if all of its
  /// steps are fields; an empty string otherwise.
  static std::string nameOf(const ir::Function &F, const ir::Place &P);

  /// Calls \p Use with each graph that \p S leaves in a place with a name: that
  /// name, the place, and what the graph refers to.
  void forEachKept(
      const State &S,
      llvm::function_ref<void(const std::string &Name, LocationId Keeper,
                              const GraphContent &Content)>
          Use) const;
  /// Returns the parameter of the current root that \p V was made of, or that
  /// leads to it. The object of a member function does not count. nullopt if
  /// there is none.
  std::optional<unsigned> parameterIn(const Value &V) const;
  std::optional<unsigned> parameterIn(LocationId Where) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_OUTERNAMES_H
