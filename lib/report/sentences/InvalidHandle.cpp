//===- InvalidHandle.cpp - Sentences of invalid-handle --------------------===//
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

std::string Renderer::sentenceOfInvalidHandle() const {
  switch (F.Kind) {
  case DiagnosticKind::NeverCreated:
    return formatv("{0} that {1}; {2}", subjectThat("uses " + handle()),
                   F.IsNull ? "is null" : "was never created", rejection());
  case DiagnosticKind::WrongDevice:
    return formatv("{0}, which was created on another device than its other "
                   "argument; {1}",
                   subjectThat("uses " + handle()), rejection());
  case DiagnosticKind::CapturedEvent:
    return formatv("{0}, which was last recorded in a capture and so never "
                   "completes; {1}",
                   subjectThat("waits for " + handle()), rejection());
  case DiagnosticKind::OrdersNothing:
    return formatv("{0}, which was last recorded in a capture that has ended; "
                   "no launch of the graph records it, so the wait orders "
                   "nothing",
                   subjectThat("waits for " + handle()));
  default:
    return "";
  }
}
