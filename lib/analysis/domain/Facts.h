//===- Facts.h - What is known of symbols -----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_FACTS_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_FACTS_H

#include "Component.h"

namespace cuda_capture::analysis {

/// What the path says about the numbers that symbols are.
struct FactMap : FlatMap<SymbolId, Fact>, Component<FactMap> {
  /// What is known of the number that \p V is.
  Fact of(const Value &V) const;
  /// Looks through facts: a symbol known to be a number is that number, and of
  /// two that are known to be the same it is always the same one.
  Value resolve(Value V) const;
  /// Visits each comparison of \p S with a number that this path has decided:
  /// whether \p S is greater than it or, unless \p Lower, less. \p Holds: it
  /// is.
  void forEachComparison(
      const Universe &U, SymbolId S,
      llvm::function_ref<void(int64_t Number, bool Lower, bool Holds)> Visit)
      const;
  /// The number that \p S is known to be greater than or, unless \p Lower, less
  /// than; of several the one that says least.
  std::optional<int64_t> boundOf(const Universe &U, SymbolId S,
                                 bool Lower) const;
  /// Keeps what both say about a symbol. \returns true on a change.
  bool keepCommon(const FactMap &O);
  /// Whether no path agrees with both.
  bool contradicts(const FactMap &O) const;

  bool sameInput(const FactMap &O) const { return *this == O; }
  /// Takes over what both states know of joined values; what the other state
  /// says of their symbols is about another round of a loop.
  bool join(JoinContext &Join, const FactMap &O);
  bool mergeConditions(const FactMap &O) { return keepCommon(O); }
  /// Whatever was the same as \p Old is the same as \p New.
  void replaceHandle(SymbolId Old, SymbolId New);
  void rename(SymbolId Old, SymbolId New) { moveKey(*this, Old, New); }
  void forget(const Universe &U, SymbolId S);
  void dropUnheld(const Universe &U) { dropUnheldKeys(*this, U); }
  bool outlives(const CallScope &Call, const FactMap &) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_FACTS_H
