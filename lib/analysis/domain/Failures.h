//===- Failures.h - Failed calls, missing statements ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_DOMAIN_FAILURES_H
#define CUDA_CAPTURE_ANALYSIS_DOMAIN_FAILURES_H

#include "ApiResults.h"

namespace cuda_capture::analysis {

/// Whether calls have failed on the way here.
struct CallFailures : Component<CallFailures> {
  /// Whether a call has failed on one of the paths that the state stands for.
  bool OnSomePath = false;
  /// Whether a call has failed on all of these paths.
  bool OnAllPaths = false;
  /// The call that failed last, if that is known.
  std::optional<Site> Last;

  /// Whether \p At is the call that failed last, written out once more: a macro
  /// may evaluate its argument again in order to report the error. That call
  /// fails again. Another instance of a template is another function.
  bool isRepeatedBy(const Site &At) const {
    return Last && Last->Ctx == At.Ctx && Last->I != At.I &&
           Last->I->K == At.I->K && Last->I->Callee == At.I->Callee &&
           Last->I->At.isValid() && Last->I->At == At.I->At;
  }
  bool sameInput(const CallFailures &O) const {
    return OnSomePath == O.OnSomePath && OnAllPaths == O.OnAllPaths;
  }
  bool mergeConditions(const CallFailures &O) {
    const bool Changed = (O.OnSomePath && !OnSomePath) ||
                         (OnAllPaths && !O.OnAllPaths) ||
                         (Last && Last != O.Last);
    OnSomePath |= O.OnSomePath;
    OnAllPaths &= O.OnAllPaths;
    if (Last != O.Last)
      Last.reset();
    return Changed;
  }
  void callFailed(const ApiResult &Result) {
    OnSomePath = OnAllPaths = true;
    Last = Result.At;
  }
};

/// Whether the compiler did not understand a statement on this path. In that
/// case, no conclusion that something has not happened before is certain.
struct MissingStatements : Component<MissingStatements> {
  bool Any = false;

  bool sameProtocol(const MissingStatements &O) const { return Any == O.Any; }
  bool join(JoinContext &, const MissingStatements &O) {
    const bool Changed = O.Any && !Any;
    Any |= O.Any;
    return Changed;
  }
  void missStatement() { Any = true; }
  bool outlives(const CallScope &, const MissingStatements &Before) const {
    return Any != Before.Any;
  }
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_DOMAIN_FAILURES_H
