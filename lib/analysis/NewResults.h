//===- NewResults.h - Functions that return new memory ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that returns memory which it has just allocated, or an object
/// that a new-expression has made, makes an object for its caller. The memory
/// may come from an allocation in the function itself, or from the result of
/// another such function, and may be returned as a number. A function that
/// returns what it keeps, and allocates only if there is nothing yet, is no
/// such function. This is decided by the instructions of all functions, without
/// values and paths.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_NEWRESULTS_H
#define CUDA_CAPTURE_ANALYSIS_NEWRESULTS_H

#include "../ir/IR.h"
#include "llvm/ADT/StringMap.h"

namespace cuda_capture::analysis {

class ResolvedCalls;

/// Finds the functions whose result is new memory. \p Calls has to outlive it;
/// functions are not kept.
class NewResults {
public:
  explicit NewResults(const ResolvedCalls &Calls) : Calls(Calls) {}

  /// Notes where the result of \p F comes from.
  void add(const ir::Function &F);
  /// Follows results through the functions that were added.
  void finish();
  /// Whether the function \p Symbol returns memory that it allocates with a
  /// call that no capture records.
  bool returnsNewMemory(llvm::StringRef Symbol) const;

private:
  struct Result {
    /// The functions whose results it may be.
    std::vector<std::string> Of;
    /// Whether a call of the function allocates it, and whether a call does so
    /// that no capture records.
    bool IsAllocated = false, IsAllocatedAtOnce = false;
    /// Completed by finish(): whether it is new, wherever it comes from.
    bool IsNew = false;
  };

  const ResolvedCalls &Calls;
  /// The functions whose results come from nothing but calls.
  llvm::StringMap<Result> Results;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_NEWRESULTS_H
