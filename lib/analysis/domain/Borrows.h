//===- Borrows.h - Memory that graphs refer to ------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Captured work keeps the addresses that it was given, and uses what is there
/// when the graph runs. They are followed from the call to the graph that the
/// capture makes, and to what is made of that. States are copied often, and
/// what a graph refers to changes seldom: the lists are shared.
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
  /// A reference, or the symbol of a pointer; unknown if that pointer cannot
  /// be told from others any more.
  Value Memory;
  Site At;
  unsigned Arg = 0;
  /// The begin of the capture, if there was one.
  std::optional<Site> Begin;
  /// Where the memory ceased to be what the address was taken of.
  std::optional<Site> Gone;
  /// It was released by a call, and not by the end of a scope.
  bool Released = false;
  /// That was under a condition.
  bool UnderCondition = false;

  bool operator==(const Borrow &O) const {
    return At == O.At && Arg == O.Arg && Memory == O.Memory && Gone == O.Gone;
  }
};

using BorrowTest = llvm::function_ref<bool(const Borrow &)>;
/// \returns whether to keep it.
using BorrowChange = llvm::function_ref<bool(Borrow &)>;

/// A list that is copied when it is written.
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
  /// Whether both refer to the same variables, gone or not. Other memory tells
  /// no states apart until it is gone.
  bool isAlike(const BorrowList &O) const;
  /// Keeps what both have. \returns true if something was dropped.
  bool intersect(const BorrowList &O);

private:
  std::shared_ptr<const std::vector<Borrow>> List;
};

/// What a graph, or executable graph, refers to.
struct GraphContent {
  BorrowList Refs;
  /// Where it was made.
  Site Made;
  /// It was launched, or may have been, in the function that made it, or
  /// something was made of it: that may be all it is for.
  bool Used = false;
};

/// Memory that captured work and graphs refer to.
struct Borrows : Component<Borrows> {
  /// By the begin of a capture that has not ended.
  FlatMap<Site, BorrowList> Captured;
  /// By the symbol of a graph or executable graph.
  FlatMap<SymbolId, GraphContent> Graphs;

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
  /// Keeps what graphs of both paths refer to.
  bool mergeConditions(const Borrows &O);
  void rename(SymbolId Old, SymbolId New);
  void forget(const Universe &U, SymbolId S);
  void dropUnheld(const Universe &U) { dropUnheldKeys(Graphs, U); }
  /// What the call was to release is still there.
  void callFailed(const ApiResult &Result);
  /// What was released under a condition may have been released in the last
  /// round only.
  void endRound(Context, llvm::ArrayRef<ControlDependence>);
  /// It may release, or use, whatever was borrowed.
  void missStatement() { *this = {}; }
  /// Whether the call adds something else to \p Before than addresses of memory
  /// that belongs neither to it nor to the caller, in captures that were begun
  /// further out.
  bool outlives(const CallScope &Call, const Borrows &Before) const;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_BORROWS_H
