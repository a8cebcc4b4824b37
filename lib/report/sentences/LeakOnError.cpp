//===- LeakOnError.cpp - Sentences of leak-on-error -----------------------===//
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

std::string Renderer::sentenceOfLeakOnError() const {
  switch (F.Kind) {
  case DiagnosticKind::LeaksOnThrow:
    return formatv("{0}, and nothing ends it if {1}",
                   subjectThat("begins a capture of " + Stream),
                   F.Exit ? "the exception is thrown"
                          : "a callable that is run in it throws");
  case DiagnosticKind::MayLeakOnThrow:
    return formatv("{0}, and nothing ends it if {1} throws",
                   subjectThat("begins a capture of " + Stream),
                   F.Exit ? "a function that may be called in it"
                          : "a virtual function that is called in it");
  case DiagnosticKind::LeaksOnFailure:
    return formatv("{0}, and nothing ends it if a call in it fails",
                   subjectThat("begins a capture of " + Stream));
  default:
    return "";
  }
}
