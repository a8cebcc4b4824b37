//===- ExitFindings.h - Findings where a function is left -------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The checks of returns and throws make their findings with these functions.
/// Exits.cpp decides which exits they are asked about.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_EXITFINDINGS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_EXITFINDINGS_H

#include "RawFinding.h"

namespace cuda_capture::analysis {

/// Whether nothing on the way out casts doubt on the path: a condition on a
/// value that the analysis does not know may ask whether a capture runs.
bool isCertain(const State &S, bool UnderConfiguration);

/// Returns a finding about \p C, reported at its begin.
RawFinding findingAt(const Capture &C, Rule R, DiagnosticKind Kind,
                     const State &S);

/// Notes that \p Return, or a throw, leaves the frame \p Ctx.
void setExit(RawFinding &F, const ir::Terminator *Exit, Context Ctx,
             const State &S);

/// Returns a finding of leak-on-error: a call that failed in \p C makes the
/// function return while the stream captures.
RawFinding leakOnFailure(const Capture &C, const State &S);

/// Returns a finding of mode-leak if the path that ends in \p S has changed the
/// thread's capture mode and has not restored it. Returns nullopt if the path
/// has not done so, or if that is not certain.
std::optional<RawFinding> modeLeak(const State &S, Universe &U);

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_EXITFINDINGS_H
