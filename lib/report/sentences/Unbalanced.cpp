//===- Unbalanced.cpp - Sentences of unbalanced ---------------------------===//
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

std::string Renderer::sentenceOfUnbalanced() const {
  switch (F.Kind) {
  case DiagnosticKind::NeverEnded:
    return formatv("{0} that is not ended on every path: the stream keeps "
                   "capturing",
                   subjectThat("begins a capture of " + Stream));
  case DiagnosticKind::EndsIdle:
    return formatv(
        "{0}; {1}",
        subjectThat("ends a capture of " + handle() +
                    (F.Related.empty() ? ", which is not capturing"
                                       : ", which is not capturing any more")),
        rejection());
  case DiagnosticKind::EndsOther:
    if (endedStream() == Stream && Stream.front() != '\'')
      return formatv("{0}; {1}",
                     subjectThat("ends a capture of " + Stream +
                                 ", which is another one than that whose "
                                 "capture was begun"),
                     rejection());
    return formatv("{0}; {1}",
                   subjectThat("ends a capture of " + endedStream() +
                               ", but it is " + Stream +
                               " whose capture was begun"),
                   rejection());
  case DiagnosticKind::WrongThread:
    return formatv("{0}; {1}",
                   subjectThat("ends the capture of " + Stream +
                               " in another thread than the one that began "
                               "it"),
                   rejection());
  case DiagnosticKind::EndsCallers:
    return formatv("{0}; the capture of the caller of {1} stops there, and its "
                   "own end of the capture fails",
                   subjectThat("ends the capture of " + Stream +
                               ", which its caller began"),
                   contractFunction());
  default:
    return "";
  }
}
