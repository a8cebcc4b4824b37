//===- SourceText.h - The editable text of a program ------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_FIXITS_SOURCETEXT_H
#define CUDA_CAPTURE_FIXITS_SOURCETEXT_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>

namespace clang {
class Token;
} // namespace clang

namespace cuda_capture::fixits {

/// A piece of a file, by offsets.
struct Span {
  clang::FileID File;
  unsigned Begin = 0, End = 0;
};

/// The text of the program as its author can edit it.
class SourceText {
public:
  explicit SourceText(const clang::ASTContext &Ctx)
      : SM(Ctx.getSourceManager()), Options(Ctx.getLangOpts()) {}

  /// Returns \p Loc as a place in a file that can be edited, which excludes the
  /// bodies of macros and system headers.
  std::optional<clang::SourceLocation>
  editable(clang::SourceLocation Loc) const;
  /// Returns the location behind the last token of \p E.
  std::optional<clang::SourceLocation> endOf(const clang::Expr *E) const;

  /// Returns the span where the range is written. The span is in one file and,
  /// if macros take part, covers whole uses of them. System headers have no
  /// spans.
  std::optional<Span> spanOf(clang::SourceRange Range) const;
  llvm::StringRef text(const Span &S) const;
  clang::SourceLocation location(clang::FileID File, unsigned Offset) const;

  /// Calls \p Each with every token and comment in \p S until it returns false.
  /// \returns whether it never did.
  bool tokens(const Span &S,
              llvm::function_ref<bool(const clang::Token &)> Each) const;
  /// Whether \p S has neither comments nor preprocessor directives.
  bool isPlain(const Span &S) const;
  bool hasDirective(const Span &S) const;

  /// Returns the lines of \p S, from the end of the line above, if nothing else
  /// is on them and no comment is directly above. Such a comment would lose its
  /// subject.
  std::optional<Span> wholeLines(const Span &S) const;
  /// Returns the text that follows \p S on its line.
  Span restOfLine(const Span &S) const;
  unsigned lineBegin(clang::FileID File, unsigned Offset) const;
  /// Returns the blanks that the line begins with.
  llvm::StringRef indentation(clang::FileID File, unsigned Offset) const;
  llvm::StringRef newline(clang::FileID File) const;
  /// Returns the offset at which the lines begin that consist of a "//" comment
  /// and are directly above the line that begins at \p Offset; nullopt if there
  /// is a comment of the other kind.
  std::optional<unsigned> aboveComments(clang::FileID File,
                                        unsigned Offset) const;

  clang::FixItHint remove(const Span &S) const;
  clang::FixItHint replace(const Span &S, llvm::StringRef Text) const;
  clang::FixItHint insert(clang::FileID File, unsigned Offset,
                          llvm::StringRef Text) const;

private:
  clang::CharSourceRange range(const Span &S) const;
  llvm::StringRef line(clang::FileID File, unsigned Begin) const;

  const clang::SourceManager &SM;
  const clang::LangOptions &Options;
};

} // namespace cuda_capture::fixits

#endif // CUDA_CAPTURE_FIXITS_SOURCETEXT_H
