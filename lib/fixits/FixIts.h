//===- FixIts.h - Edits that repair a finding -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_FIXITS_H
#define CUDA_CAPTURE_FIXITS_H

#include "../analysis/Finding.h"
#include "../lower/Lowering.h"
#include "clang/Basic/Diagnostic.h"

namespace cuda_capture::fixits {

/// A way to repair a finding.
struct Repair {
  /// The kind of repair. Any kind but Rewrite needs a sentence of its own.
  analysis::Way How = analysis::Way::Rewrite;
  /// The new mode of the capture, if the repair changes it.
  std::optional<analysis::CaptureMode> Mode = std::nullopt;
  std::vector<clang::FixItHint> Edits = {};
  /// Whether the edit keeps what the program relies on. Otherwise it is one
  /// possible remedy among others, which a person has to choose.
  bool Sure = false;
  /// The place where the sentence belongs. If invalid, it is the place where
  /// the finding is reported.
  clang::SourceLocation At = {};
};

/// Returns the edits that the knowledge base has for the violating call, best
/// first. Only the first may be sure, and each is certain to compile. A repair
/// passes the stream where it was left out, replaces the call by its
/// stream-ordered form, moves it in front of the capture, removes a wait, or
/// begins the capture in another mode.
std::vector<Repair> repairs(const analysis::Finding &F,
                            const lower::Lowering &L, clang::ASTContext &Ctx);

} // namespace cuda_capture::fixits

#endif // CUDA_CAPTURE_FIXITS_H
