//===- cuda-capture.cpp - The command line tool ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../lib/ir/Printer.h"
#include "../lib/lower/Driver.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/CommonOptionsParser.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture;
using namespace clang;

/// Exit codes of all commands.
enum { ExitOk = 0, ExitCouldNotAnalyse = 2 };

static llvm::cl::OptionCategory Category("cuda-capture options");
static llvm::cl::SubCommand
    DumpIR("dump-ir",
           "Print the CaptureIR of the functions that matter to capture");
static llvm::cl::opt<std::string> Knowledge(
    "kb", llvm::cl::value_desc("PATHS"),
    llvm::cl::desc("Files or folders of the knowledge base, separated by ';', "
                   "instead of the embedded one"),
    llvm::cl::cat(Category), llvm::cl::sub(DumpIR));

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

static int dumpIR(tooling::CommonOptionsParser &Options) {
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      lower::loadKnowledge(Knowledge);
  if (!KB) {
    llvm::errs() << "error: cannot use the knowledge base:\n"
                 << llvm::toString(KB.takeError()) << '\n';
    return ExitCouldNotAnalyse;
  }
  tooling::ClangTool Tool(Options.getCompilations(),
                          Options.getSourcePathList());
  Tool.appendArgumentsAdjuster(useResourceDir());
  DumpFactory Factory(**KB);
  return Tool.run(&Factory) ? ExitCouldNotAnalyse : ExitOk;
}

int main(int Argc, const char **Argv) {
  llvm::InitLLVM Init(Argc, Argv);
  llvm::cl::SetVersionPrinter([](llvm::raw_ostream &OS) {
    OS << "cuda-capture " CUDA_CAPTURE_VERSION " (" << getClangFullVersion()
       << ")\n";
  });
  llvm::Expected<tooling::CommonOptionsParser> Options =
      tooling::CommonOptionsParser::create(
          Argc, Argv, Category, llvm::cl::ZeroOrMore,
          "Finds illegal and silently wrong CUDA stream-capture code.\n");
  if (!Options) {
    llvm::errs() << llvm::toString(Options.takeError()) << '\n';
    return ExitCouldNotAnalyse;
  }
  if (!DumpIR) {
    llvm::errs() << "error: no command given; see cuda-capture --help\n";
    return ExitCouldNotAnalyse;
  }
  if (Options->getSourcePathList().empty()) {
    llvm::errs() << "error: no source file given; usage: cuda-capture dump-ir "
                    "FILE -- FLAGS\n";
    return ExitCouldNotAnalyse;
  }
  return dumpIR(*Options);
}
