//===- HostEffect.cpp - Host values that replays do not renew -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-host-effect. Host code in a capture runs when the graph is
/// made, and never when it is launched; arguments of captured work are copied
/// into its node (CUDA Programming Guide, Stream Capture). A random number or a
/// time among them is that of the capture in every launch.
///
//===----------------------------------------------------------------------===//

#include "../Rules.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void analysis::checkHostEffect(const ApiCall &Call, const State &S,
                               const Universe &U, const HostValues &Drawn,
                               Reporter &R) {
  if (Drawn.empty() || Call.Row.Class != ApiClass::Captured)
    return;
  std::optional<Value> Stream = Call.stream();
  const Capture *C = Stream ? S.captureOf(*Stream) : nullptr;
  if (!C || C->S != Capture::Active)
    return;
  // Nobody expects new values of the other arguments, such as sizes.
  const bool IsLaunch = Call.Row.passesToKernel();
  // The first drawn value among the arguments.
  const DrawnValue *Found = nullptr;
  auto Look = [&](const Value &V) {
    if (Found || !V.isSymbol() || V.Stale)
      return;
    for (SymbolId Leaf : U.symbol(V.Data).leaves())
      if (auto It = Drawn.find(Leaf);
          It != Drawn.end() && It->second.Begin == C->Begin)
        Found = &It->second;
  };
  for (unsigned P = 0; P < Call.Args.size(); ++P) {
    // A launch has the kernel's own arguments behind those that every launch
    // has.
    bool IsKernels = IsLaunch && P >= Call.Row.Params.size();
    Role Is = P < Call.Row.Params.size() ? Call.Row.Params[P].R : Role::None;
    const Value &Given = Call.Args[P];
    if (IsKernels || Is == Role::StoredValue) {
      Look(Given);
    } else if (Is == Role::KernelArguments) {
      forEachKernelArgument(Given, S, U, [&](LocationId Object) {
        if (auto Held = S.Memory.find(Object); Held != S.Memory.end())
          Look(Held->second);
      });
    } else if (Is == Role::StoredValues) {
      if (std::optional<LocationId> Array = arrayBehind(Given, U))
        for (const auto &[Where, Held] : S.Memory)
          if (U.isPartOf(Where, *Array))
            Look(Held);
    }
  }
  if (!Found)
    return;
  Reporter::Details More;
  More.Related.emplace_back(Relation::Drawn, Found->At);
  R.report(Rule::HostEffect,
           Found->What == HostValue::Random ? DiagnosticKind::BakedRandom
                                            : DiagnosticKind::BakedTime,
           NoDocumentedError, C, More);
}
