//===- LegacyStream.cpp - Sentences of legacy-stream ----------------------===//
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

std::string Renderer::sentenceOfLegacyStream() const {
  switch (F.Kind) {
  case DiagnosticKind::CapturesLegacy:
    return formatv("{0}, which cannot be captured; {1}",
                   subjectThat("begins a capture of the legacy default "
                               "stream"),
                   rejection());
  case DiagnosticKind::BlocksLegacyWork:
    return formatv("{0}; if another thread enqueues work on the legacy default "
                   "stream in the meantime, {1} and invalidates the capture",
                   subjectThat(formatv("begins a capture of {0}, a blocking "
                                       "stream, in {1} mode",
                                       Stream, modeName(*F.Mode))),
                   rejection());
  case DiagnosticKind::Rejected:
    return rejected(" on the legacy default stream");
  case DiagnosticKind::RejectedOrEscapes:
    return formatv("{0} on the legacy default stream {1}; {2} if that is a "
                   "blocking stream, and otherwise the graph silently lacks "
                   "the operation",
                   subject(), whileCapturing(), rejection());
  default:
    return "";
  }
}
