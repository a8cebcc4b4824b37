//===- DebugCode.cpp - Code that only debug builds have -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugCode.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

/// Whether a macro of this name, if it is defined, says that this is a debug
/// build (true) or a release build (false).
static std::optional<bool> meansDebug(StringRef Macro) {
  if (Macro.contains("NDEBUG"))
    return false;
  if (Macro.contains("DEBUG"))
    return true;
  return std::nullopt;
}

namespace {

/// A condition that is open while a file is read.
struct Conditional {
  /// Whether the present branch is part of debug builds only, and whether the
  /// branches behind it are.
  bool IsDebug = false, OthersAreDebug = false;
  /// Where the present branch begins.
  unsigned Begin = 0;
};

/// Reads the directives of a file.
class DirectiveReader {
public:
  DirectiveReader(FileID File, llvm::MemoryBufferRef Text,
                  const SourceManager &SM, const LangOptions &Language)
      : SM(SM), Lex(File, Text, SM, Language) {}

  std::vector<std::pair<unsigned, unsigned>> read() {
    next();
    while (T.isNot(tok::eof)) {
      if (T.is(tok::hash) && T.isAtStartOfLine())
        readDirective();
      else
        next();
    }
    return std::move(Result);
  }

private:
  void next() { Lex.LexFromRawLexer(T); }
  bool isInLine() const { return T.isNot(tok::eof) && !T.isAtStartOfLine(); }
  unsigned offset() const { return SM.getFileOffset(T.getLocation()); }

  void readDirective() {
    const unsigned At = offset();
    next();
    if (!isInLine() || T.isNot(tok::raw_identifier))
      return;
    const StringRef Directive = T.getRawIdentifier();
    next();
    if (Directive.starts_with("if")) {
      Open.emplace_back();
      enter(Directive == "ifndef", At);
    } else if (Directive.starts_with("el") && !Open.empty()) {
      leave(At);
      Open.back().IsDebug = Open.back().OthersAreDebug;
      Open.back().Begin = At;
      if (Directive != "else")
        enter(Directive == "elifndef", At);
    } else if (Directive == "endif" && !Open.empty()) {
      leave(At);
      Open.pop_back();
    }
  }

  /// Reads the condition of a branch. \p Negated tells that the directive
  /// negates it.
  void enter(bool Negated, unsigned At) {
    Conditional &C = Open.back();
    C.Begin = At;
    bool Not = Negated;
    for (; isInLine(); next()) {
      const bool IsName = T.is(tok::raw_identifier);
      if (T.is(tok::exclaim)) {
        Not = !Not;
      } else if (IsName && T.getRawIdentifier() != "defined") {
        if (const std::optional<bool> Debug = meansDebug(T.getRawIdentifier()))
          (*Debug != Not ? C.IsDebug : C.OthersAreDebug) = true;
        Not = Negated;
      } else if (!IsName && T.isNot(tok::l_paren)) {
        Not = Negated;
      }
    }
  }

  void leave(unsigned At) {
    if (Open.back().IsDebug)
      Result.emplace_back(Open.back().Begin, At);
  }

  const SourceManager &SM;
  Lexer Lex;
  Token T;
  std::vector<Conditional> Open;
  std::vector<std::pair<unsigned, unsigned>> Result;
};

} // namespace

const DebugCode::Ranges &DebugCode::rangesIn(FileID File) {
  auto [It, New] = Scanned.try_emplace(File);
  if (New)
    if (const auto Text = SM.getBufferOrNone(File))
      It->second = DirectiveReader(File, *Text, SM, Language).read();
  return It->second;
}

bool DebugCode::contains(SourceLocation Where) {
  auto IsInRange = [&](SourceLocation At) {
    const auto [File, Offset] = SM.getDecomposedLoc(At);
    return llvm::any_of(rangesIn(File), [Offset = Offset](const auto &Range) {
      return Range.first <= Offset && Offset < Range.second;
    });
  };
  while (Where.isMacroID()) {
    if (IsInRange(SM.getSpellingLoc(Where)))
      return true;
    Where = SM.getImmediateExpansionRange(Where).getBegin();
  }
  return Where.isValid() && IsInRange(Where);
}
