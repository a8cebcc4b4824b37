//===- FlatMap.h - A map in one block of memory -----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A sorted vector with the interface of std::map that the analysis needs.
/// States are copied far more often than they grow, and copying one block is
/// cheaper than copying a tree. Insertion and erasure invalidate iterators.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FLATMAP_H
#define CUDA_CAPTURE_ANALYSIS_FLATMAP_H

#include <algorithm>
#include <utility>
#include <vector>

namespace cuda_capture::analysis {

template <typename Key, typename T> class FlatMap {
  using Storage = std::vector<std::pair<Key, T>>;

public:
  using iterator = typename Storage::iterator;
  using const_iterator = typename Storage::const_iterator;

  iterator begin() { return Entries.begin(); }
  iterator end() { return Entries.end(); }
  const_iterator begin() const { return Entries.begin(); }
  const_iterator end() const { return Entries.end(); }
  size_t size() const { return Entries.size(); }
  bool empty() const { return Entries.empty(); }
  void clear() { Entries.clear(); }

  iterator find(const Key &K) {
    iterator It = lowerBound(K);
    return It != end() && It->first == K ? It : end();
  }
  const_iterator find(const Key &K) const {
    return const_cast<FlatMap *>(this)->find(K);
  }
  size_t count(const Key &K) const { return find(K) != end(); }

  T &operator[](const Key &K) { return try_emplace(K).first->second; }

  template <typename... Args>
  std::pair<iterator, bool> try_emplace(const Key &K, Args &&...Init) {
    iterator It = lowerBound(K);
    if (It != end() && It->first == K)
      return {It, false};
    return {Entries.insert(It, {K, T{std::forward<Args>(Init)...}}), true};
  }
  void insert_or_assign(const Key &K, T V) { (*this)[K] = std::move(V); }

  iterator erase(iterator It) { return Entries.erase(It); }
  void erase(const Key &K) {
    if (iterator It = find(K); It != end())
      Entries.erase(It);
  }
  /// Erases the entries that \p Drop is true for.
  template <typename Predicate> void eraseIf(Predicate Drop) {
    Entries.erase(std::remove_if(begin(), end(), Drop), end());
  }

  bool operator==(const FlatMap &O) const { return Entries == O.Entries; }

private:
  iterator lowerBound(const Key &K) {
    return std::lower_bound(
        begin(), end(), K,
        [](const std::pair<Key, T> &E, const Key &K) { return E.first < K; });
  }

  Storage Entries;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FLATMAP_H
