//===- Box.h - A space-saving optional value --------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_BOX_H
#define CUDA_CAPTURE_IR_BOX_H

#include <memory>
#include <optional>
#include <utility>

namespace cuda_capture::ir {

/// A std::optional that takes no more room than a pointer while it is empty.
/// Copies are deep. Two boxes are equal if both are empty or if their values
/// are equal.
template <typename T> class Box {
public:
  Box() = default;
  Box(T V) : Held(std::make_unique<T>(std::move(V))) {}
  Box(std::optional<T> V)
      : Held(V ? std::make_unique<T>(std::move(*V)) : nullptr) {}
  Box(const Box &O) : Held(O ? std::make_unique<T>(*O) : nullptr) {}
  Box(Box &&O) = default;
  Box &operator=(const Box &O) { return *this = Box(O); }
  Box &operator=(Box &&O) = default;

  explicit operator bool() const { return bool(Held); }
  bool has_value() const { return bool(Held); }
  T &operator*() { return *Held; }
  const T &operator*() const { return *Held; }
  T *operator->() { return Held.get(); }
  const T *operator->() const { return Held.get(); }
  T value_or(T Otherwise) const { return Held ? *Held : Otherwise; }
  void reset() { Held.reset(); }

  bool operator==(const Box &O) const {
    return Held && O.Held ? *Held == *O.Held : Held == O.Held;
  }

private:
  std::unique_ptr<T> Held;
};

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_BOX_H
