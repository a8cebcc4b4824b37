//===- Component.h - Interface of the parts of a state ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A state is a list of components: memory, captures, events and so on. Each
/// component defines in one file what the operations on states mean for it, and
/// State applies an operation to all of them. An operation that a component
/// does not define leaves the component unchanged.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_COMPONENT_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_COMPONENT_H

#include "../FlatMap.h"
#include "../Values.h"
#include "Conditions.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace cuda_capture::analysis {

struct ApiResult;
struct FactMap;

/// Whether the local of a frame is live.
using IsLiveLocal = llvm::function_ref<bool(unsigned Local)>;

/// The context of a join of a state with another one, while the join is in
/// progress.
struct JoinContext {
  Universe &U;
  /// The place where the paths meet. A variable that they disagree on gets a
  /// symbol that is made for this place.
  Context Ctx;
  const void *Where;
  /// The facts that each state knows about symbols.
  const FactMap &Mine, &Theirs;
  /// Makes all components of this state forget a symbol.
  llvm::function_ref<void(SymbolId)> Forget;
  /// The symbols that stand for joined values from here on, and the facts that
  /// both states know about these values. Memory adds them, and the facts take
  /// them over.
  llvm::SmallVector<std::pair<SymbolId, Fact>, 8> Common;
};

/// Tells which values and sites belong to a call, that is, to its frame and to
/// those of its callees.
struct CallScope {
  const Universe &U;
  /// The frame that the call stands in.
  Context Caller;
  /// Whether the call has made the value.
  llvm::function_ref<bool(const Value &)> Made;
  /// Whether the site lies in the call.
  llvm::function_ref<bool(const Site &)> Inside;
  /// Whether the site lies further out than the caller.
  llvm::function_ref<bool(const Site &)> FurtherOut;
  /// The value that the call returns.
  Value Returned;
};

/// The interface of a component, and its default behaviour. Components are
/// called by their own type, so nothing here is virtual. If an operation of a
/// component makes no symbols and no locations, it may take the universe as
/// constant.
template <typename Self> struct Component {
  /// Whether the rules cannot tell the two apart.
  bool sameProtocol(const Self &) const { return true; }
  /// Whether the program cannot tell the two apart by what variables hold.
  bool sameVariables(const Universe &, const Self &) const { return true; }
  /// Whether the same decisions, whose outcomes have not met, lead to both.
  bool sameWay(const Self &) const { return true; }
  /// Whether a callee behaves the same with both, apart from what
  /// sameProtocol() and sameVariables() compare.
  bool sameInput(const Self &) const { return true; }
  /// Keeps the knowledge that both paths of a join agree on. \returns true on a
  /// change.
  bool join(JoinContext &, const Self &O) {
    return static_cast<Self *>(this)->mergeConditions(O);
  }
  /// Merges the other knowledge of two paths that have the same core.
  /// \returns true on a change.
  bool mergeConditions(const Self &) { return false; }
  /// Forgets the knowledge that the rules use and that the two differ in.
  /// \returns true on a change.
  bool loseWhatDiffers(const Self &) { return false; }
  /// Prepares for the symbol \p S to stand for something else.
  void forget(Universe &, SymbolId) {}
  /// Transfers the knowledge about the stream or event \p Old to \p New, which
  /// keeps the knowledge that it already has.
  void replaceHandle(SymbolId, SymbolId) {}
  /// Gives the object \p Old the symbol \p New, about which nothing is known.
  void rename(SymbolId Old, SymbolId New) {
    static_cast<Self *>(this)->replaceHandle(Old, New);
  }
  /// Drops the locals of a frame that are not live and so are no longer used.
  void dropLocals(const Universe &, Context, IsLiveLocal) {}
  /// Marks the symbols that this component keeps alive.
  void hold(Universe &) const {}
  /// Drops the knowledge about symbols that are not marked.
  void dropUnheld(Universe &) {}
  /// Handles the end of a round of a loop in a frame, where the conditions
  /// \p Current decide whether control goes on.
  void endRound(Context, llvm::ArrayRef<ControlDependence>) {}
  /// Handles a call of an unknown callee, which may know the symbols that
  /// \p MayKnow holds for.
  void escape(llvm::function_ref<bool(SymbolId)>) {}
  /// Visits the handles that an unknown callee may replace where they are kept.
  void visitHandles(llvm::function_ref<void(const Value &)>) const {}
  /// Handles the failure of the call whose result is \p Result.
  void callFailed(const ApiResult &) {}
  /// Handles a missing statement.
  void missStatement() {}
  /// Takes over what a call that may have been made has left in another state,
  /// for possible findings. \returns true on a change.
  bool keepGuessed(const Self &) { return false; }
  /// Whether a call leaves something behind besides its result: things that
  /// belong to it, or a change of \p Before, the component at its begin, that a
  /// later call in an equal state cannot take over.
  bool outlives(const CallScope &, const Self &) const { return false; }
};

/// Keeps the entries that two maps agree on. \returns true on a change.
template <typename Map> bool keepCommonEntries(Map &A, const Map &B) {
  return !A.isSameAs(B) && A.eraseIf([&](const auto &Entry) {
    auto Other = B.find(Entry.first);
    return Other == B.end() || !(Other->second == Entry.second);
  });
}

/// Adds the entries of another map. \returns true on a change.
template <typename Map> bool uniteEntries(Map &A, const Map &B) {
  if (A.isSameAs(B))
    return false;
  bool Changed = false;
  for (const auto &[Key, V] : B)
    if (!A.count(Key)) {
      A.try_emplace(Key, V);
      Changed = true;
    }
  return Changed;
}

/// Moves the entry of \p Old to \p New, unless \p New has an entry already.
template <typename Map> void moveKey(Map &In, SymbolId Old, SymbolId New) {
  auto It = In.find(Old);
  if (It == In.end())
    return;
  auto Kept = It->second;
  In.erase(Old);
  In.try_emplace(New, std::move(Kept));
}

/// Drops the entries whose keys depend on \p S.
template <typename Map>
void forgetKeys(Map &In, const Universe &U, SymbolId S) {
  // Nothing else is made of most symbols, and a scan for each call would cost
  // the square of the calls of a block.
  if (!U.isUsed(S)) {
    if (U.symbol(S).K == SymbolInfo::Conjured)
      In.erase(S);
    return;
  }
  In.eraseIf([&](const auto &Entry) {
    return U.dependsOn(Value::symbol(Entry.first), S);
  });
}

/// Drops the entries whose keys are not marked.
template <typename Map> void dropUnheldKeys(Map &In, const Universe &U) {
  In.eraseIf([&](const auto &Entry) {
    return !U.areMarked(U.symbol(Entry.first).leaves());
  });
}

/// A component that maps symbols to the knowledge about them.
template <typename Self, typename T>
struct SymbolMap : FlatMap<SymbolId, T>, Component<Self> {
  void forget(const Universe &U, SymbolId S) { forgetKeys(*this, U, S); }
  void dropUnheld(const Universe &U) { dropUnheldKeys(*this, U); }
  bool outlives(const CallScope &Call, const Self &) const {
    for (const auto &[Symbol, Known] : *this)
      if (Call.Made(Value::symbol(Symbol)))
        return true;
    return false;
  }
};

/// A symbol map from handles to knowledge that the rules use.
template <typename Self, typename T> struct HandleMap : SymbolMap<Self, T> {
  bool sameProtocol(const Self &O) const { return *this == O; }
  bool join(JoinContext &, const Self &O) { return keepCommon(O); }
  void replaceHandle(SymbolId Old, SymbolId New) { moveKey(*this, Old, New); }

protected:
  /// Keeps the entries that both know for the same handle. \returns true on a
  /// change.
  bool keepCommon(const Self &O) {
    return keepCommonEntries(static_cast<FlatMap<SymbolId, T> &>(*this),
                             static_cast<const FlatMap<SymbolId, T> &>(O));
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_COMPONENT_H
