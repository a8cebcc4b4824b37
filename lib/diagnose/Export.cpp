//===- Export.cpp - Findings that outlive their translation unit ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Export.h"
#include "../support/Paths.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace cuda_capture;
using namespace cuda_capture::diagnose;
using namespace clang;

static std::string absolute(FileEntryRef File, const SourceManager &SM) {
  return absolutePath("", File.getName(),
                      SM.getFileManager().getVirtualFileSystem());
}

report::Position diagnose::positionOf(SourceLocation At,
                                      const SourceManager &SM) {
  report::Position P;
  if (At.isInvalid())
    return P;
  auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(At));
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!Entry)
    return P;
  P.File = absolute(*Entry, SM);
  P.Line = SM.getLineNumber(File, Offset);
  P.Column = SM.getColumnNumber(File, Offset);
  return P;
}

std::optional<report::Edit> diagnose::editOf(const FixItHint &Hint,
                                             const SourceManager &SM,
                                             const LangOptions &LangOpts) {
  OptionalFileEntryRef Entry =
      SM.getFileEntryRefForID(SM.getFileID(Hint.RemoveRange.getBegin()));
  // clang-tidy determines the bytes of a hint in this way.
  tooling::Replacement R(SM, Hint.RemoveRange, Hint.CodeToInsert, LangOpts);
  if (!R.isApplicable() || !Entry)
    return std::nullopt;
  report::Edit E{absolute(*Entry, SM), R.getOffset(), R.getLength(),
                 R.getReplacementText().str()};
  if (Hint.InsertFromRange.isValid())
    E.Text = Lexer::getSourceText(Hint.InsertFromRange, SM, LangOpts).str();
  return E;
}

report::Diagnostic diagnose::exported(const analysis::Finding &F,
                                      const Warning &W,
                                      const lower::Lowering &L,
                                      const ASTContext &Ctx,
                                      report::PlaceOf Elsewhere) {
  const SourceManager &SM = Ctx.getSourceManager();
  report::Diagnostic D = report::describe(
      F, W.Words, L.knowledge(), [&](const ir::Loc &At) -> report::Position {
        SourceLocation Here = L.sourceLocation(At);
        if (Here.isValid())
          return positionOf(Here, SM);
        return Elsewhere ? Elsewhere(At) : report::Position();
      });
  auto Edits = [&](const std::vector<FixItHint> &Hints) {
    std::vector<report::Edit> Result;
    for (const FixItHint &Hint : Hints) {
      std::optional<report::Edit> E = editOf(Hint, SM, Ctx.getLangOpts());
      // A partial edit is no edit.
      if (!E)
        return std::vector<report::Edit>();
      Result.push_back(std::move(*E));
    }
    return Result;
  };
  D.Edits = Edits(W.Edits);
  D.Notes.back().Edits = Edits(W.RemedyEdits);
  for (const Warning::Alternative &A : W.Alternatives)
    D.Notes.push_back({report::DiagnosticNote::Alternative, A.Text,
                       A.At.isValid() ? positionOf(A.At, SM) : D.At,
                       Edits(A.Edits)});
  return D;
}
