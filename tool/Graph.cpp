//===- Graph.cpp - cuda-capture graph -------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../lib/Counted.h"
#include "../lib/diagnose/DrawRegions.h"
#include "../lib/lower/Driver.h"
#include "../lib/report/GraphLanes.h"
#include "CompilerCommands.h"
#include "Frontend.h"
#include "Sources.h"
#include "clang/AST/ASTContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::analysis;
using llvm::formatv;
using llvm::StringRef;

namespace {
namespace cl = llvm::cl;
enum class Format { Text, Dot, Svg, DotSvg, Json };

cl::SubCommand Command("graph", "Print the graph that a region would capture");
cl::opt<std::string> Knowledge("kb", cl::value_desc("PATHS"),
                               cl::desc(LayeredKnowledgeText),
                               cl::cat(toolCategory()), cl::sub(Command));
cl::opt<Format> As(
    "format", cl::desc("How the graph is written:"), cl::init(Format::Text),
    cl::values(clEnumValN(Format::Text, "text", "For people to read (default)"),
               clEnumValN(Format::Dot, "dot", "For Graphviz"),
               clEnumValN(Format::Svg, "svg",
                          "A picture with a lane for each stream"),
               clEnumValN(Format::DotSvg, "dot-svg",
                          "A picture, which Graphviz's 'dot' draws"),
               clEnumValN(Format::Json, "json", "For programs")),
    cl::cat(toolCategory()), cl::sub(Command));
cl::opt<std::string> Output("o", cl::value_desc("FILE"),
                            cl::desc("Write to FILE instead of the output"),
                            cl::cat(toolCategory()), cl::sub(Command));
cl::opt<bool> Merged("merged",
                     cl::desc("Draw all paths through a region as one graph"),
                     cl::cat(toolCategory()), cl::sub(Command));

/// The parts of FILE:FUNCTION.
struct Target {
  std::string File, Function;
};
} // namespace

/// Splits \p Given into a file and a function. The file is the longest prefix
/// that is the name of a file, because such a name may contain colons.
static Target targetOf(StringRef Given) {
  for (size_t End = Given.size(); End != StringRef::npos;
       End = End ? Given.substr(0, End).rfind(':') : StringRef::npos) {
    StringRef File = Given.substr(0, End);
    if (!File.empty() && llvm::sys::fs::is_regular_file(File))
      return {File.str(), Given.substr(End).ltrim(':').str()};
  }
  return {Given.str(), ""};
}

/// Whether \p Name is \p Display or the last parts of it.
static bool isNamed(StringRef Display, StringRef Name) {
  return Display == Name || (Display.ends_with(Name) &&
                             Display.drop_back(Name.size()).ends_with("::"));
}

namespace {
/// The functions that the user chose.
class Selection {
public:
  /// Chooses the functions with this name or pattern. \returns what is wrong
  /// with \p Name, or an empty string.
  std::string choose(StringRef Name,
                     llvm::ArrayRef<const ir::Function *> Among) {
    if (Name.find_first_of("*?[") != StringRef::npos) {
      llvm::Expected<llvm::GlobPattern> P = llvm::GlobPattern::create(Name);
      if (!P)
        return llvm::toString(P.takeError());
      for (const ir::Function *F : Among)
        if (P->match(F->Display))
          Chosen.insert(F);
      return "";
    }
    std::set<std::string> Displays;
    bool IsWhole = false;
    for (const ir::Function *F : Among)
      IsWhole |= F->Display == Name;
    for (const ir::Function *F : Among)
      if (IsWhole ? F->Display == Name : isNamed(F->Display, Name)) {
        Chosen.insert(F);
        Displays.insert(F->Display);
      }
    if (Displays.size() < 2)
      return "";
    std::string List;
    for (const std::string &D : Displays)
      List += (List.empty() ? "" : ", ") + D;
    return formatv("'{0}' may be any of {1}", Name, List);
  }
  bool has(const ir::Function &F) const { return Chosen.count(&F); }

private:
  std::set<const ir::Function *> Chosen;
};
} // namespace

namespace {
struct Found {
  std::vector<report::DrawnRegion> Regions;
  /// Functions with a region, if the chosen functions have none.
  std::set<std::string> Others;
  unsigned GivenUp = 0;
  std::string Wrong;
};
} // namespace

static void drawSource(clang::ASTContext &Ctx, clang::Preprocessor &PP,
                       const KnowledgeBase &KB, StringRef Function,
                       Found &Result) {
  std::unique_ptr<lower::Lowering> L =
      lower::lowerTranslationUnit(Ctx, &PP, KB);
  const ir::Module &M = L->module();
  Selection Chosen;
  if (!Function.empty()) {
    Result.Wrong = Chosen.choose(Function, L->roots());
    if (!Result.Wrong.empty())
      return;
  }
  auto Only = [&](const ir::Function &F) {
    return Function.empty() || Chosen.has(F);
  };
  llvm::SmallString<256> Here;
  llvm::sys::fs::current_path(Here);
  diagnose::DrawnRegions Drawn =
      diagnose::drawRegions(*L, KB, Only, Merged, Here);
  Result.GivenUp += Drawn.GivenUp;
  const bool IsNone = Drawn.Regions.empty();
  std::move(Drawn.Regions.begin(), Drawn.Regions.end(),
            std::back_inserter(Result.Regions));
  if (!IsNone || Function.empty())
    return;
  auto Find = [&](StringRef Symbol) { return M.find(Symbol); };
  for (const CaptureRegion &R :
       captureGraphs(L->roots(), Find, M.PerThreadDefaultStream, KB).Regions)
    Result.Others.insert(R.Root->Display);
}

/// Draws \p Dot by running Graphviz.
static llvm::Expected<std::string> toSvg(StringRef Dot) {
  auto Problem = [](const llvm::Twine &Text) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Text);
  };
  llvm::ErrorOr<std::string> Program = llvm::sys::findProgramByName("dot");
  if (!Program)
    return Problem("no program 'dot' is found: install Graphviz, or use "
                   "--format=svg or --format=dot");
  llvm::SmallString<128> In, Out;
  int Fd = -1;
  if (std::error_code E =
          llvm::sys::fs::createTemporaryFile("cuda-capture", "dot", Fd, In))
    return Problem("no temporary file can be made: " + E.message());
  llvm::FileRemover RemoveIn(In);
  {
    llvm::raw_fd_ostream OS(Fd, /*shouldClose=*/true);
    OS << Dot;
    OS.close();
    if (OS.has_error()) {
      std::string Why = OS.error().message();
      OS.clear_error();
      return Problem(In + ": " + Why);
    }
  }
  if (std::error_code E =
          llvm::sys::fs::createTemporaryFile("cuda-capture", "svg", Out))
    return Problem("no temporary file can be made: " + E.message());
  llvm::FileRemover RemoveOut(Out);
  std::string Why;
  const int Status = llvm::sys::ExecuteAndWait(
      *Program, {*Program, "-Tsvg", "-o", Out, In}, std::nullopt, {},
      /*SecondsToWait=*/120, /*MemoryLimit=*/0, &Why);
  if (Status)
    return Problem(formatv("'{0}' failed{1}; use --format=dot", *Program,
                           Why.empty() ? "" : ": " + Why)
                       .str());
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> Picture =
      llvm::MemoryBuffer::getFile(Out);
  if (!Picture)
    return Problem(Out + ": " + Picture.getError().message());
  return (*Picture)->getBuffer().str();
}

static ExitCode write(llvm::ArrayRef<report::DrawnRegion> Regions) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  switch (As) {
  case Format::Text:
    writeGraphText(OS, Regions);
    break;
  case Format::Svg:
    writeLanesPicture(OS, report::lanesOf(Regions), "");
    break;
  case Format::Dot:
  case Format::DotSvg:
    writeGraphDot(OS, Regions);
    break;
  case Format::Json:
    writeGraphJson(OS, Regions);
    break;
  }
  OS.flush();
  if (As == Format::DotSvg) {
    llvm::Expected<std::string> Picture = toSvg(Text);
    if (!Picture)
      return couldNotRun(llvm::toString(Picture.takeError()));
    Text = std::move(*Picture);
  }
  std::error_code E;
  llvm::ToolOutputFile File(Output.empty() ? "-" : StringRef(Output), E,
                            llvm::sys::fs::OF_None);
  if (E)
    return couldNotRun(Output + ": " + E.message());
  File.os() << Text;
  File.os().flush();
  if (File.os().has_error()) {
    std::string Why = File.os().error().message();
    File.os().clear_error();
    return couldNotRun(Output + ": " + Why);
  }
  File.keep();
  return ExitOk;
}

static ExitCode run(Sources &S) {
  if (S.Files.empty())
    return couldNotRun("no source file given; usage: cuda-capture graph "
                       "FILE[:FUNCTION] -- FLAGS");
  if (S.Files.size() > 1)
    return couldNotRun("one source file expected");
  const Target Of = targetOf(S.Files.front());
  S.Files.front() = Of.File;
  llvm::Expected<std::shared_ptr<const KnowledgeBase>> KB =
      lower::loadKnowledge(Knowledge);
  if (!KB)
    return badKnowledge(KB.takeError());
  S.HostLibraries = (*KB)->hostLibraries();
  Found Result;
  const bool Complete =
      forEachSource(S, [&](clang::ASTContext &Ctx, clang::Preprocessor &PP) {
        drawSource(Ctx, PP, **KB, Of.Function, Result);
      });
  if (!Result.Wrong.empty())
    return couldNotRun(Result.Wrong);
  if (Result.GivenUp)
    llvm::WithColor::warning()
        << counted(Result.GivenUp, "function is", "functions are")
        << " too large to be followed\n";
  if (!Result.Regions.empty()) {
    const ExitCode Code = write(Result.Regions);
    return Complete ? Code : ExitCouldNotRun;
  }
  if (Result.GivenUp || !Complete)
    return ExitCouldNotRun;
  if (Of.Function.empty()) {
    llvm::errs() << formatv("'{0}' has no region that captures\n", Of.File);
    return ExitFound;
  }
  llvm::errs() << formatv("'{0}' has no region that captures", Of.Function);
  const char *Separator = "; these functions have one: ";
  for (const std::string &Other : Result.Others) {
    llvm::errs() << Separator << Other;
    Separator = ", ";
  }
  llvm::errs() << '\n';
  return ExitFound;
}

const CompilerCommand GraphCommand = {Command, run};
