//===- DumpIR.cpp - cuda-capture dump-ir ----------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DumpIR.h"
#include "../lib/ir/Printer.h"
#include "../lib/lower/Driver.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/CommonOptionsParser.h"
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

class DumpConsumer : public ASTConsumer {
public:
  DumpConsumer(CompilerInstance &CI, const KnowledgeBase &KB)
      : CI(CI), KB(KB) {}

  void HandleTranslationUnit(ASTContext &Ctx) override {
    std::unique_ptr<lower::Lowering> L =
        lower::lowerTranslationUnit(Ctx, &CI.getPreprocessor(), KB);
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

private:
  CompilerInstance &CI;
  const KnowledgeBase &KB;
};

class DumpAction : public ASTFrontendAction {
public:
  explicit DumpAction(const KnowledgeBase &KB) : KB(KB) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    return std::make_unique<DumpConsumer>(CI, KB);
  }

private:
  const KnowledgeBase &KB;
};

class DumpFactory : public tooling::FrontendActionFactory {
public:
  explicit DumpFactory(const KnowledgeBase &KB) : KB(KB) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<DumpAction>(KB);
  }

private:
  const KnowledgeBase &KB;
};

} // namespace

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

ExitCode runCompilerCommand(int Argc, const char **Argv) {
  llvm::Expected<tooling::CommonOptionsParser> Options =
      tooling::CommonOptionsParser::create(Argc, Argv, toolCategory(),
                                           llvm::cl::ZeroOrMore, ToolOverview);
  if (!Options) {
    llvm::errs() << llvm::toString(Options.takeError()) << '\n';
    return ExitCouldNotRun;
  }
  if (!Command) {
    llvm::errs() << "error: no command given; see cuda-capture --help\n";
    return ExitCouldNotRun;
  }
  if (Options->getSourcePathList().empty()) {
    llvm::errs() << "error: no source file given; usage: cuda-capture dump-ir "
                    "FILE -- FLAGS\n";
    return ExitCouldNotRun;
  }
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      lower::loadKnowledge(Knowledge);
  if (!KB)
    return badKnowledge(KB.takeError());
  tooling::ClangTool Tool(Options->getCompilations(),
                          Options->getSourcePathList());
  Tool.appendArgumentsAdjuster(useResourceDir());
  DumpFactory Factory(**KB);
  return Tool.run(&Factory) ? ExitCouldNotRun : ExitOk;
}
