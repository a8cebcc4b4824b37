//===- PriorAnswers.cpp - Answers from before a capture -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PriorAnswers.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void PriorAnswers::begin(const Universe &U, const MemoryMap &Held) {
  for (const auto &[Where, V] : Held)
    if (!V.Stale)
      add(U, V);
}

void PriorAnswers::add(const Universe &U, const Value &V) {
  if (!V.isSymbol() || !U.symbol(V.Data).FromUnknownCall)
    return;
  if (U.symbol(V.Data).K != SymbolInfo::Operation) {
    try_emplace(V.Data, true);
    return;
  }
  for (const Value &Input : U.symbol(V.Data).inputs())
    add(U, Input);
}

bool PriorAnswers::isPrior(const Universe &U, const Value &V) const {
  if (!V.isSymbol() || !U.symbol(V.Data).FromUnknownCall)
    return true;
  if (V.Stale)
    return false;
  if (U.symbol(V.Data).K != SymbolInfo::Operation)
    return count(V.Data) != 0;
  return llvm::all_of(U.symbol(V.Data).inputs(),
                      [&](const Value &Input) { return isPrior(U, Input); });
}
