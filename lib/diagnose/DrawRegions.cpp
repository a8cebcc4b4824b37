//===- DrawRegions.cpp - The graphs of a parsed source --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DrawRegions.h"
#include "../analysis/graph/CaptureGraph.h"

using namespace cuda_capture;
using llvm::StringRef;

diagnose::DrawnRegions
diagnose::drawRegions(const lower::Lowering &L, const KnowledgeBase &KB,
                      llvm::function_ref<bool(const ir::Function &)> Only,
                      bool Merged, StringRef Folder) {
  const ir::Module &M = L.module();
  auto Find = [&](StringRef Symbol) { return M.find(Symbol); };
  // Each root is run once. Regions of functions that were not chosen are left
  // out.
  analysis::CaptureRegions All = captureGraphs(
      L.roots(), Find, M.PerThreadDefaultStream, KB, analysis::Options(), Only);
  std::string Here = Folder.str();
  if (!Here.empty())
    Here += '/';
  auto Argument = [&](const ir::Instruction &Call, unsigned Arg) {
    return L.argumentText(Call, Arg);
  };
  auto Callee = [&](const ir::Instruction &Call) -> std::string {
    if (Call.K == ir::Instruction::Call)
      if (const ir::Function *F = M.find(Call.Callee))
        return F->Display;
    return "";
  };
  auto Place = [&](const ir::Loc &At) -> report::Position {
    if (!At.isValid() || At.File >= M.Files.size())
      return {};
    StringRef File = M.Files[At.File];
    File.consume_front(Here);
    return {File.str(), At.Line, At.Column};
  };
  report::GraphNames Names;
  Names.Argument = Argument;
  Names.Callee = Callee;
  Names.Place = Place;
  DrawnRegions Result;
  Result.GivenUp = All.GivenUp;
  for (const analysis::CaptureRegion &R : All.Regions)
    Result.Regions.push_back(
        report::describe(R, All.Findings, KB, Names, Merged));
  return Result;
}
