//===- VariableWrites.h - What a program writes to globals ------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_VARIABLEWRITES_H
#define CUDA_CAPTURE_IR_VARIABLEWRITES_H

#include <cstdint>
#include <set>
#include <string>

namespace cuda_capture::ir {

/// What the code of a program writes to a global of a scalar type after its
/// initialization.
struct VariableWrites {
  /// The number of different constants that are kept apart.
  static constexpr unsigned MaxConstants = 8;

  /// The constants that are written.
  std::set<int64_t> Constants;
  /// Whether anything else may be written: the result of a computation, or
  /// whatever is done through an address of the variable.
  bool Other = false;

  void add(int64_t Constant) {
    Constants.insert(Constant);
    if (Constants.size() > MaxConstants)
      addOther();
  }
  void addOther() {
    Other = true;
    Constants.clear();
  }
  void add(const VariableWrites &O) {
    if (O.Other)
      addOther();
    for (int64_t C : O.Constants)
      if (!Other)
        add(C);
  }
  /// Whether one of the writes may change the value \p Now.
  bool mayChange(int64_t Now) const {
    return Other || Constants.size() > Constants.count(Now);
  }
};

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_VARIABLEWRITES_H
