//===- HostRead.cpp - Sentences of host-read ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../ir/HostRead.h"
#include "../Renderer.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using namespace cuda_capture::analysis;
using llvm::formatv;

static bool isPoll(const PathStep &Step) {
  return Step.Callee == HostRead && Step.I->Args.size() > ir::HostReadMemory &&
         Step.I->Args[ir::HostReadMemory].Value == ir::IsPolled;
}

std::string Renderer::readText(const PathStep &Step, bool WithVerb) {
  const bool Polls = isPoll(Step);
  std::string Text = Polls ? "memory" : "the target of a copy";
  if (Step.Callee == HostRead && Step.I->Args.size() > ir::HostReadText)
    Text = ("'" + Step.I->Args[ir::HostReadText].Name.ref() + "'").str();
  return WithVerb ? (Polls ? "polls " : "reads ") + Text : Text;
}

std::string Renderer::sentenceOfHostRead() const {
  const std::string Read = readText(F.Path.back());
  const bool Polls = isPoll(F.Path.back());
  const std::string Subject =
      F.Primary + 1 < F.Path.size()
          ? formatv("call to '{0}' reaches a {1} {2} on the host",
                    calledBy(F.Primary), Polls ? "loop that polls" : "read of",
                    Read)
                .str()
          : "the host " + readText(F.Path.back(), /*WithVerb=*/true);
  if (F.Kind == DiagnosticKind::ReadBeforeLaunch)
    return Subject + " before any launch of the graph; the captured copy that "
                     "writes it has not been made";
  return formatv("{0} while {1} capturing{2}; {3}", Subject,
                 Contract ? "the caller of " + contractFunction() + " is"
                          : Stream + " is",
                 Contract ? " " + Stream : std::string(),
                 Polls ? "captured work changes it only when the graph is "
                         "launched, so the loop never ends"
                       : "the captured copy that writes it is made only when "
                         "the graph is launched");
}
