//===- LargeCallees.cpp - Calls that are too large to follow --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A header-only library is inlined like the rest of the program. Its text
/// formatting can cost a thousand times as much as a root may, in functions
/// that call through pointers and never call the API. A call of such a function
/// (FunctionPlans::isTooLarge) is treated as a call of an unknown callee,
/// unless it is given a callable that matters to the rules.
///
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "FunctionPlans.h"
#include "Transfer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool Engine::isCallableThatMatters(const Value &V) {
  const llvm::StringRef Name = U.functionName(V);
  if (Name.empty())
    return false;
  const ir::Function *F = Find(Name);
  return F ? Plans.matters(*F) : Semantics.isApi(Name);
}

/// Whether the callee of \p I may reach a callable that does something that the
/// rules examine. It may find that callable in an argument, or in memory to
/// which the arguments, other memory or a global lead.
bool Engine::isGivenCallable(Context Ctx, const ir::Instruction &I, State &S) {
  llvm::SmallSet<LocationId, 8> Pointed;
  bool Given = false;
  auto Pass = [&](const Value &V) {
    Given = Given || isCallableThatMatters(V);
    if (V.K == Value::Reference)
      Pointed.insert(U.root(LocationId(V.Data)));
  };
  for (const ir::Operand &A : I.Args) {
    Pass(Semantics.evaluate(Ctx, A, S));
    for (const auto &[Steps, V] : Semantics.partsOf(Ctx, A, S))
      Pass(V);
  }
  for (const auto &[Where, V] : S.Memory)
    if (V.K == Value::Reference)
      Pointed.insert(U.root(LocationId(V.Data)));
  return Given || llvm::any_of(S.Memory, [&](const auto &Entry) {
           const LocationId Root = U.root(Entry.first);
           return (U.location(Root).K != LocationInfo::Local ||
                   Pointed.count(Root)) &&
                  isCallableThatMatters(Entry.second);
         });
}

void Engine::callTooLarge(Context Ctx, const ir::Instruction &I,
                          const ir::Function &Callee, States &Current) {
  States Followed, Rest;
  for (State &S : Current)
    (isGivenCallable(Ctx, I, S) ? Followed : Rest).push_back(std::move(S));
  for (State &S : Rest)
    Semantics.unknownCall(Ctx, I, S);
  if (!Followed.empty())
    follow(Ctx, I, &Callee, Followed);
  Current = std::move(Rest);
  std::move(Followed.begin(), Followed.end(), std::back_inserter(Current));
}
