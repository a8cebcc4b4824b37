//===- CurrentStreams.h - Variables that hold capturing streams -*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Many libraries have a current stream: a global or thread-local variable,
/// with functions that set and return it. A function that begins a capture of a
/// stream, makes it the current one, and leaves it capturing, captures whatever
/// is enqueued on the current stream from then on. This is decided by the
/// instructions of all functions, without values and paths.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_CURRENTSTREAMS_H
#define CUDA_CAPTURE_ANALYSIS_CURRENTSTREAMS_H

#include "../ir/IR.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace cuda_capture::analysis {

class ResolvedCalls;

/// Follows streams from the functions that begin captures through variables to
/// those that enqueue work. \p Calls has to outlive it; functions are not kept.
class CurrentStreams {
public:
  explicit CurrentStreams(const ResolvedCalls &Calls) : Calls(Calls) {}

  /// Notes what \p F does with streams.
  void add(const ir::Function &F);
  /// Finds the variables that hold capturing streams. \p LeavesOpen says
  /// whether the function of a symbol, which begins a capture, ends none.
  void finish(llvm::function_ref<bool(llvm::StringRef)> LeavesOpen);
  /// Whether the function \p Symbol enqueues work on the stream of such a
  /// variable.
  bool enqueuesOnCaptured(llvm::StringRef Symbol) const;

private:
  /// A variable, or a function that returns its value.
  struct Source {
    bool IsCall;
    std::string Name;
  };
  struct Argument {
    std::string Callee;
    unsigned Index;
  };
  struct Uses {
    /// The parameters that it stores in variables, and that it passes on.
    std::vector<std::pair<unsigned, std::string>> Stores;
    std::vector<std::pair<unsigned, Argument>> Passes;
    std::vector<Source> Returns;
    /// Where the streams go of which it begins captures.
    std::vector<std::string> Begun;
    std::vector<Argument> BegunPassed;
    /// The streams that it enqueues work on.
    std::vector<Source> Works;
  };
  class Body;
  void addStored(const Argument &To, unsigned Depth);
  bool isCaptured(const Source &From, unsigned Depth) const;

  const ResolvedCalls &Calls;
  llvm::StringMap<Uses> Functions;
  llvm::StringSet<> Captured;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_CURRENTSTREAMS_H
