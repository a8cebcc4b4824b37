//===- cuda-capture.cpp - The command line tool ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpIR.h"
#include "KnowledgeCommands.h"
#include "clang/Basic/Version.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

llvm::cl::OptionCategory &toolCategory() {
  static llvm::cl::OptionCategory Category("cuda-capture options");
  return Category;
}

ExitCode badKnowledge(llvm::Error E) {
  llvm::errs() << "error: cannot use the knowledge base:\n"
               << llvm::toString(std::move(E)) << '\n';
  return ExitCouldNotRun;
}

int main(int Argc, const char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &OS) {
    OS << "cuda-capture " CUDA_CAPTURE_VERSION " ("
       << clang::getClangFullVersion() << ")\n";
  });
  // Clang's parser of common options gives them to every command, and wants
  // sources and a compilation database: not for commands that compile nothing.
  if (isKnowledgeCommand(Argc, Argv))
    return runKnowledgeCommand(Argc, Argv);
  return runCompilerCommand(Argc, Argv);
}
