//===- HostRead.cpp - Sentences of host-read ------------------------------===//
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

std::string Renderer::sentenceOfHostRead() const {
  const std::string Read = readText(F.Path.back());
  const std::string Subject =
      F.Primary + 1 < F.Path.size()
          ? formatv("call to '{0}' reaches a read of {1} on the host",
                    calledBy(F.Primary), Read)
                .str()
          : formatv("the host reads {0}", Read).str();
  if (F.Kind == DiagnosticKind::ReadBeforeLaunch)
    return Subject + " before any launch of the graph; the captured copy that "
                     "writes it has not been made";
  return formatv("{0} while {1} capturing{2}; the captured copy that writes it "
                 "is made only when the graph is launched",
                 Subject,
                 Contract ? "the caller of " + contractFunction() + " is"
                          : Stream + " is",
                 Contract ? " " + Stream : std::string());
}
