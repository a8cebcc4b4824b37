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

  /// Notes what \p F does with streams. \p Called are the functions that it may
  /// call.
  void add(const ir::Function &F, llvm::ArrayRef<std::string> Called);
  /// Finds the variables that hold capturing streams. \p Ends says whether the
  /// function of a symbol may end a capture, itself or through what it calls.
  void finish(llvm::function_ref<bool(llvm::StringRef)> Ends);
  /// Whether the function \p Symbol begins a capture itself, and ends none
  /// after that. To be asked once finish() was called.
  bool leavesOpen(llvm::StringRef Symbol) const {
    return Opening.contains(Symbol);
  }
  /// Whether leavesOpen() holds for any function.
  bool anyLeftOpen() const { return !Opening.empty(); }
  /// Whether the function \p Symbol enqueues work on the stream of such a
  /// variable.
  bool enqueuesOnCaptured(llvm::StringRef Symbol) const;
  /// Whether the function \p Symbol decides by such a variable.
  bool asksAboutCaptured(llvm::StringRef Symbol) const;

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
    /// Whether it begins a capture itself, and whether it may end one after
    /// that.
    bool Begins = false, EndsIt = false;
    /// The functions that it may call after it has begun a capture.
    std::vector<std::string> CalledBehind;
    /// Where the streams go of which it begins captures.
    std::vector<std::string> Begun;
    std::vector<Argument> BegunPassed;
    /// The streams that it enqueues work on, and what its conditions read.
    std::vector<Source> Works, Asked;
  };
  class Body;
  void addStored(const Argument &To, unsigned Depth);
  bool isCaptured(const Source &From, unsigned Depth) const;
  bool anyCaptured(llvm::StringRef Symbol,
                   std::vector<Source> Uses::*Which) const;

  const ResolvedCalls &Calls;
  llvm::StringMap<Uses> Functions;
  llvm::StringSet<> Captured;
  /// See leavesOpen().
  llvm::StringSet<> Opening;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_CURRENTSTREAMS_H
