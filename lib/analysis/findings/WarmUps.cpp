//===- WarmUps.cpp - Calls that come before the one that captures ---------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarmUps.h"
#include "../State.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../transfer/FirstUses.h"
#include "RootEvidence.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether \p V depends on an argument of the root, other than the object whose
/// member function is run, or is not known.
bool WarmUps::isOfCall(const Value &V) const {
  if (V.K == Value::Unknown || V.Stale)
    return true;
  if (!V.isSymbol() || U.symbol(V.Data).K == SymbolInfo::Initial)
    return parameterIn(V).has_value();
  const llvm::ArrayRef<Value> In = U.symbol(V.Data).inputs();
  return In.empty() ||
         llvm::any_of(In, [&](const Value &Part) { return isOfCall(Part); });
}

/// Whether \p Where outlives the call.
bool WarmUps::isOutside(LocationId Where) const {
  const LocationInfo &Root = U.location(U.root(Where));
  return Root.K == LocationInfo::Global ||
         (Root.K == LocationInfo::Pointee && U.isFromOutside(Root.Pointer));
}

/// Notes the decisions that the root makes before it begins a capture that its
/// callers end, on the path that leads to the exit with the state \p S.
void WarmUps::noteBegun(const State &S) {
  const bool Begins = llvm::any_of(S.Captures, [&](const Capture &C) {
    return C.running() && !C.IsCallers && !C.ShownByEnd &&
           llvm::none_of(Evidence.EndsOf, [&](const auto &Ended) {
             return Ended.second == C.Begin;
           });
  });
  if (!Begins)
    return;
  for (const auto &Decided : S.Decided)
    if (Evidence.MadeBefore.count({Run.RootContext, Decided.first.first}))
      MadeByBegins.insert(Decided.first.first);
}

/// Whether a function of the source begins captures for its callers, and makes
/// the decision \p C before it does. The callers of that function, and of the
/// root with the finding \p F, may be the same.
bool WarmUps::isMadeByBegin(const RawFinding &F,
                            const ControlDependence &C) const {
  const ir::Function &Root = *Frames[Frames.outermost(F.At.Ctx)].F;
  const bool IsCallers =
      Root.Captured && F.Begin && F.Begin->I == &Root.Captured->Entry;
  return IsCallers && MadeByBegins.count(C.Branch) &&
         (C.Makes == FirstUse::First || Firsts.asksGlobals(*C.Branch));
}

void WarmUps::leaveRoot() {
  std::vector<Path> &Known = Paths[Run.RootContext];
  for (const RootRun::Exit &Leaving : Run.RootExits) {
    const State &S = Leaving.S;
    noteBegun(S);
    const bool HasCaptured = !S.Captures.empty() || S.Idle.anyEnded();
    if (HasCaptured || S.Missing.Any || S.Failures.OnAllPaths)
      continue;
    Path One;
    for (const auto &Decided : S.Decided) {
      if (llvm::none_of(U.symbol(Decided.first.second).inputs(),
                        [&](const Value &In) { return isOfCall(In); }))
        One.Made.insert(Decided.first);
    }
    if (One.Made.empty())
      continue;
    for (const auto &[Where, Held] : S.Memory)
      if (isOutside(Where) && Held != Value::symbol(U.initial(Where)))
        One.Writes[Where] =
            Held.K == Value::Int ? std::optional(Held.Data) : std::nullopt;
    Known.push_back(std::move(One));
  }
}

/// Whether \p Condition has the outcome \p Outcome only if a path like \p Of
/// has been run, as far as what that path writes tells.
bool WarmUps::needs(const Value &Condition, bool Outcome,
                    const Path &Of) const {
  if (!Condition.isSymbol())
    return false;
  const SymbolInfo &Info = U.symbol(Condition.Data);
  if (Info.K == SymbolInfo::Initial) {
    const auto Written = Of.Writes.find(Info.Where);
    return Written != Of.Writes.end() &&
           (!Written->second || (*Written->second != 0) == Outcome);
  }
  if (Info.K != SymbolInfo::Operation)
    return false;
  llvm::ArrayRef<Value> In = Info.inputs();
  if (In.size() == 1 && Info.name() == "!")
    return needs(In[0], !Outcome, Of);
  if (In.size() != 2)
    return false;
  const bool IsZero = In[1].K == Value::Int && In[1].Data == 0;
  if (IsZero && (Info.name() == "==" || Info.name() == "!="))
    return needs(In[0], (Info.name() == "!=") == Outcome, Of);
  // A number of calls is counted.
  return llvm::any_of(In, [&](const Value &Part) {
    if (!Part.isSymbol() || U.symbol(Part.Data).K != SymbolInfo::Initial)
      return false;
    const auto Written = Of.Writes.find(U.symbol(Part.Data).Where);
    return Written != Of.Writes.end() && !Written->second;
  });
}

bool WarmUps::precede(const RawFinding &F, const ControlDependence &C) const {
  if (isMadeByBegin(F, C))
    return true;
  const auto Known = Paths.find(Frames.outermost(F.At.Ctx));
  const auto Needed = Evidence.FirstNeeded.find({C.Ctx, C.Branch});
  if (Known == Paths.end() || Needed == Evidence.FirstNeeded.end())
    return false;
  return llvm::any_of(Known->second, [&](const Path &Earlier) {
    return llvm::all_of(Needed->second,
                        [&](SymbolId Given) {
                          return Earlier.Made.count({C.Branch, Given});
                        }) &&
           llvm::any_of(F.ControlDependences,
                        [&](const ControlDependence &Asked) {
                          return Asked.Makes == FirstUse::None &&
                                 needs(Asked.Condition, Asked.Taken, Earlier);
                        });
  });
}
