//===- TidyConfig.cpp - Options in .clang-tidy files ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TidyConfig.h"
#include "../checks/OptionNames.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang::tidy;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace {
class Provider : public FileOptionsProvider {
public:
  explicit Provider(ConfigFileHandler Handler)
      : FileOptionsProvider(ClangTidyGlobalOptions(), ClangTidyOptions(),
                            ClangTidyOptions(),
                            ConfigFileHandlers{std::move(Handler)}) {
    // Clang 22 does not set the file system if there are handlers.
    FS = llvm::vfs::getRealFileSystem();
  }
};
} // namespace

struct TidyConfig::Reader {
  Reader()
      : Files({".clang-tidy",
               [this](llvm::MemoryBufferRef Text) { return read(Text); }}) {}

  /// Parses a file. clang-tidy prints the error and goes on to the next file.
  llvm::ErrorOr<ClangTidyOptions> read(llvm::MemoryBufferRef Text) {
    llvm::ErrorOr<ClangTidyOptions> O =
        parseConfigurationWithDiags(Text, [&](const llvm::SMDiagnostic &D) {
          if (!Problem.empty() || D.getKind() != llvm::SourceMgr::DK_Error)
            return;
          Problem = Text.getBufferIdentifier().str();
          if (D.getLineNo() > 0)
            Problem += ":" + std::to_string(D.getLineNo()) + ":" +
                       std::to_string(D.getColumnNo() + 1);
          Problem += ": " + D.getMessage().str();
        });
    if (O)
      return O;
    if (Problem.empty())
      Problem =
          Text.getBufferIdentifier().str() + ": " + O.getError().message();
    return ClangTidyOptions();
  }

  Provider Files;
  /// The error in the first file that could not be parsed. All later calls
  /// return it, too.
  std::string Problem;
};

TidyConfig::TidyConfig() : R(std::make_unique<Reader>()) {}
TidyConfig::~TidyConfig() = default;

/// Whether \p List, which has patterns of checks, concerns our checks: it names
/// them, or it deselects all checks at its end. A list that selects among other
/// checks was written for clang-tidy without the plugin, and does not concern
/// our checks.
static bool isAboutUs(StringRef List) {
  if (List.contains("cuda-capture"))
    return true;
  llvm::SmallVector<StringRef, 16> Patterns;
  List.split(Patterns, ',', -1, /*KeepEmpty=*/false);
  bool IsOff = false;
  for (StringRef Pattern : Patterns) {
    Pattern = Pattern.trim();
    if (Pattern == "-*")
      IsOff = true;
    else if (!Pattern.empty() && !Pattern.starts_with("-"))
      IsOff = false;
  }
  return IsOff;
}

/// Resolves names of files in a .clang-tidy file. They are relative to the
/// folder of that file or, as for clang-tidy, to the folder in which the
/// program runs.
static std::string resolved(StringRef Names, StringRef Folder) {
  llvm::SmallVector<StringRef, 4> Each;
  Names.split(Each, ';', -1, /*KeepEmpty=*/false);
  std::string Result;
  for (StringRef Name : Each) {
    Name = Name.trim();
    llvm::SmallString<256> Below(Folder);
    path::append(Below, Name);
    const bool IsBelow =
        path::is_relative(Name) && llvm::sys::fs::exists(Below);
    Result +=
        (Result.empty() ? "" : ";") + (IsBelow ? Below.str() : Name).str();
  }
  return Result;
}

report::Position placeOfText(StringRef File, StringRef Text) {
  report::Position Result;
  Result.File = File.str();
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  if (!Buffer)
    return Result;
  const auto [Before, After] = (*Buffer)->getBuffer().split(Text);
  if (Before.size() == (*Buffer)->getBufferSize())
    return Result;
  Result.Line = Before.count('\n') + 1;
  Result.Column = Before.size() - (Before.rfind('\n') + 1) + 1;
  return Result;
}

/// Adds notices about wrong names in \p Options, which are from \p File.
static void addNotices(const ClangTidyOptions &Options, StringRef File,
                       std::vector<report::ConfigurationNotice> &To) {
  std::vector<std::string> Problems;
  if (Options.Checks)
    Problems = cuda_capture::checks::problemsWithChecks(*Options.Checks);
  for (const auto &Option : Options.CheckOptions)
    if (std::string Text =
            cuda_capture::checks::problemWithOption(Option.getKey());
        !Text.empty())
      Problems.push_back(std::move(Text));
  llvm::sort(Problems);
  for (std::string &Text : Problems) {
    // The first text in quotes is the name.
    const StringRef Name = StringRef(Text).split('\'').second.split('\'').first;
    report::Position At = placeOfText(File, Name);
    To.push_back({/*IsWarning=*/true, std::move(At), std::move(Text)});
  }
}

llvm::Expected<TidyOptions> TidyConfig::optionsFor(StringRef Source) {
  TidyOptions Result;
  // The files are ordered from the farthest to the nearest.
  for (const auto &[Options, File] : R->Files.getRawOptions(Source)) {
    addNotices(Options, File, Result.Notices);
    if (Options.Checks && !Options.Checks->empty()) {
      const std::string Before =
          Result.Checks ? Result.Checks->Text + "," : std::string();
      Result.Checks = {Before + *Options.Checks, File};
    }
    const std::pair<StringRef, std::optional<ConfiguredValue> TidyOptions::*>
        Known[] = {
            {"CudaCaptureKnowledgeBase", &TidyOptions::Knowledge},
            {"CudaCaptureReportPossible", &TidyOptions::ReportPossible},
            {"CudaCaptureLanguage", &TidyOptions::Language},
            {"CudaCaptureCapturableFunctions", &TidyOptions::Functions},
            {"CudaCaptureCapturableMode", &TidyOptions::Mode},
            {"CudaCaptureEntryPoints", &TidyOptions::EntryPoints},
            {"CudaCaptureIgnoreSystemPragma", &TidyOptions::IgnoreSystemPragma},
            {"CudaCaptureDriver", &TidyOptions::Driver},
            {"CudaCaptureOtherThreads", &TidyOptions::OtherThreads},
            {"cuda-capture-leak-on-error.FailingCalls",
             &TidyOptions::FailingCalls}};
    for (const auto &[Name, Field] : Known)
      if (auto It = Options.CheckOptions.find(Name);
          It != Options.CheckOptions.end())
        Result.*Field = {It->second.Value, File};
    if (Options.CheckOptions.contains("CudaCaptureKnowledgeBase"))
      Result.Knowledge->Text =
          resolved(Result.Knowledge->Text, path::parent_path(File));
  }
  if (!R->Problem.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), R->Problem);
  if (Result.Checks && !isAboutUs(Result.Checks->Text))
    Result.Checks.reset();
  return Result;
}
