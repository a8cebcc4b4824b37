//===- Check.cpp - cuda-capture check -------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The command line of 'check'. WholeProgram does the work.
///
//===----------------------------------------------------------------------===//

#include "../checks/OptionNames.h"
#include "../lib/Counted.h"
#include "../lib/report/ApplyEdits.h"
#include "../lib/report/GraphLanes.h"
#include "../lib/report/HtmlReport.h"
#include "../lib/report/Markdown.h"
#include "../lib/report/TextReport.h"
#include "../lib/support/Paths.h"
#include "Cache.h"
#include "CompilerCommands.h"
#include "ExportFixes.h"
#include "Reports.h"
#include "Settings.h"
#include "Watch.h"
#include "WholeProgram.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace cuda_capture;
namespace cl = llvm::cl;
namespace path = llvm::sys::path;

namespace {
template <typename T> struct Option : cl::opt<T> {
  template <typename... Ms>
  explicit Option(const Ms &...M)
      : cl::opt<T>(M..., cl::cat(toolCategory()), cl::sub(checkCommand())) {}
};

// Options for the analysis.
Option<unsigned> Jobs("j", cl::value_desc("N"), cl::Prefix, cl::init(0),
                      cl::desc("Sources to compile at a time; default: as "
                               "many as there are cores"));
Option<unsigned> Timeout("timeout", cl::value_desc("SECONDS"), cl::init(600),
                         cl::desc("Time for each source; 0 means no limit"));
Option<std::string>
    CacheFolder("cache", cl::value_desc("DIR"),
                cl::desc("Folder that keeps compiled sources; default: "
                         ".cuda-capture beside the compile database"));
Option<bool> NoCache("no-cache", cl::desc("Keep no compiled sources"));
Option<std::string> CachePolicy(
    "cache-policy", cl::value_desc("POLICY"),
    cl::init("prune_interval=24h:prune_after=720h:cache_size_bytes=4g"),
    cl::desc("Which files of the cache are removed, as for lld's caches; "
             "default: once a day those that no run has read for 30 days, and "
             "the oldest beyond 4 GB"));

Option<bool> All("all", cl::desc("Compile all sources, also those that by "
                                 "their words cannot reach a capture"));

Option<bool> NoPreambles(
    "no-preambles",
    cl::desc("Parse headers that sources begin with for each of them again"));

// Tests need a small value, because their headers are small.
Option<unsigned> PreambleGain("preamble-gain", cl::init(1000000), cl::Hidden,
                              cl::desc("What a preamble must save, by the "
                                       "lengths of its headers"));

// Options for the choice of findings.
Option<std::string>
    Checks("checks", cl::value_desc("GLOBS"),
           cl::desc("Checks to report, as clang-tidy's option: separated by "
                    "commas, '-' takes away; default: all"));
Option<std::string> Since("diff", cl::value_desc("REV"),
                          cl::desc("Report findings only that have a line in "
                                   "their path that was changed since this "
                                   "revision of git"));
Option<std::string> BaselineFile(
    "baseline", cl::value_desc("FILE"),
    cl::desc("Report the findings that are not in this list of known ones; a "
             "known finding that is not found any more is an error"));
Option<std::string> NewBaseline("write-baseline", cl::value_desc("FILE"),
                                cl::desc("Write a list of known findings"));

Option<bool> AllowIncomplete(
    "allow-incomplete",
    cl::desc("Exit with 0 if nothing is found, although functions that capture "
             "were not analysed completely"));

// Options for the output.
Option<std::string> Color("color", cl::value_desc("WHEN"), cl::init("auto"),
                          cl::desc("auto (default), always or never"));
Option<bool> Watch("watch", cl::desc("Check again whenever a file changes"));
Option<bool> Quiet("quiet", cl::desc("Print findings and problems only"));
ReportOptions Reports(checkCommand());
Option<std::string>
    DocsUrl("docs-url", cl::value_desc("URL"),
            cl::desc("Where the documentation is on the web (the folder "
                     "docs/), for links in SARIF"));
Option<std::string> HtmlFile("html", cl::value_desc("FILE"),
                             cl::desc("Also write a page"));
Option<std::string>
    MarkdownFile("markdown", cl::value_desc("FILE"),
                 cl::desc("Also write Markdown, for the summary of a job"));
Option<std::string>
    FixesFile("export-fixes", cl::value_desc("FILE"),
              cl::desc("Also write fixes for clang-apply-replacements"));
Option<bool> MakeEdits("fix",
                       cl::desc("Make the edits that are safe to make unseen"));
Option<std::string>
    IndexFile("write-index", cl::value_desc("FILE"),
              cl::desc("Also write the index of the functions that sources "
                       "define for each other, for the plugin"));
} // namespace

static report::FilterOptions filterOptions(report::Level L, bool IsWhole) {
  auto File = [](const std::string &Name) {
    return Name.empty() ? "" : absolutePath("", Name);
  };
  report::FilterOptions O;
  O.Checks = Checks;
  O.L = L;
  O.Since = Since;
  O.Baseline = File(BaselineFile);
  O.NewBaseline = File(NewBaseline);
  O.IsWhole = IsWhole;
  O.Folder = currentFolder();
  return O;
}

static std::vector<report::LanesOfRegion>
lanes(const report::Results &R, const std::vector<RegionInProgram> &Regions) {
  using Place = std::tuple<std::string, std::string, unsigned, unsigned>;
  auto PlaceOf = [](const std::string &Check, const report::Position &At) {
    return Place(Check, At.File, At.Line, At.Column);
  };
  std::map<Place, unsigned> Indices;
  for (unsigned I = 0; I < R.Findings.size(); ++I)
    Indices.try_emplace(PlaceOf(R.Findings[I].Check, R.Findings[I].At), I);
  std::vector<report::LanesOfRegion> Result;
  for (const RegionInProgram &One : Regions)
    Result.push_back(report::lanesOf(
        One.Region, [&](unsigned Finding) -> std::optional<unsigned> {
          const auto &[Check, At] = One.Findings[Finding];
          auto It = Indices.find(PlaceOf(Check, At));
          return It == Indices.end() ? std::nullopt
                                     : std::optional<unsigned>(It->second);
        }));
  return Result;
}

/// Writes the reports that the options ask for, except for the text.
static llvm::Error writeReports(const CheckedProgram &Checked,
                                const report::FilterCounts &Left, bool Complete,
                                int Code) {
  const report::Results &R = Checked.Results;
  report::RunInfo Run;
  Run.Complete = Complete;
  Run.AcceptsIncomplete = AllowIncomplete;
  Run.Version = ir::productVersion().str();
  Run.Root = repositoryOf(currentFolder());
  Run.ExitCode = Code;
  Run.Docs = DocsUrl;
  if (!Run.Docs.empty() && !llvm::StringRef(Run.Docs).ends_with("/"))
    Run.Docs += '/';
  for (const report::BaselineEntry &E : Left.Stale)
    Run.StaleEntries.push_back(E.str());
  report::SourceFiles Sources;
  auto Write = [](const std::string &File,
                  llvm::function_ref<void(llvm::raw_ostream &)> What) {
    return File.empty() ? llvm::Error::success() : writeFile(File, What);
  };
  if (llvm::Error E = Reports.write(R, Run, Sources))
    return E;
  if (llvm::Error E = Write(HtmlFile, [&](llvm::raw_ostream &OS) {
        report::writeHtmlReport(OS, R, Run, Sources, lanes(R, Checked.Regions));
      }))
    return E;
  if (llvm::Error E = Write(MarkdownFile, [&](llvm::raw_ostream &OS) {
        report::writeMarkdown(OS, R, Run, lanes(R, Checked.Regions));
      }))
    return E;
  return Write(FixesFile, [&](llvm::raw_ostream &OS) {
    writeFixes(OS, R, currentFolder(), Sources);
  });
}

/// Applies the safe edits. \returns the number of findings that were repaired.
static size_t fix(const report::Results &R) {
  report::AppliedEdits Made =
      report::applySureEdits(R, report::stampsOf(R), currentFolder());
  for (const std::string &Problem : Made.Problems)
    llvm::WithColor::warning() << Problem << '\n';
  if (!Quiet)
    llvm::errs() << Made.Findings << " of "
                 << counted(R.Findings.size(), "finding") << " repaired in "
                 << counted(Made.Files.size(), "file") << '\n';
  return Made.Findings;
}

/// Whether a source may come to include a file, by the name of the file. A run
/// may write reports beside sources, and editors keep copies there.
static bool isSourceOrHeader(llvm::StringRef Path) {
  llvm::StringRef Extension = path::extension(Path);
  return !path::filename(Path).starts_with(".") &&
         Extension.consume_front(".") &&
         llvm::is_contained({"c", "cc", "cpp", "cppm", "cu", "cuh", "cxx",
                             "def", "h", "hh", "hip", "hpp", "hxx", "inc",
                             "inl", "ipp", "tpp"},
                            Extension.lower());
}

/// Returns the folder of the cache; empty if nothing is kept.
static std::string keptIn(const Sources &S) {
  if (!CacheFolder.empty())
    return CacheFolder;
  return NoCache ? std::string() : cacheFolderFor(S);
}

/// Returns the files on which a run depends: what it reads, what it would read
/// if it existed, and the files beside the sources and headers of the program,
/// which they may come to include.
static std::vector<std::string> filesToWatch(const Sources &S) {
  const std::string Root = repositoryOf(currentFolder()) + "/";
  llvm::StringSet<> Files, Folders;
  for (const std::string &File : sourcesOf(S))
    Files.insert(File);
  if (llvm::Expected<Cache> C = Cache::open(keptIn(S)))
    for (const std::string &File : C->filesRead())
      Files.insert(File);
  else // The run has said what is wrong.
    llvm::consumeError(C.takeError());
  if (!S.Database.empty())
    Files.insert(S.Database);
  // A file that each run writes is always new.
  if (!BaselineFile.empty() && NewBaseline.empty())
    Files.insert(absolutePath("", BaselineFile));
  for (const auto &File : Files)
    if (File.first().starts_with(Root))
      Folders.insert(path::parent_path(File.first()));
  for (const auto &Folder : Folders) {
    std::error_code EC;
    for (llvm::sys::fs::directory_iterator I(Folder.first(), EC), E;
         I != E && !EC; I.increment(EC))
      if (I->type() == llvm::sys::fs::file_type::regular_file &&
          isSourceOrHeader(I->path()))
        Files.insert(I->path());
    // The nearest file counts, and any above it may be the nearest one.
    for (llvm::StringRef F = Folder.first(); F.size() + 1 >= Root.size();
         F = path::parent_path(F))
      Files.insert((F + "/.clang-tidy").str());
  }
  std::vector<std::string> Result;
  for (const auto &File : Files)
    Result.push_back(File.first().str());
  return Result;
}

static ExitCode run(Sources &S) {
  if (Watch && !isWatched()) {
    if (keptIn(S).empty())
      return couldNotRun(
          "--watch needs what runs keep, to know which files they "
          "read: give a compile database, or --cache=DIR");
    return watch([&] { return filesToWatch(S); });
  }
  std::optional<report::ColorWhen> When = report::colorOf(Color);
  if (!When)
    return couldNotRun("--color: '" + Color +
                       "' is unknown; expected auto, always or never");
  if (S.Files.empty() && S.Commands->getAllFiles().empty() && S.Bad.empty())
    return couldNotRun(
        "nothing to check: no source is given, and there is no "
        "compile_commands.json here or above; let -p name its folder (CMake "
        "writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON), or give sources "
        "with their flags: cuda-capture check FILE -- FLAGS");
  SourceSettings::Request Wanted;
  Wanted.SelectsChecks = !Checks.getNumOccurrences();
  Wanted.Checks = Checks;
  llvm::Expected<SourceSettings> Set =
      SourceSettings::read(sourcesOf(S), Wanted);
  if (!Set)
    return couldNotRun(llvm::toString(Set.takeError()));
  if (size_t Off = Set->numTurnedOff(); Off && !Quiet)
    llvm::WithColor::note()
        << ".clang-tidy files select no check of captures for "
        << counted(Off, "file") << "; --no-config ignores them\n";
  const report::FilterOptions Filters =
      filterOptions(Set->level(), S.Files.empty());

  WholeProgramOptions Opts;
  Opts.Jobs = jobsOrAllCores(Jobs);
  Opts.Timeout = Timeout;
  Opts.Quiet = Quiet;
  Opts.IsWhole = S.Files.empty();
  Opts.All = All;
  if (!NoPreambles)
    Opts.PreambleGain = PreambleGain;
  Opts.IndexFile = IndexFile;
  Opts.CacheFolder = keptIn(S);
  const llvm::sys::TimePoint<> Began = std::chrono::system_clock::now();
  Opts.Draw = !HtmlFile.empty() || !MarkdownFile.empty();
  llvm::Expected<llvm::CachePruningPolicy> Policy =
      llvm::parseCachePruningPolicy(CachePolicy);
  if (!Policy)
    return couldNotRun("--cache-policy: " + llvm::toString(Policy.takeError()));
  Opts.Policy = *Policy;
  llvm::Expected<CheckedProgram> Checked = checkProgram(S, *Set, Opts);
  if (!Checked)
    return couldNotRun(llvm::toString(Checked.takeError()));

  report::Results *R = &Checked->Results;
  for (std::string &Text : checks::problemsWithChecks(Checks))
    R->Notices.push_back({/*IsWarning=*/true, {}, "--checks: " + Text});
  llvm::Expected<report::FilterCounts> Left = report::apply(*R, Filters);
  if (!Left)
    return couldNotRun(llvm::toString(Left.takeError()));
  report::TextOptions Text;
  Text.Color = report::useColor(*When, llvm::outs());
  Text.Folder = currentFolder();
  Text.Began = Began;
  report::printFindings(llvm::outs(), *R, Text);
  report::printProblems(llvm::outs(), *R, *Left, Text);
  if (!Quiet)
    report::printSummary(llvm::outs(), *R, *Left, Text);

  const bool AllUnits = report::isComplete(R->Units);
  const bool AllFunctions = !report::lacksCoverage(*R);
  auto CodeFor = [&](size_t Findings) {
    return Findings || !Left->Stale.empty()                ? ExitFound
           : AllUnits && (AllFunctions || AllowIncomplete) ? ExitOk
                                                           : ExitCouldNotRun;
  };
  if (llvm::Error E = writeReports(*Checked, *Left, AllUnits && AllFunctions,
                                   CodeFor(R->Findings.size())))
    return couldNotRun(llvm::toString(std::move(E)));
  size_t Repaired = MakeEdits ? fix(*R) : 0;
  return CodeFor(R->Findings.size() - Repaired);
}

const CompilerCommand CheckCommand = {checkCommand(), run,
                                      NeedOfCommands::OfAll};
