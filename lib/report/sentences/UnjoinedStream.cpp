//===- UnjoinedStream.cpp - Sentences of unjoined-stream ------------------===//
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

std::string Renderer::sentenceOfUnjoinedStream() const {
  switch (F.Kind) {
  case DiagnosticKind::UnjoinedAtExit:
    return formatv(
        "{0}, and {1} before its work is joined; the end of the capture "
        "fails with {2}",
        subjectThat("takes " +
                    argumentText(F.Path.back(), Role::Stream, "a stream") +
                    " into the capture of " + Stream),
        F.Exit && F.Exit->Throws ? "an exception leaves " + contractFunction()
                                 : contractFunction() + " returns",
        errorText());
  case DiagnosticKind::Unjoined:
    return formatv("{0}; {1}",
                   subjectThat("ends the capture of " + Stream +
                               " while the work of " +
                               argumentText(F.Related[0].second.back(),
                                            Role::Stream, "a forked stream") +
                               " is not joined"),
                   rejection());
  default:
    return "";
  }
}
