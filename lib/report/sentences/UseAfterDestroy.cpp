//===- UseAfterDestroy.cpp - Sentences of use-after-destroy ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Renderer.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using namespace cuda_capture::analysis;
using llvm::formatv;

std::string Renderer::sentenceOfUseAfterDestroy() const {
  return formatv(
      "{0} {1} that is already destroyed; the behavior is undefined, often "
      "{2}",
      subjectThat(F.Kind == DiagnosticKind::DestroyedTwice ? "destroys"
                                                           : "uses"),
      handle(), errorText());
}
