//===- Sources.cpp - Sources and their compile commands -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// clang::tooling::CommonOptionsParser loads databases by itself, and cannot be
/// made to translate one. This file offers users the same options.
///
//===----------------------------------------------------------------------===//

#include "Sources.h"
#include "../lib/compdb/Database.h"
#include "../lib/compdb/OwnFiles.h"
#include "../lib/support/Paths.h"
#include "Outputs.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace cuda_capture;
using namespace clang::tooling;
namespace cl = llvm::cl;
namespace path = llvm::sys::path;

Sources::Sources() = default;
Sources::Sources(Sources &&) = default;
Sources::~Sources() = default;

compdb::Translator makeTranslator(llvm::StringRef CudaPath, bool IsHere) {
  compdb::Settings S;
  S.Share = compdb::shareFolder();
  S.CudaPath = CudaPath.str();
  S.IsHere = IsHere;
  S.HostOptions = compdb::hostOptionsOfClang();
  return compdb::Translator(std::move(S));
}

void printReport(const compdb::Translator &T, bool Summary) {
  const compdb::Report &R = T.report();
  for (const std::string &W : R.Warnings)
    llvm::WithColor::warning() << W << '\n';
  if (R.Translated && Summary)
    llvm::WithColor::note() << R.summary() << '\n';
}

/// Returns the path of the database; empty if there is none and none was asked
/// for.
static llvm::Expected<std::string>
databaseFor(llvm::StringRef BuildPath, llvm::ArrayRef<std::string> Files,
            bool TakesAll) {
  if (!BuildPath.empty())
    return compdb::findDatabase(BuildPath);
  if (Files.empty() && TakesAll)
    return compdb::findDatabaseAbove(".");
  if (Files.empty())
    return "";
  llvm::SmallString<256> First(Files.front());
  llvm::sys::fs::make_absolute(First);
  return compdb::findDatabaseAbove(path::parent_path(First));
}

/// Returns the first entry that concerns one of \p Files; null if there is
/// none.
static const compdb::BadCommand *findBad(llvm::ArrayRef<compdb::BadCommand> Bad,
                                         llvm::ArrayRef<std::string> Files) {
  for (const std::string &File : Files)
    for (const compdb::BadCommand &B : Bad)
      if (B.File == absolutePath("", File))
        return &B;
  return nullptr;
}

namespace {
/// The commands of sources that are not from a compile database: flags behind
/// `--`, or none at all. They are translated like the commands of a database,
/// so that the toolkit's headers are found in the same way.
class PlainCommands : public CompilationDatabase {
public:
  /// \p Given has the flags. If it is null, there are none, and each source is
  /// compiled as nvcc would without the flags of a build.
  explicit PlainCommands(std::unique_ptr<CompilationDatabase> Given)
      : Given(std::move(Given)), T(makeTranslator("", /*IsHere=*/true)) {}

  std::vector<CompileCommand>
  getCompileCommands(llvm::StringRef File) const override {
    std::vector<CompileCommand> Result;
    for (CompileCommand &C :
         Given ? Given->getCompileCommands(File) : guessed(File)) {
      if (Given)
        C.CommandLine.front() = "clang++";
      llvm::Expected<compdb::Command> Translated =
          T.translate({C.Directory, C.Filename, C.Output, C.CommandLine});
      if (!Translated) {
        // A command that cannot be translated is used as it is, and fails then.
        llvm::consumeError(Translated.takeError());
        Result.push_back(std::move(C));
        continue;
      }
      Result.emplace_back(Translated->Directory, Translated->File,
                          Translated->Arguments, Translated->Output);
    }
    for (const std::string &W : T.report().Warnings)
      if (Said.insert(W).second)
        llvm::WithColor::warning() << W << '\n';
    return Result;
  }

private:
  /// Returns the command that the commit hook also uses.
  static std::vector<CompileCommand> guessed(llvm::StringRef File) {
    const llvm::StringRef Extension = path::extension(File);
    std::vector<std::string> Words{Extension == ".hip" ? "hipcc" : "nvcc"};
    if (Extension != ".c")
      Words.push_back("-std=c++17");
    if (Extension == ".cu" || Extension == ".cuh")
      Words.insert(Words.end(), {"-x", "cu"});
    else if (Extension.starts_with(".h") && Extension != ".hip")
      Words.insert(Words.end(), {"-x", "c++"});
    Words.insert(Words.end(), {"-I.", "-Iinclude", "-c", File.str()});
    llvm::SmallString<256> Folder;
    (void)llvm::sys::fs::current_path(Folder);
    return {CompileCommand(Folder, File, std::move(Words), "")};
  }

  std::unique_ptr<CompilationDatabase> Given;
  mutable compdb::Translator T;
  mutable std::set<std::string> Said;
};
} // namespace

/// Adds the user's own options to those of each source.
static Sources adjusted(Sources S, const CommandLineArguments &Before,
                        const CommandLineArguments &After) {
  auto Adjusted =
      std::make_unique<ArgumentsAdjustingCompilations>(std::move(S.Commands));
  Adjusted->appendArgumentsAdjuster(
      getInsertArgumentAdjuster(Before, ArgumentInsertPosition::BEGIN));
  Adjusted->appendArgumentsAdjuster(
      getInsertArgumentAdjuster(After, ArgumentInsertPosition::END));
  S.Commands = std::move(Adjusted);
  return S;
}

/// Removes sources whose names begin with a dash from \p Line, and returns
/// their names. Before `--`, such a word is an option. Behind it, the word is a
/// flag if no file has that name.
static std::vector<std::string>
takeNamesWithDash(std::vector<const char *> &Line) {
  std::vector<std::string> Result;
  bool Behind = false;
  for (size_t I = 0; I < Line.size();) {
    const llvm::StringRef Word = Line[I];
    if (Behind && Word.starts_with("-") && !path::extension(Word).empty() &&
        llvm::sys::fs::is_regular_file(Word)) {
      Result.push_back(("./" + Word).str());
      Line.erase(Line.begin() + I);
      continue;
    }
    Behind |= Word == "--";
    ++I;
  }
  // Without flags, a database may have the commands.
  if (!Result.empty() && llvm::StringRef(Line.back()) == "--")
    Line.pop_back();
  return Result;
}

llvm::Expected<Sources>
parseSources(int Argc, const char **Argv,
             llvm::function_ref<NeedOfCommands()> Need) {
  static cl::opt<std::string> BuildPath(
      "p", cl::value_desc("BUILD"),
      cl::desc("The folder with compile_commands.json, whose commands of nvcc "
               "are translated; default: the nearest above the first source"),
      cl::cat(toolCategory()), cl::sub(cl::SubCommand::getAll()));
  static cl::list<std::string> Files(
      cl::Positional, cl::desc("[SOURCE...] [-- FLAGS]"),
      cl::cat(toolCategory()), cl::sub(cl::SubCommand::getAll()));
  static cl::list<std::string> After(
      "extra-arg", cl::desc("Put behind the flags of each source"),
      cl::cat(toolCategory()), cl::sub(cl::SubCommand::getAll()));
  static cl::list<std::string> Before(
      "extra-arg-before", cl::desc("Put before the flags of each source"),
      cl::cat(toolCategory()), cl::sub(cl::SubCommand::getAll()));
  cl::ResetAllOptionOccurrences();
  cl::HideUnrelatedOptions(toolCategory());

  auto Problem = [](const llvm::Twine &Text) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Text);
  };
  std::string Wrong;
  Sources Result;
  std::vector<const char *> Line(Argv, Argv + Argc);
  const std::vector<std::string> WithDash = takeNamesWithDash(Line);
  // Clang's driver sees the flags before any adjuster does, and would write
  // files.
  std::vector<std::string> Flags;
  auto Begin =
      llvm::find_if(Line, [](llvm::StringRef Word) { return Word == "--"; });
  if (Begin != Line.end()) {
    *Begin = "clang"; // The compiler, which adjusters expect first.
    Flags = withoutOutputs()({Begin, Line.end()}, "");
    *Begin = "--";
    Line.erase(Begin + 1, Line.end());
    for (const std::string &Flag : llvm::drop_begin(Flags))
      Line.push_back(Flag.c_str());
  }
  Argc = Line.size();
  Argv = Line.data();
  // This removes `--` and the flags behind it from the command line.
  Result.Commands =
      FixedCompilationDatabase::loadFromCommandLine(Argc, Argv, Wrong);
  if (!Wrong.empty() && !Result.Commands)
    llvm::errs() << Wrong << '\n';
  Wrong.clear();
  llvm::raw_string_ostream OS(Wrong);
  if (!cl::ParseCommandLineOptions(Argc, Argv, ToolOverview, &OS))
    return Problem(OS.str());
  Result.Files.assign(Files.begin(), Files.end());
  Result.Files.insert(Result.Files.end(), WithDash.begin(), WithDash.end());

  if (!Result.Commands && Need() != NeedOfCommands::None) {
    llvm::Expected<std::string> File =
        databaseFor(BuildPath, Result.Files, Need() == NeedOfCommands::OfAll);
    // A compile_flags.txt has no commands of nvcc.
    std::string Ignored;
    if (!File || File->empty()) {
      if (!BuildPath.empty())
        Result.Commands = FixedCompilationDatabase::loadFromFile(
            BuildPath + "/compile_flags.txt", Ignored);
      else if (!Result.Files.empty())
        Result.Commands = CompilationDatabase::autoDetectFromSource(
            Result.Files.front(), Ignored);
    }
    if (Result.Commands) {
      llvm::consumeError(File.takeError());
      return adjusted(std::move(Result), Before, After);
    }
    if (!File)
      return Problem("error: " + llvm::toString(File.takeError()));
    if (!File->empty()) {
      compdb::Translator T = makeTranslator("");
      auto Loaded = compdb::loadDatabase(*File, T, Result.Bad);
      if (!Loaded)
        return Problem("error: " + llvm::toString(Loaded.takeError()));
      Result.Commands = std::move(*Loaded);
      Result.Database = *File;
      // For a whole program, an entry that cannot be used affects one source
      // only.
      if (Need() != NeedOfCommands::OfAll)
        if (const compdb::BadCommand *Bad = findBad(Result.Bad, Result.Files))
          return Problem("error: " + Bad->Why);
      printReport(T, /*Summary=*/Need() != NeedOfCommands::OfStep);
    } else if (!Result.Files.empty()) {
      llvm::WithColor::warning()
          << "no compile_commands.json above '" << Result.Files.front()
          << "', and no flags behind '--': compiled as nvcc would without the "
             "flags of your build, with -I. -Iinclude\n";
    }
  }
  // There is no database, or there are flags.
  if (Result.Database.empty())
    Result.Commands =
        std::make_unique<PlainCommands>(std::move(Result.Commands));
  return adjusted(std::move(Result), Before, After);
}
