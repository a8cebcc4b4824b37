//===- Compdb.cpp - cuda-capture compdb -----------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compdb.h"
#include "../lib/compdb/Database.h"
#include "Settings.h"
#include "Sources.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
using namespace llvm;

static constexpr StringLiteral CommandName = "compdb";

static cl::SubCommand Command(CommandName,
                              "Translate a compile database for Clang's tools");

bool isCompdbCommand(int Argc, const char **Argv) {
  return Argc > 1 && Argv[1] == CommandName;
}

static ExitCode fail(const Twine &Reason) {
  errs() << "error: " << Reason << '\n';
  return ExitCouldNotRun;
}

ExitCode runCompdbCommand(int Argc, const char **Argv) {
  // These are not global, because the commands that compile have a -p, too,
  // which is registered for all commands.
  static cl::opt<std::string> BuildPath(
      "p", cl::value_desc("BUILD"),
      cl::desc("The folder with compile_commands.json; default: the nearest "
               "above this folder"),
      cl::cat(toolCategory()), cl::sub(Command));
  static cl::opt<std::string> Output(
      "o", cl::value_desc("FILE"), cl::desc("Where to write; - is the output"),
      cl::cat(toolCategory()), cl::sub(Command));
  static cl::opt<std::string> CudaPath(
      "cuda-path", cl::value_desc("DIR"),
      cl::desc("A CUDA toolkit, instead of the one that nvcc belongs to"),
      cl::cat(toolCategory()), cl::sub(Command));
  cl::HideUnrelatedOptions(toolCategory(), Command);
  std::string Errors;
  raw_string_ostream OS(Errors);
  if (!cl::ParseCommandLineOptions(Argc, Argv, ToolOverview, &OS)) {
    errs() << OS.str();
    return ExitCouldNotRun;
  }
  if (Output.empty())
    return fail("nowhere to write to; usage: cuda-capture compdb [-p BUILD] "
                "-o FILE");

  std::string File;
  if (BuildPath.empty())
    File = compdb::findDatabaseAbove(".");
  if (File.empty()) {
    Expected<std::string> Found =
        compdb::findDatabase(BuildPath.empty() ? "." : BuildPath.getValue());
    if (!Found)
      return fail(toString(Found.takeError()));
    File = *Found;
  }
  if (Output != "-" && sys::fs::equivalent(File, Output))
    return fail("'" + Output + "' is the database that is read");

  compdb::Translator T = makeTranslator(CudaPath);
  std::vector<compdb::BadCommand> Bad;
  Expected<std::vector<compdb::Command>> Commands =
      compdb::readDatabase(File, T, Bad);
  if (!Commands)
    return fail(toString(Commands.takeError()));
  // A process that reads the file meanwhile sees the old one or the new one.
  if (Error E = writeFile(Output, [&](raw_ostream &OS) {
        compdb::writeDatabase(OS, *Commands);
      }))
    return fail(toString(std::move(E)));
  printReport(T);
  for (const compdb::BadCommand &B : Bad)
    fail(B.File + ": left out: " + B.Why);
  return Bad.empty() ? ExitOk : ExitCouldNotRun;
}
