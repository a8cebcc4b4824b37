//===- Hover.cpp - What calls do in a capture, for editors ----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Hover.h"
#include "../checks/OptionNames.h"
#include "../lib/Counted.h"
#include "../lib/diagnose/DrawRegions.h"
#include "../lib/lower/Driver.h"
#include "../lib/report/CallText.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"
#include <mutex>

using namespace cuda_capture;
using namespace clang;
using namespace llvm;

//===--- Options ----------------------------------------------------------===//

namespace {
struct FileOptions {
  std::string Knowledge;
  cuda_capture::Language Lang = cuda_capture::Language::English;
};

/// The options of the files that clangd has read the configuration of.
struct {
  std::mutex Lock;
  StringMap<FileOptions> Of;
} Known;
} // namespace

void cuda_capture::clangd::keepOptions(StringRef File,
                                       const tidy::ClangTidyOptions &Options) {
  FileOptions New;
  auto Value = [&](StringRef Name) -> StringRef {
    auto It = Options.CheckOptions.find(Name);
    return It == Options.CheckOptions.end() ? StringRef()
                                            : StringRef(It->second.Value);
  };
  New.Knowledge = Value(checks::KnowledgeBaseOption).str();
  if (std::optional<cuda_capture::Language> L =
          languageOf(Value(checks::LanguageOption)))
    New.Lang = *L;
  std::lock_guard<std::mutex> Guard(Known.Lock);
  Known.Of[File] = std::move(New);
}

static FileOptions optionsOf(StringRef File) {
  std::lock_guard<std::mutex> Guard(Known.Lock);
  return Known.Of.lookup(File);
}

//===--- The call ---------------------------------------------------------===//

namespace {
/// Finds the function that a name in the main file refers to.
class NameFinder : public RecursiveASTVisitor<NameFinder> {
public:
  NameFinder(ASTContext &Ctx, SourceLocation At)
      : SM(Ctx.getSourceManager()), At(At) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    return take(dyn_cast<FunctionDecl>(E->getDecl()), E->getLocation());
  }
  bool VisitMemberExpr(MemberExpr *E) {
    return take(dyn_cast<FunctionDecl>(E->getMemberDecl()), E->getMemberLoc());
  }
  bool VisitOverloadExpr(OverloadExpr *E) {
    // In a template, the overload is chosen later.
    if (E->getNumDecls() != 1)
      return true;
    return take(
        dyn_cast<FunctionDecl>((*E->decls_begin())->getUnderlyingDecl()),
        E->getNameLoc());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    return take(E->getConstructor(), E->getLocation());
  }

  const FunctionDecl *Function = nullptr;
  SourceLocation Name; ///< The name, perhaps in a macro.

private:
  bool take(const FunctionDecl *F, SourceLocation Here) {
    // A name that is an argument of a macro is in the text of the program.
    if (!F || SM.getSpellingLoc(Here) != At)
      return true;
    Function = F;
    Name = Here;
    return false;
  }

  const SourceManager &SM;
  const SourceLocation At;
};
} // namespace

//===--- The graph --------------------------------------------------------===//

/// Returns "4 nodes (2 kernel, 1 memset, 1 library) on 2 streams: 'a', 'b'".
static std::string inWords(const report::DrawnGraph &G) {
  MapVector<StringRef, unsigned> Types;
  for (const report::DrawnNode &N : G.Nodes)
    ++Types[N.Type == "?" ? StringRef("unknown") : StringRef(N.Type)];
  std::string Kinds;
  for (const auto &[Type, Count] : Types)
    Kinds +=
        (Kinds.empty() ? "" : ", ") + std::to_string(Count) + " " + Type.str();
  std::string Text = counted(G.Nodes.size(), "node");
  if (!Kinds.empty())
    Text += " (" + Kinds + ")";
  Text += " on " + counted(G.Lanes.size(), "stream");
  for (size_t I = 0; I < G.Lanes.size(); ++I)
    Text += (I ? ", '" : ": '") + G.Lanes[I].Name + "'";
  return Text;
}

/// Returns the first lines of \p Text.
static std::string beginning(StringRef Text, size_t Lines) {
  size_t End = 0;
  for (size_t N = 0; N < Lines && End != StringRef::npos; ++N)
    End = Text.find('\n', N ? End + 1 : 0);
  if (End == StringRef::npos || End + 1 >= Text.size())
    return Text.rtrim('\n').str();
  return (Text.take_front(End) + "\n...").str();
}

static void addGraph(cuda_capture::clangd::HoverText &Text, ASTContext &Ctx,
                     Preprocessor &PP, const KnowledgeBase &KB,
                     SourceLocation Name) {
  constexpr size_t MostRegions = 3, MostLines = 40;
  const SourceManager &SM = Ctx.getSourceManager();
  std::unique_ptr<lower::Lowering> L =
      lower::lowerTranslationUnit(Ctx, &PP, KB);
  // The lowering names places in the same way. A call may begin in front of the
  // name, but mostly in its line.
  const PresumedLoc At = SM.getPresumedLoc(SM.getFileLoc(Name));
  if (At.isInvalid())
    return;
  const StringRef File = At.getFilename();
  diagnose::DrawnRegions Drawn = diagnose::drawRegions(
      *L, KB, /*Only=*/nullptr, /*Merged=*/false, sys::path::parent_path(File));
  std::vector<report::DrawnRegion> Here;
  size_t More = 0;
  for (report::DrawnRegion &R : Drawn.Regions) {
    if (R.Graphs.empty() || R.Begin.Line != At.getLine() ||
        R.Begin.File != sys::path::filename(File))
      continue;
    if (Here.size() == MostRegions)
      ++More;
    else
      Here.push_back(std::move(R));
  }
  if (Here.empty())
    Text.Graph =
        Drawn.GivenUp
            ? "The graph of this capture is not known: the function is too "
              "large to be followed."
            : "The graph of this capture is not known: no function of this "
              "file runs it that can be followed.";
  for (const report::DrawnRegion &R : Here) {
    std::string Line = "The graph of this capture";
    if (Here.size() > 1)
      Line += " in '" + R.Root + "'";
    if (R.Graphs.size() > 1)
      Line += " is one of " + std::to_string(R.Graphs.size()) +
              "; the first has " + inWords(R.Graphs.front());
    else
      Line += " has " + inWords(R.Graphs.front());
    Text.Graph += (Text.Graph.empty() ? "" : "\n") + Line + ".";
  }
  if (More)
    Text.Graph += "\n" + counted(More, "more function") + " " +
                  pluralIf(More, "runs", "run") + " this begin.";
  if (Here.empty())
    return;
  std::string Drawing;
  raw_string_ostream OS(Drawing);
  report::writeGraphText(OS, Here);
  OS.flush();
  Text.Drawing = beginning(Drawing, MostLines);
}

//===--- Both -------------------------------------------------------------===//

cuda_capture::clangd::HoverText
cuda_capture::clangd::hoverText(ASTContext &Ctx, Preprocessor &PP,
                                SourceLocation At) {
  HoverText Text;
  const SourceManager &SM = Ctx.getSourceManager();
  At = Lexer::GetBeginningOfToken(At, SM, Ctx.getLangOpts());
  NameFinder Finder(Ctx, At);
  for (Decl *D : Ctx.getTraversalScope())
    if (!Finder.TraverseDecl(D))
      break;
  if (!Finder.Function)
    return Text;
  const OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  const FileOptions Options = optionsOf(Main ? Main->getName() : "");
  Expected<std::shared_ptr<const KnowledgeBase>> KB =
      lower::loadKnowledge(Options.Knowledge);
  if (!KB) {
    // The checks have said what is wrong with it.
    consumeError(KB.takeError());
    return Text;
  }
  const Lookup Found = lower::findApi(**KB, Finder.Function);
  if (!Found)
    return Text;
  Text.Call = join(report::captureText(Found, **KB, Options.Lang), "\n");
  if (Found.Row->Eff == Effect::BeginCapture)
    addGraph(Text, Ctx, PP, **KB, Finder.Name);
  return Text;
}

/// Returns \p Lines in Markdown, as lines of a paragraph.
static std::string paragraph(StringRef Lines) {
  std::string Result;
  for (char C : Lines)
    if (C == '\n')
      Result += "  \n";
    else if (StringRef("\\`*_{}[]<>#|~").contains(C))
      Result += {'\\', C};
    else
      Result += C;
  return Result;
}

void cuda_capture::clangd::addTo(json::Value &Hover, const HoverText &Text) {
  json::Object *Answer = Hover.getAsObject();
  json::Object *Contents = Answer ? Answer->getObject("contents") : nullptr;
  if (!Contents || Text.isEmpty())
    return;
  const bool IsMarkdown =
      Contents->getString("kind").value_or("") == "markdown";
  std::string Value = Contents->getString("value").value_or("").str();
  if (IsMarkdown) {
    Value += "\n\n---\n" + paragraph(Text.Call);
    if (!Text.Graph.empty())
      Value += "\n\n" + paragraph(Text.Graph);
    if (!Text.Drawing.empty())
      Value += "\n\n```text\n" + Text.Drawing + "\n```";
  } else {
    Value += "\n\n" + Text.Call;
    for (const std::string &Part : {Text.Graph, Text.Drawing})
      if (!Part.empty())
        Value += "\n\n" + Part;
  }
  (*Contents)["value"] = std::move(Value);
}
