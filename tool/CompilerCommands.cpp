//===- CompilerCommands.cpp - Commands that are given sources -------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerCommands.h"
#include "llvm/Support/raw_ostream.h"

ExitCode couldNotRun(const llvm::Twine &Why) {
  llvm::errs() << "error: " << Why << '\n';
  return ExitCouldNotRun;
}

ExitCode runCompilerCommand(int Argc, const char **Argv) {
  const CompilerCommand *const Commands[] = {
      &AnalyseCommand,  &AuditCommand,  &CheckCommand, &CompileCommand,
      &DiagnoseCommand, &DumpIRCommand, &GraphCommand, &LinkCommand};
  auto Chosen = [&]() -> const CompilerCommand * {
    for (const CompilerCommand *C : Commands)
      if (C->Name)
        return C;
    return nullptr;
  };
  llvm::Expected<Sources> S = parseSources(Argc, Argv, [&] {
    const CompilerCommand *C = Chosen();
    return C ? C->Need : NeedOfCommands::OfSources;
  });
  if (!S) {
    llvm::errs() << llvm::toString(S.takeError()) << '\n';
    return ExitCouldNotRun;
  }
  if (const CompilerCommand *C = Chosen())
    return C->Run(*S);
  return couldNotRun("no command given; see cuda-capture --help");
}
