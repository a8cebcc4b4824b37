//===- Hooks.cpp - Hooks into clangd --------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// clangd is a library without headers and without extension points. The linker
/// redirects some calls of its functions to this file (`--wrap`; CMakeLists.txt
/// collects the names), from which the original functions can still be called.
/// If another LLVM does not have one of these functions, the program does not
/// link.
///
//===----------------------------------------------------------------------===//

#include "Hooks.h"
#include "../lib/ir/Object.h"
#include "Commands.h"
#include "DocLinks.h"
#include "Hover.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Version.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <cstdio>

using namespace cuda_capture;
using namespace llvm;
namespace tooling = clang::tooling;

std::string cuda_capture::clangd::ResourceDir;

//===--- Declarations of clangd -------------------------------------------===//

namespace clang::clangd {

class CommandMangler;

class Logger {
public:
  enum Level { Debug, Verbose, Info, Error };
};
namespace detail {
void logImpl(Logger::Level, const char *Format, const formatv_object_base &);
} // namespace detail

class Transport {
public:
  virtual ~Transport() = default;
  virtual void notify(StringRef Method, json::Value Params) = 0;
  virtual void call(StringRef Method, json::Value Params, json::Value ID) = 0;
  virtual void reply(json::Value ID, Expected<json::Value> Result) = 0;
  class MessageHandler;
  virtual Error loop(MessageHandler &) = 0;
};
enum JSONStreamStyle { Standard, Delimited };

class ParsedAST {
public:
  ASTContext &getASTContext();
  Preprocessor &getPreprocessor();
};
class SymbolIndex;
struct Position {
  int line = 0;
  int character = 0; ///< In UTF-16 units.
};
Expected<SourceLocation> sourceLocationInMainFile(const SourceManager &SM,
                                                  Position P);

} // namespace clang::clangd
namespace clang::format {
struct FormatStyle;
} // namespace clang::format

using namespace clang::clangd;

/// Declares the hook of a function of clangd, and the original function.
#define HOOK(RESULT, NAME, SYMBOL, ...)                                        \
  RESULT original##NAME(__VA_ARGS__) asm("__real_" SYMBOL);                    \
  RESULT hooked##NAME(__VA_ARGS__) asm("__wrap_" SYMBOL);

//===--- Selection of checks ----------------------------------------------===//

using TidyProvider =
    function_ref<void(clang::tidy::ClangTidyOptions &, StringRef)>;

// CMake only finds names that are on one line.
// clang-format off
HOOK(clang::tidy::ClangTidyOptions, TidyOptions,
     "_ZN5clang6clangd21getTidyOptionsForFileEN4llvm12function_refIFvRNS_4tidy16ClangTidyOptionsENS1_9StringRefEEEES6_",
     TidyProvider Provider, StringRef File)
HOOK(std::optional<bool>, IsFast,
     "_ZN5clang6clangd15isFastTidyCheckEN4llvm9StringRefE", StringRef Check)
// clang-format on

/// Our checks come first, so that a configuration can deselect them.
clang::tidy::ClangTidyOptions hookedTidyOptions(TidyProvider Provider,
                                                StringRef File) {
  clang::tidy::ClangTidyOptions Result = originalTidyOptions(Provider, File);
  if (Provider)
    Result.Checks = "cuda-capture-*," + Result.Checks.value_or("");
  cuda_capture::clangd::keepOptions(File, Result);
  return Result;
}

/// clangd knows how long its own checks take; test/bench/clangd-latency
/// measures ours.
std::optional<bool> hookedIsFast(StringRef Check) {
  return Check.starts_with("cuda-capture-") ? true : originalIsFast(Check);
}

//===--- Compile commands -------------------------------------------------===//

// CMake only finds names that are on one line.
// clang-format off
HOOK(std::unique_ptr<tooling::JSONCompilationDatabase>, LoadDatabase,
     "_ZN5clang7tooling23JSONCompilationDatabase14loadFromBufferEN4llvm9StringRefERNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEENS0_21JSONCommandLineSyntaxE",
     StringRef Text, std::string &Problem,
     tooling::JSONCommandLineSyntax Syntax)
HOOK(void, Adjust,
     "_ZNK5clang6clangd14CommandManglerclERNS_7tooling14CompileCommandEN4llvm9StringRefE",
     const CommandMangler *This, tooling::CompileCommand &Command,
     StringRef File)
#if CLANG_VERSION_MAJOR >= 22
HOOK(std::string, ResourcesPath, "_ZN5clang16GetResourcesPathB5cxx11EPKcPv",
     const char *Program, void *InProgram)
#else
HOOK(std::string, ResourcesPath,
     "_ZN5clang18CompilerInvocation16GetResourcesPathB5cxx11EPKcPv",
     const char *Program, void *InProgram)
#endif
// clang-format on

std::unique_ptr<tooling::JSONCompilationDatabase>
hookedLoadDatabase(StringRef Text, std::string &Problem,
                   tooling::JSONCommandLineSyntax Syntax) {
  std::vector<std::string> Log;
  std::string Translated = cuda_capture::clangd::translateDatabase(Text, Log);
  for (const std::string &Line : Log)
    clang::clangd::detail::logImpl(Logger::Info, "{0}", formatv("{0}", Line));
  return originalLoadDatabase(Translated, Problem, Syntax);
}

void hookedAdjust(const CommandMangler *This, tooling::CompileCommand &Command,
                  StringRef File) {
  if (Command.Heuristic == "clangd fallback")
    Command.CommandLine = cuda_capture::clangd::withoutDatabase(
        std::move(Command.CommandLine), Command.Directory, File);
  originalAdjust(This, Command, File);
}

std::string hookedResourcesPath(const char *Program, void *InProgram) {
  const std::string &Ours = cuda_capture::clangd::ResourceDir;
  return Ours.empty() ? originalResourcesPath(Program, InProgram) : Ours;
}

//===--- Hover ------------------------------------------------------------===//

namespace cuda_capture::clangd {
/// The result of getHover(), of which only this is known: it is returned in
/// memory that the caller provides, because it has a destructor. A function
/// that returns what another one returns passes that memory on.
class OpaqueHover {
public:
  OpaqueHover(const OpaqueHover &) = delete;
  ~OpaqueHover() {}
};
} // namespace cuda_capture::clangd
using cuda_capture::clangd::OpaqueHover;

// CMake only finds names that are on one line.
// clang-format off
HOOK(OpaqueHover, Hover,
     "_ZN5clang6clangd8getHoverERNS0_9ParsedASTENS0_8PositionERKNS_6format11FormatStyleEPKNS0_11SymbolIndexE",
     ParsedAST &AST, Position At, const clang::format::FormatStyle &Style,
     const SymbolIndex *Index)
// clang-format on

/// What is to be added to the answer that this thread gives next. clangd asks
/// getHover() and answers in the same thread, one after the other.
static thread_local cuda_capture::clangd::HoverText NextAddition;

OpaqueHover hookedHover(ParsedAST &AST, Position At,
                        const clang::format::FormatStyle &Style,
                        const SymbolIndex *Index) {
  NextAddition = {};
  clang::ASTContext &Ctx = AST.getASTContext();
  if (Expected<clang::SourceLocation> Place =
          sourceLocationInMainFile(Ctx.getSourceManager(), At))
    NextAddition =
        cuda_capture::clangd::hoverText(Ctx, AST.getPreprocessor(), *Place);
  else
    consumeError(Place.takeError());
  return originalHover(AST, At, Style, Index);
}

//===--- Messages to clients ----------------------------------------------===//

// CMake only finds names that are on one line.
// clang-format off
HOOK(std::string, Version, "_ZN5clang6clangd13versionStringB5cxx11Ev")
HOOK(std::unique_ptr<Transport>, Transport,
     "_ZN5clang6clangd16newJSONTransportEP8_IO_FILERN4llvm11raw_ostreamEPS4_bNS0_15JSONStreamStyleE",
     std::FILE *In, raw_ostream &Out, raw_ostream *Mirror, bool Pretty,
     JSONStreamStyle Style)
// clang-format on

std::string hookedVersion() {
  return formatv("{0}, cuda-capture-tidy {1}", originalVersion(),
                 ir::productVersion());
}

namespace {
/// Passes messages on, and adds links to our pages and what is known about
/// calls.
class LinkingTransport : public Transport {
public:
  explicit LinkingTransport(std::unique_ptr<Transport> To)
      : To(std::move(To)) {}

  void notify(StringRef Method, json::Value Params) override {
    if (Method == "textDocument/publishDiagnostics")
      cuda_capture::clangd::linkToOurPages(Params);
    To->notify(Method, std::move(Params));
  }
  void call(StringRef Method, json::Value Params, json::Value ID) override {
    To->call(Method, std::move(Params), std::move(ID));
  }
  void reply(json::Value ID, Expected<json::Value> Result) override {
    const auto Addition = std::exchange(NextAddition, {});
    if (Result) {
      cuda_capture::clangd::linkToOurPages(*Result);
      cuda_capture::clangd::addTo(*Result, Addition);
    }
    To->reply(std::move(ID), std::move(Result));
  }
  Error loop(MessageHandler &Handler) override { return To->loop(Handler); }

private:
  std::unique_ptr<Transport> To;
};
} // namespace

std::unique_ptr<Transport> hookedTransport(std::FILE *In, raw_ostream &Out,
                                           raw_ostream *Mirror, bool Pretty,
                                           JSONStreamStyle Style) {
  return std::make_unique<LinkingTransport>(
      originalTransport(In, Out, Mirror, Pretty, Style));
}
