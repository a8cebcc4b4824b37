//===- Linked.cpp - Programs made of objects ------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Linked.h"
#include "../lib/support/Paths.h"

using namespace cuda_capture;

llvm::Expected<ir::Producer> linkFiles(llvm::ArrayRef<std::string> Files,
                                       link::Program &P) {
  auto Problem = [](const llvm::Twine &Why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Why);
  };
  ir::Producer By;
  for (const std::string &File : Files) {
    llvm::Expected<std::unique_ptr<ir::Object>> O = ir::Object::open(File);
    if (!O)
      return O.takeError();
    if ((*O)->K != ir::Object::TranslationUnit)
      return Problem(File + ": is an index, not an object");
    if (&File == Files.begin())
      By = (*O)->By;
    if (!(By == (*O)->By))
      return Problem(File +
                     ": was compiled by another version, or with other "
                     "knowledge, than " +
                     Files.front());
    P.add(std::move(*O));
  }
  P.link();
  return By;
}

void countIn(const link::Program &P, unsigned Unit, report::Unit &U) {
  U.Regions = P.counts(Unit).Regions;
  U.Capturable = P.counts(Unit).Capturable;
}

report::Position placeIn(const link::Bodies &Bodies, const ir::Loc &At) {
  if (!At.isValid())
    return {};
  return {absolutePath("", Bodies.module().Files[At.File]), At.Line, At.Column};
}

const analysis::RecordChanges &ProgramRecords::by(const KnowledgeBase &KB) {
  auto [It, IsNew] = Known.try_emplace(&KB);
  if (IsNew)
    It->second = analysis::findRecordChanges(
        P.capturingFunctions(),
        [&](llvm::StringRef Symbol) { return Bodies.find(Symbol); }, KB);
  return It->second;
}

std::vector<report::Diagnostic>
findingsOf(llvm::ArrayRef<const ir::Function *> Roots, const link::Program &P,
           unsigned Unit, link::Bodies &Bodies, ProgramRecords &Records,
           const LinkedOptions &Opts, std::vector<report::Gap> &Gaps) {
  std::vector<report::Diagnostic> Result;
  analysis::Coverage Covered;
  analysis::Options How = Opts.Analysis;
  How.RecordedElsewhere = &Records.by(Opts.KB);
  How.UnboundLibraries = P.unboundLibraries();
  How.Threads = P.threadWork();
  How.MayChange = [&](llvm::StringRef Global, int64_t Now) {
    return Bodies.mayChange(Global, Now);
  };
  How.requireDriver({P.unit(Unit).LeastDriver});
  auto Where = [&](const ir::Loc &At) { return placeIn(Bodies, At); };
  for (const analysis::Finding &F : analysis::analyze(
           Roots, [&](llvm::StringRef Symbol) { return Bodies.find(Symbol); },
           P.unit(Unit).PerThreadDefaultStream, Opts.KB, How, &Covered))
    if (Opts.Checks.contains(report::checkName(F.R)))
      Result.push_back(report::describe(
          F, report::render(F, Opts.KB, nullptr, Opts.Lang), Opts.KB, Where));
  for (const analysis::CoverageGap &G : Covered)
    Gaps.push_back(report::describe(G, Where));
  return Result;
}
