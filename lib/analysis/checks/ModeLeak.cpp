//===- ModeLeak.cpp - Capture modes that are not restored -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// cuda-capture-mode-leak. cudaThreadExchangeStreamCaptureMode changes the mode
/// of the thread until another call changes it again. The function that changes
/// the mode is meant to restore it (CUDA Runtime API,
/// cudaThreadExchangeStreamCaptureMode: "push-pop fashion"). A function that
/// restores the mode on one path is assumed to have forgotten this on the
/// others.
///
//===----------------------------------------------------------------------===//

#include "../findings/ExitFindings.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

std::optional<RawFinding> analysis::modeLeak(const State &S, Universe &U) {
  if (!S.ThreadMode.Exchanged || S.ThreadMode.IsRestored ||
      S.ThreadMode.Current.K != Value::Int ||
      !isCertain(S, /*UnderConfiguration=*/true) ||
      S.resolve(Value::symbol(U.threadMode())).sameAs(S.ThreadMode.Current))
    return std::nullopt;
  RawFinding F;
  F.R = Rule::ModeLeak;
  F.Kind = DiagnosticKind::ModeNotRestored;
  F.At = *S.ThreadMode.Exchanged;
  F.Mode = knownMode(S, S.ThreadMode.Current);
  return F;
}
