//===- Init.cpp - cuda-capture init ---------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sources are compiled as for 'audit', and the survey decides what to propose.
/// The findings before and after are those of 'check', with the configuration
/// as it is and with the proposal added.
///
//===----------------------------------------------------------------------===//

#include "Init.h"
#include "../lib/report/Filters.h"
#include "../lib/report/Message.h"
#include "../lib/support/Names.h"
#include "../lib/support/Paths.h"
#include "CompilerCommands.h"
#include "Finalizers.h"
#include "Linked.h"
#include "ProjectFolders.h"
#include "WholeProgram.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace cuda_capture;
using analysis::SurveyedFunction;
namespace cl = llvm::cl;
namespace path = llvm::sys::path;

namespace {
template <typename T> struct Option : cl::opt<T> {
  template <typename... Ms>
  explicit Option(const Ms &...M)
      : cl::opt<T>(M..., cl::cat(toolCategory()), cl::sub(initCommand())) {}
};

Option<bool> Yes("yes", cl::desc("Write the proposal into the configuration"));
Option<bool> Check("check", cl::desc("Say what the configuration does not "
                                     "declare yet; exit with 1 if there is "
                                     "anything"));
Option<bool> All("all", cl::desc("Also propose exported functions if nothing "
                                 "shows that the program is captured"));
Option<bool> Json("json", cl::desc("Print JSON"));
Option<bool> NoCounts("no-counts", cl::desc("Do not count the findings before "
                                            "and after, which takes two more "
                                            "runs over the program"));
Option<std::string> Output("output", cl::value_desc("FILE"),
                           cl::init(".clang-tidy"),
                           cl::desc("The configuration to write; default: "
                                    ".clang-tidy in the current folder"));
Option<unsigned> Jobs("j", cl::value_desc("N"), cl::Prefix, cl::init(0),
                      cl::desc("Sources to compile at a time; default: as "
                               "many as there are cores"));
Option<unsigned> Timeout("timeout", cl::value_desc("SECONDS"), cl::init(600),
                         cl::desc("Time for each source; 0 means no limit"));
} // namespace

bool Proposal::proposes(const SurveyedFunction &F) const {
  switch (F.Chosen) {
  case SurveyedFunction::Registered:
  case SurveyedFunction::Asks:
  case SurveyedFunction::CalledByFinalizer:
  case SurveyedFunction::CapturedByOtherSource:
  case SurveyedFunction::RunsInThread:
  case SurveyedFunction::Exported:
  case SurveyedFunction::SetsStream:
  case SurveyedFunction::BetweenMembers:
  case SurveyedFunction::OnCurrentStream:
  case SurveyedFunction::CalledElsewhere:
  case SurveyedFunction::CalledByPointer:
  case SurveyedFunction::Operator:
    return true;
  case SurveyedFunction::NoEvidence:
    return TakesAll;
  case SurveyedFunction::Declared:
  case SurveyedFunction::Prepares:
  case SurveyedFunction::Waits:
  case SurveyedFunction::Unnamed:
  case SurveyedFunction::UnnamedInThread:
  case SurveyedFunction::BeginsCapture:
    return false;
  }
  return false;
}

size_t Proposal::captured() const {
  return llvm::count_if(Found.Functions, [](const SurveyedFunction &F) {
    return F.Chosen == SurveyedFunction::CapturedByOtherSource;
  });
}

/// Returns a pattern that matches \p Name alone.
static std::string patternFor(llvm::StringRef Name) {
  std::string Result;
  for (char C : Name) {
    if (llvm::StringRef("*?[]{}\\").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

/// Returns the item of CudaCaptureCapturableFunctions that declares \p F.
static std::string itemFor(const SurveyedFunction &F) {
  return (F.Chosen == SurveyedFunction::RunsInThread ? "thread " : "") +
         patternFor(F.Option);
}

/// Fills in the names that \p P proposes.
static void choose(Proposal &P) {
  std::set<std::string> Libraries, Functions;
  for (const SurveyedFunction &F : P.Found.Functions)
    if (P.proposes(F)) {
      if (F.Chosen == SurveyedFunction::Registered && !F.IsElsewhere)
        Libraries.insert(F.Library);
      else
        Functions.insert(itemFor(F));
    }
  P.Libraries.assign(Libraries.begin(), Libraries.end());
  P.Functions.assign(Functions.begin(), Functions.end());
  if (!P.Functions.empty() && P.Found.Mode &&
      *P.Found.Mode != analysis::CaptureMode::Global)
    P.Mode = report::modeName(*P.Found.Mode).str();
}

static WholeProgramOptions optionsFor(const Sources &S) {
  WholeProgramOptions Opts;
  Opts.Jobs = jobsOrAllCores(Jobs);
  Opts.Timeout = Timeout;
  Opts.IsWhole = S.Files.empty();
  return Opts;
}

/// Returns the options for 'check', which keeps what it compiles.
static WholeProgramOptions optionsForCheck(const Sources &S) {
  WholeProgramOptions Opts = optionsFor(S);
  Opts.CacheFolder = cacheFolderFor(S);
  return Opts;
}

/// Returns the names, without scopes, of the functions of an effect.
static llvm::StringSet<> namesOf(const KnowledgeBase &KB, Effect Eff) {
  llvm::StringSet<> Result;
  for (const ApiRow &Row : KB.rows())
    if (Row.Eff == Eff)
      KB.spellings(Row, [&](llvm::StringRef Name) {
        Result.insert(withoutScope(Name));
      });
  return Result;
}

/// Returns by what code that is not compiled shows what it captures.
static scan::CaptureMarks captureMarks(const KnowledgeBase &KB) {
  scan::CaptureMarks Result;
  Result.Begins = namesOf(KB, Effect::BeginCapture);
  Result.Ends = namesOf(KB, Effect::EndCapture);
  for (const auto &[Begin, End] : KB.captureTexts().Blocks)
    if (End.empty()) {
      Result.With.push_back(Begin);
    } else {
      Result.Begins.insert(Begin);
      Result.Ends.insert(End);
    }
  Result.ExpectedErrors = KB.captureTexts().ExpectedErrors;
  return Result;
}

static llvm::Expected<Proposal> survey(Sources &S) {
  llvm::Expected<SourceSettings> Set = SourceSettings::read(
      sourcesOf(S), {/*SelectsChecks=*/false, Contracts::All});
  if (!Set)
    return Set.takeError();
  WholeProgramOptions Opts = optionsFor(S);
  Opts.All = Opts.ListOverriders = true;
  analysis::Survey Survey(*Set->program().KB);
  llvm::Expected<std::vector<report::Unit>> Units = linkProgram(
      S, *Set, Opts,
      [&](const link::Program &P, unsigned Unit, link::Bodies &Bodies,
          const Settings &) {
        for (const ir::Object::Registration &R : P.unit(Unit).Registered)
          Survey.addRegistration(R.Symbol, R.Library, R.Exported);
        for (const std::string &Name : P.unit(Unit).Called)
          Survey.addCall(P.symbolOf(Name, Unit));
        for (const std::string &Name : P.unit(Unit).Kept)
          Survey.addPointer(P.symbolOf(Name, Unit));
        const std::vector<const ir::Function *> Roots = Bodies.roots(Unit);
        Survey.add(
            Roots, [&](llvm::StringRef Symbol) { return Bodies.find(Symbol); },
            P.unit(Unit).PerThreadDefaultStream,
            [&](const ir::Loc &At) {
              report::Position Place = placeIn(Bodies, At);
              return analysis::SourcePlace{std::move(Place.File), Place.Line,
                                           Place.Column};
            },
            [&](llvm::StringRef Symbol) { return P.isOffered(Symbol); });
      });
  if (!Units)
    return Units.takeError();
  Proposal P;
  P.Units = std::move(*Units);
  const ProjectFolders Folders(sourcesOf(S));
  P.Words = findCaptureWords(Folders, Set->program().KB->captureTexts().Words);
  if (P.Words.Found.empty() && !Survey.showsCaptures())
    P.OtherSources = findCapturingSources(
        Folders, namesOf(*Set->program().KB, Effect::BeginCapture),
        sourcesOf(S));
  const FinalizerCalls Finalizers = findFinalizerCalls(Folders);
  for (const FinalizerCall &C : Finalizers.Found)
    Survey.addFinalizerCall(C.Callee, {C.File, C.Line, 0});
  OtherCaptures Captures =
      findOtherCaptures(Folders, captureMarks(*Set->program().KB),
                        Survey.namesForOthers(), sourcesOf(S));
  for (analysis::CallByName &C : Captures.Calls)
    Survey.addCapturedCall(std::move(C));
  P.Words.IsIncomplete |= Finalizers.IsIncomplete;
  P.OtherSources.IsIncomplete |= Captures.IsIncomplete;
  P.Found =
      Survey.finish(!P.Words.Found.empty() || !P.OtherSources.Found.empty());
  // The headers of libraries have many functions that this program does not
  // call.
  llvm::erase_if(P.Found.Functions, [&](const SurveyedFunction &F) {
    return (F.UnseenCallers == SurveyedFunction::CalledElsewhere ||
            F.Chosen == SurveyedFunction::CapturedByOtherSource) &&
           !Folders.owns(F.At.File);
  });
  P.TakesAll = All;
  P.OtherThreads =
      !P.Found.GlobalInLibrary.empty() && !Set->program().SetsOtherThreads;
  choose(P);
  return P;
}

/// Returns the number of findings with \p Wanted.
static llvm::Expected<size_t>
countFindings(Sources &S, const SourceSettings::Request &Wanted) {
  llvm::Expected<SourceSettings> Set =
      SourceSettings::read(sourcesOf(S), Wanted);
  if (!Set)
    return Set.takeError();
  llvm::Expected<CheckedProgram> Checked =
      checkProgram(S, *Set, optionsForCheck(S));
  if (!Checked)
    return Checked.takeError();
  report::FilterOptions Filters;
  Filters.L = Set->level();
  llvm::Expected<report::FilterCounts> Left =
      report::apply(Checked->Results, Filters);
  if (!Left)
    return Left.takeError();
  return Checked->Results.Findings.size();
}

/// Returns the items of a list that is configured.
static std::vector<std::string>
itemsOf(const std::optional<ConfiguredValue> &List) {
  std::vector<std::string> Result;
  llvm::SmallVector<llvm::StringRef, 16> Items;
  if (List)
    llvm::StringRef(List->Text).split(Items, ';', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Item : Items)
    if (!Item.trim().empty())
      Result.push_back(Item.trim().str());
  return Result;
}

/// Fills in the options of the file to write. They replace those of the folders
/// above.
static llvm::Error fillOptions(Proposal &P) {
  P.File = absolutePath("", Output);
  TidyConfig Config;
  llvm::Expected<TidyOptions> Now =
      Config.optionsFor((path::parent_path(P.File) + "/any.cu").str());
  if (!Now)
    return Now.takeError();
  auto Add = [&](const char *Key, const std::optional<ConfiguredValue> &Old,
                 const std::vector<std::string> &New) {
    if (New.empty())
      return;
    ListOption O = {Key, itemsOf(Old)};
    for (const std::string &Item : New)
      if (!llvm::is_contained(O.Items, Item))
        O.Items.push_back(Item);
    P.Options.push_back(std::move(O));
  };
  Add("CudaCaptureEntryPoints", Now->EntryPoints, P.Libraries);
  Add("CudaCaptureCapturableFunctions", Now->Functions, P.Functions);
  if (Now->Mode)
    P.Mode.clear();
  if (!P.Mode.empty())
    P.Options.push_back({"CudaCaptureCapturableMode", {P.Mode}});
  if (P.OtherThreads)
    P.Options.push_back({"CudaCaptureOtherThreads", {"true"}});
  return llvm::Error::success();
}

/// Whether a folder above \p Folder has a configuration.
static bool hasConfigurationAbove(llvm::StringRef Folder) {
  for (llvm::StringRef F = path::parent_path(Folder); !F.empty();
       F = path::parent_path(F))
    if (llvm::sys::fs::exists(F + "/.clang-tidy"))
      return true;
  return false;
}

/// Returns the new content of the file.
static llvm::Expected<std::string> newContent(const Proposal &P) {
  auto Old = llvm::MemoryBuffer::getFile(P.File);
  if (Old)
    return withOptions((*Old)->getBuffer(), P.File, P.Options);
  if (Old.getError() != std::errc::no_such_file_or_directory)
    return llvm::createStringError(Old.getError(),
                                   "cannot read " + P.File + ": " +
                                       Old.getError().message());
  const char *Inherit = hasConfigurationAbove(path::parent_path(P.File))
                            ? "InheritParentConfig: true\n"
                            : "";
  return withOptions(Inherit, P.File, P.Options);
}

/// Warns of proposed functions whose source is configured by another file than
/// the one that was written.
static void warnOfOtherFiles(const Proposal &P) {
  TidyConfig Config;
  std::set<std::string> Told;
  for (const SurveyedFunction &F : P.Found.Functions) {
    if (!P.proposes(F))
      continue;
    llvm::Expected<TidyOptions> Now = Config.optionsFor(F.At.File);
    if (!Now) {
      llvm::consumeError(Now.takeError());
      continue;
    }
    const bool OfLibrary =
        F.Chosen == SurveyedFunction::Registered && !F.IsElsewhere;
    const std::vector<std::string> Items =
        itemsOf(OfLibrary ? Now->EntryPoints : Now->Functions);
    if (llvm::is_contained(Items, OfLibrary ? F.Library : itemFor(F)))
      continue;
    const std::string Folder = path::parent_path(F.At.File).str();
    if (Told.insert(Folder).second)
      llvm::WithColor::warning()
          << Folder << ": the sources here are not configured by " << P.File
          << "; their own .clang-tidy needs the same options, or "
             "'InheritParentConfig: true', or --output names a file in a "
             "folder above all sources\n";
  }
}

static ExitCode run(Sources &S) {
  if (S.Files.empty() && S.Commands->getAllFiles().empty() && S.Bad.empty())
    return couldNotRun("no source is given; usage: cuda-capture init -p BUILD "
                       "for all of a compile database, or cuda-capture init "
                       "FILES -- FLAGS");
  if (Yes && Check)
    return couldNotRun("--yes and --check exclude each other");
  llvm::Expected<Proposal> P = survey(S);
  if (!P)
    return couldNotRun(llvm::toString(P.takeError()));
  if (!Check && !NoCounts && !P->isEmpty()) {
    SourceSettings::Request Wanted;
    Wanted.SelectsChecks = true;
    llvm::Expected<size_t> Before = countFindings(S, Wanted);
    if (!Before)
      return couldNotRun(llvm::toString(Before.takeError()));
    Wanted.MoreFunctions = llvm::join(P->Functions, ";");
    Wanted.MoreEntryPoints = llvm::join(P->Libraries, ";");
    Wanted.Mode = P->Mode;
    Wanted.OtherThreads = P->OtherThreads;
    llvm::Expected<size_t> After = countFindings(S, Wanted);
    if (!After)
      return couldNotRun(llvm::toString(After.takeError()));
    P->Before = *Before;
    P->After = *After;
  }
  if (!P->isEmpty())
    if (llvm::Error E = fillOptions(*P))
      return couldNotRun(llvm::toString(std::move(E)));
  if (Yes && !P->isEmpty()) {
    llvm::Expected<std::string> Content = newContent(*P);
    if (!Content)
      return couldNotRun(llvm::toString(Content.takeError()) +
                         "; add these options to its CheckOptions:\n" +
                         yamlLines(P->Options, "  "));
    if (llvm::Error E =
            writeFile(P->File, [&](llvm::raw_ostream &OS) { OS << *Content; }))
      return couldNotRun(llvm::toString(std::move(E)));
    warnOfOtherFiles(*P);
  }
  if (Json)
    printProposalAsJson(llvm::outs(), *P);
  else
    printProposal(llvm::outs(), *P,
                  Check ? ProposalUse::Check
                  : Yes ? ProposalUse::Write
                        : ProposalUse::Show);
  if (Check && !P->isEmpty())
    return ExitFound;
  return report::isComplete(P->Units) ? ExitOk : ExitCouldNotRun;
}

const CompilerCommand InitCommand = {initCommand(), run, NeedOfCommands::OfAll};
