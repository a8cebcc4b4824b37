//===- Database.cpp - Compile databases for Clang -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Database.h"
#include "NvccOptions.h"
#if __has_include("clang/Options/Options.h")
#include "clang/Options/Options.h"
namespace driver_options = clang;
namespace driver_option_ids = clang::options;
#else
#include "clang/Driver/Options.h"
namespace driver_options = clang::driver;
namespace driver_option_ids = clang::driver::options;
#endif
#include "clang/Tooling/FileMatchTrie.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture;
using namespace cuda_capture::compdb;
using namespace llvm;
namespace path = llvm::sys::path;

static constexpr StringLiteral FileName = "compile_commands.json";

//===--- Options of the host's compiler -----------------------------------===//

static std::vector<std::string>
keepOptionsOfClang(std::vector<std::string> Options,
                   function_ref<void(StringRef)> Drop) {
  std::vector<const char *> Words;
  for (const std::string &O : Options)
    Words.push_back(O.c_str());
  unsigned MissingIndex = 0, MissingCount = 0;
  opt::InputArgList Arguments = driver_options::getDriverOptTable().ParseArgs(
      Words, MissingIndex, MissingCount,
      opt::Visibility(driver_option_ids::ClangOption));
  std::vector<std::string> Result;
  for (const opt::Arg *A : Arguments) {
    const opt::Option &O = A->getOption();
    StringRef Word = Words[A->getIndex()];
    if (O.getKind() == opt::Option::UnknownClass ||
        O.getKind() == opt::Option::InputClass ||
        O.hasFlag(driver_option_ids::Unsupported) ||
        isHostOptionDropped(Word)) {
      Drop(Word.split('=').first);
      continue;
    }
    opt::ArgStringList Rendered;
    A->render(Arguments, Rendered);
    Result.insert(Result.end(), Rendered.begin(), Rendered.end());
  }
  if (MissingCount)
    Drop(Words[MissingIndex]);
  return Result;
}

HostOptionFilter compdb::hostOptionsOfClang() { return keepOptionsOfClang; }

//===--- Files ------------------------------------------------------------===//

static Error problem(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

Expected<std::string> compdb::findDatabase(StringRef Path) {
  std::string File = Path.str();
  if (sys::fs::is_directory(Path)) {
    SmallString<256> Inside(Path);
    path::append(Inside, FileName);
    File = std::string(Inside);
  }
  if (!sys::fs::exists(File))
    return problem("no compile database: '" + File +
                   "' does not exist; CMake writes it with "
                   "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON (Ninja and Makefiles), "
                   "other build systems with 'bear -- BUILD COMMAND'");
  return File;
}

std::string compdb::findDatabaseAbove(StringRef Folder) {
  SmallString<256> Path(Folder);
  sys::fs::make_absolute(Path);
  path::remove_dots(Path, /*remove_dot_dot=*/true);
  for (StringRef Here = Path; !Here.empty(); Here = path::parent_path(Here)) {
    SmallString<256> File(Here);
    path::append(File, FileName);
    if (sys::fs::exists(File))
      return std::string(File);
    path::remove_filename(File);
    path::append(File, "compile_flags.txt");
    if (sys::fs::exists(File))
      break;
  }
  return "";
}

Expected<std::vector<Command>>
compdb::readDatabase(StringRef File, Translator &T,
                     std::vector<BadCommand> &Bad) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return problem("cannot read '" + File +
                   "': " + Buffer.getError().message());
  Expected<std::vector<Command>> Commands =
      parseDatabase((*Buffer)->getBuffer(), File, Bad);
  if (!Commands)
    return Commands;
  std::vector<Command> Result;
  for (const Command &C : *Commands) {
    Expected<Command> Translated = T.translate(C);
    if (Translated)
      Result.push_back(std::move(*Translated));
    else
      Bad.push_back({sourceOf(C), toString(Translated.takeError())});
  }
  return Result;
}

//===--- For Clang's tools ------------------------------------------------===//

namespace {

/// A database in memory. Like Clang's own databases, it also finds a file by
/// other names of the same file.
class TranslatedDatabase : public clang::tooling::CompilationDatabase {
public:
  explicit TranslatedDatabase(std::vector<Command> Commands) {
    for (Command &C : Commands) {
      const std::string File = sourceOf(C);
      // Clang's tools run the compiler, not a launcher such as ccache.
      C.Arguments.erase(C.Arguments.begin(),
                        C.Arguments.begin() + findCompiler(C.Arguments).Index);
      std::vector<clang::tooling::CompileCommand> &Same = ByFile[File];
      if (Same.empty()) {
        Files.push_back(File);
        Trie.insert(File);
      }
      Same.emplace_back(C.Directory, C.File, C.Arguments, C.Output);
    }
  }

  std::vector<clang::tooling::CompileCommand>
  getCompileCommands(StringRef FilePath) const override {
    SmallString<256> Native;
    path::native(FilePath, Native);
    path::remove_dots(Native, /*remove_dot_dot=*/true);
    auto Found = ByFile.find(std::string(Native));
    if (Found != ByFile.end())
      return Found->second;
    std::string Problem;
    raw_string_ostream OS(Problem);
    StringRef Match = Trie.findEquivalent(Native, OS);
    Found = ByFile.find(Match.str());
    if (Match.empty() || Found == ByFile.end())
      return {};
    return Found->second;
  }

  std::vector<std::string> getAllFiles() const override { return Files; }

  std::vector<clang::tooling::CompileCommand>
  getAllCompileCommands() const override {
    std::vector<clang::tooling::CompileCommand> Result;
    for (const std::string &F : Files)
      append_range(Result, ByFile.at(F));
    return Result;
  }

private:
  std::map<std::string, std::vector<clang::tooling::CompileCommand>> ByFile;
  std::vector<std::string> Files;
  clang::tooling::FileMatchTrie Trie;
};

} // namespace

Expected<std::unique_ptr<clang::tooling::CompilationDatabase>>
compdb::loadDatabase(StringRef File, Translator &T,
                     std::vector<BadCommand> &Bad) {
  Expected<std::vector<Command>> Commands = readDatabase(File, T, Bad);
  if (!Commands)
    return Commands.takeError();
  using namespace clang::tooling;
  // Clang does the same with a database that it loads itself.
  return inferTargetAndDriverMode(
      inferMissingCompileCommands(expandResponseFiles(
          std::make_unique<TranslatedDatabase>(std::move(*Commands)),
          vfs::getRealFileSystem())));
}
