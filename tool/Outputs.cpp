//===- Outputs.cpp - Compile commands without their outputs ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outputs.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/DependencyOutputOptions.h"
#include "clang/Frontend/FrontendOptions.h"
#include "clang/Lex/HeaderSearchOptions.h"

using namespace clang;
using llvm::StringRef;

namespace {
/// An option that is dropped.
struct Output {
  StringRef Name;
  enum Form {
    Word,   ///< The option is just this word.
    Value,  ///< It is this word, and the next one is its value.
    Prefix, ///< It is any word with this beginning.
    Either, ///< It is a Prefix; if it has no rest, the next word is its value.
  } F;
};
} // namespace

/// Options with one dash may also have two. Clang's own adjusters drop -o and
/// -M....
static constexpr Output Table[] = {
    {"-output", Output::Value},
    {"-output=", Output::Prefix},
    {"-MJ", Output::Either},
    {"-gen-cdb-fragment-path", Output::Value},
    {"-gen-cdb-fragment-path=", Output::Prefix},
    {"-serialize-diagnostics", Output::Value},
    {"-serialize-diagnostics=", Output::Prefix},
    {"-save-temps", Output::Prefix},
    {"-save-stats", Output::Prefix},
    {"-ftime-trace", Output::Prefix},
    {"-fproc-stat-report", Output::Prefix},
    {"-fcrash-diagnostics", Output::Prefix},
    {"-fsave-optimization-record", Output::Prefix},
    {"-foptimization-record-", Output::Prefix},
    {"-fmodule-output", Output::Prefix},
    {"-coverage", Output::Word},
    {"-ftest-coverage", Output::Word},
    {"-fprofile-arcs", Output::Word},
    {"-dsym-dir", Output::Value},
    // Options of Apple's Clang.
    {"-index-store-path", Output::Value},
    {"-index-unit-output-path", Output::Value},
    {"-index-ignore-system-symbols", Output::Word},
    // Options of GCC.
    {"-aux-info", Output::Value},
    {"-fdump-", Output::Prefix},
    {"-fopt-info", Output::Prefix},
    {"-fcallgraph-info", Output::Prefix},
    {"-fstack-usage", Output::Word},
};

/// Returns the number of words to drop from \p Args, beginning with word \p I.
static size_t numDropped(const tooling::CommandLineArguments &Args, size_t I) {
  StringRef Word = Args[I];
  if (Word.starts_with("--"))
    Word = Word.drop_front();
  for (const Output &O : Table) {
    const bool IsWhole = Word == O.Name;
    if (O.F == Output::Prefix || O.F == Output::Either
            ? !Word.starts_with(O.Name)
            : !IsWhole)
      continue;
    const bool HasValue =
        O.F == Output::Value || (O.F == Output::Either && IsWhole);
    return HasValue && I + 1 < Args.size() ? 2 : 1;
  }
  return 0;
}

tooling::ArgumentsAdjuster withoutOutputs() {
  return [](const tooling::CommandLineArguments &Args, StringRef) {
    tooling::CommandLineArguments Result;
    for (size_t I = 0; I < Args.size();) {
      if (Args[I] == "--") {
        Result.insert(Result.end(), Args.begin() + I, Args.end());
        break;
      }
      // Clang's adjusters would remove one word of these options and leave the
      // value.
      if (Args[I] == "-Xclang" && I + 3 < Args.size() &&
          llvm::is_contained({"-dependency-file", "-MT", "-MQ", "-o"},
                             StringRef(Args[I + 1])) &&
          Args[I + 2] == "-Xclang") {
        I += 4;
        continue;
      }
      // This word is for the frontend, whatever it looks like.
      if (Args[I] == "-Xclang" && I + 1 < Args.size()) {
        Result.insert(Result.end(), {Args[I], Args[I + 1]});
        I += 2;
        continue;
      }
      if (const size_t Dropped = I ? numDropped(Args, I) : 0)
        I += Dropped;
      else
        Result.push_back(Args[I++]);
    }
    return Result;
  };
}

void dropOutputs(CompilerInvocation &CI) {
  CI.getDependencyOutputOpts() = DependencyOutputOptions();
  CI.getDiagnosticOpts().DiagnosticLogFile.clear();
  CI.getDiagnosticOpts().DiagnosticSerializationFile.clear();
  FrontendOptions &Frontend = CI.getFrontendOpts();
  Frontend.OutputFile.clear();
  Frontend.StatsFile.clear();
  Frontend.TimeTracePath.clear();
  // Clang builds a module when a header is included that a module map names.
  // Without the map, it reads the header as text.
  CI.getHeaderSearchOpts().ImplicitModuleMaps = false;
  if (Frontend.ModuleFiles.empty() &&
      CI.getHeaderSearchOpts().PrebuiltModuleFiles.empty())
    Frontend.ModuleMapFiles.clear();
}
