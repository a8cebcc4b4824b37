//===- FirstUses.h - What was made when it was first needed -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A program makes many things when they are first needed:
///
///   auto found = blocks.find(size);
///   if (found == blocks.end())
///     found = blocks.emplace(size, allocate(size)).first;
///
/// What a container holds is not known, so either outcome is possible. But a
/// path that has made this decision before, for the same size, finds the block
/// the next time.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_FIRSTUSES_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_FIRSTUSES_H

#include "Component.h"

namespace cuda_capture::analysis {

/// The decisions about first uses that the path has made: the branch, and a
/// symbol for what the decision depended on (transfer/FirstUses.h).
struct DecidedFirstUses
    : FlatMap<std::pair<const ir::Terminator *, SymbolId>, std::monostate>,
      Component<DecidedFirstUses> {
  bool sameInput(const DecidedFirstUses &O) const { return *this == O; }
  bool mergeConditions(const DecidedFirstUses &O) {
    return keepCommonEntries(*this, O);
  }
  void forget(const Universe &U, SymbolId S) {
    eraseIf([&](const auto &Entry) {
      return U.dependsOn(Value::symbol(Entry.first.second), S);
    });
  }
  void dropUnheld(const Universe &U) {
    eraseIf([&](const auto &Entry) {
      return !U.areMarked(U.symbol(Entry.first.second).leaves());
    });
  }
  bool outlives(const CallScope &Call, const DecidedFirstUses &) const {
    return llvm::any_of(*this, [&](const auto &Entry) {
      return Call.Made(Value::symbol(Entry.first.second));
    });
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_FIRSTUSES_H
