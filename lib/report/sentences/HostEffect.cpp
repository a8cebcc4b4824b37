//===- HostEffect.cpp - Sentences of host-effect --------------------------===//
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

std::string Renderer::sentenceOfHostEffect() const {
  if (F.Kind == DiagnosticKind::BakedCounter)
    return formatv("{0} while {1} is capturing; every launch of the graph uses "
                   "the value of the capture",
                   subjectThat("passes a counter of the host"), Stream);
  return formatv("{0} while {1} is capturing; every launch of the graph "
                 "uses the same one",
                 subjectThat(F.Kind == DiagnosticKind::BakedRandom
                                 ? "passes a random number that is drawn"
                                 : "passes a time that is read"),
                 Stream);
}
