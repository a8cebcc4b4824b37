//===- DumpIR.cpp - cuda-capture dump-ir ----------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpIR.h"
#include "../lib/ir/Printer.h"
#include "../lib/lower/Driver.h"
#include "Audit.h"
#include "Sources.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
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

namespace {

using UseSource = llvm::function_ref<void(ASTContext &, Preprocessor &)>;

class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &CI, UseSource Use) : CI(CI), Use(Use) {}
  void HandleTranslationUnit(ASTContext &Ctx) override {
    Use(Ctx, CI.getPreprocessor());
  }

private:
  CompilerInstance &CI;
  UseSource Use;
};

class Action : public ASTFrontendAction {
public:
  explicit Action(UseSource Use) : Use(Use) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    return std::make_unique<Consumer>(CI, Use);
  }

private:
  UseSource Use;
};

class Factory : public tooling::FrontendActionFactory {
public:
  explicit Factory(UseSource Use) : Use(Use) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<Action>(Use);
  }

private:
  UseSource Use;
};

} // namespace

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

/// Clang looks for its own headers beside the running program, where they are
/// not; the LLVM that this was built for has them.
static tooling::ArgumentsAdjuster useResourceDir() {
  return [](const tooling::CommandLineArguments &Args, StringRef) {
    for (const std::string &A : Args)
      if (StringRef(A).starts_with("-resource-dir"))
        return Args;
    if (!llvm::sys::fs::is_directory(CUDA_CAPTURE_RESOURCE_DIR))
      return Args;
    tooling::CommandLineArguments Result = Args;
    Result.insert(Result.begin() + 1,
                  "-resource-dir=" CUDA_CAPTURE_RESOURCE_DIR);
    return Result;
  };
}

bool forEachSource(const Sources &S, UseSource Use) {
  tooling::ClangTool Tool(*S.Commands, S.Files);
  Tool.appendArgumentsAdjuster(useResourceDir());
  Factory Actions(Use);
  return Tool.run(&Actions) == 0;
}

ExitCode runCompilerCommand(int Argc, const char **Argv) {
  llvm::Expected<Sources> S = parseSources(Argc, Argv);
  if (!S) {
    llvm::errs() << llvm::toString(S.takeError()) << '\n';
    return ExitCouldNotRun;
  }
  if (isAudit())
    return runAudit(*S);
  if (!Command) {
    llvm::errs() << "error: no command given; see cuda-capture --help\n";
    return ExitCouldNotRun;
  }
  if (S->Files.empty()) {
    llvm::errs() << "error: no source file given; usage: cuda-capture dump-ir "
                    "FILE -- FLAGS\n";
    return ExitCouldNotRun;
  }
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      lower::loadKnowledge(Knowledge);
  if (!KB)
    return badKnowledge(KB.takeError());
  return forEachSource(*S, [&](ASTContext &Ctx,
                               Preprocessor &PP) { dump(Ctx, PP, **KB); })
             ? ExitOk
             : ExitCouldNotRun;
}
