//===- SharedAnalysis.cpp - One analysis for all checks -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedAnalysis.h"
#include "../lib/link/Index.h"
#include "../lib/lower/Driver.h"
#include "../lib/lower/SystemPragma.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>
#include <mutex>

using namespace cuda_capture;
using namespace cuda_capture::checks;

std::shared_ptr<SharedAnalysis>
SharedAnalysis::get(clang::tidy::ClangTidyContext *Context) {
  static std::mutex Lock;
  static std::map<clang::tidy::ClangTidyContext *,
                  std::weak_ptr<SharedAnalysis>>
      Running;
  std::lock_guard<std::mutex> Guard(Lock);
  // The context is reused for the next translation unit, but the checks are
  // not. When all checks have been destroyed, so has their analysis.
  for (auto It = Running.begin(); It != Running.end();)
    It = It->second.expired() ? Running.erase(It) : std::next(It);
  std::weak_ptr<SharedAnalysis> &Known = Running[Context];
  std::shared_ptr<SharedAnalysis> Result = Known.lock();
  if (!Result)
    Known = Result = std::make_shared<SharedAnalysis>();
  return Result;
}

std::string SharedAnalysis::load(llvm::StringRef Paths) {
  if (Loaded)
    return "";
  Loaded = true;
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> Result =
      lower::loadKnowledge(Paths);
  if (!Result)
    return llvm::toString(Result.takeError());
  KB = *Result;
  KnowledgePaths = Paths.str();
  return "";
}

std::string SharedAnalysis::findIndex(llvm::StringRef Folder) {
  for (; !Folder.empty(); Folder = llvm::sys::path::parent_path(Folder)) {
    for (llvm::StringRef Build : {"", "build"}) {
      llvm::SmallString<256> File(Folder);
      llvm::sys::path::append(File, Build, ".cuda-capture", "program.ccidx");
      if (llvm::sys::fs::exists(File))
        return std::string(File);
    }
  }
  return "";
}

std::string SharedAnalysis::useIndex(llvm::StringRef File) {
  if (IndexRead || !KB)
    return "";
  IndexRead = true;
  llvm::Expected<link::Program> Index =
      link::openIndex(File, {ir::productVersion().str(),
                             lower::knowledgeDigest(KnowledgePaths)});
  if (!Index)
    return llvm::toString(Index.takeError());
  Others = std::make_unique<link::Program>(std::move(*Index));
  IndexPath = File.str();
  if (Opts.ReportPossible)
    Others->listOverriders();
  return "";
}

std::vector<std::string> SharedAnalysis::takeChangedFiles() {
  if (ChangesTaken || !Others)
    return {};
  ChangesTaken = true;
  return Others->changedFiles();
}

std::vector<std::string> SharedAnalysis::takeUnreadable() {
  std::vector<std::string> Result;
  if (!Others || std::exchange(UnreadableTaken, true))
    return Result;
  for (const link::Program::Problem &P : Others->problems())
    Result.push_back(P.str());
  return Result;
}

std::vector<lower::PassedOver> SharedAnalysis::takePassedOver() {
  if (!PP || !KB || std::exchange(PassedOverTaken, true))
    return {};
  return lower::beginningCaptures(
      lower::headersTakenForSystem(*PP, KB->hostLibraries()), *KB);
}

const std::vector<analysis::Finding> &
SharedAnalysis::findings(clang::ASTContext &Ctx) {
  if (Analysed || !KB)
    return Findings;
  Analysed = true;
  L = lower::analyzeTranslationUnit(Ctx, PP, *KB, Opts, Findings, Capturable,
                                    Others.get(), &Covered);
  return Findings;
}

std::vector<lower::CapturableContracts::Problem>
SharedAnalysis::takeProblems() {
  if (ProblemsTaken || !L || !L->contracts())
    return {};
  ProblemsTaken = true;
  return L->contracts()->problems();
}
