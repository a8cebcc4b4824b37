//===- Commands.cpp - Compile commands for clangd -------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "../lib/compdb/Database.h"
#include "../lib/compdb/OwnFiles.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
using namespace cuda_capture::clangd;
using namespace llvm;

static compdb::Settings settings() {
  compdb::Settings S;
  S.Share = compdb::shareFolder();
  S.HostOptions = compdb::hostOptionsOfClang();
  return S;
}

std::string clangd::translateDatabase(StringRef Text,
                                      std::vector<std::string> &Log) {
  std::vector<compdb::BadCommand> Bad;
  Expected<std::vector<compdb::Command>> Commands =
      compdb::parseDatabase(Text, "compile_commands.json", Bad);
  if (!Commands) {
    Log.push_back(toString(Commands.takeError()));
    return Text.str();
  }
  for (const compdb::BadCommand &B : Bad)
    Log.push_back(B.File + ": " + B.Why);
  compdb::Translator T(settings());
  // Clang understands a command of nvcc only in part. A source whose command
  // cannot be translated is therefore read as if there were no database.
  std::vector<compdb::Command> Usable;
  for (compdb::Command &C : *Commands) {
    Expected<compdb::Command> Translated = T.translate(C);
    if (Translated)
      Usable.push_back(std::move(*Translated));
    else
      Log.push_back(toString(Translated.takeError()));
  }
  append_range(Log, T.report().Warnings);
  if (!T.report().Translated && Usable.size() == Commands->size())
    return Text.str();
  Log.push_back(T.report().summary());
  std::string Result;
  raw_string_ostream OS(Result);
  compdb::writeDatabase(OS, Usable);
  return OS.str();
}

/// Returns the toolkit for sources without a database. An editor that was not
/// started from a shell has no nvcc in its PATH.
static std::optional<compdb::Toolkit> usualToolkit(const compdb::Machine &On,
                                                   StringRef Directory) {
  if (std::optional<compdb::Toolkit> T =
          compdb::toolkitOf(On, "nvcc", Directory))
    return T;
  for (StringRef Root : {"/usr/local/cuda", "/opt/cuda", "/usr/lib/cuda"})
    if (std::optional<compdb::Toolkit> T = compdb::toolkitIn(On, Root))
      return T;
  return std::nullopt;
}

/// Whether Clang can read the toolkit's headers as CUDA. Before 22, Clang
/// includes a header that CUDA 13 no longer has, and other headers have
/// changed, too.
static bool canRead(const compdb::Machine &On, const compdb::Toolkit &T) {
  return CLANG_VERSION_MAJOR >= 22 ||
         On.exists(T.Include + "/texture_fetch_functions.h");
}

static void insert(std::vector<std::string> &Arguments,
                   std::initializer_list<std::string> Words) {
  Arguments.insert(Arguments.begin() + 1, Words.begin(), Words.end());
}

std::vector<std::string>
clangd::withoutDatabase(std::vector<std::string> Arguments, StringRef Directory,
                        StringRef File) {
  if (Arguments.empty())
    return Arguments;
  compdb::Settings S = settings();
  std::optional<compdb::Toolkit> T = usualToolkit(S.On, Directory);
  const StringRef Extension = sys::path::extension(File);
  const bool NamesLanguage =
      any_of(Arguments, [](StringRef A) { return A.starts_with("-x"); });
  bool IsCuda = Extension == ".cu" || Extension == ".cuh";
  if (IsCuda && !NamesLanguage)
    insert(Arguments, {"-x", "cuda"});
  if (!IsCuda && Extension != ".hip") {
    // Sources of the host may call the runtime.
    insert(Arguments, {"-idirafter", T ? T->Include : S.Share + "/include"});
    return Arguments;
  }
  // The user's own options say where CUDA is.
  const bool NamesHeaders = any_of(Arguments, [](StringRef A) {
    return A.starts_with("--cuda-path") || A == "-nocudainc" ||
           A == "-nogpuinc";
  });
  if (IsCuda && !NamesHeaders && T) {
    if (canRead(S.On, *T)) {
      S.CudaPath =
          T->Root.empty() ? sys::path::parent_path(T->Include).str() : T->Root;
    } else {
      insert(Arguments, {"-nocudainc", "-include", "cuda_runtime.h", "-isystem",
                         S.Share + "/include", "-idirafter", T->Include});
    }
  }
  compdb::Translator Translate(std::move(S));
  Expected<compdb::Command> Result =
      Translate.translate({Directory.str(), File.str(), "", Arguments});
  if (Result)
    return Result->Arguments;
  consumeError(Result.takeError());
  return Arguments;
}
