//===- Fixture.h - Commands on a machine in memory --------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TEST_COMPDB_FIXTURE_H
#define CUDA_CAPTURE_TEST_COMPDB_FIXTURE_H

#include "compdb/Translate.h"
#include "compdb/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace cuda_capture::compdb {

using llvm::StringRef;
using Words = std::vector<std::string>;

/// A machine with a toolkit in /cuda, and nothing else.
class Translate : public testing::Test {
protected:
  Translate() {
    for (const char *File : {"/cuda/bin/nvcc", "/cuda/include/cuda_runtime.h",
                             "/cuda/include/texture_fetch_functions.h"})
      add(File);
    add("/cuda/include/cuda.h", "#define CUDA_VERSION 12040\n");
  }

  void add(StringRef File, StringRef Text = "") {
    Files->addFile(File, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  }

  Settings settings() {
    Settings S;
    S.On.Files = Files;
    S.On.Environment = [this](StringRef Name) -> std::optional<std::string> {
      auto I = Variables.find(Name.str());
      if (I == Variables.end())
        return std::nullopt;
      return I->second;
    };
    S.Share = "/share";
    return S;
  }

  Command translate(const Command &C) {
    Translator T(settings());
    llvm::Expected<Command> Result = T.translate(C);
    R = T.report();
    if (!Result) {
      Wrong = llvm::toString(Result.takeError());
      return Command();
    }
    return *Result;
  }

  /// Translates a shell's command for /src/a.cu.
  Words run(StringRef Text, StringRef File = "a.cu") {
    return translate({"/src", File.str(), "", shellWords(Text)}).Arguments;
  }

  /// The options that do not come from the toolkit.
  std::string options(StringRef Given) {
    Words Prefix = run("/cuda/bin/nvcc a.cu");
    Words All = run(("/cuda/bin/nvcc " + Given + " a.cu").str());
    size_t I = 0;
    while (I < All.size() && I < Prefix.size() && All[I] == Prefix[I] &&
           All[I] != "-x")
      ++I;
    size_t End = All.size();
    while (End > I && All[End - 1] != "-x")
      --End;
    return llvm::join(All.begin() + I, All.begin() + (End ? End - 1 : 0), "|");
  }

  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Files{
      new llvm::vfs::InMemoryFileSystem};
  std::map<std::string, std::string> Variables;
  Report R;
  std::string Wrong;
};

} // namespace cuda_capture::compdb

#endif // CUDA_CAPTURE_TEST_COMPDB_FIXTURE_H
