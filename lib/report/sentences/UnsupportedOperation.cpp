//===- UnsupportedOperation.cpp - Sentences of unsupported-operation ------===//
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

std::string Renderer::sentenceOfUnsupportedOperation() const {
  switch (F.Kind) {
  case DiagnosticKind::NestedBegin: {
    std::string Own = argumentText(F.Path.back(), Role::Stream, Stream);
    if (isAgain())
      return formatv("{0} {1} in the next round of the loop, while that of "
                     "the round before is not ended; {2}",
                     subjectThat("begins another capture of"), Stream,
                     rejection());
    if (Own == Stream || F.Primary + 1 < F.Path.size())
      return formatv("{0} {1} while it is capturing; {2}",
                     subjectThat("begins another capture of"), Stream,
                     rejection());
    return formatv("{0} {1}, which takes part in {2}; {3}",
                   subjectThat("begins a capture of"), Own, theCapture(),
                   rejection());
  }
  case DiagnosticKind::DestroysOrigin:
    return formatv("{0} {1} while it is capturing; the capture is lost",
                   subjectThat("destroys"), Stream);
  case DiagnosticKind::Rejected:
    return rejected();
  default:
    return "";
  }
}
