//===- Diagnose.cpp - cuda-capture diagnose -------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes the findings of one source, with their edits, as data. 'check' starts
/// this in a process of its own for each source: edits need Clang's AST, and a
/// crash then affects one source only.
///
//===----------------------------------------------------------------------===//

#include "../lib/analysis/Regions.h"
#include "../lib/diagnose/Export.h"
#include "../lib/link/Program.h"
#include "../lib/lower/Driver.h"
#include "../lib/report/ApplyEdits.h"
#include "../lib/report/CheckGlobs.h"
#include "../lib/report/ResultsJson.h"
#include "../lib/support/Paths.h"
#include "CompilerCommands.h"
#include "Frontend.h"
#include "Settings.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
namespace cl = llvm::cl;

namespace {
cl::opt<std::string> Output("o", cl::value_desc("FILE"), cl::init("-"),
                            cl::desc("Where to write; default: the output"),
                            cl::cat(toolCategory()),
                            cl::sub(diagnoseCommand()));
cl::opt<std::string> IndexFile("index", cl::value_desc("FILE"),
                               cl::desc("Index of the functions that other "
                                        "sources define, as 'link' writes it"),
                               cl::cat(toolCategory()),
                               cl::sub(diagnoseCommand()));
} // namespace

/// Describes the edited files as they were read, because they may change before
/// the edits are made.
static void addEditedFiles(clang::SourceManager &SM, report::Results &Result) {
  llvm::StringSet<> Wanted;
  for (const report::Diagnostic &D : Result.Findings)
    for (const report::Edit &E : D.Edits)
      Wanted.insert(E.File);
  for (auto It = SM.fileinfo_begin(); It != SM.fileinfo_end(); ++It) {
    std::string File = absolutePath("", It->first.getName(),
                                    SM.getFileManager().getVirtualFileSystem());
    if (!Wanted.erase(File))
      continue;
    if (auto Text = SM.getMemoryBufferForFileOrNone(It->first))
      Result.Files.push_back(
          {std::move(File), report::stampOf(Text->getBuffer())});
  }
  llvm::sort(Result.Files,
             [](const report::AnalysedFile &A, const report::AnalysedFile &B) {
               return A.File < B.File;
             });
}

static void diagnoseUnit(clang::ASTContext &Ctx, clang::Preprocessor &PP,
                         const Settings &Set, const link::Program *Others,
                         report::Results &Result) {
  std::vector<analysis::Finding> Findings;
  std::unique_ptr<lower::Lowering> L = lower::analyzeTranslationUnit(
      Ctx, &PP, *Set.KB, Set.Analysis, Findings, Set.Capturable, Others);
  const ir::Module &M = L->module();
  analysis::RegionCounts Counts = analysis::countRegions(M, *Set.KB);
  Result.Units.front().Regions = Counts.Regions;
  Result.Units.front().Capturable = Counts.Capturable;
  // Code of another translation unit has a place, but no AST.
  auto Elsewhere = [&](const ir::Loc &At) {
    report::Position P;
    if (At.isValid() && At.File < M.Files.size())
      P = {M.Files[At.File], At.Line, At.Column};
    return P;
  };
  diagnose::Diagnoser D(*L, Ctx, Set.Lang);
  const report::CheckSelection Checks(Set.Checks);
  for (const analysis::Finding &F : Findings)
    if (Checks.contains(report::checkName(F.R)))
      Result.Findings.push_back(
          diagnose::exported(F, D.diagnose(F), *L, Ctx, Elsewhere));
  addEditedFiles(Ctx.getSourceManager(), Result);
}

static ExitCode run(Sources &S) {
  if (S.Files.size() != 1)
    return couldNotRun("usage: cuda-capture diagnose FILE [-p BUILD | -- "
                       "FLAGS]");
  TidyOptions Configured;
  if (readsConfiguration()) {
    llvm::Expected<TidyOptions> Read =
        TidyConfig().optionsFor(absolutePath("", S.Files.front()));
    if (!Read)
      return couldNotRun(llvm::toString(Read.takeError()));
    Configured = std::move(*Read);
  }
  llvm::Expected<Settings> Set = readSettings(Configured);
  if (!Set)
    return couldNotRun(llvm::toString(Set.takeError()));
  S.HostLibraries = Set->KB->hostLibraries();
  std::optional<link::Program> Others;
  if (!IndexFile.empty()) {
    llvm::Expected<std::unique_ptr<ir::Object>> O = ir::Object::open(IndexFile);
    if (!O)
      return couldNotRun(llvm::toString(O.takeError()));
    Others.emplace().add(std::move(*O));
    if (Set->Analysis.ReportPossible)
      Others->listOverriders();
    Others->link();
  }
  report::Results Result;
  Result.Units.emplace_back().File = S.Files.front();
  FrontendOutcome Outcome = parseQuietly(
      S,
      [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
        diagnoseUnit(Ctx, PP, *Set, Others ? &*Others : nullptr, Result);
      },
      {"", Set->IgnoreSystemPragma});
  // 'check' already has the text of the findings, without edits.
  if (Others)
    for (const link::Program::Problem &Problem : Others->problems())
      return couldNotRun(Problem.str());
  report::Unit &U = Result.Units.front();
  U.Problem = Outcome.FirstError;
  U.S = !Outcome.Parsed      ? report::Unit::Failed
        : !U.Problem.empty() ? report::Unit::Malformed
                             : report::Unit::Analysed;
  if (llvm::Error E = writeFile(Output, [&](llvm::raw_ostream &OS) {
        OS << report::writeResults(Result);
      }))
    return couldNotRun(llvm::toString(std::move(E)));
  return Outcome.Parsed ? ExitOk : ExitCouldNotRun;
}

const CompilerCommand DiagnoseCommand = {diagnoseCommand(), run};
