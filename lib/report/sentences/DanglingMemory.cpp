//===- DanglingMemory.cpp - Sentences of dangling-memory ------------------===//
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

std::string Renderer::sentenceOfDanglingMemory() const {
  if (F.Kind == DiagnosticKind::FreedByHostFunction) {
    const llvm::StringRef Function = F.Related[0].second.front().In->Display;
    return formatv(
        "{0}, which releases the data that it is given; the next "
        "launch of the graph silently uses them again",
        subjectThat("makes the graph run " +
                    (Function == "lambda" ? std::string("a lambda")
                                          : ("'" + Function + "'").str())));
  }
  if (F.Kind == DiagnosticKind::ReplacedWhileKept)
    return formatv("{0}, which another call replaces while the graph is kept; "
                   "later launches silently use whatever is there then",
                   subjectThat("makes the graph refer to " + referent()));
  if (F.Kind == DiagnosticKind::ArgumentWhileKept)
    return formatv("{0}, which an argument of the capturing call chooses; "
                   "later calls launch the kept graph, whatever they are given",
                   subjectThat("makes the graph refer to " + referent()));
  return formatv("{0}, which is {1} the graph is launched{2}; the graph "
                 "silently uses whatever is there then",
                 subjectThat("makes the graph refer to " + referent()),
                 endsItself(F.Related[0].second.back()) ? "gone when"
                                                        : "released before",
                 F.Kind == DiagnosticKind::DanglesWhenKept ? " later" : "");
}
