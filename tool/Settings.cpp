//===- Settings.cpp - What the commands of a run share --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"
#include "../lib/lower/Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace cuda_capture;
namespace cl = llvm::cl;

// Options of other files are made with them, in whichever order.
cl::SubCommand &checkCommand() {
  static cl::SubCommand C("check", "Find what is wrong in a whole program");
  return C;
}

cl::SubCommand &compileCommand() {
  static cl::SubCommand C("compile",
                          "Write what a source has to say to others");
  return C;
}

cl::SubCommand &diagnoseCommand() {
  static cl::SubCommand C("diagnose", "Find what is wrong in one source, as "
                                      "data for 'check'");
  return C;
}

cl::SubCommand &linkCommand() {
  static cl::SubCommand C("link",
                          "Make an index of what 'compile' has written");
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
                              cl::desc(LayeredKnowledgeText));
Shared<std::string> Functions(
    "capturable-functions", cl::value_desc("NAMES"),
    cl::desc("Functions that callers may capture: names with their scopes, "
             "separated by ';'; '*' stands for anything"));
Shared<std::string> Mode("capturable-mode", cl::value_desc("MODE"),
                         cl::init("global"),
                         cl::desc("The mode of those captures: global "
                                  "(default), thread-local or relaxed"));
Shared<std::string>
    EntryPoints("entry-points", cl::value_desc("NAMES"),
                cl::desc("Known entry points that are captured, too"));
Shared<std::string> Level(
    "level", cl::value_desc("LEVEL"), cl::init("exact"),
    cl::desc("exact (default): what is certain; possible: also what rests on "
             "something unknown; strict: also captures that a failing CUDA "
             "call leaves behind"));
Shared<std::string> LanguageName("language", cl::value_desc("LANG"),
                                 cl::init("en"),
                                 cl::desc("Of remedies: en (default) or zh"));
} // namespace

llvm::Expected<Settings> readSettings() {
  auto Problem = [](const llvm::Twine &Why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Why);
  };
  Settings S;
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      lower::loadKnowledge(Knowledge);
  if (!KB)
    return Problem("cannot use the knowledge base:\n" +
                   llvm::toString(KB.takeError()));
  S.KB = *KB;
  if (std::string Wrong = S.Capturable.setFunctions(Functions); !Wrong.empty())
    return Problem("--capturable-functions: " + Wrong);
  if (std::string Wrong = S.Capturable.setMode(Mode); !Wrong.empty())
    return Problem("--capturable-mode: " + Wrong +
                   "; expected global, thread-local or relaxed");
  if (std::string Wrong = S.Capturable.setEntryPoints(EntryPoints, *S.KB);
      !Wrong.empty())
    return Problem("--entry-points: " + Wrong);
  std::optional<report::Level> Wanted = report::levelOf(Level);
  if (!Wanted)
    return Problem("--level: '" + Level +
                   "' is none; expected exact, possible or strict");
  S.Level = *Wanted;
  S.Analysis.ReportPossible = S.Level != report::Level::Exact;
  S.Analysis.FailingCalls = S.Level == report::Level::Strict;
  std::optional<Language> Lang = languageOf(LanguageName);
  if (!Lang)
    return Problem("--language: '" + LanguageName +
                   "' is none; expected en or zh");
  S.Lang = *Lang;

  S.By.Version = ir::productVersion().str();
  S.By.Knowledge = KnowledgeBase::digest(knowledgePaths(Knowledge));
  for (const cl::opt<std::string> *O :
       {static_cast<cl::opt<std::string> *>(&Knowledge),
        static_cast<cl::opt<std::string> *>(&Functions),
        static_cast<cl::opt<std::string> *>(&Mode),
        static_cast<cl::opt<std::string> *>(&EntryPoints),
        static_cast<cl::opt<std::string> *>(&Level),
        static_cast<cl::opt<std::string> *>(&LanguageName)})
    if (O->getNumOccurrences())
      S.Arguments.push_back(("--" + O->ArgStr + "=" + O->getValue()).str());
  return S;
}

llvm::Error writeFile(llvm::StringRef Path,
                      llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  if (llvm::Error E = llvm::writeToOutput(Path, [&](llvm::raw_ostream &OS) {
        Write(OS);
        return llvm::Error::success();
      }))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "cannot write '" + Path +
                                       "': " + llvm::toString(std::move(E)));
  return llvm::Error::success();
}
