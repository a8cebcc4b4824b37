//===- TextFuzzer.cpp - Hostile CaptureIR ---------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A text of any content as a module: what is read must be printed so that it
/// is read again as the same, is analysed, and its graphs are drawn. libFuzzer
/// calls this (docs/fuzzing.md).
///
//===----------------------------------------------------------------------===//

#include "analysis/graph/CaptureGraph.h"
#include "ir/Parser.h"
#include "ir/Printer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace cuda_capture;

static std::string printed(const ir::Module &M) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  ir::print(OS, M);
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const std::shared_ptr<const KnowledgeBase> KB =
      llvm::cantFail(KnowledgeBase::embedded());
  llvm::Expected<std::unique_ptr<ir::Module>> M = ir::parse(
      llvm::StringRef(reinterpret_cast<const char *>(Data), Size), "<input>");
  if (!M) {
    if (!llvm::StringRef(llvm::toString(M.takeError())).starts_with("<input>:"))
      std::abort();
    return 0;
  }
  const std::string Text = printed(**M);
  llvm::Expected<std::unique_ptr<ir::Module>> Again = ir::parse(Text, "again");
  if (!Again || printed(**Again) != Text) {
    llvm::errs() << Text << '\n' << llvm::toString(Again.takeError()) << '\n';
    std::abort();
  }

  analysis::Options Opts;
  Opts.MaxSteps = 500; // Of interest here is what gets there.
  Opts.ReportPossible = true;
  std::vector<const ir::Function *> Roots;
  for (const ir::Function &F : (*M)->Functions)
    Roots.push_back(&F);
  auto Find = [&](llvm::StringRef Symbol) { return (*M)->find(Symbol); };
  analysis::analyze(Roots, Find, false, *KB, Opts);
  analysis::captureGraphs(Roots, Find, false, *KB, Opts);
  return 0;
}
