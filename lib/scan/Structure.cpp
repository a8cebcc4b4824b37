//===- Structure.cpp - Functions that a file may define -------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tokens.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace cuda_capture::scan;
using llvm::StringRef;

static bool isCapitals(StringRef Name) {
  return llvm::none_of(Name, [](char C) { return llvm::isLower(C); });
}

namespace {

class Reader {
public:
  Reader(llvm::ArrayRef<Token> Tokens, FileFacts &F, Names &All, bool IsPart)
      : T(Tokens), F(F), All(All), IsPart(IsPart) {}

  void run() {
    match();
    for (size_t I = 0; I + 2 < T.size(); ++I)
      HasAliases |= T[I].K == Token::Word && T[I + 1].is('(') &&
                    T[I + 2].K == Token::Text &&
                    llvm::is_contained(
                        {"alias", "__alias__", "ifunc", "__ifunc__", "weakref"},
                        All.text(T[I].Name));
    for (size_t I = 0; I < T.size(); ++I)
      step(I);
    llvm::sort(F.Mentioned);
    F.Mentioned.erase(llvm::unique(F.Mentioned), F.Mentioned.end());
  }

private:
  static constexpr size_t None = ~size_t(0);
  /// The number of tokens behind a parenthesis among which a body is looked
  /// for.
  static constexpr size_t MaxTrailer = 400;

  /// The kind of braces around a token.
  struct Scope {
    bool Body;
    /// The braces are those of a class without bases. Only callers that see the
    /// class call the functions that are defined in it.
    bool Class;
    /// The braces are those of an unnamed namespace.
    bool Internal;
    /// The name of the class; 0 if the braces are not those of a class.
    Id Name;
  };
  /// A preprocessor condition, with the scopes at its begin and at the end of
  /// its first branch. Any: it has another branch.
  struct Branch {
    std::vector<Scope> Before, First;
    bool Guard, Any = false;
  };

  StringRef text(size_t I) const {
    return I < T.size() && T[I].K == Token::Word ? All.text(T[I].Name) : "";
  }
  bool isSign(size_t I, char C) const { return I < T.size() && T[I].is(C); }

  /// Finds the token that closes each parenthesis and bracket.
  void match() {
    Closing.assign(T.size(), None);
    std::vector<size_t> Open;
    std::vector<std::vector<size_t>> Branches;
    for (size_t I = 0; I < T.size(); ++I) {
      if (T[I].K == Token::If) {
        Branches.push_back(Open);
      } else if (T[I].K == Token::Else && !Branches.empty()) {
        Open = Branches.back();
      } else if (T[I].K == Token::Endif && !Branches.empty()) {
        Branches.pop_back();
      } else if (T[I].is('(') || T[I].is('[')) {
        Open.push_back(I);
      } else if ((T[I].is(')') || T[I].is(']')) && !Open.empty()) {
        Closing[Open.back()] = I;
        Open.pop_back();
      }
    }
  }

  bool isConditional() const {
    return llvm::any_of(Branches, [](const Branch &B) { return !B.Guard; });
  }
  bool inBody() const {
    return llvm::any_of(Scopes, [](Scope S) { return S.Body; });
  }

  void step(size_t I) {
    switch (T[I].K) {
    case Token::If:
      Branches.push_back({Scopes, {}, T[I].Guard});
      return;
    case Token::Else:
      if (!Branches.empty()) {
        Branch &B = Branches.back();
        if (!B.Any)
          B.First = Scopes;
        B.Any = true;
        Scopes = B.Before;
      }
      return;
    case Token::Endif:
      if (!Branches.empty()) {
        // If the branches differ, more code counts as outside of bodies.
        if (Branches.back().Any && Branches.back().First.size() < Scopes.size())
          Scopes = Branches.back().First;
        Branches.pop_back();
      }
      return;
    case Token::Sign:
      S.HasChoice |= T[I].is('?');
      S.HasAssign |= T[I].is('=');
      if (S.HasClass && !S.HasBase && T[I].is(':')) {
        S.HasBase = true;
        if (I && T[I - 1].K == Token::Word && text(I - 1) != "final")
          S.Class = T[I - 1].Name;
        if (Id Class = nameOfClass(I))
          F.Derived.push_back(Class);
      }
      if (T[I].is('{'))
        open();
      else if (T[I].is('}') && !Scopes.empty())
        Scopes.pop_back();
      if (T[I].is('{') || T[I].is('}') || T[I].is(';'))
        S = Statement();
      return;
    case Token::Text:
      S.HasText = true;
      return;
    case Token::Number:
      return;
    case Token::Word:
      word(I);
    }
  }

  Id nameBefore(size_t I) const {
    return I && T[I - 1].K == Token::Word && !isKeyword(text(I - 1))
               ? T[I - 1].Name
               : 0;
  }

  void open() {
    // A name in capitals may be a macro that opens a namespace.
    const bool Outside = S.Defines ? S.HasCapitals
                                   : S.HasScope || (S.HasExtern && S.HasText) ||
                                         (S.HasCapitals && !S.HasAssign);
    Scopes.push_back({!Outside, Outside && S.HasClass && !S.HasBase,
                      Outside && S.IsUnnamed, Outside ? S.Class : 0});
  }

  void word(size_t I) {
    StringRef Name = text(I);
    if (S.IsTypedef && !isKeyword(Name))
      F.Aliases.push_back(T[I].Name);
    S.IsUnnamed = Name == "namespace";
    if (Name == "class" || Name == "struct" || Name == "union")
      S.HasScope = S.HasClass = true;
    else if (Name == "namespace" || Name == "enum")
      S.HasScope = true;
    else if (Name == "static" || Name == "inline" || Name == "constexpr" ||
             Name == "consteval")
      S.IsOwn = true;
    else if (Name == "using" && isSign(I + 2, '=') && T[I + 1].K == Token::Word)
      F.Aliases.push_back(T[I + 1].Name);
    else if (Name == "typedef")
      S.IsTypedef = true;
    else if (Name == "virtual" || Name == "friend")
      S.IsForOthers = true;
    else if (Name == "extern")
      S.HasExtern = true;
    else if (Name == "case")
      S.HasChoice = true;
    else if (Name == "__device__" || Name == "__global__")
      S.IsForDevice = true;
    else if (Name == "__host__")
      S.IsForHost = true;
    else if (Name == "template" && !isSign(I + 1, '<'))
      instantiated(I);
    else if (Name == "template" && !isSign(I + 2, '>'))
      S.IsTemplate = true;
    if (llvm::is_contained({"asm", "__asm", "__asm__", "alias", "__alias__",
                            "ifunc", "__ifunc__"},
                           Name) &&
        isSign(I + 1, '(') && I + 2 < T.size() && T[I + 2].K == Token::Text &&
        T[I + 2].Name)
      define(T[I + 2].Name, false);
    if (Name == "operator")
      return operatorName(I);

    size_t Open = I + 1;
    if (isSign(Open, '<'))
      if (size_t After = behindAngles(Open); isSign(After, '('))
        Open = After;
    if (!isSign(Open, '(')) {
      if (!inBody())
        F.Mentioned.push_back(T[I].Name);
      S.HasCapitals |= isCapitals(Name);
      if (!inBody() && !isKeyword(Name))
        F.Invocations.push_back({T[I].Name, nameBefore(I), {}});
      return;
    }
    if (isKeyword(Name))
      return;
    if (!inBody()) {
      Invocation One{T[I].Name, nameBefore(I), {}};
      for (size_t A = Open + 1; A < T.size() && A < Closing[Open]; ++A)
        // A word in front of another word is a type.
        if ((T[A].K == Token::Word && !isKeyword(text(A)) &&
             T[A + 1].K != Token::Word) ||
            (T[A].K == Token::Text && T[A].Name))
          One.Arguments.push_back(T[A].Name);
      F.Invocations.push_back(std::move(One));
    }
    const bool Defines = isDefinition(Open);
    if (!Defines && !IsPart && !inBody() && isDeclared(I) &&
        isDeclaration(Open) && !isCalledByLanguage(Name))
      F.Declared.push_back(T[I].Name);
    if (Name == "main" || !Defines || (IsPart && !isDeclared(I)))
      return;
    const bool Special =
        I && (T[I - 1].is('~') ||
              (T[I - 1].is("::") && I > 1 && T[I - 2].K == Token::Word &&
               T[I - 2].Name == T[I].Name) ||
              (T[I - 1].is("::") && I > 1 && T[I - 2].is('>')));
    if (isForOthers())
      define(T[I].Name, Special, classAt(I));
    S.Defines = true;
    S.HasCapitals = isCapitals(Name);
  }

  /// Reads "operator" and the tokens up to the parameters. All conversion
  /// functions have the same name, because a type has many names.
  void operatorName(size_t I) {
    std::string Name = "operator ";
    size_t Open = I + 1;
    if (isSign(Open, '(') && Closing[Open] == Open + 1) {
      Name += "()";
      Open += 2;
    } else if (Open < T.size() && T[Open].K == Token::Word &&
               text(Open) != "new" && text(Open) != "delete") {
      Name += "type";
      while (Open < T.size() && !isSign(Open, '(') && !isSign(Open, ';') &&
             !isSign(Open, '{'))
        ++Open;
    } else {
      for (; Open < T.size() && !isSign(Open, '('); ++Open) {
        if (T[Open].K == Token::Sign) {
          Name += T[Open].First;
          if (T[Open].Second)
            Name += T[Open].Second;
        } else if (T[Open].K == Token::Word) {
          Name += All.text(T[Open].Name);
        }
        if (isSign(Open, ';') || isSign(Open, '{') || Name.size() > 64)
          break;
      }
    }
    const Id Operator = All.add(Name);
    F.Spelt.push_back(Operator);
    if (isSign(Open, '(') && isDefinition(Open)) {
      if (isForOthers())
        define(Operator, true, classAt(I));
      S.Defines = true;
    }
  }

  /// Records the names of an explicit instantiation as defined.
  void instantiated(size_t I) {
    if (llvm::is_contained({"class", "struct", "union"}, text(I + 1)))
      F.Instantiates = true;
    for (size_t K = I + 1; K < T.size() && K < I + MaxTrailer; ++K) {
      if (isSign(K, ';') || isSign(K, '{'))
        return;
      if (T[K].K == Token::Word && !isKeyword(text(K)) &&
          (isSign(K + 1, '(') || isSign(K + 1, '<')))
        define(T[K].Name, true);
    }
  }

  size_t behindAngles(size_t I) const {
    unsigned Depth = 0;
    for (size_t K = I; K < T.size() && K < I + MaxTrailer; ++K) {
      if (isSign(K, '<'))
        ++Depth;
      else if (isSign(K, '>') && !--Depth)
        return K + 1;
      else if (isSign(K, ';') || isSign(K, '{') || isSign(K, '}'))
        return None;
    }
    return None;
  }

  /// Whether the tokens behind the parameters that begin at \p Open look like a
  /// function body.
  bool isDefinition(size_t Open) const {
    size_t K = Closing[Open];
    if (K == None)
      return !inBody();
    if (HasAliases && !inBody())
      return true;
    const size_t End = std::min(T.size(), K + MaxTrailer);
    const size_t First = ++K;
    bool Old = false; // It may be a K&R definition.
    for (; K < End; ++K) {
      const Token &Now = T[K];
      if (Now.K == Token::If || Now.K == Token::Else || Now.K == Token::Endif)
        continue;
      if (Now.K == Token::Word) {
        StringRef Name = text(K);
        if (Name == "try")
          return true;
        Old |= K == First && Name != "const" && Name != "volatile" &&
               Name != "noexcept" && Name != "override" && Name != "final";
        continue;
      }
      if (Now.is('{'))
        return true;
      if (Now.is(':'))
        return !S.HasChoice;
      if (Now.is('(') || Now.is('[')) {
        if (Closing[K] == None)
          return true;
        K = Closing[K];
        Old = false;
        continue;
      }
      // The declarator of a function that returns a pointer to a function
      // encloses its name and parameters.
      if (Now.is(')') && (isSign(K + 1, '(') || isSign(K + 1, '[')) &&
          Closing[K + 1] != None) {
        K = Closing[K + 1];
        continue;
      }
      if (Now.is("::") || Now.is("->") || Now.is('<') || Now.is('>') ||
          Now.is('*') || Now.is('&') || Now.is("&&"))
        continue;
      if (Old && (Now.is(',') || Now.is(';')))
        continue;
      return false;
    }
    // The rest of a definition that a macro begins may follow its invocation.
    return K == T.size() ? IsPart : Old;
  }

  /// Whether only parts of a declaration follow the parameters.
  bool isDeclaration(size_t Open) const {
    for (size_t K = Closing[Open] + 1; K < T.size(); ++K) {
      if (T[K].is(';'))
        return true;
      if (T[K].is('(') && Closing[K] != None)
        K = Closing[K];
      else if (T[K].K != Token::Word && !T[K].is('&') && !T[K].is("&&"))
        return false;
    }
    return false;
  }

  /// Whether the token in front of a name may end a type or a scope.
  bool isDeclared(size_t I) const {
    if (!I)
      return false;
    const Token &Before = T[I - 1];
    return Before.K == Token::Word
               ? text(I - 1) != "return" && text(I - 1) != "else" &&
                     text(I - 1) != "do"
               : Before.is('*') || Before.is('&') || Before.is("&&") ||
                     Before.is('>') || Before.is("::") || Before.is('~');
  }

  /// Whether files that do not see the definition may call the function.
  bool isForOthers() const {
    if (S.IsForDevice && !S.IsForHost)
      return false;
    if (HasAliases)
      return true;
    if (!Scopes.empty() && Scopes.back().Class)
      return S.IsForOthers;
    return !S.IsOwn && llvm::none_of(Scopes, [](const Scope &Around) {
      return Around.Internal;
    });
  }

  /// Returns the class of the member function at \p I; 0 if there is none.
  Id classAt(size_t I) const {
    if (HasAliases)
      return 0;
    if (I && T[I - 1].is('~'))
      --I;
    if (!I || !T[I - 1].is("::"))
      return Scopes.empty() ? 0 : Scopes.back().Name;
    return nameOfClass(I - 1);
  }

  /// Returns the name that ends in front of \p End, without template arguments;
  /// 0 if there is none.
  Id nameOfClass(size_t End) const {
    size_t K = End;
    if (K && text(K - 1) == "final")
      --K;
    if (K && T[K - 1].is('>')) {
      unsigned Depth = 0;
      for (--K; K && End - K < MaxTrailer; --K) {
        Depth += T[K].is('>');
        if (T[K].is('<') && !--Depth)
          break;
      }
    }
    return K && T[K - 1].K == Token::Word ? T[K - 1].Name : 0;
  }

  void define(Id Name, bool Implicit, Id Class = 0) {
    const bool Conditional = isConditional();
    F.Defined.push_back({Name, Class, Conditional, S.IsTemplate, Implicit});
    for (Id Part : unmangled(All.text(Name), All))
      F.Defined.push_back({Part, 0, Conditional, false, Implicit});
  }

  llvm::ArrayRef<Token> T;
  FileFacts &F;
  Names &All;
  std::vector<size_t> Closing;
  std::vector<Scope> Scopes;
  std::vector<Branch> Branches;
  /// The file makes aliases of functions, so that any declaration may define
  /// one.
  bool HasAliases = false;
  /// The tokens are the body of a macro.
  const bool IsPart;
  /// The properties of the tokens since the last ';' or brace.
  struct Statement {
    bool HasScope = false, HasExtern = false, HasText = false;
    bool HasChoice = false, HasAssign = false, HasCapitals = false;
    bool HasClass = false, HasBase = false, IsUnnamed = false;
    bool IsOwn = false, IsForOthers = false, IsTypedef = false;
    bool IsTemplate = false, IsForDevice = false, IsForHost = false;
    Id Class = 0;
    bool Defines = false;
  } S;
};

} // namespace

void cuda_capture::scan::readStructure(llvm::ArrayRef<Token> Tokens,
                                       FileFacts &F, Names &All, bool IsPart) {
  Reader(Tokens, F, All, IsPart).run();
}
