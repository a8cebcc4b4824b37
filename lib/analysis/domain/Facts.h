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

/// The smallest and the largest number that a value can be, where they are
/// known.
struct Bounds {
  std::optional<int64_t> Least, Most;
  void atLeast(int64_t N) { Least = Least ? std::max(*Least, N) : N; }
  void atMost(int64_t N) { Most = Most ? std::min(*Most, N) : N; }
};

/// The facts that the path has established about the numbers that symbols stand
/// for.
struct FactMap : FlatMap<SymbolId, Fact>, Component<FactMap> {
  /// Returns the facts about the number that \p V is. Those about the outcome
  /// of a comparison follow from the facts about what is compared.
  Fact of(const Universe &U, const Value &V) const;
  /// Looks through facts: returns the number of a symbol that is known to be a
  /// number, and always the same one of two symbols that are known to be equal.
  Value resolve(Value V) const;
  /// Visits each comparison of \p S with a number that this path has decided.
  /// Each asks whether \p S is greater than the number or, unless \p Lower,
  /// less. \p Holds says whether it is.
  void forEachComparison(
      const Universe &U, SymbolId S,
      llvm::function_ref<void(int64_t Number, bool Lower, bool Holds)> Visit)
      const;
  /// Returns the number that \p S is known to be greater than or, unless
  /// \p Lower, less than. Of several numbers, this is the one that says least.
  std::optional<int64_t> boundOf(const Universe &U, SymbolId S,
                                 bool Lower) const;
  /// Returns the bounds of \p V that follow from the comparisons that this path
  /// has decided, and from the operators that \p V is made of.
  Bounds boundsOf(const Universe &U, const Value &V, unsigned Depth = 0) const;
  /// Returns whether \p A is greater than \p B, if the bounds of both tell.
  std::optional<bool> isGreater(const Universe &U, const Value &A,
                                const Value &B) const;
  /// Keeps the facts about a symbol that both agree on. \returns true on a
  /// change.
  bool keepCommon(const FactMap &O);
  /// Whether no path agrees with both.
  bool contradicts(const FactMap &O) const;

  bool sameInput(const FactMap &O) const { return *this == O; }
  /// Takes over the facts that both states know about joined values. The facts
  /// of the other state about their symbols concern another round of a loop.
  bool join(JoinContext &Join, const FactMap &O);
  bool mergeConditions(const FactMap &O) { return keepCommon(O); }
  /// Makes every symbol that was the same as \p Old the same as \p New.
  void replaceHandle(SymbolId Old, SymbolId New);
  void rename(SymbolId Old, SymbolId New) { moveKey(*this, Old, New); }
  void forget(const Universe &U, SymbolId S);
  void dropUnheld(const Universe &U) { dropUnheldKeys(*this, U); }
  bool outlives(const CallScope &Call, const FactMap &) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_FACTS_H
