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
/// of memory until one of them is written. Reading and writing must therefore
/// be told apart: a search yields constant entries, and only the functions that
/// are made for writing can change them. Those functions invalidate iterators.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FLATMAP_H
#define CUDA_CAPTURE_ANALYSIS_FLATMAP_H

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <new>
#include <utility>
#include <variant>

namespace cuda_capture::analysis {

template <typename Key, typename T> class FlatMap {
  using Entry = std::pair<Key, T>;

public:
  FlatMap() = default;
  FlatMap(const FlatMap &O) : Shared(O.Shared) {
    if (Shared)
      ++Shared->Users;
  }
  FlatMap(FlatMap &&O) noexcept : Shared(std::exchange(O.Shared, nullptr)) {}
  FlatMap &operator=(FlatMap O) noexcept {
    std::swap(Shared, O.Shared);
    return *this;
  }
  ~FlatMap() { clear(); }

  using const_iterator = const Entry *;

  const_iterator begin() const { return Shared ? Shared->entries() : nullptr; }
  const_iterator end() const { return begin() + size(); }
  size_t size() const { return Shared ? Shared->Size : 0; }
  bool empty() const { return !size(); }
  void clear() {
    if (Shared && !--Shared->Users)
      Storage::free(Shared);
    Shared = nullptr;
  }

  const_iterator find(const Key &K) const {
    const_iterator It = lowerBound(K);
    return It != end() && It->first == K ? It : end();
  }
  bool count(const Key &K) const { return find(K) != end(); }

  T &operator[](const Key &K) { return *try_emplace(K).first; }

  /// \returns the value for \p K, and whether it is new. A new value is made
  /// from \p Init.
  template <typename... Args>
  std::pair<T *, bool> try_emplace(const Key &K, Args &&...Init) {
    const_iterator Found = lowerBound(K);
    const size_t At = Found - begin();
    if (Found != end() && Found->first == K)
      return {&write()[At].second, false};
    Entry New(K, T{std::forward<Args>(Init)...});
    Entry *Entries = write(/*More=*/1);
    Entry *End = Entries + Shared->Size++;
    if (Entries + At == End) {
      ::new (End) Entry(std::move(New));
    } else {
      ::new (End) Entry(std::move(End[-1]));
      std::move_backward(Entries + At, End - 1, End);
      Entries[At] = std::move(New);
    }
    return {&Entries[At].second, true};
  }
  void insert_or_assign(const Key &K, T V) { (*this)[K] = std::move(V); }

  void erase(const Key &K) {
    if (const_iterator It = find(K); It != end()) {
      const size_t At = It - begin();
      Entry *Entries = write();
      truncate(std::move(Entries + At + 1, Entries + size(), Entries + At));
    }
  }
  /// Erases the entries for which \p Drop is true. \returns whether there were
  /// any.
  template <typename Predicate> bool eraseIf(Predicate Drop) {
    // Nothing is copied if nothing changes. The predicate is called exactly
    // once for each entry, since it may count its calls.
    const_iterator First = std::find_if(begin(), end(), Drop);
    if (First == end())
      return false;
    if (Shared->Users == 1) {
      Entry *To = Shared->entries() + (First - begin());
      for (Entry *From = To + 1; From != end(); ++From)
        if (!Drop(std::as_const(*From)))
          *To++ = std::move(*From);
      truncate(To);
      return true;
    }
    Storage *Copy = Storage::make(size() - 1);
    Copy->append(begin(), First);
    for (const_iterator It = First + 1; It != end(); ++It)
      if (!Drop(*It))
        Copy->append(It, It + 1);
    clear();
    Shared = Copy;
    return true;
  }
  /// Calls \p Change with the value of each entry for which \p Matches is true.
  template <typename Predicate, typename Function>
  void updateIf(Predicate Matches, Function Change) {
    const_iterator First = std::find_if(begin(), end(), Matches);
    if (First == end())
      return;
    const size_t At = First - begin();
    Entry *Entries = write();
    for (size_t I = At; I < size(); ++I)
      if (I == At || Matches(std::as_const(Entries[I])))
        Change(Entries[I].second);
  }

  /// Whether a cheap test shows that both maps are equal.
  bool isSameAs(const FlatMap &O) const {
    return Shared == O.Shared || (empty() && O.empty());
  }
  bool operator==(const FlatMap &O) const {
    return isSameAs(O) ||
           (size() == O.size() && std::equal(begin(), end(), O.begin()));
  }

private:
  /// The header of the shared memory block. The entries follow it.
  struct alignas(8) Storage {
    unsigned Users, Size, Capacity;

    static Storage *make(size_t Capacity) {
      static_assert(alignof(Entry) <= alignof(Storage));
      return ::new (::operator new(sizeof(Storage) + Capacity * sizeof(Entry)))
          Storage{1, 0, unsigned(Capacity)};
    }
    static void free(Storage *S) {
      std::destroy_n(S->entries(), S->Size);
      ::operator delete(S);
    }
    Entry *entries() { return reinterpret_cast<Entry *>(this + 1); }
    template <typename It> void append(It First, It Last) {
      std::uninitialized_copy(First, Last, entries() + Size);
      Size += std::distance(First, Last);
    }
  };

  const_iterator lowerBound(const Key &K) const {
    return std::lower_bound(
        begin(), end(), K,
        [](const Entry &E, const Key &K) { return E.first < K; });
  }
  /// Makes the entries this map's own. \returns them, with room for \p More
  /// behind them.
  Entry *write(size_t More = 0) {
    const size_t Needed = size() + More;
    const bool Own = Shared && Shared->Users == 1;
    if (Own && Shared->Capacity >= Needed)
      return Shared->entries();
    // A map that was copied to be extended is often extended again.
    Storage *New = Storage::make(Own ? 2 * Needed : Needed + 2 * More);
    if (Own)
      New->append(std::make_move_iterator(Shared->entries()),
                  std::make_move_iterator(Shared->entries() + size()));
    else
      New->append(begin(), end());
    clear();
    Shared = New;
    return New->entries();
  }
  void truncate(Entry *End) {
    std::destroy(End, Shared->entries() + Shared->Size);
    Shared->Size = End - Shared->entries();
  }

  Storage *Shared = nullptr;
};

/// A set that is implemented in the same way.
template <typename Key> class FlatSet {
  using Map = FlatMap<Key, std::monostate>;

public:
  class const_iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Key;
    using difference_type = std::ptrdiff_t;
    using pointer = const Key *;
    using reference = const Key &;

    explicit const_iterator(typename Map::const_iterator At) : At(At) {}
    reference operator*() const { return At->first; }
    pointer operator->() const { return &At->first; }
    const_iterator &operator++() {
      ++At;
      return *this;
    }
    bool operator==(const const_iterator &O) const { return At == O.At; }
    bool operator!=(const const_iterator &O) const { return At != O.At; }

  private:
    typename Map::const_iterator At;
  };

  const_iterator begin() const { return const_iterator(Keys.begin()); }
  const_iterator end() const { return const_iterator(Keys.end()); }
  bool empty() const { return Keys.empty(); }

  /// Adds \p K. \returns whether it was not there before.
  bool insert(const Key &K) {
    return !Keys.count(K) && Keys.try_emplace(K).second;
  }
  /// Adds all elements of \p O. \returns whether any of them was not there
  /// before.
  bool insert(const FlatSet &O) {
    if (Keys.isSameAs(O.Keys))
      return false;
    bool Changed = false;
    for (const Key &K : O)
      Changed |= insert(K);
    return Changed;
  }
  /// Erases the elements for which \p Drop is true, and calls it exactly once
  /// for each element.
  template <typename Predicate> void eraseIf(Predicate Drop) {
    Keys.eraseIf([&](const auto &Entry) { return Drop(Entry.first); });
  }
  bool operator==(const FlatSet &O) const { return Keys == O.Keys; }
  bool operator!=(const FlatSet &O) const { return !(*this == O); }

private:
  Map Keys;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FLATMAP_H
