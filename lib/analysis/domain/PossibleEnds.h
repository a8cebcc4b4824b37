//===- PossibleEnds.h - Calls that may have ended captures ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_POSSIBLEENDS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_POSSIBLEENDS_H

#include "Component.h"
#include <optional>

namespace cuda_capture::analysis {

/// Why captures of this path may have ended (Capture::MayBeActive). If the path
/// reaches the end of the capture, none of the calls has ended it.
struct PossibleEnds : Component<PossibleEnds> {
  /// Notes that the call \p Of may have ended the capture of \p Begin. Of many
  /// calls, the last ones count as another reason. \returns true on a change.
  bool add(const Site &Begin, const Site &Of);
  /// Notes another reason. \returns true on a change.
  bool addOther(const Site &Begin) { return Others.insert(Begin); }
  /// Notes that the path has met one that has ended the capture. \returns true
  /// on a change.
  bool addMeeting(const Site &Begin) { return Met.insert(Begin); }
  /// Forgets the reasons for the capture of \p Begin.
  void forgetCapture(const Site &Begin);
  /// Returns the calls that may have ended the capture of \p Begin, or nullopt
  /// if there is another reason.
  std::optional<llvm::SmallVector<Site, 4>> of(const Site &Begin) const;

  /// Whether the path has met one that has ended the capture of \p Begin.
  bool hasMetEnd(const Site &Begin) const {
    return llvm::is_contained(Met, Begin);
  }
  /// Adds the reasons of \p O.
  bool mergeConditions(const PossibleEnds &O);
  /// Takes over the reasons of \p O; \p Moved returns where its calls stand
  /// here, or nullopt for those that are known here already.
  void replay(const PossibleEnds &O,
              llvm::function_ref<std::optional<Site>(const Site &)> Moved);

private:
  /// The begins of captures, each with a call of an unknown callee.
  FlatSet<std::pair<Site, Site>> Calls;
  FlatSet<Site> Others, Met;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_POSSIBLEENDS_H
