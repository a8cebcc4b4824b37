//===- UnsafeCall.cpp - Sentences of unsafe-call --------------------------===//
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

std::string Renderer::sentenceOfUnsafeCall() const {
  switch (F.Kind) {
  case DiagnosticKind::DeclaredNotCapturable:
    return formatv("{0}, which is declared not capturable, {1}", subject(),
                   whileCapturing());
  case DiagnosticKind::Rejected:
  case DiagnosticKind::RejectedElsewhere:
    return rejected();
  case DiagnosticKind::RejectedAtOnce:
    return formatv("{0} {1}; if the two meet, {2}{3}", subject(),
                   whileCapturing(), rejection(),
                   F.Row->Invalidates == Verdict::Error
                       ? " and invalidates the capture"
                       : "");
  case DiagnosticKind::ForbidsThreads: {
    const std::string Begins =
        subjectThat(formatv("begins a capture of {0} in global mode", Stream));
    if (!F.Beside)
      return formatv("{0}, and prohibits unsafe calls in all threads, also in "
                     "those of the program that uses this code; if one makes "
                     "such a call, {1} and invalidates the capture",
                     Begins, rejection());
    const ir::ThreadWork &Work = *F.Beside;
    return formatv(
        "{0}, and prohibits unsafe calls in all threads, but a thread that "
        "runs {1} {2}; if the two meet, {3} and invalidates the capture",
        Begins, Work.Name,
        Work.Callee.empty() ? "runs functions that it is handed"
                            : "calls '" + Work.Callee + "'",
        rejection());
  }
  default:
    return "";
  }
}
