//===- WarmUps.h - Calls that come before the one that captures -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function may run its work in its first call, note that in a variable, and
/// capture the work only in a later call:
///
///   if (!warm) {
///     run();
///     warm = true;
///     return;
///   }
///   begin(); run(); end();
///
/// What the work makes when it is first needed, such as a workspace, is there
/// when the work is captured. The two calls are two paths of one root.
///
/// A library may have functions that begin and end captures for its callers. If
/// the one that begins them makes such a thing first, it is there when the
/// callers go on to call the others.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_WARMUPS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_WARMUPS_H

#include "OuterNames.h"
#include "RawFinding.h"
#include <map>
#include <set>

namespace cuda_capture::analysis {

class WarmUps : OuterNames {
public:
  explicit WarmUps(const AnalysisParts &Parts) : OuterNames(Parts) {}

  /// Notes what the paths of the current root that begin no capture make for
  /// the first time, and what they write; and what the others make first.
  void leaveRoot();
  /// Whether an earlier call of the root must have made the decision \p C about
  /// a first use without a capture, if control gets to \p F; or a function that
  /// begins the captures of its callers, before it did so.
  bool precede(const RawFinding &F, const ControlDependence &C) const;

private:
  /// A path of a root that begins no capture.
  struct Path {
    /// The decisions about first uses that depend on nothing that the caller
    /// passes, with a symbol for what they depend on.
    std::set<std::pair<const ir::Terminator *, SymbolId>> Made;
    /// The members and globals that the path writes; with their values, if
    /// these are numbers.
    std::map<LocationId, std::optional<int64_t>> Writes;
  };
  bool isOfCall(const Value &V) const;
  bool isOutside(LocationId Where) const;
  bool needs(const Value &Condition, bool Outcome, const Path &Of) const;
  void noteBegun(const State &S);
  bool isMadeByBegin(const RawFinding &F, const ControlDependence &C) const;

  /// By the outermost frame of the root.
  std::map<Context, std::vector<Path>> Paths;
  /// The decisions that functions make before they begin a capture for their
  /// callers.
  std::set<const ir::Terminator *> MadeByBegins;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_WARMUPS_H
