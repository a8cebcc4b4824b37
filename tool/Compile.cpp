//===- Compile.cpp - cuda-capture compile and link ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The two steps that a build system may run by itself: 'compile' makes an
/// object from a source, and 'link' makes an index from objects.
///
//===----------------------------------------------------------------------===//

#include "../lib/lower/Driver.h"
#include "../lib/lower/SystemPragma.h"
#include "../lib/lower/UnreadCaptures.h"
#include "../lib/report/Describe.h"
#include "../lib/report/ResultsJson.h"
#include "../lib/support/Paths.h"
#include "CompilerCommands.h"
#include "Frontend.h"
#include "Linked.h"
#include "Settings.h"
#include "Sources.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
namespace cl = llvm::cl;

namespace {
cl::opt<std::string> Output("o", cl::value_desc("FILE"),
                            cl::desc("Where to write"), cl::cat(toolCategory()),
                            cl::sub(compileCommand()), cl::sub(linkCommand()));
cl::opt<std::string> DepFile("depfile", cl::value_desc("FILE"),
                             cl::desc("Write the names of the files that were "
                                      "read, as a rule for Make or Ninja"),
                             cl::cat(toolCategory()),
                             cl::sub(compileCommand()));
cl::opt<std::string>
    Root("root", cl::value_desc("DIR"),
         cl::desc("Name files below DIR relative to it, so that the result is "
                  "the same wherever the sources lie"),
         cl::cat(toolCategory()), cl::sub(compileCommand()));
cl::opt<bool> Partial("partial",
                      cl::desc("Errors in the source are warnings: write the "
                               "code that could be parsed"),
                      cl::cat(toolCategory()), cl::sub(compileCommand()));
cl::opt<std::string>
    Preamble("preamble", cl::value_desc("FILE"), cl::Hidden,
             cl::desc("Begin with the preamble that --write-preamble wrote, if "
                      "the source does"),
             cl::cat(toolCategory()), cl::sub(compileCommand()));
cl::opt<bool> MakePreamble("write-preamble", cl::Hidden,
                           cl::desc("Write a preamble for other sources"),
                           cl::cat(toolCategory()), cl::sub(compileCommand()));
cl::opt<std::string> PreambleHeader(
    "preamble-header", cl::value_desc("FILE"), cl::Hidden,
    cl::desc("The header that those sources include first; default: the "
             "headers that the command line includes, and no other"),
    cl::cat(toolCategory()), cl::sub(compileCommand()));
cl::opt<std::string>
    StatusFile("status", cl::value_desc("FILE"), cl::Hidden,
               cl::desc("Write the state of the source as JSON"),
               cl::cat(toolCategory()), cl::sub(compileCommand()));
} // namespace

/// Returns the name of a file as a rule for Make spells it.
static std::string escaped(llvm::StringRef File) {
  std::string Result;
  for (char C : File) {
    if (C == ' ' || C == '#' || C == '\\')
      Result += '\\';
    if (C == '$')
      Result += '$';
    Result += C;
  }
  return Result;
}

/// Adds the files with the user's own rows, which are also read.
static void addKnowledge(std::vector<std::string> &Files, const Settings &Set) {
  for (const std::string &Path : Set.KnowledgePaths) {
    if (!llvm::sys::fs::is_directory(Path)) {
      Files.push_back(absolutePath("", Path));
      continue;
    }
    std::error_code E;
    for (llvm::sys::fs::recursive_directory_iterator I(Path, E), End;
         !E && I != End; I.increment(E))
      if (llvm::StringRef(I->path()).ends_with(".json"))
        Files.push_back(absolutePath("", I->path()));
  }
  llvm::sort(Files);
}

static std::string relativeTo(llvm::StringRef Folder, llvm::StringRef File) {
  llvm::StringRef Rest = File;
  if (!Folder.empty() && Rest.consume_front(Folder) && Rest.consume_front("/"))
    return Rest.str();
  return File.str();
}

static ExitCode compileSource(Sources &S) {
  if (S.Files.size() != 1)
    return couldNotRun(
        S.Files.empty() ? "no source file given; usage: cuda-capture compile "
                          "FILE -o OBJECT [-p BUILD | -- FLAGS]"
                        : "one source at a time can be compiled");
  if (Output.empty())
    return couldNotRun("nowhere to write to; add -o OBJECT");
  llvm::Expected<Settings> Set = readSettings();
  if (!Set)
    return couldNotRun(llvm::toString(Set.takeError()));
  S.HostLibraries = Set->KB->hostLibraries();
  if (MakePreamble) {
    std::string Problem = precompile(S, PreambleHeader, Output);
    return Problem.empty() ? ExitOk : couldNotRun(Problem);
  }

  std::unique_ptr<ir::Object> O;
  const std::vector<clang::tooling::CompileCommand> Commands =
      S.Commands->getCompileCommands(S.Files.front());
  const std::string Folder = Commands.empty() ? "" : Commands.front().Directory;
  lower::CaptureWords Words(*Set->KB);
  std::vector<report::Gap> Gaps;
  FrontendOutcome Outcome = parseQuietly(
      S,
      [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
        O = lower::exportTranslationUnit(Ctx, &PP, *Set->KB, Set->Capturable,
                                         Set->Analysis.ReportPossible);
        for (const lower::UnreadCapture &C : Words.unread(Ctx))
          Gaps.push_back(report::notUnderstood(
              {absolutePath(Folder, C.File), C.Line, C.Column}, C.Function,
              C.Callee));
      },
      {Preamble, Set->IgnoreSystemPragma, &Words});
  if (!Outcome.PreambleProblem.empty())
    llvm::WithColor::warning()
        << "parsed without a preamble: " << Outcome.PreambleProblem << '\n';
  for (const lower::PassedOver &Header :
       lower::beginningCaptures(Outcome.TakenForSystem, *Set->KB))
    Gaps.push_back(report::passedOver(Header.File, Header.Library));
  report::Unit U;
  U.File = absolutePath("", S.Files.front());
  U.Problem = Outcome.FirstError;
  U.S = !O                   ? report::Unit::Failed
        : !U.Problem.empty() ? report::Unit::Malformed
                             : report::Unit::Analysed;
  if (O) {
    const std::string Base = Root.empty() ? "" : absolutePath("", Root);
    O->By = Set->By;
    for (std::string &File : O->Files)
      File = relativeTo(Base, File);
    for (ir::Object::UnitEntry &Entry : O->Units)
      Entry.Name = relativeTo(Base, Entry.Name);
    if (llvm::Error E =
            writeFile(Output, [&](llvm::raw_ostream &OS) { O->write(OS); }))
      return couldNotRun(llvm::toString(std::move(E)));
  }
  // The source may be the reason why there is no object.
  if (!O && llvm::sys::fs::exists(U.File))
    Outcome.FilesRead.push_back(U.File);
  addKnowledge(Outcome.FilesRead, *Set);
  if (!DepFile.empty())
    if (llvm::Error E = writeFile(DepFile, [&](llvm::raw_ostream &OS) {
          OS << escaped(Output) << ':';
          for (const std::string &File : Outcome.FilesRead)
            OS << " \\\n  " << escaped(File);
          OS << '\n';
        }))
      return couldNotRun(llvm::toString(std::move(E)));
  if (!StatusFile.empty()) {
    report::Results R;
    R.Units.push_back(U);
    report::addGaps(R, std::move(Gaps));
    if (llvm::Error E = writeFile(StatusFile, [&](llvm::raw_ostream &OS) {
          for (const std::string &File : Outcome.FilesRead)
            OS << File << '\n';
          OS << Outcome.Absent.lines() << '\n' << report::writeResults(R);
        }))
      return couldNotRun(llvm::toString(std::move(E)));
    return ExitOk;
  }
  for (const report::Gap &G : Gaps)
    llvm::WithColor::warning() << G.At.File << ": " << G.Text << '\n';
  if (U.Problem.empty())
    return ExitOk;
  if (Partial && O) {
    llvm::WithColor::warning()
        << U.Problem << "; only the code that could be parsed is analysed\n";
    return ExitOk;
  }
  return couldNotRun(U.Problem +
                     (O ? "; the code that could be parsed was written"
                        : "; nothing was written"));
}

static ExitCode linkObjects(Sources &S) {
  if (S.Files.empty())
    return couldNotRun("no object given; usage: cuda-capture link OBJECT... "
                       "-o INDEX");
  if (Output.empty())
    return couldNotRun("nowhere to write to; add -o INDEX");
  link::Program P;
  if (llvm::Expected<ir::Producer> By = linkFiles(S.Files, P); !By)
    return couldNotRun(llvm::toString(By.takeError()));
  std::unique_ptr<ir::Object> Index = P.index();
  for (const link::Program::Problem &Problem : P.problems())
    return couldNotRun(Problem.str());
  if (llvm::Error E =
          writeFile(Output, [&](llvm::raw_ostream &OS) { Index->write(OS); }))
    return couldNotRun(llvm::toString(std::move(E)));
  return ExitOk;
}

const CompilerCommand CompileCommand = {compileCommand(), compileSource,
                                        NeedOfCommands::OfStep};
const CompilerCommand LinkCommand = {linkCommand(), linkObjects,
                                     NeedOfCommands::None};
