//===- Borrows.cpp - Memory that graphs refer to --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Borrows.h"
#include "ApiResults.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture::analysis;

void BorrowList::add(const Borrow &B) {
  // One use of a pointer's memory stands for all.
  auto IsKnown = [&](const Borrow &Old) {
    return Old == B || (B.Memory.isSymbol() && Old.Memory == B.Memory &&
                        !Old.Gone && (B.Guessed || !Old.Guessed));
  };
  if (llvm::any_of(all(), IsKnown)) {
    if (B.Copy)
      update([&](const Borrow &Old) { return IsKnown(Old); },
             [&](Borrow &Old) {
               Old.Copy = B.Copy;
               Old.CopyWasLaunched = B.CopyWasLaunched;
               return true;
             });
    return;
  }
  auto New = std::make_shared<std::vector<Borrow>>(all().vec());
  // A call in a later round of a loop is a different call, so the entries that
  // an earlier round has added stay.
  New->push_back(B);
  List = std::move(New);
}

void BorrowList::update(BorrowTest Matches, BorrowChange Change) {
  if (llvm::none_of(all(), Matches))
    return;
  auto New = std::make_shared<std::vector<Borrow>>();
  for (Borrow B : all())
    if ((!Matches(B) || Change(B)) && !llvm::is_contained(*New, B))
      New->push_back(std::move(B));
  List = std::move(New);
}

bool BorrowList::isAlike(const BorrowList &O) const {
  if (List == O.List)
    return true;
  auto Covers = [](const BorrowList &Some, const BorrowList &All) {
    return llvm::all_of(Some.all(), [&](const Borrow &B) {
      return (B.Memory.K != Value::Reference && !B.Gone && !B.WasLaunched) ||
             llvm::is_contained(All.all(), B);
    });
  };
  return Covers(*this, O) && Covers(O, *this);
}

bool BorrowList::intersect(const BorrowList &O) {
  if (List == O.List)
    return false;
  size_t Before = all().size();
  update([&](const Borrow &B) { return !llvm::is_contained(O.all(), B); },
         [](Borrow &) { return false; });
  bool Changed = all().size() != Before;
  // The copy was not made only if it was not made on both paths.
  auto Other = [&](const Borrow &B) { return *llvm::find(O.all(), B); };
  update(
      [&](const Borrow &B) {
        return B.Copy && (B.Copy != Other(B).Copy ||
                          B.CopyWasLaunched < Other(B).CopyWasLaunched);
      },
      [&](Borrow &B) {
        Changed = true;
        if (B.Copy != Other(B).Copy)
          B.Copy.reset();
        B.CopyWasLaunched |= Other(B).CopyWasLaunched;
        return true;
      });
  return Changed;
}

static const BorrowList &listOf(const BorrowList &L) { return L; }
static const BorrowList &listOf(const GraphContent &G) { return G.Refs; }
static BorrowList &listOf(BorrowList &L) { return L; }
static BorrowList &listOf(GraphContent &G) { return G.Refs; }

template <typename Map> static bool areAlike(const Map &A, const Map &B) {
  auto Covers = [](const Map &Some, const Map &All) {
    return llvm::all_of(Some, [&](const auto &Entry) {
      auto Other = All.find(Entry.first);
      return Other == All.end()
                 ? listOf(Entry.second).isAlike(BorrowList())
                 : listOf(Entry.second).isAlike(listOf(Other->second));
    });
  };
  return Covers(A, B) && Covers(B, A);
}

bool Borrows::sameProtocol(const Borrows &O) const {
  if (empty() && O.empty())
    return true;
  return areAlike(Captured, O.Captured) && areAlike(Graphs, O.Graphs);
}

template <typename Map> static bool intersectAll(Map &A, const Map &B) {
  size_t Before = A.size();
  A.eraseIf([&](const auto &Entry) { return !B.count(Entry.first); });
  bool Changed = A.size() != Before;
  for (const auto &[Key, Content] : Map(A))
    if (BorrowList List = listOf(Content);
        List.intersect(listOf(B.find(Key)->second))) {
      listOf(A[Key]) = std::move(List);
      Changed = true;
    }
  return Changed;
}

bool Borrows::mergeConditions(const Borrows &O) {
  bool Changed = intersectAll(Captured, O.Captured);
  Changed |= intersectAll(Graphs, O.Graphs);
  Graphs.updateIf(
      [&](const auto &Entry) {
        return !Entry.second.Used && O.Graphs.find(Entry.first)->second.Used;
      },
      [&](GraphContent &Content) { Content.Used = Changed = true; });
  Graphs.updateIf(
      [&](const auto &Entry) {
        return Entry.second.KeepsMemory &&
               !O.Graphs.find(Entry.first)->second.KeepsMemory;
      },
      [&](GraphContent &Content) {
        Content.KeepsMemory = false;
        Changed = true;
      });
  return Changed;
}

void Borrows::update(BorrowTest Matches, BorrowChange Change) {
  auto Any = [&](const auto &Entry) {
    return llvm::any_of(listOf(Entry.second).all(), Matches);
  };
  Captured.updateIf(Any,
                    [&](BorrowList &List) { List.update(Matches, Change); });
  Graphs.updateIf(Any, [&](GraphContent &Content) {
    Content.Refs.update(Matches, Change);
  });
}

void Borrows::rename(SymbolId Old, SymbolId New) {
  moveKey(Graphs, Old, New);
  update([&](const Borrow &B) { return B.Memory.sameAs(Value::symbol(Old)); },
         [&](Borrow &B) {
           B.Memory = Value::symbol(New);
           return true;
         });
}

void Borrows::forget(const Universe &U, SymbolId S) {
  forgetKeys(Graphs, U, S);
  if (empty())
    return;
  update([&](const Borrow &B) { return U.dependsOn(B.Memory, S); },
         [](Borrow &B) {
           // The fact that the memory is gone remains true.
           B.Memory = Value::unknown();
           return B.Gone.has_value();
         });
}

void Borrows::callFailed(const ApiResult &Result) {
  update([&](const Borrow &B) { return B.Gone == Result.At; },
         [](Borrow &B) {
           B.Gone.reset();
           return true;
         });
  update([&](const Borrow &B) { return B.Launched == Result.At; },
         [](Borrow &) { return false; });
}

void Borrows::endRound(Context, llvm::ArrayRef<ControlDependence>) {
  drop(
      [](const Borrow &B) { return B.Gone && B.Released && B.UnderCondition; });
}

bool Borrows::keepGuessed(const Borrows &O) {
  bool Changed = false;
  for (const auto &[Begin, List] : O.Captured)
    for (const Borrow &B : List.all())
      if (B.Guessed) {
        Captured[Begin].add(B);
        Changed = true;
      }
  return Changed;
}

bool Borrows::outlives(const CallScope &Call, const Borrows &Before) const {
  if (!Graphs.isSameAs(Before.Graphs))
    return true;
  if (Captured.isSameAs(Before.Captured))
    return false;
  size_t Old = 0;
  for (const auto &[Begin, List] : Captured)
    for (const Borrow &B : List.all()) {
      if (!Call.Inside(B.At)) {
        ++Old;
        continue;
      }
      if (B.Gone || !Call.FurtherOut(Begin) || Call.Made(B.Memory))
        return true;
      if (B.Memory.K == Value::Reference &&
          Call.U.isLocalOf(B.Memory.Data, Call.Caller))
        return true;
    }
  for (const auto &[Begin, List] : Before.Captured) {
    auto Now = Captured.find(Begin);
    if (Now == Captured.end())
      return true;
    for (const Borrow &B : List.all()) {
      if (!llvm::is_contained(Now->second.all(), B))
        return true;
      --Old;
    }
  }
  return Old != 0;
}
