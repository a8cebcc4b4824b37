//===- CompilerCommands.cpp - Commands that take sources ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerCommands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace cl = llvm::cl;

ExitCode couldNotRun(const llvm::Twine &Why) {
  llvm::errs() << "error: " << Why << '\n';
  return ExitCouldNotRun;
}

/// Returns the name of the command that is most similar to \p Name, in quotes;
/// empty if none is similar.
static std::string nearestCommand(llvm::StringRef Name) {
  std::string Result;
  unsigned Least = 3;
  for (const cl::SubCommand *C : cl::getRegisteredSubcommands()) {
    unsigned Distance = Name.edit_distance(C->getName());
    if (!C->getName().empty() && Distance < Least) {
      Least = Distance;
      Result = ("'" + C->getName() + "'").str();
    }
  }
  return Result;
}

ExitCode runCompilerCommand(int Argc, const char **Argv) {
  llvm::StringRef First = Argc > 1 ? Argv[1] : "";
  // Otherwise an unknown name would count as a source without a command.
  if (!First.empty() && First.front() != '-' && First.front() != '@' &&
      llvm::none_of(cl::getRegisteredSubcommands(),
                    [&](cl::SubCommand *C) { return C->getName() == First; })) {
    std::string Near = nearestCommand(First);
    return couldNotRun("unknown command '" + First + "'" +
                       (Near.empty() ? "" : "; did you mean " + Near + "?") +
                       (Near.empty() ? "; see" : " See") +
                       " cuda-capture --help");
  }
  const CompilerCommand *const Commands[] = {
      &AnalyseCommand, &AuditCommand,    &CheckCommand,
      &CompileCommand, &DiagnoseCommand, &DumpIRCommand,
      &GraphCommand,   &InitCommand,     &LinkCommand};
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
