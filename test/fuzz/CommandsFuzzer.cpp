//===- CommandsFuzzer.cpp - Hostile compile commands ----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A compile database of any content, or if it is none, a command of nvcc that
/// reads itself as a file with options. What is translated can be written, read
/// again, and translated again without a change. libFuzzer calls this
/// (docs/fuzzing.md), and the unit tests with the corpus that is kept.
///
//===----------------------------------------------------------------------===//

#include "compdb/Translate.h"
#include "compdb/Words.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace cuda_capture::compdb;
using namespace llvm;

/// Nothing of the real machine.
static Machine machine(StringRef Text) {
  auto Files = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  auto Add = [&](StringRef File, StringRef Content = "") {
    Files->addFile(File, 0, MemoryBuffer::getMemBufferCopy(Content));
  };
  Add("/cuda/bin/nvcc");
  Add("/cuda/include/cuda.h");
  Add("/cuda/include/cuda_runtime.h");
  Add("/src/options.rsp", Text);
  Machine M;
  M.Files = Files;
  M.Environment = [](StringRef Name) -> std::optional<std::string> {
    if (Name == "PATH")
      return "/cuda/bin";
    return std::nullopt;
  };
  return M;
}

[[noreturn]] static void wrong(StringRef What, const Command *C = nullptr) {
  errs() << "wrong: " << What << '\n';
  for (StringRef Word : C ? C->Arguments : std::vector<std::string>())
    errs().write_escaped(Word) << '\n';
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Text(reinterpret_cast<const char *>(Data), Size);
  std::vector<BadCommand> Bad;
  Expected<std::vector<Command>> Commands = parseDatabase(Text, "<input>", Bad);
  if (!Commands) {
    if (toString(Commands.takeError()).empty())
      wrong("an error without a text");
    Commands = std::vector<Command>{
        {"/src", "a.cu", "", {"nvcc", "-optf", "options.rsp", "a.cu"}}};
  }
  Settings S;
  S.On = machine(Text);
  S.Share = "/share";
  Translator T(std::move(S));
  std::vector<Command> Translated;
  for (const Command &C : *Commands) {
    Expected<Command> Result = T.translate(C);
    if (!Result) {
      if (toString(Result.takeError()).empty())
        wrong("an error without a text", &C);
      continue;
    }
    Command Again = cantFail(T.translate(*Result));
    if (Again.Arguments != Result->Arguments) {
      errs() << "wrong: what is translated is translated again\n";
      wrong("to this", &Again);
    }
    Translated.push_back(std::move(*Result));
  }
  T.report().summary();
  std::string Written;
  raw_string_ostream OS(Written);
  writeDatabase(OS, Translated);
  if (!Translated.empty() &&
      cantFail(parseDatabase(OS.str(), "<written>", Bad)).size() !=
          Translated.size())
    wrong("what is written is not read");
  return 0;
}
