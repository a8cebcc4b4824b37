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

#include "../FlatMap.h"
#include "../Values.h"
#include "llvm/ADT/STLFunctionalExtras.h"
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

struct Borrows {
  /// By the begin of a capture that has not ended.
  FlatMap<Site, BorrowList> Captured;
  /// By the symbol of a graph or executable graph.
  FlatMap<SymbolId, GraphContent> Graphs;

  bool empty() const { return Captured.empty() && Graphs.empty(); }
  bool isAlike(const Borrows &O) const;
  bool intersect(const Borrows &O);
  void rename(const Value &Old, const Value &New);
  void forget(llvm::function_ref<bool(const Value &)> Mentions);
  /// The call at \p At has failed.
  void notReleased(const Site &At);
  /// A round of a loop ends: what was released under a condition in it may
  /// have been released in the last round only.
  void endRound();
  /// Forgets the entries that \p Matches holds for.
  void drop(BorrowTest Matches) {
    update(Matches, [](Borrow &) { return false; });
  }
  void update(BorrowTest Matches, BorrowChange Change);
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_BORROWS_H
