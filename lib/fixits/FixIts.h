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
  /// What it does; any but Rewrite needs a sentence of its own.
  analysis::Way How = analysis::Way::Rewrite;
  /// Of the capture, if that is what changes.
  std::optional<analysis::CaptureMode> Mode = std::nullopt;
  std::vector<clang::FixItHint> Edits = {};
  /// The edit keeps what the program relies on. Otherwise it is one way out
  /// among others, to be chosen by a person.
  bool Sure = false;
  /// Where the sentence belongs; invalid: where the finding is reported.
  clang::SourceLocation At = {};
};

/// The edits that the knowledge base has for the violating call, best first:
/// only the first may be sure, and each is certain to compile. The stream is
/// passed where it was left out, the call replaced by its stream-ordered form
/// or moved in front of the capture, a wait removed, or the capture begun in
/// another mode.
std::vector<Repair> repairs(const analysis::Finding &F,
                            const lower::Lowering &L, clang::ASTContext &Ctx);

} // namespace cuda_capture::fixits

#endif // CUDA_CAPTURE_FIXITS_H
