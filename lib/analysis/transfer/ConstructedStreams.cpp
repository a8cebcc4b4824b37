//===- ConstructedStreams.cpp - Streams that constructors set -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstructedStreams.h"
#include "../Analysis.h"
#include "Constructors.h"
#include "Evaluator.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void ConstructedStreams::leave(const ir::Function &F,
                               llvm::ArrayRef<RootRun::Exit> Exits) {
  if (F.Streams.empty() || Run.OnAssumption)
    return;
  // No unknown callee replaces what only constructors set.
  auto HeldAt = [&](const RootRun::Exit &Leaving, const ir::KeptStream &Kept) {
    State S = Leaving.S;
    const std::optional<LocationId> Where =
        Eval.locate(Run.RootContext, Kept.Where, S);
    return Where ? S.resolve(Eval.load(*Where, S)) : Value::unknown();
  };
  // The pairs that are equal wherever the constructor returns. Without a
  // return, all are.
  auto AreEqual = [&](const ir::KeptStream &A, const ir::KeptStream &B) {
    return llvm::all_of(Exits, [&](const RootRun::Exit &Leaving) {
      const Value Here = HeldAt(Leaving, A), There = HeldAt(Leaving, B);
      return Here.isSymbol() && There.isSymbol() && Here.Data == There.Data;
    });
  };
  auto IsOfKind = [&](const ir::KeptStream &Kept, bool Blocks) {
    return llvm::all_of(Exits, [&](const RootRun::Exit &Leaving) {
      const Value Held = HeldAt(Leaving, Kept);
      const auto Known = Held.isSymbol() ? Leaving.S.Blocking.find(Held.Data)
                                         : Leaving.S.Blocking.end();
      return Known != Leaving.S.Blocking.end() && Known->second == Blocks;
    });
  };
  OfClass &Of = Known[Constructors::splitName(F.Display).first];
  Of.Constructors = F.Constructors;
  if (++Of.Left > 1) {
    llvm::erase_if(Of.Equal, [&](const auto &Pair) {
      return !AreEqual(Pair.first, Pair.second);
    });
    llvm::erase_if(Of.Blocking, [&](const auto &Pair) {
      return !IsOfKind(Pair.first, Pair.second);
    });
    return;
  }
  for (size_t I = 0; I < F.Streams.size(); ++I) {
    for (size_t J = I + 1; J < F.Streams.size(); ++J)
      if (AreEqual(F.Streams[I], F.Streams[J]))
        Of.Equal.push_back({F.Streams[I], F.Streams[J]});
    for (bool Blocks : {true, false})
      if (!Exits.empty() && IsOfKind(F.Streams[I], Blocks))
        Of.Blocking.push_back({F.Streams[I], Blocks});
  }
}

/// Whether code other than constructors may set the field.
bool ConstructedStreams::mayBeSet(const ir::KeptStream &Kept) const {
  return !Opts.MayChange || Opts.MayChange(Kept.Field, 0);
}

void ConstructedStreams::enter(const ir::Function &F, Context Ctx,
                               State &Entry) const {
  if (F.Params.empty() || F.Locals.front() != "this" ||
      Constructors::isConstructor(F))
    return;
  auto Of = Known.find(Constructors::splitName(F.Display).first);
  if (Of == Known.end() || Of->second.Left != Of->second.Constructors)
    return;
  for (const auto &[A, B] : Of->second.Equal) {
    if (mayBeSet(A) || mayBeSet(B))
      continue;
    const std::optional<LocationId> First = Eval.locate(Ctx, A.Where, Entry);
    const std::optional<LocationId> Second = Eval.locate(Ctx, B.Where, Entry);
    if (First && Second && !Entry.Memory.count(*Second))
      Entry.Memory[*Second] = Eval.load(*First, Entry);
  }
  for (const auto &[Kept, Blocks] : Of->second.Blocking) {
    if (mayBeSet(Kept))
      continue;
    const std::optional<LocationId> Where = Eval.locate(Ctx, Kept.Where, Entry);
    const Value Held = Where ? Eval.load(*Where, Entry) : Value::unknown();
    if (Held.isSymbol())
      Entry.Blocking[Held.Data] = Blocks;
  }
}
