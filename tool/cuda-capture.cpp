//===- cuda-capture.cpp - The command line tool ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../lib/compdb/Words.h"
#include "Compdb.h"
#include "CompilerCommands.h"
#include "KnowledgeCommands.h"
#include "Scratch.h"
#include "Settings.h"
#include "Watch.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>

llvm::cl::OptionCategory &toolCategory() {
  static llvm::cl::OptionCategory Category("cuda-capture options");
  return Category;
}

ExitCode badKnowledge(llvm::Error E) {
  llvm::errs() << "error: cannot use the knowledge base:\n"
               << llvm::toString(std::move(E)) << '\n';
  return ExitCouldNotRun;
}

/// Finds options files (`@FILE`) in which a quote is not closed. LLVM reads
/// them without a warning, and takes everything behind the quote as one option.
/// \returns the name of the first such file, or an empty string.
static llvm::StringRef optionsFileWithOpenQuote(int Argc, const char **Argv) {
  for (llvm::StringRef Word : llvm::ArrayRef(Argv, Argc).drop_front()) {
    if (Word == "--")
      break;
    if (!Word.consume_front("@"))
      continue;
    auto Text = llvm::MemoryBuffer::getFile(Word);
    if (Text && cuda_capture::compdb::hasOpenQuote((*Text)->getBuffer()))
      return Word;
  }
  return "";
}

static int runCommand(int Argc, const char **Argv) {
  // The commands that compile register their options for all commands. The
  // other commands must not have these options, so they come first.
  if (isKnowledgeCommand(Argc, Argv))
    return runKnowledgeCommand(Argc, Argv);
  if (isCompdbCommand(Argc, Argv))
    return runCompdbCommand(Argc, Argv);
  return runCompilerCommand(Argc, Argv);
}

int main(int Argc, const char **Argv) {
  endWithParent(Argc, Argv);
  llvm::InitLLVM Init(Argc, Argv);
  keepCommandLine(llvm::ArrayRef(Argv, Argc));
#ifdef SIGXFSZ
  // A file that gets too large is an error in writing, not a crash.
  std::signal(SIGXFSZ, SIG_IGN);
#endif
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &OS) {
    OS << "cuda-capture " CUDA_CAPTURE_VERSION " ("
       << clang::getClangFullVersion() << ")\n";
  });
  if (llvm::StringRef File = optionsFileWithOpenQuote(Argc, Argv);
      !File.empty())
    return couldNotRun(File + ": a quote is not closed; close it, or write \\' "
                              "or \\\" for a quote that belongs to the text");
  const int Code = runCommand(Argc, Argv);
  if (llvm::Error E = flushOutput())
    return couldNotRun(llvm::toString(std::move(E)));
  return Code;
}
