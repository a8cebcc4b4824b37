//===- Memory.h - The values that variables hold ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_MEMORY_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_MEMORY_H

#include "Component.h"
#include "Returned.h"

namespace cuda_capture::analysis {

/// Returns the local of the frame \p Ctx that \p V points at, or points into;
/// nullopt if there is none.
std::optional<unsigned> pointsAtLocal(const Universe &U, Context Ctx,
                                      const Value &V);

/// Maps locations to the values that they hold. A location without an entry
/// holds its initial value.
struct MemoryMap : FlatMap<LocationId, Value>, Component<MemoryMap> {
  /// Returns the first location that holds \p S and is not named after it.
  std::optional<LocationId> holderOf(const Universe &U, SymbolId S) const;

  bool sameVariables(const Universe &U, const MemoryMap &O) const;
  /// Gives each variable that differs a symbol that is made for the place of
  /// the join. An object that a pointer points at on one of the paths becomes
  /// stale.
  bool join(JoinContext &Join, const MemoryMap &O);
  void rename(SymbolId Old, SymbolId New);
  void forget(Universe &U, SymbolId S);
  void dropLocals(const Universe &U, Context Ctx, IsLiveLocal IsLive);
  /// Drops the locals of a frame that has ended, except for those that what is
  /// left points at: objects on the heap are locals of the function that makes
  /// them.
  void leaveFrame(const Universe &U, Context Ctx,
                  const ReturnedObject &Returned);
  /// Drops the locals that an earlier call in the same frame has left, and what
  /// points at them.
  void enterFrame(const Universe &U, Context Ctx);
  void hold(Universe &U) const;
  void dropUnheld(Universe &U);
  /// Marks numbers as stale, as they may have been replaced; a handle that is
  /// still used is the one that was made.
  void missStatement();
  bool outlives(const CallScope &Call, const MemoryMap &) const;

private:
  /// A location that differs in a join, the value that it holds here, and the
  /// facts that both states know about that value.
  struct Difference {
    LocationId L;
    Value Here;
    Fact Both;
  };
  /// The changes that a join has to make.
  struct Differences {
    llvm::SmallVector<Difference, 8> Variables;
    /// The locations that hold the same function or handle on both paths, which
    /// may have been exchanged on one of them, with what they hold then.
    llvm::SmallVector<std::pair<LocationId, Value>, 2> Doubtful;
    /// The locations that a pointer points at on one path, and that the joined
    /// pointer may point at.
    llvm::SmallVector<LocationId, 2> Targets;
  };
  /// Finds the differences from \p O that were not joined at this place before.
  void compare(JoinContext &Join, const MemoryMap &O, Differences &Found) const;
  /// Forgets the contents of the locations that \p Drop chooses. If one of them
  /// was an element whose index is no longer known, any element may have been
  /// written.
  template <typename Predicate> void dropLocations(Universe &U, Predicate Drop);
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_MEMORY_H
