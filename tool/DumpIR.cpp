//===- DumpIR.cpp - cuda-capture dump-ir ----------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../lib/ir/Printer.h"
#include "../lib/lower/Driver.h"
#include "CompilerCommands.h"
#include "Frontend.h"
#include "Sources.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
using namespace clang;

static llvm::cl::SubCommand
    Command("dump-ir",
            "Print the CaptureIR of the functions that matter to capture");
static llvm::cl::opt<std::string>
    Knowledge("kb", llvm::cl::value_desc("PATHS"),
              llvm::cl::desc(LayeredKnowledgeText),
              llvm::cl::cat(toolCategory()), llvm::cl::sub(Command));

static void dump(ASTContext &Ctx, Preprocessor &PP, const KnowledgeBase &KB) {
  std::unique_ptr<lower::Lowering> L =
      lower::lowerTranslationUnit(Ctx, &PP, KB);
  const ir::Module &M = L->module();
  ir::Module Relevant;
  Relevant.Name = M.Name;
  Relevant.Files = M.Files;
  Relevant.PerThreadDefaultStream = M.PerThreadDefaultStream;
  for (const ir::Function &F : M.Functions)
    if (L->matters(F))
      Relevant.add(F);
  ir::print(llvm::outs(), Relevant);
}

static ExitCode run(Sources &S) {
  if (S.Files.empty())
    return couldNotRun("no source file given; usage: cuda-capture dump-ir "
                       "FILE -- FLAGS");
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      lower::loadKnowledge(Knowledge);
  if (!KB)
    return badKnowledge(KB.takeError());
  S.HostLibraries = (*KB)->hostLibraries();
  return forEachSource(
             S, [&](ASTContext &Ctx, Preprocessor &PP) { dump(Ctx, PP, **KB); })
             ? ExitOk
             : ExitCouldNotRun;
}

const CompilerCommand DumpIRCommand = {Command, run};
