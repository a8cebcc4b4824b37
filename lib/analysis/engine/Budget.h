//===- Budget.h - How closely each function is run --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A step runs one instruction on one state. A root has a number of steps that
/// its functions may take as they like. When these are used up, each function
/// has a share of its own, in proportion to its size, so the cost of a root
/// grows with its code and not with the number of its paths. A function that
/// has used up its share is run on fewer states, and is not called any more.
/// Small functions are always called. A root that takes many times the steps
/// of the code that it has run, because many states call many such functions,
/// is run on fewer states as a whole.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_ENGINE_BUDGET_H
#define CUDA_CAPTURE_ANALYSIS_ENGINE_BUDGET_H

#include "llvm/ADT/BitVector.h"
#include <algorithm>
#include <cstdint>
#include <utility>

namespace cuda_capture::analysis {

/// The numbers of states that are kept apart at one point.
struct StateLimits {
  unsigned States; ///< All of them.
  unsigned Alike;  ///< Those that differ only in variables.
};

class Budget {
public:
  /// The steps that one function has taken in the current root.
  struct Account {
    uint64_t Spent = 0;
    unsigned Root = 0; ///< The root that the account belongs to.
    /// The blocks of the function that were run.
    llvm::BitVector Seen;
    /// The number of calls since the last one that ran another block.
    unsigned Repeated = 0;
  };

  /// What a root may take.
  struct Terms {
    /// The steps that its functions take before each is limited to its share.
    uint64_t FreeSteps = 0;
    /// The share of a function for each of its instructions.
    unsigned StepsPerInstruction = 1;
    /// The least share of a function.
    unsigned LeastShare = 1;
    /// The limits as long as a function has not used up its share.
    StateLimits Close = {1, 1};
    /// The limits that such roots have usually. Where fewer states are kept,
    /// steps are short.
    StateLimits Usual = {1, 1};
  };

  /// Prepares for a root.
  void enterRoot(const Terms &OfRoot) {
    Of = OfRoot;
    Taken = Code = 0;
    WasShort = WasAbridged = false;
    ++Root;
  }

  /// Empties an account that belongs to an earlier root.
  void open(Account &Of) const {
    if (Of.Root != Root)
      Of = {0, Root, {}, 0};
  }
  /// Notes that a frame of a function of \p Size instructions is run.
  /// \p CountedIn is the number of the last root in which it was.
  void enterFrame(unsigned &CountedIn, uint64_t Size) {
    if (std::exchange(CountedIn, Root) != Root)
      Code += Size;
  }
  /// Notes that a function takes \p Steps.
  void spend(Account &By, uint64_t Steps) {
    open(By);
    By.Spent += Steps;
    Taken += Steps;
  }
  /// Returns the limits for the rest of a call that has taken \p Spent steps in
  /// a function of \p Size instructions.
  StateLimits limits(uint64_t Spent, uint64_t Size) const {
    const uint64_t Times = overdrawn(Spent, Size);
    const uint64_t RootTimes = overdrawn(Taken, Code);
    if (!Times && !multiplies())
      return Of.Close;
    // One state for each protocol is enough for most code. To keep fewer loses
    // captures, and is for calls that come to no end otherwise.
    if (Times < 10 && RootTimes < 30)
      return {Of.Close.States, 1};
    const bool KeepsSome = Times < 20 && RootTimes < 100;
    return {KeepsSome ? std::min(Of.Close.States, 6U) : 1U, 1};
  }
  /// Whether a function of \p Size instructions has used up its share, so that
  /// it is not called any more.
  bool isSpent(const Account &By, uint64_t Size) const {
    return By.Root == Root && overdrawn(By.Spent, Size) > 0;
  }
  /// Whether a call has taken so many steps in a function of \p Size
  /// instructions that no fixpoint is to be expected.
  bool isHopeless(uint64_t Spent, uint64_t Size) const {
    return overdrawn(Spent, Size) > 100;
  }
  /// Whether the root has taken many times the steps that the code it has run
  /// should cost. Each of many states has then made the same call by itself,
  /// and got many states back.
  bool multiplies() const { return overdrawn(Taken, Code) >= 8; }
  StateLimits closest() const { return Of.Close; }
  StateLimits usual() const { return Of.Usual; }
  /// Notes that because a share was used up, states that the rules can tell
  /// apart were joined, or a function with code that was not run was not
  /// called.
  void noteShort() { WasShort = true; }
  bool wasShort() const { return WasShort; }
  /// Notes that because a share was used up, states that differ in variables
  /// were joined, or a function was not called again.
  void noteAbridged() { WasAbridged = true; }
  bool wasAbridged() const { return WasAbridged; }
  /// The steps that the root has taken.
  uint64_t taken() const { return Taken; }

private:
  /// Returns how many times a function has used up its share.
  uint64_t overdrawn(uint64_t Spent, uint64_t Size) const {
    if (Taken <= Of.FreeSteps)
      return 0;
    return Spent / std::max<uint64_t>(Size * Of.StepsPerInstruction,
                                      std::max(Of.LeastShare, 1U));
  }

  Terms Of;
  /// The steps that the root has taken, and the number of instructions in the
  /// frames that it has run.
  uint64_t Taken = 0, Code = 0;
  unsigned Root = 0;
  bool WasShort = false, WasAbridged = false;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_ENGINE_BUDGET_H
