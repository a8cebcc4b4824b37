//===- ThreadWork.h - What the threads of a program do ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_IR_THREADWORK_H
#define CUDA_CAPTURE_IR_THREADWORK_H

#include <string>
#include <tuple>

namespace cuda_capture::ir {

/// What a thread that the program starts does, and a Global capture of another
/// thread prohibits or may prohibit.
struct ThreadWork {
  /// The symbol of the function that the thread runs.
  std::string Symbol;
  /// What messages call that function, with quotes.
  std::string Name;
  /// The function of the API that the thread calls, as its row spells it. Empty
  /// if the thread runs functions that it is handed.
  std::string Callee;
  /// Whether a loop starts several such threads.
  bool Several = false;
  /// Whether a function on the way to the call takes a lock.
  bool Locks = false;
  /// Whether each function that starts such a thread also joins threads. Then
  /// none runs where no such function does.
  bool Joined = false;

  bool operator<(const ThreadWork &O) const { return key() < O.key(); }
  bool operator==(const ThreadWork &O) const { return key() == O.key(); }

private:
  std::tuple<const std::string &, const std::string &, const std::string &,
             bool, bool, bool>
  key() const {
    return {Symbol, Name, Callee, Several, Locks, Joined};
  }
};

} // namespace cuda_capture::ir

#endif // CUDA_CAPTURE_IR_THREADWORK_H
