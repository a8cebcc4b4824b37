//===- UncheckedResult.cpp - Sentences of unchecked-result ----------------===//
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

std::string Renderer::sentenceOfUncheckedResult() const {
  switch (F.Kind) {
  case DiagnosticKind::ResultIgnored:
    return formatv("result of '{0}' is ignored: a failure goes unnoticed",
                   callee());
  case DiagnosticKind::GraphOverwritten:
    return formatv("{0}, which was created and is lost: the end of a capture "
                   "makes a graph of its own",
                   subjectThat("overwrites " + handle()));
  default:
    return "";
  }
}
