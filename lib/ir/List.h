//===- List.h - A vector that takes little space ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_LIST_H
#define CUDA_CAPTURE_IR_LIST_H

#include "llvm/ADT/ArrayRef.h"
#include <algorithm>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace cuda_capture::ir {

/// A std::vector that takes no more room than a pointer while it is empty, and
/// no more than it needs when it was made of another container.
template <typename T> class List {
public:
  using value_type = T;
  using iterator = T *;
  using const_iterator = const T *;

  List() = default;
  template <typename It> List(It First, It Last) { append(First, Last); }
  List(std::vector<T> From)
      : List(std::make_move_iterator(From.begin()),
             std::make_move_iterator(From.end())) {}
  List(const List &O) : List(O.begin(), O.end()) {}
  List(List &&O) noexcept : Held(std::exchange(O.Held, nullptr)) {}
  List &operator=(List O) noexcept {
    std::swap(Held, O.Held);
    return *this;
  }
  ~List() {
    std::destroy(begin(), end());
    ::operator delete(Held);
  }

  size_t size() const { return Held ? Held->Size : 0; }
  bool empty() const { return !size(); }
  T *begin() { return Held ? Held->elements() : nullptr; }
  T *end() { return begin() + size(); }
  const T *begin() const { return const_cast<List *>(this)->begin(); }
  const T *end() const { return begin() + size(); }
  T &operator[](size_t I) { return begin()[I]; }
  const T &operator[](size_t I) const { return begin()[I]; }
  T &front() { return *begin(); }
  const T &front() const { return *begin(); }
  T &back() { return end()[-1]; }
  const T &back() const { return end()[-1]; }
  operator llvm::ArrayRef<T>() const { return {begin(), size()}; }
  std::vector<T> vec() const { return {begin(), end()}; }

  void reserve(size_t N) {
    if (N > capacity())
      grow(N);
  }
  void push_back(T V) {
    if (size() == capacity())
      grow(size() ? 2 * size() : 2);
    ::new (end()) T(std::move(V));
    ++Held->Size;
  }
  void pop_back() {
    back().~T();
    --Held->Size;
  }
  template <typename It> void append(It First, It Last) {
    if (First == Last)
      return;
    reserve(size() + std::distance(First, Last));
    std::uninitialized_copy(First, Last, end());
    Held->Size += std::distance(First, Last);
  }
  template <typename It> void assign(It First, It Last) {
    *this = List(First, Last);
  }

  bool operator==(const List &O) const {
    return std::equal(begin(), end(), O.begin(), O.end());
  }
  bool operator!=(const List &O) const { return !(*this == O); }

private:
  /// The header of the elements, which follow it.
  struct alignas(8) Header {
    unsigned Size;
    unsigned Capacity;
    T *elements() {
      static_assert(alignof(T) <= alignof(Header), "elements are not aligned");
      return reinterpret_cast<T *>(this + 1);
    }
  };

  size_t capacity() const { return Held ? Held->Capacity : 0; }
  void grow(size_t To) {
    auto *New = ::new (::operator new(sizeof(Header) + To * sizeof(T)))
        Header{unsigned(size()), unsigned(To)};
    std::uninitialized_move(begin(), end(), New->elements());
    std::destroy(begin(), end());
    ::operator delete(Held);
    Held = New;
  }

  Header *Held = nullptr;
};

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_LIST_H
