//===- CaptureCheck.cpp - A check of one rule of capture ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureCheck.h"
#include "../lib/diagnose/Diagnose.h"
#include "../lib/lower/ErrorLog.h"
#include "../lib/lower/SystemPragma.h"
#include "../lib/report/Describe.h"
#include "../lib/support/Paths.h"
#include "Information.h"
#include "OptionNames.h"
#include "SharedAnalysis.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture;
using namespace cuda_capture::checks;
using namespace clang;

CaptureCheck::CaptureCheck(StringRef Name, tidy::ClangTidyContext *Context,
                           analysis::Rule R)
    : ClangTidyCheck(Name, Context), R(R), Shared(SharedAnalysis::get(Context)),
      KnowledgeBasePath(
          Options.getLocalOrGlobal(KnowledgeBaseOption, "").str()),
      ReportPossible(
          flag(ReportPossibleOption,
               Options.getLocalOrGlobal(ReportPossibleOption, "false"))),
      FailingCalls(
          R == analysis::Rule::LeakOnError &&
          flag(FailingCallsOption, Options.get(FailingCallsOption, "false"))),
      IgnoreSystemPragma(
          flag(IgnoreSystemPragmaOption,
               Options.getLocalOrGlobal(IgnoreSystemPragmaOption, "false"))),
      LanguageName(Options.getLocalOrGlobal(LanguageOption, "en").str()),
      Lang(language(LanguageName)),
      CapturableFunctions(Options.getLocalOrGlobal(FunctionsOption, "").str()),
      CapturableMode(Options.getLocalOrGlobal(ModeOption, "global").str()),
      EntryPoints(Options.getLocalOrGlobal(EntryPointsOption, "").str()),
      IndexFile(Options.getLocalOrGlobal(IndexOption, "").str()),
      Driver(Options.getLocalOrGlobal(DriverOption, "").str()),
      OtherThreads(flag(OtherThreadsOption,
                        Options.getLocalOrGlobal(OtherThreadsOption, "false"))),
      Context(Context) {
  nameUnknownOptions();
  Shared->options().ReportPossible |= ReportPossible;
  Shared->options().FailingCalls |= FailingCalls;
  Shared->options().OtherThreads |= OtherThreads;
  Shared->options().ReportLeaks |= R == analysis::Rule::Unbalanced;
  std::string Problems = Shared->load(KnowledgeBasePath);
  if (!Problems.empty())
    configurationDiag("cannot use the knowledge base; nothing is checked:\n%0",
                      DiagnosticIDs::Error)
        << Problems;
  readCapturable();
  readDriver();
}

/// Warns about misspelt names of options and checks, which would otherwise be
/// ignored without a message.
void CaptureCheck::nameUnknownOptions() {
  if (!Shared->complainOnce("names"))
    return;
  std::vector<std::string> Problems;
  for (const auto &Option : Context->getOptions().CheckOptions)
    if (std::string Text = problemWithOption(Option.getKey()); !Text.empty())
      Problems.push_back(std::move(Text));
  if (const auto &Checks = Context->getOptions().Checks)
    for (std::string &Text : problemsWithChecks(*Checks))
      Problems.push_back(std::move(Text));
  llvm::sort(Problems);
  for (const std::string &Text : Problems)
    configurationDiag("%0") << Text;
}

/// Returns the value of a flag. clang-tidy does not export its own parser of
/// flags to plugins.
bool CaptureCheck::flag(StringRef Name, StringRef Value) {
  if (Value.equals_insensitive("true") || Value == "1")
    return true;
  if (!Value.equals_insensitive("false") && Value != "0")
    configurationDiag("invalid value '%0' of the option '%1'; expected true or "
                      "false")
        << Value << Name;
  return false;
}

/// Returns the language that an option names. All checks read the option, but
/// only one of them warns about a wrong value.
cuda_capture::Language CaptureCheck::language(StringRef Value) {
  if (std::optional<cuda_capture::Language> L = languageOf(Value))
    return *L;
  if (Shared->complainOnce(LanguageOption))
    configurationDiag("invalid value '%0' of the option '%1'; expected en or "
                      "zh; English is used")
        << Value << LanguageOption;
  return cuda_capture::Language::English;
}

void CaptureCheck::readCapturable() {
  lower::CapturableOptions &Opts = Shared->capturable();
  std::string Wrong = Opts.setFunctions(CapturableFunctions);
  if (!Wrong.empty() && Shared->complainOnce(FunctionsOption))
    configurationDiag("invalid value of the option '%0': %1; expected names of "
                      "functions with their scopes, separated by ';', in which "
                      "'*' stands for anything")
        << FunctionsOption << Wrong;
  Wrong = Opts.setMode(CapturableMode);
  if (!Wrong.empty() && Shared->complainOnce(ModeOption))
    configurationDiag("invalid value '%0' of the option '%1'; expected global, "
                      "thread-local or relaxed; global is used")
        << CapturableMode << ModeOption;
  if (!Shared->hasKnowledge())
    return;
  Wrong = Opts.setEntryPoints(EntryPoints, Shared->knowledge());
  if (!Wrong.empty() && Shared->complainOnce(EntryPointsOption))
    configurationDiag("invalid value of the option '%0': %1")
        << EntryPointsOption << Wrong;
}

void CaptureCheck::readDriver() {
  if (Driver.empty())
    return;
  if (std::optional<CudaVersion> Version = CudaVersion::parse(Driver))
    Shared->options().Driver = {*Version, /*IsKnown=*/true};
  else if (Shared->complainOnce(DriverOption))
    configurationDiag("invalid value '%0' of the option '%1'; expected the "
                      "version of CUDA that the driver is of, such as 12.3")
        << Driver << DriverOption;
}

/// Returns the place for messages about a whole file. Editors do not show
/// messages without a place.
static SourceLocation beginOf(const SourceManager &SM) {
  return SM.getLocForStartOfFile(SM.getMainFileID());
}

/// Returns the command that creates \p Index.
static std::string commandFor(StringRef Index) {
  StringRef Folder = llvm::sys::path::parent_path(Index);
  if (llvm::sys::path::filename(Folder) != ".cuda-capture")
    return "cuda-capture check";
  return ("cuda-capture check -p " + llvm::sys::path::parent_path(Folder))
      .str();
}

void CaptureCheck::readIndex(const SourceManager &SM) {
  std::string File = IndexFile;
  if (File == "none")
    return;
  if (File.empty())
    File = SharedAnalysis::findIndex(Context->getCurrentBuildDirectory());
  // clangd does not set the build directory, but its working directory is that
  // of the compiler.
  if (File.empty())
    if (auto Here = SM.getFileManager()
                        .getVirtualFileSystem()
                        .getCurrentWorkingDirectory())
      File = SharedAnalysis::findIndex(*Here);
  if (File.empty())
    if (OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID()))
      File = SharedAnalysis::findIndex(
          llvm::sys::path::parent_path(absolutePath("", Main->getName())));
  if (File.empty())
    return;
  std::string Wrong = Shared->useIndex(File);
  if (!Wrong.empty())
    diag(beginOf(SM), "the index of other translation units is ignored: %0; "
                      "'cuda-capture check' makes a new one")
        << Wrong;
}

void CaptureCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, KnowledgeBaseOption, KnowledgeBasePath);
  auto Text = [](bool Flag) { return Flag ? "true" : "false"; };
  Options.store(Opts, ReportPossibleOption, Text(ReportPossible));
  Options.store(Opts, LanguageOption, LanguageName);
  Options.store(Opts, FunctionsOption, CapturableFunctions);
  Options.store(Opts, ModeOption, CapturableMode);
  Options.store(Opts, EntryPointsOption, EntryPoints);
  Options.store(Opts, IndexOption, IndexFile);
  Options.store(Opts, DriverOption, Driver);
  Options.store(Opts, OtherThreadsOption, Text(OtherThreads));
  Options.store(Opts, IgnoreSystemPragmaOption, Text(IgnoreSystemPragma));
  if (R == analysis::Rule::LeakOnError)
    Options.store(Opts, FailingCallsOption, Text(FailingCalls));
}

void CaptureCheck::registerPPCallbacks(const SourceManager &, Preprocessor *PP,
                                       Preprocessor *) {
  Shared->setPreprocessor(PP);
  lower::logErrors(PP->getDiagnostics());
  if (Shared->hasKnowledge())
    lower::takeHostLibrariesForSystem(*PP, Shared->knowledge());
  if (IgnoreSystemPragma && Shared->isFirstToIgnorePragma())
    lower::ignoreSystemPragma(*PP);
}

/// Only one check registers matchers. Its first match reports the findings of
/// all checks.
void CaptureCheck::registerMatchers(ast_matchers::MatchFinder *Finder) {
  if (!Shared->addWaiting(this))
    return;
  Finder->addMatcher(ast_matchers::translationUnitDecl().bind("tu"), this);
  // clangd does not match the translation unit, but only the declarations of
  // the main file. The first match of any kind starts the report.
  if (areDiagsSelfContained()) {
    Finder->addMatcher(ast_matchers::functionDecl().bind("f"), this);
    Finder->addMatcher(ast_matchers::lambdaExpr().bind("l"), this);
  }
}

void CaptureCheck::check(const ast_matchers::MatchFinder::MatchResult &Result) {
  for (CaptureCheck *Waiting : Shared->takeWaiting())
    Waiting->report(*Result.Context, *Result.SourceManager);
}

void CaptureCheck::report(ASTContext &Ctx, const SourceManager &SM) {
  readIndex(SM);
  Shared->findings(Ctx);
  for (const std::string &File : Shared->takeChangedFiles())
    remark(beginOf(SM),
           "'" + File +
               "' was changed since 'cuda-capture check' made the index of "
               "other translation units; what it defines is unknown until '" +
               commandFor(Shared->index()) + "' is run");
  for (const std::string &Problem : Shared->takeUnreadable())
    diag(beginOf(SM), "the index of other translation units is used in part: "
                      "%0; 'cuda-capture check' makes a new one")
        << Problem;
  // Only the first check reports the problems with annotations.
  for (const lower::CapturableContracts::Problem &P : Shared->takeProblems())
    diag(P.At, "%0") << P.Text;
  if (!Shared->hasKnowledge())
    return;
  const lower::Lowering &L = Shared->lowering();
  sayWhatIsPassedOver(SM);
  sayWhatIsMissing(L, SM);
  diagnose::Diagnoser Words(L, Ctx, Lang);
  for (const analysis::Finding &F : Shared->findings(Ctx))
    if (F.R == R && (!F.Possible || ReportPossible))
      emit(Words.diagnose(F), L, SM);
}

void CaptureCheck::sayWhatIsPassedOver(const SourceManager &SM) {
  for (const lower::PassedOver &Header : Shared->takePassedOver()) {
    std::string Reason = "'#pragma system_header' makes it a system header";
    std::string Remedy = "option " + IgnoreSystemPragmaOption.str();
    if (!Header.Library.empty()) {
      Reason = "headers in folders named '" + Header.Library +
               "' are taken for those of a library of the host";
      Remedy = "compile flag --no-system-header-prefix=" + Header.Library;
    }
    remark(beginOf(SM), "'" + Header.File +
                            "' begins a capture, and is not analysed as " +
                            Reason + "; look at it with the " + Remedy);
  }
}

void CaptureCheck::sayWhatIsMissing(const lower::Lowering &L,
                                    const SourceManager &SM) {
  for (const analysis::CoverageGap &G : Shared->takeCoverage()) {
    const report::Gap Words =
        report::describe(G, [](const ir::Loc &) { return report::Position(); });
    remark(SM.getFileLoc(L.sourceLocation(G.Root->At)), Words.Text);
  }
}

/// clangd takes a remark for a note on the previous diagnostic. In clangd, the
/// text is therefore a warning, which InformationPrefix turns into an
/// information.
void CaptureCheck::remark(SourceLocation At, const llvm::Twine &Text) {
  if (areDiagsSelfContained())
    diag(At, "%0") << (InformationPrefix + Text).str();
  else
    diag(At, "%0", DiagnosticIDs::Remark) << Text.str();
}

void CaptureCheck::emit(const diagnose::Warning &W, const lower::Lowering &L,
                        const SourceManager &SM) {
  auto Say = [&](SourceLocation At, StringRef Text,
                 ArrayRef<FixItHint> Edits = {},
                 DiagnosticIDs::Level Level = DiagnosticIDs::Note) {
    DiagnosticBuilder D = diag(At, "%0", Level) << Text;
    for (const FixItHint &Edit : Edits)
      D << Edit;
  };
  auto Where = [&](const ir::Loc &At) {
    return SM.getFileLoc(L.sourceLocation(At));
  };
  const SourceLocation Here = Where(W.Words.At);
  Say(Here, W.Words.Text, W.Edits, DiagnosticIDs::Warning);
  for (const report::Note &N : W.Words.Notes)
    Say(Where(N.At), N.Text);
  Say(Here, W.Words.Remedy, W.RemedyEdits);
  for (const diagnose::Warning::Alternative &A : W.Alternatives)
    Say(A.At.isValid() ? A.At : Here, A.Text, A.Edits);
}
