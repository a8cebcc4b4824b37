//===- Borrows.h - Memory that graphs refer to ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Captured work keeps the addresses that it was given, and uses the memory
/// there when the graph runs. The analysis follows these addresses from the
/// call to the graph that the capture makes, and to anything that is made from
/// that graph. States are copied often, but the memory that a graph refers to
/// changes seldom, so copies share their lists.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_BORROWS_H
#define CUDA_CAPTURE_ANALYSIS_BORROWS_H

#include "Component.h"
#include <memory>
#include <optional>

namespace cuda_capture::analysis {

/// An address that a call has put into a graph.
struct Borrow {
  /// A reference, or the symbol of a pointer. It is unknown if that pointer can
  /// no longer be told apart from others.
  Value Memory;
  Site At;
  unsigned Arg = 0;
  /// The begin of the capture, if there was one.
  std::optional<Site> Begin;
  /// The place where the memory ceased to be the object whose address was
  /// taken.
  std::optional<Site> Gone;
  /// Whether a call released the memory, rather than the end of a scope.
  bool Released = false;
  /// Whether it is only possible that the call is made.
  bool Guessed = false;
  /// Whether the memory was released under a condition.
  bool UnderCondition = false;
  /// Whether the graph itself allocates the memory, and does not free it.
  /// Memory is then the pointer that the captured call has returned.
  bool Allocates = false;
  /// Allocates: the launch that has allocated the memory, unless a call outside
  /// of the graph has freed it since.
  std::optional<Site> Launched;
  /// Allocates: whether some launch has allocated the memory before.
  bool WasLaunched = false;
  /// The captured copy that writes the memory, which is the host's, when the
  /// graph runs. Empty if something else may have written there since.
  std::optional<Site> Copy;
  /// Copy: whether the graph has been launched on some path.
  bool CopyWasLaunched = false;

  bool operator==(const Borrow &O) const {
    return At == O.At && Arg == O.Arg && Memory == O.Memory && Gone == O.Gone &&
           Guessed == O.Guessed && Launched == O.Launched &&
           WasLaunched == O.WasLaunched;
  }
};

using BorrowTest = llvm::function_ref<bool(const Borrow &)>;
/// \returns whether to keep the borrow.
using BorrowChange = llvm::function_ref<bool(Borrow &)>;

/// A list of borrows that is copied on write.
class BorrowList {
public:
  llvm::ArrayRef<Borrow> all() const {
    return List ? llvm::ArrayRef<Borrow>(*List) : llvm::ArrayRef<Borrow>();
  }
  bool empty() const { return all().empty(); }
  void add(const Borrow &B);
  void add(const BorrowList &O) {
    for (const Borrow &B : O.all())
      add(B);
  }
  /// Changes the entries that \p Matches holds for.
  void update(BorrowTest Matches, BorrowChange Change);
  /// Whether both lists refer to the same variables, gone or not. Other memory
  /// makes no difference between states until it is gone.
  bool isAlike(const BorrowList &O) const;
  /// Keeps the entries that both lists have, and what both know of them.
  /// \returns true if an entry was dropped or changed.
  bool intersect(const BorrowList &O);

private:
  std::shared_ptr<const std::vector<Borrow>> List;
};

/// The memory that a graph, or an executable graph, refers to.
struct GraphContent {
  BorrowList Refs;
  /// The place where the graph was made.
  Site Made;
  /// Whether the graph was launched, or may have been, in the function that
  /// made it, or another object was made from it. The graph may serve no other
  /// purpose.
  bool Used = false;
  /// Whether this is an executable graph whose launches certainly do not free
  /// the memory that the launch before has allocated.
  bool KeepsMemory = false;
};

/// Memory that captured work and graphs refer to.
struct Borrows : Component<Borrows> {
  /// The borrows of each capture that has not ended, by the begin of the
  /// capture.
  FlatMap<Site, BorrowList> Captured;
  /// The content of each graph or executable graph, by its symbol.
  FlatMap<SymbolId, GraphContent> Graphs;

  /// Whether any of them may have a Copy.
  bool HasCopies = false;

  bool empty() const { return Captured.empty() && Graphs.empty(); }
  /// Changes the entries that \p Matches holds for.
  void update(BorrowTest Matches, BorrowChange Change);
  /// Forgets the entries that \p Matches holds for.
  void drop(BorrowTest Matches) {
    update(Matches, [](Borrow &) { return false; });
  }

  /// Compares the variables that both refer to; see BorrowList::isAlike().
  bool sameProtocol(const Borrows &O) const;
  bool sameInput(const Borrows &O) const { return Graphs.isSameAs(O.Graphs); }
  /// Keeps the memory that graphs of both paths refer to.
  bool mergeConditions(const Borrows &O);
  void rename(SymbolId Old, SymbolId New);
  void forget(const Universe &U, SymbolId S);
  void dropUnheld(const Universe &U) { dropUnheldKeys(Graphs, U); }
  /// Notes that the memory that the failed call should have released still
  /// exists.
  void callFailed(const ApiResult &Result);
  /// Notes that memory that was released under a condition may have been
  /// released in the last round only.
  void endRound(Context, llvm::ArrayRef<ControlDependence>);
  /// Forgets all borrows: the missing statement may release, or use, any of the
  /// memory.
  void missStatement() { *this = {}; }
  /// Adds what captures borrow in a call that may have been made.
  bool keepGuessed(const Borrows &O);
  /// Whether the call adds anything to \p Before other than addresses of memory
  /// that belongs neither to the call nor to the caller, in captures that were
  /// begun further out.
  bool outlives(const CallScope &Call, const Borrows &Before) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_BORROWS_H
