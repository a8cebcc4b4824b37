//===- PossibleEnds.cpp - Calls that may have ended captures --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PossibleEnds.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture::analysis;

/// States that differ in the calls are run again, so their number is limited.
static constexpr unsigned MaxCalls = 64;

bool PossibleEnds::add(const Site &Begin, const Site &Of) {
  const auto Known = of(Begin);
  if (!Known || llvm::is_contained(*Known, Of))
    return false;
  return Known->size() < MaxCalls ? Calls.insert({Begin, Of}) : addOther(Begin);
}

void PossibleEnds::forgetCapture(const Site &Begin) {
  Calls.eraseIf([&](const auto &Entry) { return Entry.first == Begin; });
  for (FlatSet<Site> *Set : {&Others, &Met})
    Set->eraseIf([&](const Site &Of) { return Of == Begin; });
}

std::optional<llvm::SmallVector<Site, 4>>
PossibleEnds::of(const Site &Begin) const {
  if (llvm::is_contained(Others, Begin))
    return std::nullopt;
  llvm::SmallVector<Site, 4> Result;
  for (const auto &[Of, Call] : Calls)
    if (Of == Begin)
      Result.push_back(Call);
  return Result;
}

bool PossibleEnds::mergeConditions(const PossibleEnds &O) {
  bool Changed = Others.insert(O.Others);
  Changed |= Met.insert(O.Met);
  if (Calls != O.Calls)
    for (const auto &[Begin, Call] : O.Calls)
      Changed |= add(Begin, Call);
  return Changed;
}

void PossibleEnds::replay(
    const PossibleEnds &O,
    llvm::function_ref<std::optional<Site>(const Site &)> Moved) {
  Others.insert(O.Others);
  Met.insert(O.Met);
  for (const auto &[Begin, Call] : O.Calls)
    if (std::optional<Site> At = Moved(Call))
      add(Begin, *At);
}
