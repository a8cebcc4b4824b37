//===- Constructors.h - What the constructor of an object did ---*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A member function finds what the constructors of its class have left behind:
/// what they initialize once, such as a static local or what std::call_once
/// runs, the member function does not initialize again. Only globals that every
/// constructor leaves set are kept.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_CONSTRUCTORS_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_CONSTRUCTORS_H

#include "../State.h"
#include "../engine/RootRun.h"
#include "llvm/ADT/StringMap.h"

namespace cuda_capture::analysis {

/// Hands on what constructors leave behind to the member functions of their
/// class.
class Constructors {
public:
  explicit Constructors(Universe &U) : U(U) {}

  /// Splits the name of a member function, "A::B<C::D>::f", into that of its
  /// class and its own. The former is empty for other functions.
  static std::pair<llvm::StringRef, llvm::StringRef>
  splitName(llvm::StringRef Name);
  /// Whether the function is named like the class that it belongs to.
  static bool isConstructor(const ir::Function &F);
  /// Takes over what the root \p F, a constructor, leaves set at \p Exits.
  void leave(const ir::Function &F, llvm::ArrayRef<RootRun::Exit> Exits);
  /// Sets in \p Entry what the constructors of the class of \p F, a member
  /// function, have set.
  void enter(const ir::Function &F, State &Entry) const;

private:
  /// Whether the global \p L is set to a number or an address in \p S.
  bool isSet(LocationId L, const State &S) const;

  Universe &U;
  /// The globals that all constructors of a class leave set, by its name.
  llvm::StringMap<std::vector<LocationId>> SetBy;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_CONSTRUCTORS_H
