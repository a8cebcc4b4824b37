//===- GraphMemory.cpp - Sentences of graph-memory ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Renderer.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using namespace cuda_capture::analysis;

std::string Renderer::sentenceOfGraphMemory() const {
  switch (F.Kind) {
  case DiagnosticKind::UsedBeforeLaunch:
    return subjectThat("uses memory that a graph allocates, before any launch "
                       "of the graph") +
           "; there is no memory at this address yet";
  case DiagnosticKind::KeptUnfreed:
    return subjectThat("launches a graph that is kept, and nobody can free the "
                       "memory that it allocates") +
           "; " + rejection("the next launch");
  default:
    return subjectThat("launches a graph again, although the memory that it "
                       "allocates has not been freed") +
           "; " + rejection();
  }
}
