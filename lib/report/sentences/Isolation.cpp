//===- Isolation.cpp - Sentences of isolation -----------------------------===//
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

std::string Renderer::sentenceOfIsolation() const {
  switch (F.Kind) {
  case DiagnosticKind::WaitsOutside:
    return formatv("{0}, which was recorded outside of {1}; {2}",
                   subjectThat("waits for " + handle()), theCapture(),
                   rejection());
  case DiagnosticKind::WaitsOtherCapture:
    return formatv("{0}, which was recorded in another capture than that of "
                   "{1}; {2}",
                   subjectThat("waits for " + handle()), Stream, rejection());
  default:
    return "";
  }
}
