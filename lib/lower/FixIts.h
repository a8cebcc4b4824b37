//===- FixIts.h - Edits that repair a finding -------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_LOWER_FIXITS_H
#define CUDA_CAPTURE_LOWER_FIXITS_H

#include "../analysis/Finding.h"
#include "Lowering.h"
#include "clang/Basic/Diagnostic.h"

namespace cuda_capture::lower {

struct Repair {
  /// Empty if no edit is certain to compile.
  std::vector<clang::FixItHint> Edits;
  /// The edit keeps what the program relies on. Otherwise it is one way out
  /// among others, to be chosen by a person.
  bool Sure = false;
};

/// The edit that the knowledge base has for the violating call: the stream is
/// passed where it was left out, or the call is replaced by its stream-ordered
/// form. Needs a name for the capturing stream that is in scope at the call.
Repair repair(const analysis::Finding &F, const Lowering &L,
              clang::ASTContext &Ctx);

} // namespace cuda_capture::lower

#endif // CUDA_CAPTURE_LOWER_FIXITS_H
