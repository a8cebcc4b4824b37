//===- FileFacts.cpp - Facts from the tokens of a file --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileFacts.h"
#include "Tokens.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"

using namespace cuda_capture::scan;
namespace TokenKind = clang::tok;
using llvm::StringRef;

static bool isName(StringRef Text) {
  return !Text.empty() && !llvm::isDigit(Text.front()) &&
         llvm::all_of(Text,
                      [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

std::vector<Id> cuda_capture::scan::unmangled(StringRef Name, Names &All) {
  std::vector<Id> Result;
  if (!Name.starts_with("_Z"))
    return Result;
  const std::string Plain = llvm::demangle(Name);
  for (StringRef Rest = Plain; !Rest.empty();) {
    StringRef Word =
        Rest.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (isName(Word) && Word != Name)
      Result.push_back(All.add(Word));
    Rest = Rest.drop_front(std::max<size_t>(Word.size(), 1));
  }
  return Result;
}

namespace {

class FileReader {
public:
  FileReader(StringRef Text, FileFacts &F, Names &All)
      : Buffer(Text.str()),
        Lex(clang::SourceLocation(), options(), Buffer.data(), Buffer.data(),
            Buffer.data() + Buffer.size()),
        F(F), All(All) {}

  void run() {
    next();
    bool AtBegin = true;
    while (!AtEnd) {
      if (Tok.is(TokenKind::hash) && Tok.isAtStartOfLine()) {
        directive(AtBegin);
        AtBegin = false;
        continue;
      }
      AtBegin = false;
      plain();
      next();
    }
    readStructure(Tokens, F, All);
    llvm::sort(F.Spelt);
    llvm::sort(F.Declared);
    F.Declarations = F.Declared;
    std::vector<Id> Spelt, Declared;
    for (auto It = F.Spelt.begin(); It != F.Spelt.end();) {
      auto End = std::upper_bound(It, F.Spelt.end(), *It);
      auto Range = std::equal_range(F.Declared.begin(), F.Declared.end(), *It);
      (End - It > Range.second - Range.first ? Spelt : Declared).push_back(*It);
      It = End;
    }
    F.Spelt = std::move(Spelt);
    F.Declared = std::move(Declared);
  }

private:
  /// Returns options that enable as many language features as possible, so that
  /// no other options would find a name inside of one of the lexer's tokens.
  static const clang::LangOptions &options() {
    static const clang::LangOptions Opts = [] {
      clang::LangOptions O;
      O.CPlusPlus = O.CPlusPlus11 = O.CPlusPlus14 = O.CPlusPlus17 =
          O.CPlusPlus20 = O.CUDA = O.LineComment = O.Bool = true;
      O.DollarIdents = true;
      return O;
    }();
    return Opts;
  }

  void next() {
    AtEnd = Lex.LexFromRawLexer(Tok);
    AtEnd |= Tok.is(TokenKind::eof);
  }

  const char *begin() const {
    return Lex.getBufferLocation() - Tok.getLength();
  }

  /// Returns the text of the token without line continuations.
  std::string text() const {
    StringRef Raw(begin(), Tok.getLength());
    if (!Tok.needsCleaning())
      return Raw.str();
    std::string Result;
    for (size_t I = 0; I < Raw.size(); ++I) {
      if (Raw[I] == '\\') {
        size_t End = Raw.find_first_not_of(" \t\r", I + 1);
        if (End != StringRef::npos && Raw[End] == '\n') {
          I = End;
          continue;
        }
      }
      Result += Raw[I];
    }
    return Result;
  }

  /// Records a name that the file spells, and the names in it if it is mangled.
  Id spell(StringRef Name) {
    Id I = All.add(Name);
    F.Spelt.push_back(I);
    for (Id Part : unmangled(Name, All))
      F.Spelt.push_back(Part);
    return I;
  }

  /// Converts the current token, except for the characters of a sign, and
  /// records the names that it spells.
  Token word() {
    Token T;
    if (Tok.is(TokenKind::raw_identifier)) {
      T.K = Token::Word;
      if (Tok.hasUCN())
        F.Unclear = true;
      T.Name = spell(text());
    } else if (Tok.is(TokenKind::numeric_constant)) {
      T.K = Token::Number;
      // Only short numbers are recorded: numbers that are pasted to names are
      // short.
      if (Tok.getLength() <= 16) {
        T.Name = All.add(text());
        F.Spelt.push_back(T.Name);
      } else {
        T.K = Token::Text;
      }
    } else if (clang::tok::isStringLiteral(Tok.getKind())) {
      T.K = Token::Text;
      std::string Text = text();
      StringRef Content = StringRef(Text).split('"').second;
      Content.consume_back("\"");
      if (isName(Content))
        T.Name = spell(Content);
    } else if (Tok.is(TokenKind::unknown) || Tok.is(TokenKind::char_constant)) {
      // No compiler may see this text, or Clang's lexer may read it differently
      // from the compiler that does.
      T.K = Token::Text;
      std::string Text = text();
      size_t Begin = 0;
      for (size_t I = 0; I <= Text.size(); ++I)
        if (I == Text.size() || !(llvm::isAlnum(Text[I]) || Text[I] == '_')) {
          if (StringRef Part = StringRef(Text).slice(Begin, I); isName(Part))
            spell(Part);
          Begin = I + 1;
        }
    }
    return T;
  }

  /// Converts the current token and appends it to \p List.
  Token take(std::vector<Token> &List) {
    Token T = word();
    if (T.K == Token::Sign) {
      StringRef Raw(begin(), Tok.getLength());
      T.First = Raw.empty() ? 0 : Raw[0];
      T.Second = Raw.size() > 1 ? Raw[1] : 0;
      // Each '>' of ">>" and ">>>" becomes a token, because it may close a
      // template argument list.
      if (T.First == '>' && T.Second == '>' && Raw.back() == '>') {
        T.Second = 0;
        List.insert(List.end(), Raw.size() - 1, T);
      }
    }
    List.push_back(T);
    return T;
  }

  void plain() {
    leaveBeginning();
    Token T = take(Tokens);
    if (T.K == Token::Word && Tok.isAtStartOfLine() &&
        (All.text(T.Name) == "import" || All.text(T.Name) == "module"))
      F.Unclear = true;
  }

  /// Reads a directive up to the end of its line, and the token that follows.
  void directive(bool AtBegin) {
    next();
    auto InLine = [&] { return !AtEnd && !Tok.isAtStartOfLine(); };
    if (!InLine())
      return;
    const std::string Name =
        Tok.is(TokenKind::raw_identifier) ? text() : std::string();
    const char *Rest = Lex.getBufferLocation();
    if (AtBegin && StringRef(Name).starts_with("if"))
      F.MayBeOnce = true;
    if (B != Begin::Past)
      beginning(Name, StringRef(Rest, Buffer.data() + Buffer.size() - Rest));
    if (Name == "include" || Name == "include_next" || Name == "import")
      include(Rest, Name);
    if (Name == "define") {
      next();
      if (InLine() && Tok.is(TokenKind::raw_identifier))
        define(InLine);
      return;
    }
    Token T;
    if (Name == "if" || Name == "ifdef" || Name == "ifndef") {
      T.K = Token::If;
      // Until something else follows than the definition of its macro, the
      // first condition is taken for an include guard.
      T.Guard = B == Begin::Named;
      if (T.Guard)
        GuardToken = Tokens.size();
    } else if (Name == "else" || Name == "elif" || Name == "elifdef" ||
               Name == "elifndef") {
      T.K = Token::Else;
    } else if (Name == "endif") {
      T.K = Token::Endif;
    }
    if (T.K != Token::Sign) {
      Tokens.push_back(T);
      if (T.K == Token::If)
        Guards.push_back(T.Guard);
      else if (T.K == Token::Endif && !Guards.empty())
        Guards.pop_back();
    }
    next();
    if (Name == "pragma" && InLine() && Tok.is(TokenKind::raw_identifier)) {
      const std::string Kind = text();
      F.Unclear |= Kind == "weak" || Kind == "redefine_extname";
      F.MayBeOnce |= Kind == "once";
    }
    for (; InLine(); next())
      word();
  }

  /// Processes a directive that only comments, "#pragma once" and lines of an
  /// include guard precede.
  void beginning(StringRef Name, StringRef Rest) {
    StringRef Line =
        Rest.take_until([](char C) { return C == '\n' || C == '/'; }).trim();
    if (Name == "pragma" && Line == "once" && B != Begin::Named)
      return;
    StringRef Asked = Name == "ifndef" ? Line : "";
    if (Name == "if" && Line.consume_front("!") &&
        Line.ltrim().consume_front("defined"))
      Asked = Line.ltrim().drop_front(strlen("defined")).trim(" \t()");
    if (B == Begin::Nothing && isName(Asked)) {
      B = Begin::Named;
      F.Guard = All.add(Asked);
    } else if (Name == "define" && B == Begin::Named &&
               Line.split(' ').first == All.text(F.Guard)) {
      B = Begin::Guarded;
    } else {
      F.BeginsWithInclude = Name == "include" && B != Begin::Named;
      if (!F.BeginsWithInclude)
        F.Guard = 0;
      leaveBeginning();
    }
  }

  /// Notes that what follows is no beginning of the file. A condition whose
  /// macro was not defined is no include guard.
  void leaveBeginning() {
    if (B == Begin::Named) {
      Tokens[GuardToken].Guard = false;
      if (!Guards.empty())
        Guards.front() = false;
    }
    B = Begin::Past;
  }

  bool isConditional() const {
    return llvm::any_of(Guards, [](bool Guard) { return !Guard; });
  }

  void include(const char *Rest, StringRef Name) {
    StringRef Line(Rest, Buffer.data() + Buffer.size() - Rest);
    Line = Line.take_until([](char C) { return C == '\n'; }).trim();
    Include I;
    I.Next = Name == "include_next";
    I.Conditional = isConditional();
    // A comment may precede the name of the file.
    if (Line.starts_with("/*"))
      Line = Line.split("*/").second.ltrim();
    if (Line.consume_front("<")) {
      I.Angled = true;
      I.File = Line.split('>').first.str();
    } else if (Line.consume_front("\"")) {
      I.File = Line.split('"').first.str();
    } else {
      F.Unclear = true;
      return;
    }
    F.Includes.push_back(std::move(I));
  }

  template <typename InLine> void define(InLine Holds) {
    Macro M;
    M.Name = spell(text());
    next();
    M.HasParameters =
        Holds() && Tok.is(TokenKind::l_paren) && !Tok.hasLeadingSpace();
    std::vector<Id> Parameters;
    if (M.HasParameters)
      for (; Holds() && Tok.isNot(TokenKind::r_paren); next())
        if (Token T = word(); T.K == Token::Word)
          Parameters.push_back(T.Name);
    Parameters.push_back(All.add("__VA_ARGS__"));
    auto IsParameter = [&](Id I) { return llvm::is_contained(Parameters, I); };
    std::vector<Token> Body;
    // The number of parts of the current name, and whether the next token is
    // pasted to it.
    unsigned Parts = 0;
    bool Joins = false;
    for (; Holds(); next()) {
      if (Tok.is(TokenKind::hashhash)) {
        M.Pastes = Joins = true;
      } else {
        Parts = Joins ? Parts + 1 : 1;
        M.MostParts = std::max(M.MostParts, Parts);
        Joins = false;
      }
      Token T = take(Body);
      if (T.K == Token::Word || T.K == Token::Number ||
          (T.K == Token::Text && T.Name))
        M.Body.push_back(T.Name);
      if (T.K == Token::Word && !IsParameter(T.Name) &&
          !isKeyword(All.text(T.Name)))
        M.Names.push_back(T.Name);
    }
    M.OpensParameters = !Body.empty() && Body.front().is('(');
    FileFacts Part;
    readStructure(Body, Part, All, /*IsPart=*/true);
    // Part spells only the names of operators.
    F.Spelt.insert(F.Spelt.end(), Part.Spelt.begin(), Part.Spelt.end());
    M.Names.insert(M.Names.end(), Part.Spelt.begin(), Part.Spelt.end());
    for (const Definition &D : Part.Defined)
      if (IsParameter(D.Name))
        M.NamesParameter = true;
      else
        M.Functions.push_back(D.Name);
    M.NamesParameter |= M.HasParameters && M.Pastes;
    F.Macros.push_back(std::move(M));
  }

  const std::string Buffer;
  clang::Lexer Lex;
  clang::Token Tok;
  bool AtEnd = false;
  /// Describes what precedes the current directive: nothing, the first line of
  /// an include guard, both of its lines, or something else.
  enum class Begin { Nothing, Named, Guarded, Past } B = Begin::Nothing;
  std::vector<Token> Tokens;
  /// An element for each enclosing condition: whether it is an include guard.
  std::vector<bool> Guards;
  /// The number of the token of the condition that may be an include guard.
  size_t GuardToken = 0;
  FileFacts &F;
  Names &All;
};

} // namespace

FileFacts cuda_capture::scan::readFacts(StringRef Text, Names &All) {
  FileFacts F;
  FileReader(Text, F, All).run();
  return F;
}

void cuda_capture::scan::addMacro(FileFacts &F, StringRef Definition,
                                  Names &All) {
  auto [Name, Body] = Definition.split('=');
  FileFacts One = readFacts(("#define " + Name + " " + Body + "\n").str(), All);
  std::vector<Id> Both;
  std::set_union(F.Spelt.begin(), F.Spelt.end(), One.Spelt.begin(),
                 One.Spelt.end(), std::back_inserter(Both));
  F.Spelt = std::move(Both);
  std::move(One.Macros.begin(), One.Macros.end(), std::back_inserter(F.Macros));
  F.Unclear |= One.Unclear;
}
