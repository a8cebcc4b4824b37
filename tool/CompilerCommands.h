//===- CompilerCommands.h - Commands that take sources ----------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_COMPILERCOMMANDS_H
#define CUDA_CAPTURE_TOOL_COMPILERCOMMANDS_H

#include "Commands.h"
#include "Sources.h"

/// A command that takes files, and either flags for them or a compile database.
struct CompilerCommand {
  llvm::cl::SubCommand &Name;
  ExitCode (*Run)(Sources &S);
  NeedOfCommands Need = NeedOfCommands::OfSources;
};

/// The file of each command defines its object.
extern const CompilerCommand AnalyseCommand, AuditCommand, CheckCommand,
    CompileCommand, DiagnoseCommand, DumpIRCommand, GraphCommand, InitCommand,
    LinkCommand;

/// Parses a command line and runs one of these commands. Also handles --help,
/// --version, and a command line without a command.
ExitCode runCompilerCommand(int Argc, const char **Argv);

/// Prints "error: ..." and returns ExitCouldNotRun.
ExitCode couldNotRun(const llvm::Twine &Why);

#endif // CUDA_CAPTURE_TOOL_COMPILERCOMMANDS_H
