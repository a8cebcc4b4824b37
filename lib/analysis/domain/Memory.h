//===- Memory.h - What variables hold ---------------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_MEMORY_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_MEMORY_H

#include "Component.h"

namespace cuda_capture::analysis {

/// What variables hold. A location without an entry holds its initial value.
struct MemoryMap : FlatMap<LocationId, Value>, Component<MemoryMap> {
  /// The first location that holds \p S and is not named after it.
  std::optional<LocationId> holderOf(const Universe &U, SymbolId S) const;

  bool sameVariables(const Universe &U, const MemoryMap &O) const;
  /// A variable that differs gets a symbol that is made for the place of the
  /// join; what a pointer points at on one of the paths becomes stale.
  bool join(JoinContext &Join, const MemoryMap &O);
  void rename(SymbolId Old, SymbolId New);
  void forget(Universe &U, SymbolId S);
  void dropLocals(const Universe &U, Context Ctx, const llvm::BitVector &Live);
  void hold(Universe &U) const;
  void dropUnheld(Universe &U);
  /// A handle that is used still is the one that was made; a number may have
  /// been replaced.
  void missStatement();
  bool outlives(const CallScope &Call, const MemoryMap &) const;

private:
  /// A location that differs in a join, what it holds here, and what both
  /// states know of that.
  struct Difference {
    LocationId L;
    Value Here;
    Fact Both;
  };
  /// What a join has to change.
  struct Differences {
    llvm::SmallVector<Difference, 8> Variables;
    /// They hold one function, which may have been exchanged on one path.
    llvm::SmallVector<LocationId, 2> Doubtful;
    /// A pointer points at them on one path, and the joined one may.
    llvm::SmallVector<LocationId, 2> Targets;
  };
  /// Finds what differs from \p O and was not joined at this place before.
  void compare(JoinContext &Join, const MemoryMap &O, Differences &Found) const;
  /// Forgets what is in the locations that \p Drop chooses. If that was an
  /// element whose index is not known any more, any may have been written.
  template <typename Predicate> void dropLocations(Universe &U, Predicate Drop);
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_MEMORY_H
