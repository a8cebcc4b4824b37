//===- Audit.cpp - cuda-capture audit -------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sources are compiled and linked as for 'check', so that both commands agree
/// on each function. However, every function is treated as declared capturable.
///
//===----------------------------------------------------------------------===//

#include "Audit.h"
#include "../lib/report/Describe.h"
#include "../lib/report/Message.h"
#include "CompilerCommands.h"
#include "Linked.h"
#include "WholeProgram.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::analysis;
using llvm::formatv;

/// Returns \p Name without the text in angle brackets, except for operators.
static std::string withoutTemplateArguments(llvm::StringRef Name) {
  // The name of an operator may have angle brackets or an arrow.
  if (Name.contains("operator"))
    return Name.str();
  std::string Result;
  unsigned Depth = 0;
  for (char C : Name) {
    Depth += C == '<';
    if (!Depth)
      Result += C;
    Depth -= C == '>' && Depth;
  }
  return Result;
}

namespace {
namespace cl = llvm::cl;
cl::opt<bool> Json("json", cl::desc("Print JSON"), cl::cat(toolCategory()),
                   cl::sub(auditCommand()));
cl::opt<bool> Html("html", cl::desc("Print an HTML page"),
                   cl::cat(toolCategory()), cl::sub(auditCommand()));
cl::opt<std::string> Baseline(
    "baseline", cl::value_desc("FILE"),
    cl::desc("The JSON of an earlier audit: only functions that could be "
             "captured then, and cannot be any more, count as found"),
    cl::cat(toolCategory()), cl::sub(auditCommand()));
cl::opt<unsigned> Jobs("j", cl::value_desc("N"), cl::Prefix, cl::init(0),
                       cl::desc("Sources to compile at a time; default: as "
                                "many as there are cores"),
                       cl::cat(toolCategory()), cl::sub(auditCommand()));
cl::opt<unsigned> Timeout("timeout", cl::value_desc("SECONDS"), cl::init(600),
                          cl::desc("Time for each source; 0 means no limit"),
                          cl::cat(toolCategory()), cl::sub(auditCommand()));

/// Collects the results for the functions of a program.
class Collector {
public:
  void addUnit(const link::Program &P, unsigned Unit, link::Bodies &Bodies,
               const Settings &Set);

  /// Returns a report that has each function once, in the order of their
  /// places.
  AuditReport finish(std::vector<report::Unit> Units);

private:
  using Key = std::tuple<std::string, unsigned, unsigned, std::string>;
  /// Instantiations of a template have the same key. Functions that a macro
  /// makes at one place do not.
  static Key keyOf(const AuditNote &Where) {
    return {Where.File, Where.Line, Where.Column,
            withoutTemplateArguments(Where.Text)};
  }
  void add(AuditedFunction F);

  std::vector<AuditedFunction> Functions;
  std::map<Key, size_t> Known;
  std::set<Key> Others;
  std::optional<ProgramRecords> Records;
};

/// Describes the functions of a unit in words.
class Words {
public:
  Words(link::Bodies &Bodies, const Settings &Set) : Bodies(Bodies), Set(Set) {}

  AuditedFunction describe(const Audited &A);
  AuditNote note(std::string Text, const ir::Loc &At) const {
    const report::Position P = placeIn(Bodies, At);
    return {std::move(Text), P.File, P.Line, P.Column};
  }

private:
  using Reason = AuditedFunction::Reason;
  Reason reason(const Finding &F) const;
  Reason begins(const std::vector<PathStep> &Path) const;
  Reason unseen(const std::vector<PathStep> &Path);
  std::vector<AuditNote> steps(const std::vector<PathStep> &Path) const;

  link::Bodies &Bodies;
  const Settings &Set;
};
} // namespace

AuditedFunction::Reason Words::reason(const Finding &F) const {
  const report::Message M = report::render(F, *Set.KB, nullptr, Set.Lang);
  Reason R;
  R.What = note(M.Text, M.At);
  R.Check = report::checkName(F.R);
  R.Number = F.Error;
  if (F.Error)
    R.Error = Set.KB->errorName(F.Error, F.Fam).str();
  // A note on the contract is left out, because every function is audited.
  const ir::Loc &Contracts = F.contract()->Entry.At;
  for (const report::Note &N : M.Notes)
    if (N.At != Contracts)
      R.Path.push_back(note(N.Text, N.At));
  return R;
}

/// Returns notes on the calls that lead to the last one of \p Path.
std::vector<AuditNote> Words::steps(const std::vector<PathStep> &Path) const {
  std::vector<AuditNote> Result;
  for (size_t I = 0; I + 1 < Path.size(); ++I)
    Result.push_back(note(formatv("'{0}' calls '{1}' here", Path[I].In->Display,
                                  Path[I + 1].In->Display),
                          Path[I].I->At));
  return Result;
}

AuditedFunction::Reason Words::begins(const std::vector<PathStep> &Path) const {
  Reason R;
  R.What = note(formatv("'{0}' begins a capture", Path.back().Callee),
                Path.back().I->At);
  R.Path = steps(Path);
  return R;
}

/// Describes a call with an unknown effect, or a statement with errors.
AuditedFunction::Reason Words::unseen(const std::vector<PathStep> &Path) {
  const PathStep &Last = Path.back();
  std::string Callee = Last.Callee.empty() ? std::string("a function pointer")
                                           : "'" + Last.Callee + "'";
  llvm::StringRef Why = "is an unknown callee";
  if (Last.I->K == ir::Instruction::Call)
    if (const ir::Function *F = Bodies.find(Last.I->Callee)) {
      Callee = "'" + F->Display + "'";
      Why = "is not followed so deep";
    }
  Reason R;
  R.Path = steps(Path);
  if (Last.I->K == ir::Instruction::Missing) {
    R.What =
        note(formatv("a statement of '{0}' has errors, and is not analysed",
                     Last.In->Display),
             Last.I->At);
    return R;
  }
  R.What = note(
      Last.I->K == ir::Instruction::Api
          ? formatv("how {0} behaves under capture is not known", Callee).str()
          : formatv("{0} is called, which {1}", Callee, Why).str(),
      Last.I->At);
  return R;
}

AuditedFunction Words::describe(const Audited &A) {
  AuditedFunction F;
  F.Verdict = A.Verdict;
  F.Where = note(A.F->Display, A.F->At);
  if (A.Verdict == Capturability::BeginsCapture) {
    for (const Finding &One : A.Findings)
      F.Reasons.push_back(begins(One.Path));
    if (F.Reasons.empty())
      for (const PathStep &Step : A.Begins)
        F.Reasons.push_back(begins({Step}));
    return F;
  }
  for (const Finding &One : A.Findings)
    F.Reasons.push_back(reason(One));
  if (A.Verdict != Capturability::Unknown)
    return F;
  if (A.Gap) {
    const report::Gap G = report::describe(
        *A.Gap, [&](const ir::Loc &At) { return placeIn(Bodies, At); });
    F.Reasons.push_back(
        {{G.Text, G.At.File, G.At.Line, G.At.Column}, "", "", 0, {}});
  }
  for (const std::vector<PathStep> &Path : A.Unseen) {
    Reason R = unseen(Path);
    // One reason suffices for each function that is called.
    if (llvm::none_of(F.Reasons, [&](const Reason &Other) {
          return Other.What.Text == R.What.Text;
        }))
      F.Reasons.push_back(std::move(R));
  }
  return F;
}

void Collector::add(AuditedFunction F) {
  // Each source that includes a header has the functions of the header, and a
  // template may be instantiated more than once. The worst verdict counts.
  auto [It, New] = Known.try_emplace(keyOf(F.Where), Functions.size());
  if (New)
    Functions.push_back(std::move(F));
  else if (Functions[It->second].Verdict < F.Verdict)
    Functions[It->second] = std::move(F);
}

void Collector::addUnit(const link::Program &P, unsigned Unit,
                        link::Bodies &Bodies, const Settings &Set) {
  const std::vector<const ir::Function *> Roots = Bodies.roots(Unit);
  Words In(Bodies, Set);
  Options Opts = Set.Analysis;
  if (!Records)
    Records.emplace(P, Bodies);
  Opts.RecordedElsewhere = &Records->by(*Set.KB);
  Opts.UnboundLibraries = P.unboundLibraries();
  Opts.MayChange = [&](llvm::StringRef Global, int64_t Now) {
    return Bodies.mayChange(Global, Now);
  };
  Opts.FailingCalls = false;
  Opts.Until = Deadline::after(Timeout);
  Opts.requireDriver({P.unit(Unit).LeastDriver});
  auto Find = [&](llvm::StringRef Symbol) { return Bodies.find(Symbol); };
  std::set<const ir::Function *> Listed;
  for (const Audited &A :
       audit(Roots, Find, P.unit(Unit).PerThreadDefaultStream, *Set.KB, Opts)) {
    Listed.insert(A.F);
    add(In.describe(A));
  }
  for (const ir::Function *F : Roots)
    if (F->Captured && !Listed.count(F))
      Others.insert(keyOf(In.note(F->Display, F->At)));
}

AuditReport Collector::finish(std::vector<report::Unit> Units) {
  AuditReport Result;
  for (const Key &K : Others)
    Result.NumOthers += !Known.count(K);
  Result.Functions = std::move(Functions);
  llvm::stable_sort(Result.Functions, [](const auto &A, const auto &B) {
    return std::tie(A.Where.File, A.Where.Line, A.Where.Column) <
           std::tie(B.Where.File, B.Where.Line, B.Where.Column);
  });
  Result.Units = std::move(Units);
  return Result;
}

static ExitCode run(Sources &S) {
  if (S.Files.empty() && S.Commands->getAllFiles().empty())
    return couldNotRun("no source file given; usage: cuda-capture audit FILES "
                       "-- FLAGS, or -p BUILD for all of a compile database");
  if (Json && Html)
    return couldNotRun("--json and --html exclude each other");
  if (Html && !Baseline.empty())
    return couldNotRun("--html and --baseline exclude each other");
  std::optional<AuditBaseline> Before;
  if (!Baseline.empty()) {
    llvm::Expected<AuditBaseline> Read = AuditBaseline::read(Baseline);
    if (!Read)
      return couldNotRun(llvm::toString(Read.takeError()));
    Before = std::move(*Read);
  }
  llvm::Expected<SourceSettings> Set = SourceSettings::read(
      sourcesOf(S), {/*SelectsChecks=*/false, Contracts::All});
  if (!Set)
    return couldNotRun(llvm::toString(Set.takeError()));
  WholeProgramOptions Opts;
  Opts.Jobs = jobsOrAllCores(Jobs);
  Opts.Timeout = Timeout;
  Opts.IsWhole = S.Files.empty();
  Opts.All = true;
  Collector Found;
  llvm::Expected<std::vector<report::Unit>> Units = linkProgram(
      S, *Set, Opts,
      [&](const link::Program &P, unsigned Unit, link::Bodies &Bodies,
          const Settings &Of) { Found.addUnit(P, Unit, Bodies, Of); });
  if (!Units)
    return couldNotRun(llvm::toString(Units.takeError()));
  AuditReport Report = Found.finish(std::move(*Units));
  if (Before)
    Before->compare(Report);
  printAudit(llvm::outs(), Report,
             Json   ? AuditFormat::Json
             : Html ? AuditFormat::Html
                    : AuditFormat::Text,
             Baseline);
  if (llvm::any_of(Report.Functions, [&](const AuditedFunction &F) {
        return Before ? F.CouldBeCaptured
                      : F.Verdict == Capturability::NotCapturable;
      }))
    return ExitFound;
  return report::isComplete(Report.Units) ? ExitOk : ExitCouldNotRun;
}

const CompilerCommand AuditCommand = {auditCommand(), run,
                                      NeedOfCommands::OfAll};
