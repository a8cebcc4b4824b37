//===- Driver.cpp - Analysis of a translation unit ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "../analysis/Analysis.h"
#include "Candidates.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <mutex>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

llvm::Expected<std::shared_ptr<const KnowledgeBase>>
lower::loadKnowledge(StringRef Paths) {
  if (Paths.trim().empty())
    return KnowledgeBase::embedded();
  static std::mutex Lock;
  static std::map<std::string, std::shared_ptr<const KnowledgeBase>> Cache;
  std::lock_guard<std::mutex> Guard(Lock);
  std::shared_ptr<const KnowledgeBase> &Known = Cache[Paths.str()];
  if (Known)
    return Known;
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> Result =
      KnowledgeBase::layered(knowledgePaths(Paths));
  if (Result)
    Known = *Result;
  return Result;
}

bool lower::usesPerThreadStream(ASTContext &Ctx, Preprocessor *PP,
                                const KnowledgeBase &KB) {
  if (Ctx.getLangOpts().GPUDefaultStream ==
      LangOptions::GPUDefaultStreamKind::PerThread)
    return true;
  if (PP)
    for (const std::string &Macro : KB.perThreadMacros())
      if (PP->isMacroDefined(Macro))
        return true;
  return false;
}

std::unique_ptr<Lowering>
lower::lowerTranslationUnit(ASTContext &Ctx, Preprocessor *PP,
                            const KnowledgeBase &KB, bool ListOverriders,
                            CapturableOptions Capturable) {
  std::vector<const FunctionDecl *> Candidates = findCandidates(Ctx, KB);
  auto L = std::make_unique<Lowering>(Ctx, KB, usesPerThreadStream(Ctx, PP, KB),
                                      ListOverriders);
  L->setPromises(std::make_unique<Promises>(Ctx, KB, std::move(Capturable)));
  llvm::SetVector<const FunctionDecl *> Roots;
  for (const FunctionDecl *F : Candidates)
    Roots.insert(F->getCanonicalDecl());
  for (const FunctionDecl *F : L->promises()->capturable())
    Roots.insert(F->getCanonicalDecl());
  for (const FunctionDecl *F : Roots)
    if (const ir::Function *Root = L->lower(F))
      L->addRoot(Root);
  return L;
}

std::unique_ptr<Lowering> lower::analyzeTranslationUnit(
    ASTContext &Ctx, Preprocessor *PP, const KnowledgeBase &KB,
    const analysis::Options &Opts, std::vector<analysis::Finding> &Findings,
    CapturableOptions Capturable) {
  std::unique_ptr<Lowering> L = lowerTranslationUnit(
      Ctx, PP, KB, Opts.ReportPossible, std::move(Capturable));
  const ir::Module &M = L->module();
  Findings = analysis::analyze(
      L->roots(), [&](StringRef Symbol) { return M.find(Symbol); },
      M.PerThreadDefaultStream, KB, Opts);
  return L;
}
