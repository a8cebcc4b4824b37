//===- CapturingFunctions.h - Functions that capture ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURINGFUNCTIONS_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURINGFUNCTIONS_H

#include "../../ir/IR.h"
#include "../ResolvedCalls.h"
#include "../engine/FunctionLookup.h"
#include "llvm/ADT/DenseMap.h"

namespace cuda_capture::analysis {

/// Determines, from the instructions of a function, what it may do with
/// captures.
class CapturingFunctions {
public:
  CapturingFunctions(FunctionLookup Find, const ResolvedCalls &Calls)
      : Find(Find), Calls(Calls) {}

  bool needsPrecision(const ir::Function &F);
  /// Whether \p F or a function that it calls begins or ends a capture.
  bool beginsCapture(const ir::Function &F) const;
  /// Whether \p F is one-sided: with the functions that it calls, it begins
  /// captures and ends none, or ends captures and begins none.
  bool isOneSided(const ir::Function &F) const;
  /// Whether \p F, with the functions that it calls, begins and ends captures.
  bool capturesItself(const ir::Function &F);
  /// Whether \p F or a function that it calls begins or ends a capture, or
  /// calls an unknown callee, which may.
  bool mayEndCapture(const ir::Function &F);
  bool bounds(const ir::Instruction &I) const;

  /// The one-sided functions among those that an indirect call may call.
  struct OneSided {
    unsigned Count = 0;
    const ir::Function *First = nullptr;
  };
  const OneSided &oneSidedCandidates(const ir::Instruction &I);

private:
  FunctionLookup Find;
  const ResolvedCalls &Calls;
  bool mayEndCaptureItself(const ir::Instruction &I) const;
  bool mentions(const ir::Instruction &I,
                llvm::function_ref<bool(const ApiRow &)> Is) const;
  std::pair<bool, bool> beginsAndEnds(const ir::Function &F) const;
  bool
  anyReached(const ir::Function &F,
             llvm::function_ref<bool(const ir::Instruction &)> Visit) const;

  llvm::DenseMap<const ir::Function *, bool> Precise, MayEnd, BothSided;
  llvm::DenseMap<const ir::Instruction *, OneSided> Candidates;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_CAPTURINGFUNCTIONS_H
