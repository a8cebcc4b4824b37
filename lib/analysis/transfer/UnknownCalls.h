//===- UnknownCalls.h - Calls of unknown callees ----------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_TRANSFER_UNKNOWNCALLS_H
#define CUDA_CAPTURE_ANALYSIS_TRANSFER_UNKNOWNCALLS_H

#include "../AnalysisParts.h"
#include "../State.h"

namespace cuda_capture::analysis {

/// Applies the possible effects of a call of an unknown callee.
class UnknownCalls : AnalysisParts {
public:
  explicit UnknownCalls(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  void callUnknown(Context Ctx, const ir::Instruction &I, State &S);
  /// Applies a call of \p Callee, a known function that is not run. If neither
  /// \p Callee nor a function that it calls may end a capture, running captures
  /// go on. In all other respects its effects are those of an unknown callee.
  void callSkipped(Context Ctx, const ir::Instruction &I,
                   const ir::Function &Callee, State &S);
  /// Replaces numbers that are stale, because an unknown callee (\p System: one
  /// that knows nothing of captures) or a missing statement may have changed
  /// them. They decide no conditions: an answer may have been stored there.
  void renewNumbers(bool System, State &S);
  /// Whether \p V replaces a number that the program's own code may have
  /// changed.
  bool isRenewedNumber(const Value &V) const;

private:
  /// What is known of an unknown callee that is given nothing but the result of
  /// an API call, numbers, and values that are not tracked, such as texts.
  enum class StatusCheck {
    No,
    MayExpectError,
    /// It is also given the line of the call or a text, and no other number, so
    /// it reports errors.
    ReportsErrors
  };
  StatusCheck statusCheck(const ir::Instruction &I, llvm::ArrayRef<Value> Args,
                          const State &S) const;
  /// Notes that an unknown callee was able to read \p Read, and the streams
  /// that library handles among them are bound to.
  static void share(llvm::ArrayRef<Value> Read, const Universe &U, State &S);
  /// Takes an unknown callee to have joined all streams that it may know, and
  /// that depend on work of one capture.
  void joinShared(const Site &At, State &S);
  /// Whether no unknown callee changes what the variable \p Where holds, \p V.
  bool keepsNumber(LocationId Where, const Value &V) const;
  std::optional<LocationId> target(const Value &Pointer);
  llvm::SmallVector<LocationId, 8> reachable(llvm::ArrayRef<Value> Given,
                                             const State &S);
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_TRANSFER_UNKNOWNCALLS_H
