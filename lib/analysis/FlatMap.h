//===- FlatMap.h - A map that copies share ----------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A sorted vector with the interface of std::map that the analysis needs.
/// States are copied far more often than they change, so copies share one block
/// of memory until one of them is written. That needs reading and writing to be
/// told apart: what a map is searched for is constant, and it is written
/// through the functions that say so. They invalidate iterators.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FLATMAP_H
#define CUDA_CAPTURE_ANALYSIS_FLATMAP_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <utility>
#include <vector>

namespace cuda_capture::analysis {

template <typename Key, typename T> class FlatMap {
  using Entry = std::pair<Key, T>;
  struct Storage : llvm::RefCountedBase<Storage> {
    std::vector<Entry> Entries;
  };

public:
  FlatMap() = default;
  FlatMap(const FlatMap &) = default;
  // IntrusiveRefCntPtr does not promise that moving it throws nothing; without
  // that, a vector of states copies them when it grows.
  FlatMap(FlatMap &&O) noexcept : Shared(std::move(O.Shared)) {}
  FlatMap &operator=(const FlatMap &) = default;
  FlatMap &operator=(FlatMap &&O) noexcept {
    Shared = std::move(O.Shared);
    return *this;
  }

  using const_iterator = const Entry *;

  const_iterator begin() const {
    return Shared ? Shared->Entries.data() : nullptr;
  }
  const_iterator end() const { return begin() + size(); }
  size_t size() const { return Shared ? Shared->Entries.size() : 0; }
  bool empty() const { return !size(); }
  void clear() { Shared.reset(); }

  const_iterator find(const Key &K) const {
    const_iterator It = lowerBound(K);
    return It != end() && It->first == K ? It : end();
  }
  bool count(const Key &K) const { return find(K) != end(); }

  T &operator[](const Key &K) { return *try_emplace(K).first; }

  /// \returns what the map has for \p K, made of \p Init if that is new, and
  /// whether it is.
  template <typename... Args>
  std::pair<T *, bool> try_emplace(const Key &K, Args &&...Init) {
    const_iterator Found = lowerBound(K);
    const size_t At = Found - begin();
    const bool New = Found == end() || Found->first != K;
    std::vector<Entry> &Entries = write();
    if (New)
      Entries.insert(Entries.begin() + At, {K, T{std::forward<Args>(Init)...}});
    return {&Entries[At].second, New};
  }
  void insert_or_assign(const Key &K, T V) { (*this)[K] = std::move(V); }

  void erase(const Key &K) {
    if (const_iterator It = find(K); It != end()) {
      const size_t At = It - begin();
      write().erase(Shared->Entries.begin() + At);
    }
  }
  /// Erases the entries that \p Drop is true for. \returns whether there were
  /// any.
  template <typename Predicate> bool eraseIf(Predicate Drop) {
    // Nothing is copied if nothing changes.
    const_iterator First = std::find_if(begin(), end(), Drop);
    if (First == end())
      return false;
    const size_t At = First - begin();
    if (Shared->UseCount() == 1) {
      std::vector<Entry> &Entries = Shared->Entries;
      // The predicate may count: it is asked once about each.
      auto To = Entries.begin() + At;
      for (auto From = To + 1; From != Entries.end(); ++From)
        if (!Drop(std::as_const(*From)))
          *To++ = std::move(*From);
      Entries.erase(To, Entries.end());
      return true;
    }
    auto Copy = llvm::makeIntrusiveRefCnt<Storage>();
    Copy->Entries.reserve(size() - 1);
    Copy->Entries.assign(begin(), First);
    for (const_iterator It = First + 1; It != end(); ++It)
      if (!Drop(*It))
        Copy->Entries.push_back(*It);
    Shared = std::move(Copy);
    return true;
  }
  /// Calls \p Change with the value of each entry that \p Matches is true for.
  template <typename Predicate, typename Function>
  void updateIf(Predicate Matches, Function Change) {
    const_iterator First = std::find_if(begin(), end(), Matches);
    if (First == end())
      return;
    const size_t At = First - begin();
    std::vector<Entry> &Entries = write();
    for (size_t I = At; I < Entries.size(); ++I)
      if (I == At || Matches(std::as_const(Entries[I])))
        Change(Entries[I].second);
  }

  /// Whether both are, certainly and cheaply, equal.
  bool isSameAs(const FlatMap &O) const {
    return Shared == O.Shared || (empty() && O.empty());
  }
  bool operator==(const FlatMap &O) const {
    return isSameAs(O) ||
           (size() == O.size() && std::equal(begin(), end(), O.begin()));
  }

private:
  const_iterator lowerBound(const Key &K) const {
    return std::lower_bound(
        begin(), end(), K,
        [](const Entry &E, const Key &K) { return E.first < K; });
  }
  std::vector<Entry> &write() {
    if (!Shared) {
      Shared = llvm::makeIntrusiveRefCnt<Storage>();
    } else if (Shared->UseCount() != 1) {
      auto Copy = llvm::makeIntrusiveRefCnt<Storage>();
      Copy->Entries = Shared->Entries;
      Shared = std::move(Copy);
    }
    return Shared->Entries;
  }

  llvm::IntrusiveRefCntPtr<Storage> Shared;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FLATMAP_H
