//===- Settings.cpp - Options that commands share -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "../lib/lower/Driver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace cuda_capture;
namespace cl = llvm::cl;

// Options in other files refer to these commands, and the order of their
// initialization is not defined.
cl::SubCommand &auditCommand() {
  static cl::SubCommand C("audit", "Say which functions can be called while a "
                                   "stream is captured");
  return C;
}

cl::SubCommand &checkCommand() {
  static cl::SubCommand C("check", "Find violations in a whole program");
  return C;
}

cl::SubCommand &compileCommand() {
  static cl::SubCommand C(
      "compile",
      "Write the object of a source: its functions as other sources see them");
  return C;
}

cl::SubCommand &diagnoseCommand() {
  static cl::SubCommand C("diagnose",
                          "Find violations in one source, as data for 'check'");
  return C;
}

cl::SubCommand &initCommand() {
  static cl::SubCommand C("init", "Propose which functions to declare "
                                  "capturable, and write the configuration");
  return C;
}

cl::SubCommand &linkCommand() {
  static cl::SubCommand C(
      "link", "Link the objects that 'compile' has written into an index");
  return C;
}

namespace {
template <typename T> struct Shared : cl::opt<T> {
  template <typename... Ms>
  explicit Shared(const Ms &...M)
      : cl::opt<T>(M..., cl::cat(toolCategory()), cl::sub(checkCommand()),
                   cl::sub(compileCommand()), cl::sub(diagnoseCommand())) {}
};

Shared<std::string> Knowledge("kb", cl::value_desc("PATHS"),
                              cl::desc(LayeredKnowledgeText),
                              cl::sub(auditCommand()), cl::sub(initCommand()));
Shared<std::string> Functions(
    "capturable-functions", cl::value_desc("NAMES"),
    cl::desc("Functions that callers may capture: names with their scopes, "
             "separated by ';'; '*' stands for anything"));
Shared<std::string> Mode("capturable-mode", cl::value_desc("MODE"),
                         cl::init("global"),
                         cl::desc("The mode of those captures: global "
                                  "(default), thread-local or relaxed"),
                         cl::sub(auditCommand()), cl::sub(initCommand()));
cl::opt<std::string> AuditMode("mode", cl::value_desc("MODE"),
                               cl::desc("The mode of the capture: global "
                                        "(default), thread-local or relaxed"),
                               cl::cat(toolCategory()),
                               cl::sub(auditCommand()));
Shared<std::string>
    EntryPoints("entry-points", cl::value_desc("NAMES"),
                cl::desc("Known entry points that are captured, too"),
                cl::sub(auditCommand()));
Shared<std::string>
    Level("level", cl::value_desc("LEVEL"), cl::init("exact"),
          cl::sub(initCommand()),
          cl::desc("exact (default): findings that are certain; possible: also "
                   "those that rest on something unknown; strict: also "
                   "captures that a failing CUDA call leaves behind"));
Shared<std::string>
    LanguageName("language", cl::value_desc("LANG"), cl::init("en"),
                 cl::desc("Language of remedies: en (default) or zh"));
Shared<unsigned> Effort(
    "effort", cl::value_desc("N"), cl::init(10),
    cl::desc("How long large functions that capture are looked at: N times as "
             "long as in an editor (10)"),
    cl::sub(auditCommand()), cl::sub(initCommand()));
Shared<bool> IgnoreSystemPragma(
    "ignore-system-pragma",
    cl::desc("Look at headers, too, that '#pragma system_header' makes system "
             "headers, unless the include path says so as well"),
    cl::sub(auditCommand()), cl::sub(initCommand()));
Shared<bool> OtherThreads(
    "other-threads",
    cl::desc("The code is a library: programs that use it have threads that "
             "make CUDA calls at any time"),
    cl::sub(initCommand()));
Shared<std::string>
    Driver("driver", cl::value_desc("VERSION"),
           cl::desc("The version of CUDA that the driver is of, such as 12.3 "
                    "(default: the least that the toolkit requires)"),
           cl::sub(auditCommand()), cl::sub(initCommand()));
cl::opt<bool> NoConfig("no-config", cl::desc("Read no .clang-tidy files"),
                       cl::cat(toolCategory()), cl::sub(checkCommand()),
                       cl::sub(diagnoseCommand()), cl::sub(auditCommand()),
                       cl::sub(initCommand()));
/// 'audit' and 'init' pass this option to 'compile'.
cl::opt<bool> AllCapturable("audit", cl::Hidden,
                            cl::desc("Declare every function capturable"),
                            cl::cat(toolCategory()), cl::sub(compileCommand()));
/// A level that only .clang-tidy files can ask for.
cl::opt<bool> FailingCalls("failing-calls", cl::Hidden,
                           cl::desc("Also what a failing CUDA call leaves "
                                    "behind, but nothing that is possible"),
                           cl::cat(toolCategory()), cl::sub(compileCommand()),
                           cl::sub(diagnoseCommand()));
/// 'check' passes this option on if --checks or a .clang-tidy file deselects
/// the check that reports captures which are not ended.
cl::opt<bool> LeaksHidden("leaks-hidden", cl::Hidden,
                          cl::desc("Report what a capture that is not ended "
                                   "makes of later calls on its own"),
                          cl::cat(toolCategory()), cl::sub(compileCommand()),
                          cl::sub(diagnoseCommand()));
} // namespace

void hideLeaks(Settings &S) {
  S.Analysis.ReportLeaks = false;
  if (!llvm::is_contained(S.Arguments, "--leaks-hidden"))
    S.Arguments.push_back("--leaks-hidden");
}

bool readsConfiguration() { return !NoConfig; }

namespace {
/// The value of an option, and its origin.
struct Chosen {
  std::string Text;
  /// The beginning of messages about the value.
  std::string Where;
};
} // namespace

/// Returns the value on the command line, or else the configured one or the
/// default.
static Chosen choose(const cl::opt<std::string> &Option,
                     const std::optional<ConfiguredValue> &Configured,
                     llvm::StringRef Name) {
  if (!Option.getNumOccurrences() && Configured)
    return {Configured->Text, Configured->File + ": " + Name.str()};
  return {Option.getValue(), ("--" + Option.ArgStr).str()};
}

static llvm::Error problem(const llvm::Twine &Why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Why);
}

/// Reads a flag as clang-tidy does.
static llvm::Expected<bool> flag(const std::optional<ConfiguredValue> &Value,
                                 llvm::StringRef Name) {
  if (!Value)
    return false;
  llvm::StringRef Text(Value->Text);
  if (Text.equals_insensitive("true") || Text == "1")
    return true;
  if (Text.equals_insensitive("false") || Text == "0")
    return false;
  return problem(Value->File + ": " + Name + ": invalid value '" + Text +
                 "'; expected true or false");
}

/// Sets which findings are reported: by the level, or by two configured
/// options.
static llvm::Error readLevel(const TidyOptions &Configured, Settings &S) {
  std::optional<report::Level> Wanted = report::levelOf(Level);
  if (!Wanted)
    return problem("--level: '" + Level +
                   "' is unknown; expected exact, possible or strict");
  S.Analysis.ReportPossible = *Wanted != report::Level::Exact;
  S.Analysis.FailingCalls = *Wanted == report::Level::Strict || FailingCalls;
  if (!Level.getNumOccurrences()) {
    llvm::Expected<bool> Possible =
        flag(Configured.ReportPossible, "CudaCaptureReportPossible");
    if (!Possible)
      return Possible.takeError();
    llvm::Expected<bool> Failing =
        flag(Configured.FailingCalls, "FailingCalls");
    if (!Failing)
      return Failing.takeError();
    S.Analysis.ReportPossible |= *Possible;
    S.Analysis.FailingCalls |= *Failing;
  }
  const bool Possible = S.Analysis.ReportPossible,
             Failing = S.Analysis.FailingCalls;
  S.Level = Failing    ? report::Level::Strict
            : Possible ? report::Level::Possible
                       : report::Level::Exact;
  if (Possible)
    S.Arguments.push_back(Failing ? "--level=strict" : "--level=possible");
  else if (Failing)
    S.Arguments.push_back("--failing-calls");
  return llvm::Error::success();
}

/// Sets \p Value to the flag on the command line, or else to the configured
/// one, and passes it on to other processes.
static llvm::Error readFlag(const cl::opt<bool> &Option,
                            const std::optional<ConfiguredValue> &Configured,
                            llvm::StringRef Name, Settings &S, bool &Value) {
  llvm::Expected<bool> Flag = flag(Configured, Name);
  if (!Flag)
    return Flag.takeError();
  Value = Option.getNumOccurrences() ? Option.getValue() : *Flag;
  if (Value)
    S.Arguments.push_back(("--" + Option.ArgStr).str());
  return llvm::Error::success();
}

static std::vector<std::string> without(std::vector<std::string> Arguments,
                                        llvm::StringRef Prefix) {
  llvm::erase_if(Arguments, [&](const std::string &A) {
    return llvm::StringRef(A).starts_with(Prefix);
  });
  return Arguments;
}

llvm::Expected<Settings> readSettings(const TidyOptions &Configured,
                                      Contracts Of) {
  Settings S;
  auto HandOn = [&](const cl::opt<std::string> &Option, const Chosen &Value) {
    const auto &Default = Option.getDefault();
    if (Value.Text != (Default.hasValue() ? Default.getValue() : ""))
      S.Arguments.push_back(("--" + Option.ArgStr + "=" + Value.Text).str());
  };
  const Chosen Paths =
      choose(Knowledge, Configured.Knowledge, "CudaCaptureKnowledgeBase");
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      lower::loadKnowledge(Paths.Text);
  if (!KB)
    return problem("cannot use the knowledge base:\n" +
                   llvm::toString(KB.takeError()));
  S.KB = *KB;
  HandOn(Knowledge, Paths);
  const Chosen Names =
      choose(Functions, Configured.Functions, "CudaCaptureCapturableFunctions");
  if (std::string Wrong = S.Capturable.setFunctions(Names.Text); !Wrong.empty())
    return problem(Names.Where + ": " + Wrong);
  HandOn(Functions, Names);
  const Chosen OfMode = choose(AuditMode.getNumOccurrences() ? AuditMode : Mode,
                               Configured.Mode, "CudaCaptureCapturableMode");
  if (std::string Wrong = S.Capturable.setMode(OfMode.Text); !Wrong.empty())
    return problem(OfMode.Where + ": " + Wrong +
                   "; expected global, thread-local or relaxed");
  HandOn(Mode, OfMode);
  const Chosen Entries =
      choose(EntryPoints, Configured.EntryPoints, "CudaCaptureEntryPoints");
  if (std::string Wrong = S.Capturable.setEntryPoints(Entries.Text, *S.KB);
      !Wrong.empty())
    return problem(Entries.Where + ": " + Wrong);
  HandOn(EntryPoints, Entries);
  if (llvm::Error E = readLevel(Configured, S))
    return E;
  if (llvm::Error E =
          readFlag(IgnoreSystemPragma, Configured.IgnoreSystemPragma,
                   "CudaCaptureIgnoreSystemPragma", S, S.IgnoreSystemPragma))
    return E;
  if (llvm::Error E =
          readFlag(OtherThreads, Configured.OtherThreads,
                   "CudaCaptureOtherThreads", S, S.Analysis.OtherThreads))
    return E;
  S.SetsOtherThreads =
      OtherThreads.getNumOccurrences() || Configured.OtherThreads;
  const Chosen OfDriver =
      choose(Driver, Configured.Driver, "CudaCaptureDriver");
  if (!OfDriver.Text.empty()) {
    std::optional<CudaVersion> Version = CudaVersion::parse(OfDriver.Text);
    if (!Version)
      return problem(OfDriver.Where + ": '" + OfDriver.Text +
                     "' is not a version of CUDA, such as 12.3");
    S.Analysis.Driver = {*Version, /*IsKnown=*/true};
  }
  HandOn(Driver, OfDriver);
  S.Capturable.Audit = AllCapturable || Of == Contracts::All;
  if (S.Capturable.Audit) {
    // Overriders only matter for possible findings, which an audit lists.
    S.Analysis.ReportPossible = true;
    S.Arguments = without(std::move(S.Arguments), "--level=");
    S.Arguments.insert(S.Arguments.end(), {"--audit", "--level=possible"});
  }
  const Chosen OfLanguage =
      choose(LanguageName, Configured.Language, "CudaCaptureLanguage");
  std::optional<Language> Lang = languageOf(OfLanguage.Text);
  if (!Lang)
    return problem(OfLanguage.Where + ": '" + OfLanguage.Text +
                   "' is unknown; expected en or zh");
  S.Lang = *Lang;
  HandOn(LanguageName, OfLanguage);
  if (Configured.Checks)
    S.Checks = Configured.Checks->Text;
  if (LeaksHidden)
    hideLeaks(S);

  if (!Effort || Effort > MaxEffort)
    return problem("--effort: a number from 1 to " + llvm::Twine(MaxEffort) +
                   " expected");
  S.Analysis.BudgetFactor = Effort;
  if (Effort != Effort.getDefault().getValue())
    S.Arguments.push_back("--effort=" + std::to_string(Effort));

  S.By.Version = ir::productVersion().str();
  S.KnowledgePaths = knowledgePaths(Paths.Text);
  S.By.Knowledge = KnowledgeBase::digest(S.KnowledgePaths);
  return S;
}
