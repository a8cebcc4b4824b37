//===- Driver.cpp - Analysis of a translation unit ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "../analysis/Analysis.h"
#include "../analysis/ThreadWork.h"
#include "../link/Program.h"
#include "../support/Paths.h"
#include "Candidates.h"
#include "GlobalWrites.h"
#include "KeptStreams.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
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

std::string lower::knowledgeDigest(StringRef Paths) {
  static std::mutex Lock;
  static std::map<std::string, std::string, std::less<>> Known;
  std::lock_guard<std::mutex> Guard(Lock);
  auto It = Known.find(Paths);
  if (It == Known.end())
    It =
        Known.emplace(Paths.str(), KnowledgeBase::digest(knowledgePaths(Paths)))
            .first;
  return It->second;
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

std::optional<unsigned> lower::macroNumber(Preprocessor &PP, StringRef Name) {
  const MacroInfo *Macro = PP.getMacroInfo(PP.getIdentifierInfo(Name));
  if (!Macro || !Macro->isObjectLike() || Macro->getNumTokens() != 1)
    return std::nullopt;
  const Token &Only = Macro->getReplacementToken(0);
  unsigned Number = 0;
  if (!Only.is(tok::numeric_constant) ||
      StringRef(PP.getSpelling(Only)).getAsInteger(0, Number))
    return std::nullopt;
  return Number;
}

CudaVersion lower::leastDriver(Preprocessor *PP, const KnowledgeBase &KB) {
  // Since this version, a program runs with each driver of its major version.
  constexpr unsigned MinorsAreCompatible = 11000;
  for (const std::string &Macro : KB.toolkitMacros())
    if (std::optional<unsigned> Number =
            PP ? macroNumber(*PP, Macro) : std::nullopt)
      return {*Number >= MinorsAreCompatible ? *Number / 1000 * 1000 : *Number};
  return {};
}

static void setUp(Lowering &L, ASTContext &Ctx, Preprocessor *PP,
                  const KnowledgeBase &KB, CapturableOptions Capturable) {
  if (PP)
    L.setMacros([PP](StringRef Name) { return macroNumber(*PP, Name); });
  L.setContracts(
      std::make_unique<CapturableContracts>(Ctx, KB, std::move(Capturable)));
}

static void
lowerRoots(Lowering &L,
           const std::vector<std::vector<const FunctionDecl *>> &Lists) {
  llvm::SetVector<const FunctionDecl *> Roots;
  for (const std::vector<const FunctionDecl *> &List : Lists)
    for (const FunctionDecl *F : List)
      Roots.insert(F->getCanonicalDecl());
  for (const FunctionDecl *F :
       constructorsThatKeepStreams(Roots.getArrayRef(), L.decls()))
    Roots.insert(F->getCanonicalDecl());
  for (const FunctionDecl *F : Roots)
    if (const ir::Function *Root = L.lower(F))
      L.addRoot(Root);
  for (const ir::Function &F : L.module().Functions)
    if (F.IsHandler)
      L.addRoot(&F);
}

std::unique_ptr<Lowering>
lower::lowerTranslationUnit(ASTContext &Ctx, Preprocessor *PP,
                            const KnowledgeBase &KB, bool ListOverriders,
                            CapturableOptions Capturable) {
  std::vector<const FunctionDecl *> Starters;
  std::vector<const FunctionDecl *> Candidates =
      findCandidates(Ctx, KB, ListOverriders ? &Starters : nullptr,
                     /*Analysable=*/nullptr, ListOverriders);
  auto L = std::make_unique<Lowering>(Ctx, KB, usesPerThreadStream(Ctx, PP, KB),
                                      ListOverriders);
  setUp(*L, Ctx, PP, KB, std::move(Capturable));
  L->setCandidates(Candidates);
  lowerRoots(*L, {Candidates, L->contracts()->roots()});
  for (const FunctionDecl *F : Starters)
    L->lower(F);
  return L;
}

/// Returns the symbols of the functions of this translation unit that are worth
/// analysing because of other translation units.
static llvm::StringSet<> linkedRoots(const link::Program &P,
                                     StringRef MainFile) {
  llvm::StringSet<> Result;
  for (unsigned U = 0; U < P.numUnits(); ++U)
    if (P.unit(U).Name == MainFile)
      for (const std::string &Symbol : P.roots(U))
        Result.insert(StringRef(Symbol).split('#').first);
  return Result;
}

/// Lowers the roots that are found without an index, and those that the whole
/// program adds.
static std::unique_ptr<Lowering> lowerLinked(ASTContext &Ctx, Preprocessor *PP,
                                             const KnowledgeBase &KB,
                                             bool ListOverriders,
                                             CapturableOptions Capturable,
                                             const link::Program &Others) {
  std::vector<const FunctionDecl *> Starters, Analysable, Linked;
  std::vector<const FunctionDecl *> Candidates =
      findCandidates(Ctx, KB, ListOverriders ? &Starters : nullptr, &Analysable,
                     ListOverriders);
  auto L = std::make_unique<Lowering>(Ctx, KB, usesPerThreadStream(Ctx, PP, KB),
                                      ListOverriders);
  const std::string Main = absolutePath(
      "", L->module().Name,
      Ctx.getSourceManager().getFileManager().getVirtualFileSystem());
  L->setOthers(Others, Main);
  setUp(*L, Ctx, PP, KB, std::move(Capturable));
  if (llvm::StringSet<> Wanted = linkedRoots(Others, Main); !Wanted.empty())
    for (const FunctionDecl *F : Analysable)
      if (Wanted.contains(L->symbolOf(F)))
        Linked.push_back(F);
  L->setCandidates(Candidates);
  lowerRoots(*L, {Candidates, Linked, L->contracts()->roots()});
  for (const FunctionDecl *F : Starters)
    L->lower(F);
  return L;
}

std::unique_ptr<Lowering> lower::analyzeTranslationUnit(
    ASTContext &Ctx, Preprocessor *PP, const KnowledgeBase &KB,
    const analysis::Options &Opts, std::vector<analysis::Finding> &Findings,
    CapturableOptions Capturable, const link::Program *Others,
    analysis::Coverage *Covered) {
  std::unique_ptr<Lowering> L;
  if (Others)
    L = lowerLinked(Ctx, PP, KB, Opts.ReportPossible, std::move(Capturable),
                    *Others);
  else
    L = lowerTranslationUnit(Ctx, PP, KB, Opts.ReportPossible,
                             std::move(Capturable));
  analysis::Options How = Opts;
  How.requireDriver(leastDriver(PP, KB));
  auto Find = [&](StringRef Symbol) { return L->find(Symbol); };
  std::vector<ir::ThreadWork> Threads;
  analysis::RecordChanges Recorded;
  if (Opts.ReportPossible)
    Threads = analysis::findThreadWork(L->module(), KB);
  if (Others) {
    Recorded =
        analysis::findRecordChanges(Others->capturingFunctions(), Find, KB);
    How.RecordedElsewhere = &Recorded;
    How.UnboundLibraries = Others->unboundLibraries();
    llvm::append_range(Threads, Others->threadWork());
  }
  How.Threads = Threads;
  GlobalWrites Written(*L);
  How.MayChange = [&](StringRef Global, int64_t Now) {
    const ir::VariableWrites *Here = Written.find(Global);
    const ir::VariableWrites *Elsewhere =
        Others ? Others->writes(Global) : nullptr;
    return (Here && Here->mayChange(Now)) ||
           (Elsewhere && Elsewhere->mayChange(Now));
  };
  Findings = analysis::analyze(
      L->roots(), Find, L->module().PerThreadDefaultStream, KB, How, Covered);
  return L;
}
