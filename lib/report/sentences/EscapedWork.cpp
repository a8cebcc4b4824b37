//===- EscapedWork.cpp - Sentences of escaped-work ------------------------===//
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

std::string Renderer::sentenceOfEscapedWork() const {
  switch (F.Kind) {
  case DiagnosticKind::Escapes:
    return formatv("{0} on {1}, which takes no part in {2}; it runs at once, "
                   "and the graph silently lacks it",
                   subject(), handle(), theCapture());
  case DiagnosticKind::HandleEscapes:
    return formatv(
        "{0}, whose stream takes no part in {1}; it runs at once, and the "
        "graph silently lacks it",
        subjectThat("works on " + handle()), theCapture());
  case DiagnosticKind::LegacyEscapes:
    return formatv("{0} on the legacy default stream {1}; it runs at once, "
                   "and the graph silently lacks it",
                   subject(), whileCapturing());
  default:
    return "";
  }
}
