//===- LeakedGraph.cpp - Sentences of leaked-graph ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Renderer.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using namespace cuda_capture::analysis;

std::string Renderer::sentenceOfLeakedGraph() const {
  const std::string Makes = subjectThat("makes " + handle());
  switch (F.Kind) {
  case DiagnosticKind::GraphLostInLoop:
    return Makes + " in a loop, and each round loses it: nothing destroys it";
  case DiagnosticKind::GraphLostOnPath:
    return Makes + ", which is lost on a path that does not destroy it";
  default:
    return Makes + ", which is lost: nothing destroys it";
  }
}
