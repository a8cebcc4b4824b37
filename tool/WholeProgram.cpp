//===- WholeProgram.cpp - Compile, link, analyse --------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WholeProgram.h"
#include "../lib/analysis/graph/CaptureGraph.h"
#include "../lib/Counted.h"
#include "../lib/compdb/Command.h"
#include "../lib/link/Program.h"
#include "../lib/report/CheckGlobs.h"
#include "../lib/report/Describe.h"
#include "../lib/report/ResultsJson.h"
#include "../lib/support/Paths.h"
#include "Cache.h"
#include "Frontend.h"
#include "Linked.h"
#include "Scratch.h"
#include "SourceCompiler.h"
#include "UnitVerdicts.h"
#include "Workers.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace cuda_capture;
using llvm::StringRef;
/// The key in the cache for the findings of all sources.
static constexpr StringRef ProgramName = "program";
/// The key in the cache for the digest of the program's index.
static constexpr StringRef IndexName = "index";

namespace {

class WholeProgram {
public:
  WholeProgram(Sources &S, const SourceSettings &Set,
               const WholeProgramOptions &Opts, Cache Files,
               std::string Scratch)
      : S(S), Set(Set), Opts(Opts), Files(std::move(Files)),
        Compiler(Tasks, this->Opts, this->Files, std::move(Scratch)) {}

  llvm::Expected<CheckedProgram> run() {
    collect();
    // With --all nothing is skipped, but notices about rows are still needed.
    const bool HasRows = !Set.program().KnowledgePaths.empty();
    if (Opts.IsWhole && (!Opts.All || HasRows))
      Compiler.skip();
    std::optional<report::Results> Known = asBefore();
    if (Known && isIndexRight())
      return CheckedProgram{withNotices(std::move(*Known)), {}};
    Compiler.compile();
    link();
    keepIndex();
    if (Known)
      return CheckedProgram{withNotices(std::move(*Known)), {}};
    if (llvm::Error E = writeIndex(Opts.IndexFile))
      return E;
    analyse();
    nameUnreadable();
    nameEntryPointsElsewhere();
    if (llvm::Error E = diagnose())
      return E;
    const std::string Stamp = stamp();
    report::Results Result;
    for (Task &T : Tasks) {
      Result.Units.push_back(std::move(T.Unit));
      std::move(T.Gaps.begin(), T.Gaps.end(), std::back_inserter(Gaps));
    }
    Result.Findings = std::move(Findings);
    Result.Files = std::move(Edited);
    report::addGaps(Result, std::move(Gaps));
    // If something could not be read, or took too long, the next run tries
    // again.
    if (!Stamp.empty() && Program.problems().empty() && !IsLate)
      Files.keepFindings(ProgramName, Stamp, report::writeResults(Result));
    return CheckedProgram{withNotices(std::move(Result)), std::move(Regions)};
  }

  std::vector<report::Unit> runLinked(UseUnit Use) {
    collect();
    Compiler.compile();
    link();
    link::Bodies Bodies(Program);
    for (unsigned U = 0; U < Program.numUnits(); ++U)
      Use(Program, U, Bodies, *Tasks[TaskOf[U]].Set);
    nameUnreadable();
    namePassedOver();
    std::vector<report::Unit> Result;
    for (Task &T : Tasks)
      Result.push_back(std::move(T.Unit));
    return Result;
  }

private:
  /// The findings of the program's analysis in a unit.
  struct Found {
    size_t Task;
    std::string Fingerprint;
    /// The findings in words, without edits. They are reported if the source
    /// cannot be analysed once more.
    std::vector<report::Diagnostic> InWords;
  };

  void collect();
  void addTask(const clang::tooling::CompileCommand &C);
  void fail(StringRef File, StringRef Why);
  /// Adds the notices about the configuration, which each run computes anew.
  report::Results withNotices(report::Results R) const {
    R.Notices = Set.notices();
    llvm::append_range(R.Notices, Compiler.notices());
    return R;
  }
  std::string stamp();
  std::optional<report::Results> asBefore();
  bool keepsIndex() const;
  bool isIndexRight();
  void keepIndex();
  void link();
  llvm::Error writeIndex(StringRef File);
  void analyse();
  void nameUnreadable();
  void nameEntryPointsElsewhere();
  void namePassedOver();
  void draw(unsigned Unit, const std::vector<const ir::Function *> &Roots,
            link::Bodies &Bodies, report::PlaceOf Where);
  llvm::Error diagnose();
  std::optional<report::Results> read(const Found &F, StringRef Json) const;
  std::string scratch(const llvm::Twine &Key, StringRef Kind) const {
    return Compiler.scratch(Key, Kind);
  }

  Sources &S;
  const SourceSettings &Set;
  const WholeProgramOptions &Opts;
  Cache Files;
  std::vector<Task> Tasks;
  SourceCompiler Compiler;
  link::Program Program;
  /// The task of each unit of the program.
  std::vector<size_t> TaskOf;
  std::vector<Found> ToDiagnose;
  /// The value of stamp() at the beginning.
  std::string StampBefore;
  std::vector<report::Diagnostic> Findings;
  std::vector<report::AnalysedFile> Edited;
  std::vector<report::Gap> Gaps;
  std::vector<RegionInProgram> Regions;
  /// The time for a source was used up in the analysis.
  bool IsLate = false;
};

} // namespace

void WholeProgram::fail(StringRef File, StringRef Why) {
  Task &T = Tasks.emplace_back();
  T.Unit.File = File.str();
  T.Unit.S = report::Unit::Failed;
  T.Unit.Problem = Why.str();
}

void WholeProgram::addTask(const clang::tooling::CompileCommand &C) {
  Task T;
  T.Command = {C.Directory, C.Filename, "", C.CommandLine};
  T.Unit.File = absolutePath(C.Directory, C.Filename);
  T.Set = &Set.of(T.Unit.File);
  static const std::string Self =
      Cache::digestOfFile(programPath()) + " LLVM " CUDA_CAPTURE_LLVM_MAJOR;
  std::string Text = Self + '\n' + T.Set->By.Knowledge + '\n' + C.Directory +
                     '\n' + C.Filename;
  for (const std::string &A : C.CommandLine)
    Text += '\n' + A;
  for (const std::string &A : T.Set->Arguments)
    Text += '\n' + A;
  T.Key = Cache::digest(Text);
  // A database may have the same entry twice.
  if (llvm::none_of(Tasks, [&](const Task &O) { return O.Key == T.Key; }))
    Tasks.push_back(std::move(T));
}

std::vector<std::string> sourcesOf(const Sources &S) {
  std::vector<std::string> Names =
      S.Files.empty() ? S.Commands->getAllFiles() : S.Files;
  for (std::string &Name : Names)
    Name = absolutePath("", Name);
  return Names;
}

void WholeProgram::collect() {
  // A file that the user names may only occur in bad entries.
  llvm::StringSet<> WithBad;
  const std::vector<std::string> Files = sourcesOf(S);
  for (const compdb::BadCommand &B : S.Bad)
    if (Opts.IsWhole || llvm::is_contained(Files, B.File)) {
      fail(B.File, B.Why);
      WithBad.insert(B.File);
    }
  for (const std::string &File : Files) {
    std::vector<clang::tooling::CompileCommand> Commands =
        S.Commands->getCompileCommands(File);
    // A command that is inferred from another file does not replace a bad
    // entry.
    if (WithBad.contains(File)) {
      llvm::erase_if(Commands, [](const clang::tooling::CompileCommand &C) {
        return !C.Heuristic.empty();
      });
      if (Commands.empty())
        continue;
    }
    if (!llvm::sys::fs::exists(File))
      fail(File, "no such file");
    else if (Commands.empty())
      fail(File, "the compile database has no command for it");
    else
      for (const clang::tooling::CompileCommand &C : Commands)
        if (std::string Why = problemOfFolder(C.Directory); !Why.empty())
          fail(File, Why);
        else
          addTask(C);
  }
}

/// Returns a digest that identifies this run and the content of all files;
/// empty if something must be compiled.
std::string WholeProgram::stamp() {
  std::string All;
  for (const Task &T : Tasks) {
    std::string Stamp = T.Key.empty() ? T.Unit.File + ": " + T.Unit.Problem
                        : T.Unit.S == report::Unit::Skipped
                            ? "skipped"
                            : Files.stamp(T.Key);
    if (Stamp.empty())
      return "";
    All += T.Key + Stamp + (T.Set ? T.Set->Checks : "") + '\n';
  }
  return Cache::digest(All);
}

/// Returns the results of an earlier run, if nothing has changed since.
std::optional<report::Results> WholeProgram::asBefore() {
  if (!Opts.IndexFile.empty() || Opts.Draw)
    return std::nullopt;
  StampBefore = stamp();
  std::optional<std::string> Json;
  if (!StampBefore.empty())
    Json = Files.findings(ProgramName, StampBefore);
  if (!Json)
    return std::nullopt;
  llvm::Expected<report::Results> R = report::readResults(*Json, ProgramName);
  if (!R) {
    llvm::consumeError(R.takeError());
    return std::nullopt;
  }
  return std::move(*R);
}

/// Whether the index is kept in the cache, where the plugin looks for the index
/// of a whole program.
bool WholeProgram::keepsIndex() const {
  return !Opts.CacheFolder.empty() && Opts.IsWhole && !Files.problem();
}

/// Whether the index that the plugin finds is that of the current program.
bool WholeProgram::isIndexRight() {
  if (!keepsIndex())
    return true;
  std::optional<std::string> Digest = Files.findings(IndexName, StampBefore);
  return Digest && *Digest == Cache::digestOfFile(Files.index());
}

void WholeProgram::keepIndex() {
  if (!keepsIndex())
    return;
  if (llvm::Error E = writeIndex(Files.index())) {
    llvm::WithColor::warning()
        << llvm::toString(std::move(E))
        << "; editors see the program as it was before\n";
    return;
  }
  if (std::string Stamp = stamp(); !Stamp.empty())
    Files.keepFindings(IndexName, Stamp, Cache::digestOfFile(Files.index()));
}

void WholeProgram::link() {
  for (size_t I = 0; I < Tasks.size(); ++I)
    if (Tasks[I].Object) {
      Program.add(std::move(Tasks[I].Object));
      TaskOf.push_back(I);
      if (Tasks[I].Set->Analysis.ReportPossible || Opts.ListOverriders)
        Program.listOverriders();
    }
  Program.link();
  for (unsigned U = 0; U < Program.numUnits(); ++U)
    countIn(Program, U, Tasks[TaskOf[U]].Unit);
}

llvm::Error WholeProgram::writeIndex(StringRef File) {
  if (File.empty())
    return llvm::Error::success();
  std::string Content;
  llvm::raw_string_ostream OS(Content);
  Program.index()->write(OS);
  OS.flush();
  // Editors look at the time of the file, so the same content is not written
  // again.
  auto Old = llvm::MemoryBuffer::getFile(File, /*IsText=*/false,
                                         /*RequiresNullTerminator=*/false);
  if (Old && (*Old)->getBuffer() == Content)
    return llvm::Error::success();
  return writeFile(File, [&](llvm::raw_ostream &OS) { OS << Content; });
}

void WholeProgram::analyse() {
  link::Bodies Bodies(Program);
  UnitVerdicts Verdicts(Program, Bodies, Files);
  std::vector<unsigned> Units;
  for (unsigned U = 0; U < Program.numUnits(); ++U)
    if (!Program.roots(U).empty())
      Units.push_back(U);
  Progress P("analysed", Units.size(), Opts.Quiet);
  auto Where = [&](const ir::Loc &At) { return placeIn(Bodies, At); };
  for (unsigned U : Units) {
    const Task &T = Tasks[TaskOf[U]];
    const std::vector<const ir::Function *> Roots = Bodies.roots(U);
    if (Opts.Draw)
      draw(U, Roots, Bodies, Where);
    UnitVerdict V = Verdicts.of(U, Roots, *T.Set, T.Key, Opts.Timeout);
    P.done(T.Unit.File);
    IsLate |= V.IsLate;
    std::move(V.Gaps.begin(), V.Gaps.end(), std::back_inserter(Gaps));
    if (V.Findings.empty())
      continue;
    Found F;
    F.Task = TaskOf[U];
    F.InWords = std::move(V.Findings);
    report::Results Words;
    Words.Findings = F.InWords;
    F.Fingerprint = Cache::digest(report::writeResults(Words));
    ToDiagnose.push_back(std::move(F));
  }
  if (unsigned Kept = Verdicts.numKept())
    P.note("analysed: nothing new to analyse in " + counted(Kept, "source"));
}

/// Marks a source as failed if one of its functions could not be read.
void WholeProgram::nameUnreadable() {
  for (const link::Program::Problem &P : Program.problems())
    for (unsigned U = 0; U < Program.numUnits(); ++U)
      if (Program.unit(U).Name == P.Unit) {
        report::Unit &Of = Tasks[TaskOf[U]].Unit;
        if (Of.S != report::Unit::Failed) {
          Of.S = report::Unit::Failed;
          Of.Problem =
              "cannot read the compiled body of '" + P.Function + "': " + P.Why;
        }
        break;
      }
}

/// Names the sources whose entry points other sources define. The option for
/// entry points works for each source alone.
void WholeProgram::nameEntryPointsElsewhere() {
  for (unsigned U = 0; U < Program.numUnits(); ++U) {
    std::map<std::string, size_t> Counts;
    for (const ir::Object::Registration &R : Program.unit(U).Registered)
      Counts[R.Library] += Program.lacksContract(R.Symbol);
    for (const auto &[Library, Count] : Counts)
      if (Count)
        Gaps.push_back(report::definedElsewhere(Tasks[TaskOf[U]].Unit.File,
                                                Library, Count));
  }
}

/// Warns about code that was not analysed. This is for reports without a list
/// of gaps.
void WholeProgram::namePassedOver() {
  report::Results All;
  for (Task &T : Tasks)
    report::addGaps(All, std::move(T.Gaps));
  for (const report::Gap &G : All.Gaps)
    llvm::WithColor::warning() << G.At.File << ": " << G.Text << '\n';
}

void WholeProgram::draw(unsigned Unit,
                        const std::vector<const ir::Function *> &Roots,
                        link::Bodies &Bodies, report::PlaceOf Where) {
  const Settings &Set = *Tasks[TaskOf[Unit]].Set;
  analysis::Options How = Set.Analysis;
  How.requireDriver({Program.unit(Unit).LeastDriver});
  analysis::CaptureRegions All = analysis::captureGraphs(
      Roots, [&](StringRef Symbol) { return Bodies.find(Symbol); },
      Program.unit(Unit).PerThreadDefaultStream, *Set.KB, How);
  std::vector<std::pair<std::string, report::Position>> Places;
  for (const analysis::Finding &F : All.Findings)
    Places.push_back({report::checkName(F.R), Where(F.Path[F.Primary].I->At)});
  auto Callee = [&](const ir::Instruction &Call) -> std::string {
    const ir::Function *F =
        Call.K == ir::Instruction::Call ? Bodies.find(Call.Callee) : nullptr;
    return F ? F->Display : "";
  };
  report::GraphNames Names;
  Names.Callee = Callee;
  Names.Place = Where;
  for (const analysis::CaptureRegion &R : All.Regions)
    Regions.push_back({report::describe(R, All.Findings, *Set.KB, Names,
                                        /*AllInOne=*/true),
                       Places});
}

/// Returns the findings in \p Json; nullopt if they cannot be read.
std::optional<report::Results> WholeProgram::read(const Found &F,
                                                  StringRef Json) const {
  llvm::Expected<report::Results> R =
      report::readResults(Json, Tasks[F.Task].Unit.File);
  if (!R) {
    llvm::consumeError(R.takeError());
    return std::nullopt;
  }
  const report::CheckSelection Checks(Tasks[F.Task].Set->Checks);
  llvm::erase_if(R->Findings, [&](const report::Diagnostic &D) {
    return !Checks.contains(D.Check);
  });
  return std::move(*R);
}

llvm::Error WholeProgram::diagnose() {
  std::vector<Job> Jobs;
  std::vector<size_t> Of;
  // The processes end in any order.
  std::vector<std::optional<report::Results>> Results(ToDiagnose.size());
  std::vector<std::string> Stamps;
  std::string Index;
  for (size_t I = 0; I < ToDiagnose.size(); ++I) {
    const Found &F = ToDiagnose[I];
    const Task &T = Tasks[F.Task];
    // Edits depend on the text of the source, including comments.
    Stamps.push_back(Files.stamp(T.Key));
    if (!Stamps.back().empty())
      if (std::optional<std::string> Known =
              Files.findings(T.Key, F.Fingerprint + Stamps.back())) {
        Results[I] = read(F, *Known);
        if (Results[I])
          continue;
      }
    if (Index.empty()) {
      Index = scratch(ProgramName, ".ccidx");
      if (llvm::Error E = writeIndex(Index))
        return E;
    }
    Job J;
    J.Title = T.Unit.File;
    J.Arguments = Compiler.arguments(T, "diagnose", scratch(T.Key, ".json"));
    J.Arguments.push_back("--index=" + Index);
    // The arguments already contain the configured options.
    J.Arguments.push_back("--no-config");
    Jobs.push_back(std::move(J));
    Of.push_back(I);
  }
  Progress P("diagnosed", Jobs.size(), Opts.Quiet);
  runJobs(Jobs, Opts.Jobs, Opts.Timeout, [&](size_t J, const JobOutcome &O) {
    const Found &F = ToDiagnose[Of[J]];
    const Task &T = Tasks[F.Task];
    P.done(T.Unit.File);
    llvm::sys::fs::remove(scratch(T.Key, ".command.json"));
    const std::string Output = scratch(T.Key, ".json");
    auto Json = llvm::MemoryBuffer::getFile(Output);
    llvm::sys::fs::remove(Output);
    // If the process has written its output, it does not matter how it ended.
    if (Json)
      Results[Of[J]] = read(F, (*Json)->getBuffer());
    if (!Results[Of[J]])
      llvm::WithColor::warning()
          << T.Unit.File << ": its findings have no edits, as the process "
          << "that looks for them "
          << (O.E == JobOutcome::Crashed    ? "crashed"
              : O.E == JobOutcome::TimedOut ? "took too long"
              : Json ? "wrote something that cannot be read"
                     : "wrote nothing")
          << '\n';
    else if (!Stamps[Of[J]].empty())
      Files.keepFindings(T.Key, F.Fingerprint + Stamps[Of[J]],
                         (*Json)->getBuffer());
  });
  if (!Index.empty())
    llvm::sys::fs::remove(Index);
  for (size_t I = 0; I < ToDiagnose.size(); ++I) {
    if (!Results[I]) {
      Results[I].emplace();
      Results[I]->Findings = std::move(ToDiagnose[I].InWords);
    }
    llvm::move(Results[I]->Findings, std::back_inserter(Findings));
    llvm::move(Results[I]->Files, std::back_inserter(Edited));
  }
  return llvm::Error::success();
}

namespace {
using UseProgram = llvm::function_ref<llvm::Error(WholeProgram &)>;
} // namespace

static llvm::Error runIn(StringRef Scratch, Sources &S,
                         const SourceSettings &Set,
                         const WholeProgramOptions &Opts, UseProgram Run) {
  if (!Opts.CacheFolder.empty()) {
    llvm::Expected<Cache> Kept = Cache::open(Opts.CacheFolder);
    if (Kept) {
      if (Kept->problem())
        llvm::WithColor::warning()
            << "cannot write to '" << Opts.CacheFolder
            << "': " << Kept->problem().message()
            << "; what it has is used, and nothing more is kept: --cache "
               "names another folder\n";
      WholeProgram P(S, Set, Opts, *Kept, Scratch.str());
      llvm::Error E = Run(P);
      if (!Kept->problem())
        Kept->prune(Opts.Policy);
      return E;
    }
    llvm::WithColor::warning()
        << llvm::toString(Kept.takeError())
        << "; nothing is kept: --cache names another folder\n";
  }
  llvm::Expected<Cache> Once = Cache::open(Scratch);
  if (!Once)
    return Once.takeError();
  WholeProgram P(S, Set, Opts, std::move(*Once), Scratch.str());
  return Run(P);
}

/// Uses a temporary folder that no other run shares.
static llvm::Error run(Sources &S, const SourceSettings &Set,
                       const WholeProgramOptions &Opts, UseProgram Run) {
  llvm::Expected<ScratchFolder> Scratch = ScratchFolder::make();
  if (!Scratch)
    return Scratch.takeError();
  return runIn(Scratch->path(), S, Set, Opts, Run);
}

llvm::Expected<CheckedProgram> checkProgram(Sources &S,
                                            const SourceSettings &Set,
                                            const WholeProgramOptions &Opts) {
  CheckedProgram Result;
  if (llvm::Error E = run(S, Set, Opts, [&](WholeProgram &P) -> llvm::Error {
        llvm::Expected<CheckedProgram> R = P.run();
        if (!R)
          return R.takeError();
        Result = std::move(*R);
        return llvm::Error::success();
      }))
    return E;
  return Result;
}

llvm::Expected<std::vector<report::Unit>>
linkProgram(Sources &S, const SourceSettings &Set,
            const WholeProgramOptions &Opts, UseUnit Use) {
  std::vector<report::Unit> Result;
  if (llvm::Error E = run(S, Set, Opts, [&](WholeProgram &P) {
        Result = P.runLinked(Use);
        return llvm::Error::success();
      }))
    return E;
  return Result;
}

unsigned jobsOrAllCores(unsigned Jobs) {
  return Jobs ? Jobs : llvm::hardware_concurrency().compute_thread_count();
}

std::string cacheFolderFor(const Sources &S) {
  return S.Database.empty()
             ? std::string()
             : (llvm::sys::path::parent_path(S.Database) + "/.cuda-capture")
                   .str();
}
