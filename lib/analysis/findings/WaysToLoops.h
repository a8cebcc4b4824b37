//===- WaysToLoops.h - The conditions of loops that warm up -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A loop in front of a capture warms up for it, unless the program runs the
/// one or the other: `if (eager) loop(); else capture();`.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_WAYSTOLOOPS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_WAYSTOLOOPS_H

#include "../domain/Conditions.h"
#include "llvm/ADT/ArrayRef.h"
#include <utility>
#include <vector>

namespace cuda_capture::analysis {

class Universe;

/// Conditions that are known, each with its outcome.
using Outcomes = std::vector<std::pair<Value, bool>>;

/// The conditions under which loops do the same thing.
class WaysToLoops {
public:
  /// Adds a loop that runs under \p Conditions.
  void add(llvm::ArrayRef<ControlDependence> Conditions, const Universe &U);
  /// Whether one of the loops may run before something that runs under
  /// \p Conditions: no condition has both outcomes.
  bool agreeWith(llvm::ArrayRef<ControlDependence> Conditions,
                 const Universe &U) const;

private:
  std::vector<Outcomes> Ways;
  /// Whether a loop agrees with everything.
  bool IsUnconditional = false;
};

/// The conditions under which a program has certainly done something before.
class WaysBefore {
public:
  /// Adds a way to do it, which is taken under \p Conditions. A condition that
  /// is not known makes the way useless.
  void add(llvm::ArrayRef<ControlDependence> Conditions, const Universe &U);
  /// Whether something that runs under \p Conditions runs behind one of the
  /// ways: all conditions of the way are among them.
  bool anyIsMetBy(llvm::ArrayRef<ControlDependence> Conditions,
                  const Universe &U) const;

private:
  std::vector<Outcomes> Ways;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_WAYSTOLOOPS_H
