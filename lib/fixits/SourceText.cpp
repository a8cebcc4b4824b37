//===- SourceText.cpp - The editable text of a program --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceText.h"
#include "clang/Lex/Lexer.h"

using namespace cuda_capture::fixits;
using namespace clang;

std::optional<SourceLocation> SourceText::editable(SourceLocation Loc) const {
  while (Loc.isMacroID()) {
    if (!SM.isMacroArgExpansion(Loc))
      return std::nullopt;
    Loc = SM.getImmediateSpellingLoc(Loc);
  }
  if (Loc.isInvalid() || SM.isInSystemHeader(Loc))
    return std::nullopt;
  return Loc;
}

std::optional<SourceLocation> SourceText::endOf(const Expr *E) const {
  std::optional<SourceLocation> Last = editable(E->getEndLoc());
  if (!Last)
    return std::nullopt;
  return Lexer::getLocForEndOfToken(*Last, 0, SM, Options);
}

std::optional<Span> SourceText::spanOf(SourceRange Range) const {
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(Range), SM, Options);
  if (Chars.isInvalid() || SM.isInSystemHeader(Chars.getBegin()))
    return std::nullopt;
  auto [File, Begin] = SM.getDecomposedLoc(Chars.getBegin());
  auto [EndFile, End] = SM.getDecomposedLoc(Chars.getEnd());
  if (File != EndFile || Begin >= End)
    return std::nullopt;
  return Span{File, Begin, End};
}

StringRef SourceText::text(const Span &S) const {
  return SM.getBufferData(S.File).slice(S.Begin, S.End);
}

SourceLocation SourceText::location(FileID File, unsigned Offset) const {
  return SM.getLocForStartOfFile(File).getLocWithOffset(Offset);
}

bool SourceText::tokens(const Span &S,
                        llvm::function_ref<bool(const Token &)> Each) const {
  StringRef Buffer = SM.getBufferData(S.File);
  Lexer Lex(SM.getLocForStartOfFile(S.File), Options, Buffer.begin(),
            Buffer.begin() + S.Begin, Buffer.end());
  Lex.SetCommentRetentionState(true);
  Token T;
  while (true) {
    Lex.LexFromRawLexer(T);
    if (T.is(tok::eof) || SM.getFileOffset(T.getLocation()) >= S.End)
      return true;
    if (!Each(T))
      return false;
  }
}

static bool isDirective(const Token &T) {
  return T.is(tok::hash) && T.isAtStartOfLine();
}

bool SourceText::isPlain(const Span &S) const {
  return tokens(
      S, [](const Token &T) { return !T.is(tok::comment) && !isDirective(T); });
}

bool SourceText::hasDirective(const Span &S) const {
  return !tokens(S, [](const Token &T) { return !isDirective(T); });
}

//===--- Lines ------------------------------------------------------------===//

unsigned SourceText::lineBegin(FileID File, unsigned Offset) const {
  StringRef Buffer = SM.getBufferData(File);
  while (Offset && Buffer[Offset - 1] != '\n')
    --Offset;
  return Offset;
}

StringRef SourceText::line(FileID File, unsigned Begin) const {
  return SM.getBufferData(File).substr(Begin).take_until(
      [](char C) { return C == '\n'; });
}

StringRef SourceText::indentation(FileID File, unsigned Offset) const {
  return line(File, lineBegin(File, Offset)).take_while([](char C) {
    return C == ' ' || C == '\t';
  });
}

StringRef SourceText::newline(FileID File) const {
  return line(File, 0).ends_with("\r") ? "\r\n" : "\n";
}

Span SourceText::restOfLine(const Span &S) const {
  return {S.File, S.End, S.End + unsigned(line(S.File, S.End).size())};
}

std::optional<unsigned> SourceText::aboveComments(FileID File,
                                                  unsigned Offset) const {
  while (Offset) {
    unsigned Above = lineBegin(File, Offset - 1);
    StringRef Text = line(File, Above).trim();
    if (Text.contains("*/") || Text.ends_with("\\"))
      return std::nullopt;
    if (!Text.starts_with("//"))
      break;
    Offset = Above;
  }
  return Offset;
}

std::optional<Span> SourceText::wholeLines(const Span &S) const {
  Span Result = {S.File, lineBegin(S.File, S.Begin), S.End};
  StringRef Buffer = SM.getBufferData(S.File);
  if (!Buffer.slice(Result.Begin, S.Begin).trim(" \t").empty() ||
      aboveComments(S.File, Result.Begin) != Result.Begin)
    return std::nullopt;
  Span Rest = restOfLine(S);
  if (!text(Rest).trim().empty() || Result.Begin == 0)
    return std::nullopt;
  // The span goes from line end to line end. A removal that ends in front of
  // blanks would take one of them along when Clang merges the edits of a
  // finding.
  --Result.Begin;
  Result.End = Rest.End;
  return Result;
}

//===--- Edits ------------------------------------------------------------===//

CharSourceRange SourceText::range(const Span &S) const {
  return CharSourceRange::getCharRange(location(S.File, S.Begin),
                                       location(S.File, S.End));
}

FixItHint SourceText::remove(const Span &S) const {
  return FixItHint::CreateRemoval(range(S));
}

FixItHint SourceText::replace(const Span &S, StringRef Text) const {
  return FixItHint::CreateReplacement(range(S), Text);
}

FixItHint SourceText::insert(FileID File, unsigned Offset,
                             StringRef Text) const {
  return FixItHint::CreateInsertion(location(File, Offset), Text);
}
