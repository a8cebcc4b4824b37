//===- Naming.h - Names of values -------------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_NAMING_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_NAMING_H

#include "../AnalysisParts.h"
#include "../State.h"

namespace cuda_capture::analysis {

/// Determines how the program names values.
class Naming : AnalysisParts {
public:
  explicit Naming(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Returns the variables and fields that hold \p V, as the frame \p Ctx names
  /// them.
  std::vector<ir::Place> namesOf(Context Ctx, const Value &V,
                                 const State &S) const;
  std::string nameOf(LocationId Where) const;
  /// Returns the name of the variable, field or array that a handle was found
  /// in; may be empty.
  std::string nameOfHandle(const Value &Handle) const;

private:
  std::optional<ir::Place> express(Context Ctx, LocationId Where,
                                   const State &S) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_NAMING_H
