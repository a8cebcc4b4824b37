//===- WaysToLoops.cpp - The conditions of loops that warm up -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaysToLoops.h"
#include "../Values.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// The most ways that are kept. With more, one of them is taken to agree.
static constexpr size_t MaxWays = 8;

/// Returns what \p V negates; nullopt if it is no negation.
static std::optional<Value> negated(const Value &V, const Universe &U) {
  if (!V.isSymbol() || U.symbol(V.Data).K != SymbolInfo::Operation)
    return std::nullopt;
  const SymbolInfo &Info = U.symbol(V.Data);
  const llvm::ArrayRef<Value> In = Info.inputs();
  if (Info.name() == "!" ||
      (Info.name() == "==" && In.size() == 2 && In[1].isInt(0)))
    return In.front();
  return std::nullopt;
}

static Outcomes outcomesOf(llvm::ArrayRef<ControlDependence> Conditions,
                           const Universe &U) {
  Outcomes Result;
  for (const ControlDependence &C : Conditions) {
    if (!C.Condition.isSymbol() || C.Condition.Stale ||
        C.Branch->K != ir::Terminator::Branch)
      continue;
    Value V = C.Condition;
    bool Taken = C.Taken;
    while (std::optional<Value> Inner = negated(V, U)) {
      V = *Inner;
      Taken = !Taken;
    }
    Result.emplace_back(V, Taken);
  }
  return Result;
}

void WaysToLoops::add(llvm::ArrayRef<ControlDependence> Conditions,
                      const Universe &U) {
  Outcomes New = outcomesOf(Conditions, U);
  IsUnconditional |= New.empty() || Ways.size() == MaxWays;
  if (IsUnconditional || llvm::is_contained(Ways, New))
    return;
  Ways.push_back(std::move(New));
}

bool WaysToLoops::agreeWith(llvm::ArrayRef<ControlDependence> Conditions,
                            const Universe &U) const {
  const Outcomes Here = outcomesOf(Conditions, U);
  return IsUnconditional || llvm::any_of(Ways, [&](const Outcomes &There) {
           return llvm::none_of(There, [&](const auto &C) {
             return llvm::is_contained(Here, std::pair(C.first, !C.second));
           });
         });
}

void WaysBefore::add(llvm::ArrayRef<ControlDependence> Conditions,
                     const Universe &U) {
  Outcomes New = outcomesOf(Conditions, U);
  if (New.size() == Conditions.size() && Ways.size() < MaxWays &&
      !llvm::is_contained(Ways, New))
    Ways.push_back(std::move(New));
}

bool WaysBefore::anyIsMetBy(llvm::ArrayRef<ControlDependence> Conditions,
                            const Universe &U) const {
  const Outcomes Here = outcomesOf(Conditions, U);
  return llvm::any_of(Ways, [&](const Outcomes &There) {
    return llvm::all_of(
        There, [&](const auto &C) { return llvm::is_contained(Here, C); });
  });
}
