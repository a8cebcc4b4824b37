//===- CaptureCheck.cpp - A check of one rule of capture ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureCheck.h"
#include "../lib/lower/FixIts.h"
#include "../lib/report/Message.h"
#include "SharedAnalysis.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Basic/SourceManager.h"

using namespace cuda_capture;
using namespace cuda_capture::checks;
using namespace clang;

static constexpr llvm::StringLiteral KnowledgeBaseOption =
    "CudaCaptureKnowledgeBase";

CaptureCheck::CaptureCheck(StringRef Name, tidy::ClangTidyContext *Context,
                           analysis::Rule R)
    : ClangTidyCheck(Name, Context), R(R), Shared(SharedAnalysis::get(Context)),
      KnowledgeBasePath(
          Options.getLocalOrGlobal(KnowledgeBaseOption, "").str()) {
  std::string Problems = Shared->load(KnowledgeBasePath);
  if (!Problems.empty())
    configurationDiag("cannot use the knowledge base; nothing is checked:\n%0",
                      DiagnosticIDs::Error)
        << Problems;
}

void CaptureCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, KnowledgeBaseOption, KnowledgeBasePath);
}

void CaptureCheck::registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                                       Preprocessor *) {
  Shared->setPreprocessor(PP);
}

void CaptureCheck::registerMatchers(ast_matchers::MatchFinder *Finder) {
  Finder->addMatcher(ast_matchers::translationUnitDecl().bind("tu"), this);
}

void CaptureCheck::check(const ast_matchers::MatchFinder::MatchResult &Result) {
  ASTContext &Ctx = *Result.Context;
  for (const analysis::Finding &F : Shared->findings(Ctx)) {
    if (F.R != R)
      continue;
    const lower::Lowering &L = Shared->lowering();
    auto Where = [&](const ir::Loc &At) {
      return Result.SourceManager->getFileLoc(L.sourceLocation(At));
    };
    report::Message M = report::render(
        F, Shared->knowledge(), [&](const ir::Instruction &Call, unsigned Arg) {
          return L.argumentText(Call, Arg);
        });
    lower::Repair Fix = lower::repair(F, L, Ctx);
    {
      DiagnosticBuilder D = diag(Where(M.At), "%0") << M.Text;
      if (Fix.Sure)
        for (const FixItHint &Edit : Fix.Edits)
          D << Edit;
    }
    for (const report::Note &N : M.Notes)
      diag(Where(N.At), "%0", DiagnosticIDs::Note) << N.Text;
    DiagnosticBuilder D = diag(Where(M.At), "%0", DiagnosticIDs::Note)
                          << M.Remedy;
    if (!Fix.Sure)
      for (const FixItHint &Edit : Fix.Edits)
        D << Edit;
  }
}
