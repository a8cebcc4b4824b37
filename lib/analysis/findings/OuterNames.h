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
#include <string>

namespace cuda_capture::analysis {

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
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_OUTERNAMES_H
