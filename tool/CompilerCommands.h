//===- CompilerCommands.h - Commands that are given sources -----*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_TOOL_COMPILERCOMMANDS_H
#define CUDA_CAPTURE_TOOL_COMPILERCOMMANDS_H

#include "Commands.h"
#include "Sources.h"

/// A command that takes files, and flags for them or a database.
struct CompilerCommand {
  llvm::cl::SubCommand &Name;
  ExitCode (*Run)(Sources &S);
  NeedOfCommands Need = NeedOfCommands::OfSources;
};

/// Each is defined in the file of its command.
extern const CompilerCommand AnalyseCommand, AuditCommand, CheckCommand,
    CompileCommand, DiagnoseCommand, DumpIRCommand, GraphCommand, LinkCommand;

/// Parses and runs one of them. Also answers --help and --version, and a
/// command line without a command.
ExitCode runCompilerCommand(int Argc, const char **Argv);

/// Prints "error: ..." and returns ExitCouldNotRun.
ExitCode couldNotRun(const llvm::Twine &Why);

#endif // CUDA_CAPTURE_TOOL_COMPILERCOMMANDS_H
