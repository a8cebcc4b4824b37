//===- Analyse.cpp - cuda-capture analyse ---------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The last step of a build that runs 'compile' by itself. It links the
/// objects, analyses the program, and reports the findings. It reads sources
/// only for the lines that reports quote and the comments that silence
/// findings, so there are no edits.
///
//===----------------------------------------------------------------------===//

#include "../lib/lower/Driver.h"
#include "../lib/report/CheckGlobs.h"
#include "../lib/report/Describe.h"
#include "../lib/report/Filters.h"
#include "../lib/report/TextReport.h"
#include "../lib/support/Paths.h"
#include "CompilerCommands.h"
#include "Linked.h"
#include "Reports.h"
#include "Settings.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
namespace cl = llvm::cl;

static cl::SubCommand Command(
    "analyse",
    "Find violations in a program of which 'compile' has written the objects");

namespace {
template <typename T> struct Option : cl::opt<T> {
  template <typename... Ms>
  explicit Option(const Ms &...M)
      : cl::opt<T>(M..., cl::cat(toolCategory()), cl::sub(Command)) {}
};

Option<std::string>
    Knowledge("kb", cl::value_desc("PATHS"),
              cl::desc("The knowledge that the sources were compiled with"));
Option<std::string>
    LevelName("level", cl::value_desc("LEVEL"), cl::init("exact"),
              cl::desc("exact (default): findings that are certain; possible: "
                       "also those that rest on something unknown; strict: "
                       "also captures that a failing CUDA call leaves behind"));
Option<std::string>
    LanguageName("language", cl::value_desc("LANG"), cl::init("en"),
                 cl::desc("Language of remedies: en (default) or zh"));
Option<std::string>
    Checks("checks", cl::value_desc("GLOBS"),
           cl::desc("Checks to report, as clang-tidy's option: separated by "
                    "commas, '-' takes away; default: all"));
Option<std::string> BaselineFile(
    "baseline", cl::value_desc("FILE"),
    cl::desc("Report the findings that are not in this list of known ones; a "
             "known finding that is not found any more is an error"));
Option<bool> Quiet("quiet", cl::desc("Print findings and problems only"));
Option<std::string>
    Driver("driver", cl::value_desc("VERSION"),
           cl::desc("The version of CUDA that the driver is of, such as 12.3 "
                    "(default: the least that the toolkit requires)"));
Option<unsigned> Effort(
    "effort", cl::value_desc("N"), cl::init(10),
    cl::desc("How long large functions that capture are looked at: N times as "
             "long as in an editor (10)"));
Option<bool> AllowIncomplete(
    "allow-incomplete",
    cl::desc("Exit with 0 if nothing is found, although functions that capture "
             "were not analysed completely"));
Option<bool> WarnOnly("warn-only",
                      cl::desc("Exit with 0 although there are findings"));
ReportOptions Reports(Command);
} // namespace

static ExitCode run(Sources &S) {
  if (S.Files.empty())
    return couldNotRun("no object given; usage: cuda-capture analyse "
                       "OBJECT...; 'cuda-capture compile' writes objects");
  std::optional<report::Level> Level = report::levelOf(LevelName);
  if (!Level)
    return couldNotRun("--level: '" + LevelName +
                       "' is unknown; expected exact, possible or strict");
  std::optional<Language> Lang = languageOf(LanguageName);
  if (!Lang)
    return couldNotRun("--language: '" + LanguageName +
                       "' is unknown; expected en or zh");
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      lower::loadKnowledge(Knowledge);
  if (!KB)
    return badKnowledge(KB.takeError());
  link::Program P;
  llvm::Expected<ir::Producer> By = linkFiles(S.Files, P);
  if (!By)
    return couldNotRun(llvm::toString(By.takeError()));
  if (By->Version != ir::productVersion())
    return couldNotRun(S.Files.front() + ": was compiled by another version; "
                                         "compile it with this one");
  if (By->Knowledge != KnowledgeBase::digest(knowledgePaths(Knowledge)))
    return couldNotRun(S.Files.front() +
                       ": was compiled with other knowledge; give analyse "
                       "the same --kb as compile");

  analysis::Options Opts;
  Opts.ReportPossible = *Level != report::Level::Exact;
  Opts.FailingCalls = *Level == report::Level::Strict;
  if (!Effort || Effort > MaxEffort)
    return couldNotRun("--effort: a number from 1 to " +
                       llvm::Twine(MaxEffort) + " expected");
  Opts.BudgetFactor = Effort;
  if (!Driver.empty()) {
    std::optional<CudaVersion> Version = CudaVersion::parse(Driver);
    if (!Version)
      return couldNotRun("--driver: '" + Driver +
                         "' is not a version of CUDA, such as 12.3");
    Opts.Driver = {*Version, /*IsKnown=*/true};
  }
  Opts.ReportLeaks = report::CheckSelection(Checks).contains(
      report::checkName(analysis::Rule::Unbalanced));
  // All checks are analysed here; report::apply() applies --checks.
  const LinkedOptions How{**KB, Opts, *Lang, report::CheckSelection("")};
  if (Opts.ReportPossible)
    P.listOverriders();
  link::Bodies Bodies(P);
  ProgramRecords Records(P, Bodies);
  report::Results R;
  std::vector<report::Gap> Gaps;
  for (unsigned I = 0; I < P.numUnits(); ++I) {
    report::Unit &U = R.Units.emplace_back();
    U.File = absolutePath("", P.unit(I).Name);
    countIn(P, I, U);
    std::vector<report::Diagnostic> Found =
        findingsOf(Bodies.roots(I), P, I, Bodies, Records, How, Gaps);
    std::move(Found.begin(), Found.end(), std::back_inserter(R.Findings));
  }
  report::addGaps(R, std::move(Gaps));
  for (const link::Program::Problem &Problem : P.problems())
    return couldNotRun(Problem.str());

  const std::string Folder = currentFolder();
  report::FilterOptions Filters;
  Filters.Checks = Checks;
  Filters.L = *Level;
  if (!BaselineFile.empty())
    Filters.Baseline = absolutePath("", BaselineFile);
  Filters.Folder = std::string(Folder);
  llvm::Expected<report::FilterCounts> Left = report::apply(R, Filters);
  if (!Left)
    return couldNotRun(llvm::toString(Left.takeError()));
  report::TextOptions Text;
  Text.Folder = std::string(Folder);
  report::printFindings(llvm::outs(), R, Text);
  report::printProblems(llvm::outs(), R, *Left, Text);
  if (!Quiet)
    report::printSummary(llvm::outs(), R, *Left, Text);

  report::RunInfo Run;
  Run.Version = ir::productVersion().str();
  Run.Root = std::string(Folder);
  Run.ExitCode = !R.Findings.empty() || !Left->Stale.empty() ? ExitFound
                 : report::lacksCoverage(R) && !AllowIncomplete
                     ? ExitCouldNotRun
                     : ExitOk;
  Run.Complete = !report::lacksCoverage(R);
  Run.AcceptsIncomplete = AllowIncomplete;
  for (const report::BaselineEntry &E : Left->Stale)
    Run.StaleEntries.push_back(E.str());
  report::SourceFiles Sources;
  if (llvm::Error E = Reports.write(R, Run, Sources))
    return couldNotRun(llvm::toString(std::move(E)));
  return WarnOnly ? ExitOk : ExitCode(Run.ExitCode);
}

const CompilerCommand AnalyseCommand = {Command, run, NeedOfCommands::None};
