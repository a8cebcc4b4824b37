//===- ModeLeak.cpp - Sentences of mode-leak ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Renderer.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using llvm::formatv;

std::string Renderer::sentenceOfModeLeak() const {
  return formatv("{0} that is not restored on every path",
                 subjectThat("changes the capture mode of the thread"));
}
