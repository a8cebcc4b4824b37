//===- Frontend.cpp - Runs Clang's frontend on sources --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend.h"
#include "../lib/compdb/Command.h"
#include "../lib/compdb/OwnFiles.h"
#include "../lib/lower/ErrorLog.h"
#include "../lib/lower/SystemPragma.h"
#include "../lib/lower/UnreadCaptures.h"
#include "../lib/support/Paths.h"
#include "Outputs.h"
#include "Preamble.h"
#include "Settings.h"
#include "SkippedBodies.h"
#include "Sources.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <set>
#include <unistd.h>

using namespace clang;

namespace {
/// Collects the source and the files that it includes, also system headers.
class IncludedFileCollector : public DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
  bool sawDependency(StringRef Name, bool FromModule, bool IsSystem,
                     bool IsModuleFile, bool IsMissing) override {
    return !IsMissing && DependencyCollector::sawDependency(
                             Name, FromModule, IsSystem, IsModuleFile, false);
  }
};

/// Objects and options that are used to parse a source.
struct Extras {
  std::shared_ptr<IncludedFileCollector> Files;
  /// May be null.
  PreambleUser *Preamble = nullptr;
  bool IgnoreSystemPragma = false;
  /// May be null.
  cuda_capture::lower::CaptureWords *Words = nullptr;
};

class Consumer : public ASTConsumer {
public:
  /// \p Skipped is null if no bodies are skipped.
  Consumer(CompilerInstance &CI, UseSource Use, const PreambleUser *Preamble,
           llvm::IntrusiveRefCntPtr<SkippedBodies> Skipped)
      : CI(CI), Use(Use), Preamble(Preamble), Skipped(std::move(Skipped)) {}
  void HandleCXXImplicitFunctionInstantiation(FunctionDecl *F) override {
    if (Skipped)
      Skipped->noteInstantiation(F);
  }
  void HandleTranslationUnit(ASTContext &Ctx) override {
    if (Preamble)
      Preamble->limit(CI, Ctx);
    Use(Ctx, CI.getPreprocessor());
  }
  /// Clang calls this only if it is told to skip bodies, and never for a body
  /// that it needs (constexpr, deduced types).
  bool shouldSkipFunctionBody(Decl *D) override {
    return isSkippedBody(D, CI.getSourceManager());
  }

private:
  CompilerInstance &CI;
  UseSource Use;
  const PreambleUser *Preamble;
  llvm::IntrusiveRefCntPtr<SkippedBodies> Skipped;
};

class Action : public ASTFrontendAction {
public:
  Action(UseSource Use, Extras With) : Use(Use), With(std::move(With)) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    // After a fatal error, such as a missing header, Clang would not
    // instantiate templates and would drop statements.
    CI.getDiagnostics().setFatalsAsError(true);
    CI.getDiagnostics().setErrorLimit(0);
    cuda_capture::lower::logErrors(CI.getDiagnostics());
    // If carets are shown, Clang prints the number of errors, although they are
    // not shown here.
    CI.getDiagnosticOpts().ShowCarets = false;
    if (With.IgnoreSystemPragma)
      cuda_capture::lower::ignoreSystemPragma(CI.getPreprocessor());
    if (With.Words)
      With.Words->watch(CI.getPreprocessor());
    llvm::IntrusiveRefCntPtr<SkippedBodies> Skipped;
    if (With.Files) {
      With.Files->attachToPreprocessor(CI.getPreprocessor());
      CI.getFrontendOpts().SkipFunctionBodies = true;
      Skipped = llvm::makeIntrusiveRefCnt<SkippedBodies>(CI);
      CI.setExternalSemaSource(Skipped);
    }
    if (With.Preamble) {
      // This tells the collector about the files that the preamble was made
      // from.
      CI.addDependencyCollector(With.Files);
      With.Preamble->watch(CI);
    }
    return std::make_unique<Consumer>(CI, Use, With.Preamble,
                                      std::move(Skipped));
  }

private:
  UseSource Use;
  Extras With;
};

class Factory : public tooling::FrontendActionFactory {
public:
  Factory(UseSource Use, Extras With) : Use(Use), With(std::move(With)) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<Action>(Use, With);
  }
  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> Operations,
                     DiagnosticConsumer *Consumer) override {
    dropOutputs(*Invocation);
    if (With.Preamble)
      Invocation->getPreprocessorOpts().ImplicitPCHInclude =
          With.Preamble->file();
    return FrontendActionFactory::runInvocation(
        std::move(Invocation), Files, std::move(Operations), Consumer);
  }

private:
  UseSource Use;
  Extras With;
};

/// Keeps the text of the first error.
class FirstError : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error || !Text.empty())
      return;
    llvm::SmallString<256> What;
    Info.FormatDiagnostic(What);
    Text = std::string(What);
    if (!Info.hasSourceManager() || Info.getLocation().isInvalid())
      return;
    PresumedLoc At = Info.getSourceManager().getPresumedLoc(
        Info.getSourceManager().getFileLoc(Info.getLocation()));
    if (At.isValid())
      Text = llvm::formatv("{0}:{1}:{2}: {3}", shown(At.getFilename()),
                           At.getLine(), At.getColumn(), What);
  }

  /// Returns a path without "..". Headers of the standard library are found by
  /// a path that begins at the compiler, which does not help readers.
  static std::string shown(StringRef File) {
    llvm::SmallString<128> Real;
    if (!File.contains("/../") || llvm::sys::fs::real_path(File, Real))
      return File.str();
    return std::string(Real);
  }

  std::string Text;
};
} // namespace

/// Adds -resource-dir. Clang looks for its own headers beside the running
/// program, where they need not be. The LLVM that this was built with has them.
static tooling::ArgumentsAdjuster useResourceDir() {
  static const std::string Folder = cuda_capture::compdb::resourceFolder(
      CUDA_CAPTURE_LLVM_MAJOR, CUDA_CAPTURE_RESOURCE_DIR);
  return [](const tooling::CommandLineArguments &Args, StringRef) {
    for (const std::string &A : Args)
      if (StringRef(A).starts_with("-resource-dir"))
        return Args;
    if (Folder.empty())
      return Args;
    tooling::CommandLineArguments Result = Args;
    Result.insert(Result.begin() + 1, "-resource-dir=" + Folder);
    return Result;
  };
}

/// Takes the headers in \p Folders for system headers. The user's own options
/// stand behind this one and win.
static tooling::ArgumentsAdjuster
useSystemPrefixes(llvm::ArrayRef<std::string> Folders) {
  return [Folders](const tooling::CommandLineArguments &Args, StringRef) {
    tooling::CommandLineArguments Result = Args;
    for (const std::string &Folder : Folders)
      Result.insert(Result.begin() + 1, "--system-header-prefix=" + Folder);
    return Result;
  };
}

std::string problemOfFolder(StringRef Folder) {
  const std::string Path =
      cuda_capture::absolutePath("", Folder.empty() ? "." : Folder);
  std::error_code E;
  if (::access(Path.c_str(), X_OK))
    E = std::error_code(errno, std::generic_category());
  else if (!llvm::sys::fs::is_directory(Path))
    E = std::make_error_code(std::errc::not_a_directory);
  return E ? ("its command cannot be run in '" + Folder + "': " + E.message())
                 .str()
           : "";
}

namespace {
/// Clang's tool for sources, with our adjustments of their commands.
class Tool : public tooling::ClangTool {
public:
  Tool(const tooling::CompilationDatabase &Commands,
       llvm::ArrayRef<std::string> Files,
       llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS =
           llvm::vfs::getRealFileSystem(),
       llvm::ArrayRef<std::string> SystemPrefixes = {})
      : ClangTool(Commands, Files, std::make_shared<PCHContainerOperations>(),
                  std::move(FS)) {
    // Ours comes first, because Clang's own adjusters remove an option without
    // its value.
    clearArgumentsAdjusters();
    appendArgumentsAdjuster(withoutOutputs());
    appendArgumentsAdjuster(tooling::getClangSyntaxOnlyAdjuster());
    appendArgumentsAdjuster(tooling::getClangStripOutputAdjuster());
    appendArgumentsAdjuster(tooling::getClangStripDependencyFileAdjuster());
    appendArgumentsAdjuster(useResourceDir());
    appendArgumentsAdjuster(useSystemPrefixes(SystemPrefixes));
    for (const std::string &File : Files)
      for (const tooling::CompileCommand &C : Commands.getCompileCommands(File))
        if (FolderProblem.empty())
          FolderProblem = problemOfFolder(C.Directory);
  }

  /// Returns 1 in case of such a problem, because Clang ends the program if it
  /// cannot enter a folder.
  int run(tooling::ToolAction &A) {
    return FolderProblem.empty() ? ClangTool::run(&A) : 1;
  }

  /// Empty if there is none.
  std::string FolderProblem;
};
} // namespace

/// Returns the name of the file with the paths at which a preamble found no
/// file.
static std::string absentFileOf(StringRef Preamble) {
  return (Preamble + ".absent").str();
}

/// Returns the name of the file with the headers of a preamble for
/// lower::headersTakenForSystem().
static std::string takenForSystemFileOf(StringRef Preamble) {
  return (Preamble + ".taken-for-system").str();
}

static std::string contentOf(StringRef File) {
  auto Text = llvm::MemoryBuffer::getFile(File);
  return Text ? (*Text)->getBuffer().str() : "";
}

/// Adds lower::headersTakenForSystem() of \p PP as absolute paths. The compiler
/// ran in \p Folder.
static void addTakenForSystem(const Preprocessor &PP,
                              llvm::ArrayRef<std::string> HostLibraries,
                              StringRef Folder, std::vector<std::string> &To) {
  for (const std::string &File :
       cuda_capture::lower::headersTakenForSystem(PP, HostLibraries))
    To.push_back(cuda_capture::absolutePath(Folder, File));
}

/// Parses the only source of \p S. \p Preamble may be null.
static FrontendOutcome parse(const Sources &S, UseSource Use,
                             PreambleUser *Preamble, const ParseOptions &How) {
  FrontendOutcome Result;
  const std::vector<tooling::CompileCommand> Commands =
      S.Commands->getCompileCommands(S.Files.front());
  const std::string Folder = Commands.empty() ? "" : Commands.front().Directory;
  auto FS = llvm::makeIntrusiveRefCnt<AbsenceRecorder>(
      llvm::vfs::getRealFileSystem());
  class Tool Tool(*S.Commands, S.Files, FS, S.HostLibraries);
  Tool.setPrintErrorMessage(false);
  FirstError Errors;
  Tool.setDiagnosticConsumer(&Errors);
  Extras With{std::make_shared<IncludedFileCollector>(), Preamble,
              How.IgnoreSystemPragma, How.Words};
  auto UseParsed = [&](ASTContext &Ctx, Preprocessor &PP) {
    Result.Parsed = true;
    addTakenForSystem(PP, S.HostLibraries, Folder, Result.TakenForSystem);
    // Otherwise the source is parsed again without the preamble.
    if (!Preamble || (Preamble->isRight() && Errors.Text.empty()))
      Use(Ctx, PP);
  };
  Factory Actions(UseParsed, With);
  if (Tool.run(Actions) != 0)
    Result.FirstError = !Tool.FolderProblem.empty() ? Tool.FolderProblem
                        : Errors.Text.empty()
                            ? "the command cannot be understood"
                            : Errors.Text;
  // Clang's own message is about compiler jobs.
  if (!Result.Parsed && llvm::StringRef(Result.FirstError)
                            .contains("expected exactly one compiler job"))
    Result.FirstError = "its name does not say in which language it is; add "
                        "-x cuda or -x c++ to its flags";
  std::set<std::string> Read;
  for (const std::string &File : With.Files->getDependencies())
    if (!Preamble || !Preamble->owns(File))
      Read.insert(cuda_capture::absolutePath(Folder, File));
  Result.FilesRead.assign(Read.begin(), Read.end());
  for (const auto &Path : FS->paths())
    if (!Preamble || !Preamble->owns(Path.getKey()))
      Result.Absent.add(Path.getKey());
  if (Preamble) {
    Result.Absent.addLines(contentOf(absentFileOf(Preamble->file())));
    const std::string Below = contentOf(takenForSystemFileOf(Preamble->file()));
    llvm::SmallVector<StringRef, 0> Lines;
    StringRef(Below).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    llvm::append_range(Result.TakenForSystem, Lines);
  }
  return Result;
}

FrontendOutcome parseQuietly(const Sources &S, UseSource Use,
                             const ParseOptions &How) {
  if (How.Preamble.empty())
    return parse(S, Use, nullptr, How);
  std::string Why = "it cannot be read";
  if (std::optional<PreambleUser> P = PreambleUser::open(How.Preamble)) {
    FrontendOutcome Result = parse(S, Use, &*P, How);
    if (Result.FirstError.empty() && P->isRight())
      return Result;
    Why = Result.FirstError.empty() ? "the source begins otherwise"
                                    : Result.FirstError;
  }
  // What is reported about a source must not depend on a preamble.
  FrontendOutcome Result = parse(S, Use, nullptr, How);
  Result.PreambleProblem = std::move(Why);
  return Result;
}

bool forEachSource(Sources &S, UseSource Use) {
  bool Complete = true;
  const std::vector<std::string> Files = S.Files;
  for (const std::string &File : Files) {
    S.Files = {File};
    const FrontendOutcome Outcome = parseQuietly(S, Use);
    if (Outcome.FirstError.empty())
      continue;
    Complete = false;
    (Outcome.Parsed ? llvm::WithColor::warning() : llvm::WithColor::error())
        << File << ": "
        << (Outcome.Parsed ? "has errors, and was analysed in part"
                           : "could not be analysed")
        << ": " << Outcome.FirstError << '\n';
  }
  S.Files = Files;
  return Complete;
}

namespace {
class PreambleFactory : public tooling::FrontendActionFactory {
public:
  PreambleFactory(llvm::StringRef Header, llvm::StringRef Output,
                  llvm::ArrayRef<std::string> HostLibraries)
      : Header(Header), Output(Output), HostLibraries(HostLibraries) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<WritePreamble>(Header.str(), Output.str(), Written,
                                           HostLibraries, TakenForSystem);
  }
  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> Operations,
                     DiagnosticConsumer *Consumer) override {
    dropOutputs(*Invocation);
    return FrontendActionFactory::runInvocation(
        std::move(Invocation), Files, std::move(Operations), Consumer);
  }
  bool Written = false;
  /// The paths as the compiler spells them.
  std::vector<std::string> TakenForSystem;

private:
  llvm::StringRef Header, Output;
  llvm::ArrayRef<std::string> HostLibraries;
};
} // namespace

std::string precompile(const Sources &S, llvm::StringRef Header,
                       llvm::StringRef Output) {
  auto FS = llvm::makeIntrusiveRefCnt<AbsenceRecorder>(
      llvm::vfs::getRealFileSystem());
  class Tool Tool(*S.Commands, S.Files, FS, S.HostLibraries);
  Tool.setPrintErrorMessage(false);
  FirstError Errors;
  Tool.setDiagnosticConsumer(&Errors);
  PreambleFactory Actions(Header, Output, S.HostLibraries);
  const int Failed = Tool.run(Actions);
  if (!Errors.Text.empty())
    return Errors.Text;
  if (Failed || !Actions.Written)
    return "nothing could be written";
  Absences Absent;
  for (const auto &Path : FS->paths())
    // Clang looks for the settings of an Apple SDK when it writes a precompiled
    // header, but not when it parses a source.
    if (llvm::sys::path::filename(Path.getKey()) != "SDKSettings.json")
      Absent.add(Path.getKey());
  if (llvm::Error E =
          writeFile(absentFileOf(Output),
                    [&](llvm::raw_ostream &OS) { OS << Absent.lines(); }))
    return llvm::toString(std::move(E));
  const std::vector<tooling::CompileCommand> Commands =
      S.Commands->getCompileCommands(S.Files.front());
  return llvm::toString(
      writeFile(takenForSystemFileOf(Output), [&](llvm::raw_ostream &OS) {
        for (const std::string &File : Actions.TakenForSystem)
          OS << cuda_capture::absolutePath(
                    Commands.empty() ? "" : Commands.front().Directory, File)
             << '\n';
      }));
}

namespace {
/// A database with the same command for each file.
class OneCommand : public tooling::CompilationDatabase {
public:
  explicit OneCommand(tooling::CompileCommand C) : C(std::move(C)) {}
  std::vector<tooling::CompileCommand>
  getCompileCommands(StringRef) const override {
    return {C};
  }

private:
  tooling::CompileCommand C;
};

/// Keeps the invocation that a tool would run.
class Keeper : public tooling::ToolAction {
public:
  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *, std::shared_ptr<PCHContainerOperations>,
                     DiagnosticConsumer *) override {
    Kept = std::move(Invocation);
    return true;
  }
  std::shared_ptr<CompilerInvocation> Kept;
};
} // namespace

std::shared_ptr<CompilerInvocation>
invocationOf(const cuda_capture::compdb::Command &C) {
  OneCommand Commands(
      tooling::CompileCommand(C.Directory, C.File, C.Arguments, C.Output));
  class Tool Tool(Commands, {cuda_capture::absolutePath(C.Directory, C.File)});
  Tool.setPrintErrorMessage(false);
  FirstError Errors;
  Tool.setDiagnosticConsumer(&Errors);
  Keeper Action;
  return Tool.run(Action) == 0 && Errors.Text.empty() ? std::move(Action.Kept)
                                                      : nullptr;
}
