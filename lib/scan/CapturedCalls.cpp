//===- CapturedCalls.cpp - Calls that C++ makes in a capture --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapturedCalls.h"
#include "Tokens.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::scan;
using llvm::StringRef;

bool CaptureMarks::mayCapture(StringRef Text) const {
  return llvm::any_of(
             Begins,
             [&](const auto &E) { return Text.contains(E.getKey()); }) ||
         llvm::any_of(With, [&](StringRef Word) {
           return Text.contains(Word.rsplit('.').second.empty()
                                    ? Word
                                    : Word.rsplit('.').second);
         });
}

bool CaptureMarks::expectsError(StringRef Name) const {
  return llvm::any_of(ExpectedErrors,
                      [&](StringRef Word) { return Name.starts_with(Word); });
}

namespace {
/// A token outside of directives.
struct CodeToken {
  StringRef Text;
  bool IsWord = false;
  unsigned Line = 0;

  bool is(StringRef Sign) const { return !IsWord && Text == Sign; }
};

/// The tokens of C++ code.
class Code {
public:
  /// A null character must follow \p Text.
  explicit Code(StringRef Text) { lex(Text); }

  std::vector<CodeToken> Tokens;

  /// Whether the token \p I may be the end of a type.
  bool isType(size_t I) const {
    return Tokens[I].is(">") ||
           (Tokens[I].IsWord &&
            (llvm::is_contained({"auto", "void", "int", "float", "bool"},
                                Tokens[I].Text) ||
             !isKeyword(Tokens[I].Text)));
  }

  /// Whether a type, or a reference or pointer to one, is in front of \p I.
  bool followsType(size_t I) const {
    if (!I)
      return false;
    const CodeToken &Before = Tokens[I - 1];
    if (Before.is("&") || Before.is("&&") || Before.is("*"))
      return I > 1 && isType(I - 2);
    return isType(I - 1);
  }

  /// Whether the word \p I is the name of a function that is defined here.
  bool isDefinition(size_t I) const {
    if (I + 1 >= Tokens.size() || !Tokens[I + 1].is("("))
      return false;
    size_t First = I;
    while (First > 1 && Tokens[First - 1].is("::") && Tokens[First - 2].IsWord)
      First -= 2;
    if (!followsType(First))
      return false;
    int Depth = 0;
    size_t At = I + 1;
    for (; At < Tokens.size(); ++At) {
      Depth += Tokens[At].is("(") - Tokens[At].is(")");
      if (!Depth)
        break;
    }
    return At + 1 < Tokens.size() &&
           llvm::is_contained(
               {"{", "const", "noexcept", "override", "final", "try", "->"},
               Tokens[At + 1].Text);
  }

private:
  void lex(StringRef Text) {
    clang::LangOptions Opts;
    Opts.CPlusPlus = Opts.CPlusPlus11 = Opts.CPlusPlus14 = Opts.CPlusPlus17 =
        Opts.CUDA = Opts.LineComment = Opts.Bool = true;
    clang::Lexer Lex(clang::SourceLocation(), Opts, Text.begin(), Text.begin(),
                     Text.end());
    const char *Counted = Text.begin();
    unsigned Line = 1;
    bool InDirective = false;
    for (clang::Token T;;) {
      const bool AtEnd = Lex.LexFromRawLexer(T);
      if (T.is(clang::tok::eof))
        return;
      if (T.isAtStartOfLine())
        InDirective = T.is(clang::tok::hash);
      const char *Begin = Lex.getBufferLocation() - T.getLength();
      if (!InDirective) {
        Line += StringRef(Counted, Begin - Counted).count('\n');
        Counted = Begin;
        Tokens.push_back({StringRef(Begin, T.getLength()),
                          T.is(clang::tok::raw_identifier), Line});
      }
      if (AtEnd)
        return;
    }
  }
};

/// Finds the calls in the captures of C++ code.
class CodeReader : Code {
public:
  /// A null character must follow \p Text.
  CodeReader(StringRef Text, const CaptureMarks &Marks)
      : Code(Text), Marks(Marks) {
    findOwnNames();
  }

  std::vector<CapturedCall> read() {
    for (size_t I = 0; I < Tokens.size(); ++I) {
      const CodeToken &T = Tokens[I];
      if (T.is("{"))
        open(I);
      else if (T.is("}"))
        close();
      if (T.is(";") || T.is("{") || T.is("}"))
        Statement = I + 1;
      if (T.IsWord && isInCode())
        word(I);
    }
    return std::move(Found);
  }

private:
  /// The braces around a token.
  struct Block {
    bool IsCode = false; ///< They are in a function.
    bool IsCapturing = false;
    std::vector<CapturedCall> Calls; ///< Since the begin of the capture.
  };

  /// Finds the functions that the code defines, and the variables that it
  /// declares.
  void findOwnNames() {
    for (size_t I = 1; I + 1 < Tokens.size(); ++I)
      if (Tokens[I].IsWord &&
          (isDefinition(I) ||
           (llvm::is_contained({"=", ",", ")", ";", "{", ":"},
                               Tokens[I + 1].Text) &&
            followsType(I))))
        Own.insert(Tokens[I].Text);
  }

  /// Returns the words of the types with which the variable \p Name is
  /// declared.
  std::vector<std::string> typesOf(StringRef Name) const {
    std::vector<std::string> Result;
    for (size_t I = 1; I + 1 < Tokens.size(); ++I) {
      if (!Tokens[I].IsWord || Tokens[I].Text != Name)
        continue;
      for (size_t At = I; At-- > 0;) {
        const CodeToken &T = Tokens[At];
        if (T.IsWord)
          Result.push_back(T.Text.str());
        else if (!llvm::is_contained({"::", "<", ">", ">>", "*", "&", "&&"},
                                     T.Text))
          break;
      }
      // The initializer says what 'auto' is: make_unique<Type>().
      if (Tokens[I + 1].is("="))
        for (size_t At = I + 2; At < Tokens.size(); ++At) {
          const CodeToken &T = Tokens[At];
          if (T.is("(") || T.is(";") || T.is("{"))
            break;
          if (T.IsWord)
            Result.push_back(T.Text.str());
        }
    }
    return Result;
  }

  bool isInCode() const { return !Blocks.empty() && Blocks.back().IsCode; }

  /// Whether the brace \p I opens a namespace, a class or the like.
  bool opensScope(size_t I) const {
    const auto InFront = llvm::ArrayRef(Tokens).slice(Statement, I - Statement);
    if (InFront.empty() ||
        llvm::is_contained({")", "]", "const", "noexcept", "override",
                            "mutable", "try", "else", "do"},
                           InFront.back().Text))
      return false;
    return llvm::any_of(InFront, [](const CodeToken &T) {
      return llvm::is_contained(
          {"namespace", "class", "struct", "union", "enum", "extern"}, T.Text);
    });
  }

  void open(size_t I) {
    Block B;
    B.IsCode = isInCode() || !opensScope(I);
    Blocks.push_back(std::move(B));
  }

  void close() {
    if (Blocks.empty())
      return;
    const bool WasCode = Blocks.back().IsCode;
    Blocks.pop_back();
    // The end of a function.
    if (WasCode && !isInCode()) {
      if (!ExpectsError)
        llvm::append_range(Found, InFunction);
      InFunction.clear();
      ExpectsError = false;
    }
  }

  /// Returns the index of the token behind the template arguments that begin
  /// at \p I, or \p I if there are none.
  size_t afterTemplateArguments(size_t I) const {
    if (I >= Tokens.size() || !Tokens[I].is("<"))
      return I;
    int Depth = 0;
    for (size_t At = I; At < Tokens.size(); ++At) {
      const CodeToken &T = Tokens[At];
      Depth += T.is("<") - T.is(">") - 2 * T.is(">>");
      if (Depth <= 0)
        return At + 1;
      if (T.is(";") || T.is("(") || T.is("{") || T.is("&&") || T.is("||"))
        return I;
    }
    return I;
  }

  /// Looks at the word \p I in a function.
  void word(size_t I) {
    const StringRef Word = Tokens[I].Text;
    ExpectsError |= Marks.expectsError(Word);
    const size_t Next = afterTemplateArguments(I + 1);
    if (isKeyword(Word) || Next >= Tokens.size() || !Tokens[Next].is("("))
      return;
    size_t First = I;
    CapturedCall Call;
    Call.Name = Word.str();
    Call.Line = Tokens[I].Line;
    while (First > 1 && Tokens[First - 1].is("::") &&
           Tokens[First - 2].IsWord) {
      First -= 2;
      Call.Name = (Tokens[First].Text + "::" + Call.Name).str();
    }
    const CodeToken &Before = Tokens[First - 1];
    Call.IsOfObject = Before.is(".") || Before.is("->");
    if (Call.IsOfObject && Tokens[First - 2].IsWord)
      Call.Types = typesOf(Tokens[First - 2].Text);
    // A word in front is the type of a variable, unless it is a keyword.
    static const llvm::StringSet<> InFront = {
        "return",   "else", "do", "co_return", "co_await",
        "co_yield", "and",  "or", "not",       "case"};
    if ((Before.IsWord && !InFront.contains(Before.Text)) || Before.is(">") ||
        Before.is("~"))
      return;
    Block &B = Blocks.back();
    if (Marks.Begins.contains(Word)) {
      B.IsCapturing = true;
      B.Calls.clear();
    } else if (Marks.Ends.contains(Word)) {
      if (std::exchange(B.IsCapturing, false))
        llvm::append_range(InFunction, B.Calls);
    } else if (First != I || Call.IsOfObject || !Own.contains(Word)) {
      for (Block &Around : Blocks)
        if (Around.IsCapturing)
          Around.Calls.push_back(Call);
    }
  }

  const CaptureMarks &Marks;
  llvm::StringSet<> Own;
  size_t Statement = 0; ///< The first token of the statement.
  std::vector<Block> Blocks;
  /// The calls in the captures of the function, and whether it expects an
  /// error.
  std::vector<CapturedCall> InFunction;
  bool ExpectsError = false;
  std::vector<CapturedCall> Found;
};
} // namespace

/// Sorts \p Calls by their lines, and drops all but the first one of a name.
static std::vector<CapturedCall> sorted(std::vector<CapturedCall> Calls) {
  llvm::stable_sort(Calls, [](const CapturedCall &A, const CapturedCall &B) {
    return A.Line < B.Line;
  });
  llvm::StringSet<> Seen;
  llvm::erase_if(Calls, [&](const CapturedCall &C) {
    return !Seen.insert((C.IsOfObject ? "." : "") + C.Name).second;
  });
  return Calls;
}

std::vector<CapturedCall> scan::capturedCalls(StringRef Text,
                                              const CaptureMarks &Marks) {
  const std::string Copy = Text.str();
  return sorted(CodeReader(Copy, Marks).read());
}

void scan::addDefinedFunctions(StringRef Text, const llvm::StringSet<> &Wanted,
                               llvm::StringSet<> &Found) {
  if (llvm::none_of(Wanted, [&](const auto &E) {
        return !Found.contains(E.getKey()) && Text.contains(E.getKey());
      }))
    return;
  const std::string Copy = Text.str();
  const Code C(Copy);
  for (size_t I = 0; I < C.Tokens.size(); ++I)
    if (C.Tokens[I].IsWord && Wanted.contains(C.Tokens[I].Text) &&
        C.isDefinition(I))
      Found.insert(C.Tokens[I].Text);
}
