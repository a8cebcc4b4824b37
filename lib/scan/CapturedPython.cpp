//===- CapturedPython.cpp - Calls that Python makes in a capture ----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapturedCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <optional>

using namespace cuda_capture;
using namespace cuda_capture::scan;
using llvm::StringRef;

/// Returns \p Text with spaces for comments and for the contents of literals.
static std::string withoutLiterals(StringRef Text) {
  std::string Result = Text.str();
  auto Clear = [&](size_t From, size_t To) {
    for (size_t I = From; I < std::min(To, Result.size()); ++I)
      if (Result[I] != '\n')
        Result[I] = ' ';
  };
  for (size_t I = 0; I < Text.size();) {
    if (Text[I] == '#') {
      const size_t End = std::min(Text.find('\n', I), Text.size());
      Clear(I, End);
      I = End;
    } else if (Text[I] == '"' || Text[I] == '\'') {
      const std::string Long(3, Text[I]);
      const bool IsLong = Text.substr(I).starts_with(Long);
      const StringRef Quote = IsLong ? StringRef(Long) : Text.substr(I, 1);
      size_t End = I + Quote.size();
      while (End < Text.size() && !Text.substr(End).starts_with(Quote) &&
             (IsLong || Text[End] != '\n'))
        End += Text[End] == '\\' ? 2 : 1;
      End += Quote.size();
      Clear(I, End);
      I = End;
    } else {
      ++I;
    }
  }
  return Result;
}

static bool isWordChar(char C) { return llvm::isAlnum(C) || C == '_'; }
static bool isPathChar(char C) { return isWordChar(C) || C == '.'; }
static StringRef firstWord(StringRef Text) {
  return Text.take_while(isWordChar);
}

namespace {
/// A statement, which may go over several lines.
struct Statement {
  StringRef Text; ///< Without what is in front of it on the line.
  size_t Indent = 0;
  unsigned Line = 0;
};

/// A call in a statement.
struct Call {
  StringRef Path; ///< With the object or module in front.
  size_t At = 0;
  unsigned Line = 0;

  StringRef name() const {
    const size_t Dot = Path.rfind('.');
    return Dot == StringRef::npos ? Path : Path.drop_front(Dot + 1);
  }
};

/// Finds the calls in the captures of Python code.
class PythonReader {
public:
  /// \p Code has no literals.
  PythonReader(StringRef Code, const CaptureMarks &Marks) : Marks(Marks) {
    split(Code);
    for (const Statement &S : Statements) {
      addNames(S);
      for (const Call &C : callsIn(S))
        Called.insert(C.name());
    }
    for (StringRef Name : Marks.With)
      if (Name.contains('.'))
        Libraries.insert(Name.split('.').first);
  }

  std::vector<CapturedCall> read() {
    for (const Statement &S : Statements) {
      leave(S);
      visit(S);
    }
    leave(Statement());
    endFunction();
    return std::move(Found);
  }

private:
  /// A capture whose end was not read yet.
  struct Capture {
    size_t Indent = 0;
    bool IsWith = false;
    std::string Library; ///< The module that captures, or an object.
    std::vector<CapturedCall> Calls;
  };

  void split(StringRef Code) {
    unsigned Line = 1;
    while (!Code.empty()) {
      const size_t Indent = Code.find_first_not_of(" \t");
      size_t End = 0;
      for (int Depth = 0; End < Code.size(); ++End) {
        const char C = Code[End];
        Depth += C == '(' || C == '[' || C == '{';
        Depth -= C == ')' || C == ']' || C == '}';
        if (C == '\n' && Depth <= 0 && (!End || Code[End - 1] != '\\'))
          break;
      }
      const StringRef Text = Code.take_front(End).trim();
      if (!Text.empty())
        Statements.push_back({Text, Indent, Line});
      Line += Code.take_front(End + 1).count('\n');
      Code = Code.drop_front(std::min(End + 1, Code.size()));
    }
  }

  static StringRef withoutAsync(StringRef Text) {
    Text.consume_front("async ");
    return Text.ltrim();
  }

  /// Notes the names that a statement defines or imports.
  void addNames(const Statement &S) {
    StringRef Text = withoutAsync(S.Text);
    if (Text.consume_front("def ")) {
      // The function and its parameters.
      for (Text = Text.ltrim(); !Text.empty();) {
        Own.insert(firstWord(Text));
        Text = Text.drop_front(firstWord(Text).size());
        Text = Text.drop_until(isWordChar);
      }
    } else if (Text.consume_front("class ")) {
      Own.insert(firstWord(Text.ltrim()));
    } else if (Text.consume_front("import ")) {
      import(Text, "");
    } else if (Text.consume_front("from ")) {
      const auto [Module, Names] = Text.split(" import ");
      import(Names, Module.trim());
    } else {
      const StringRef Name = firstWord(Text);
      StringRef Rest = Text.drop_front(Name.size()).ltrim();
      if (Rest.consume_front("=") && !Rest.starts_with("="))
        Own.insert(Name);
    }
  }

  /// Notes which module each name of an import comes from; \p Module is empty
  /// if the names are modules.
  void import(StringRef Names, StringRef Module) {
    llvm::SmallVector<StringRef, 8> Items;
    Names.split(Items, ',');
    for (StringRef Item : Items) {
      Item = Item.trim(" \t\n\r()\\");
      const auto [Name, Alias] = Item.split(" as ");
      const StringRef Root =
          (Module.empty() ? Name : Module).split('.').first.trim();
      StringRef Local = Alias.empty() ? Name.trim() : Alias.trim();
      if (Alias.empty() && Module.empty())
        Local = Local.split('.').first;
      Modules[Local] = Root.str();
    }
  }

  /// Returns the module that the first name of \p Path comes from.
  StringRef moduleOf(StringRef Path) const {
    const StringRef First = Path.split('.').first;
    const auto It = Modules.find(First);
    return It == Modules.end() ? First : StringRef(It->second);
  }

  static std::vector<Call> callsIn(const Statement &S) {
    std::vector<Call> Result;
    for (size_t At = S.Text.find('('); At != StringRef::npos;
         At = S.Text.find('(', At + 1)) {
      size_t Begin = At;
      while (Begin && isPathChar(S.Text[Begin - 1]))
        --Begin;
      const StringRef Path = S.Text.slice(Begin, At);
      const StringRef Before = S.Text.take_front(Begin).rtrim();
      if (Path.empty() || Path.ends_with(".") || Before.ends_with("def") ||
          Before.ends_with("class"))
        continue;
      Result.push_back(
          {Path, Begin,
           S.Line + unsigned(S.Text.take_front(Begin).count('\n'))});
    }
    return Result;
  }

  /// Returns the place of the colon that ends the head of a compound statement.
  static size_t endOfHead(StringRef Text) {
    int Depth = 0;
    for (size_t I = 0; I < Text.size(); ++I) {
      const char C = Text[I];
      Depth += C == '(' || C == '[' || C == '{';
      Depth -= C == ')' || C == ']' || C == '}';
      if (C == ':' && !Depth)
        return I;
    }
    return Text.size();
  }

  bool capturesBlock(const Call &C) const {
    return llvm::any_of(Marks.With, [&](StringRef Name) {
      StringRef Path = C.Path;
      return Path.consume_back(Name) && (Path.empty() || Path.ends_with("."));
    });
  }

  /// Ends the captures and the function that \p S is no longer in.
  void leave(const Statement &S) {
    while (!Captures.empty() &&
           (Captures.back().IsWith ? S.Indent <= Captures.back().Indent
                                   : S.Indent < Captures.back().Indent)) {
      // A capture that other code ends does not count.
      if (Captures.back().IsWith)
        llvm::append_range(InFunction, Captures.back().Calls);
      Captures.pop_back();
    }
    const bool IsDef = withoutAsync(S.Text).starts_with("def ");
    if (Def && S.Indent <= *Def) {
      endFunction();
      Def.reset();
    }
    if (Def || (!IsDef && !S.Text.starts_with("@")))
      return;
    if (!IsDecorated)
      endFunction();
    IsDecorated = !IsDef;
    if (IsDef)
      Def = S.Indent;
  }

  void endFunction() {
    if (!ExpectsError)
      llvm::append_range(Found, InFunction);
    InFunction.clear();
    ExpectsError = false;
  }

  void visit(const Statement &S) {
    for (StringRef Rest = S.Text; !Rest.empty();
         Rest = Rest.drop_until(isWordChar)) {
      ExpectsError |= Marks.expectsError(firstWord(Rest));
      Rest = Rest.drop_front(std::max<size_t>(firstWord(Rest).size(), 1));
    }
    const std::vector<Call> Calls = callsIn(S);
    size_t Skipped = 0;
    if (withoutAsync(S.Text).starts_with("with ")) {
      const size_t Head = endOfHead(S.Text);
      for (const Call &C : Calls)
        if (C.At < Head && capturesBlock(C)) {
          Captures.push_back({S.Indent, true, moduleOf(C.Path).str(), {}});
          Skipped = Head;
          break;
        }
    }
    for (const Call &C : Calls)
      if (C.At >= Skipped)
        call(C, S);
  }

  void call(const Call &C, const Statement &S) {
    if (Marks.Begins.contains(C.name())) {
      Captures.push_back({S.Indent, false, moduleOf(C.Path).str(), {}});
      return;
    }
    if (Marks.Ends.contains(C.name())) {
      if (!Captures.empty() && !Captures.back().IsWith &&
          Captures.back().Indent == S.Indent) {
        llvm::append_range(InFunction, Captures.back().Calls);
        Captures.pop_back();
      }
      return;
    }
    const bool IsPlain = !C.Path.contains('.');
    if (IsPlain ? Own.contains(C.Path)
                : C.Path.count('.') == 1 && C.Path.starts_with("self."))
      return;
    const StringRef Module = moduleOf(C.Path);
    if (Libraries.contains(Module))
      return;
    CapturedCall Result;
    Result.Name = C.name().str();
    Result.Line = C.Line;
    Result.IsOfObject = !IsPlain && !Modules.contains(C.Path.split('.').first);
    if (Result.IsOfObject)
      for (const auto &Name : Called)
        Result.Types.push_back(Name.getKey().str());
    for (Capture &Around : Captures)
      if (IsPlain || Module != Around.Library)
        Around.Calls.push_back(Result);
  }

  const CaptureMarks &Marks;
  std::vector<Statement> Statements;
  llvm::StringSet<> Own, Libraries, Called;
  llvm::StringMap<std::string> Modules;
  std::vector<Capture> Captures;
  /// The indentation of the outermost function.
  std::optional<size_t> Def;
  /// Whether only decorators of the function were read.
  bool IsDecorated = false;
  /// The calls in the captures of the function, and whether it expects an
  /// error.
  std::vector<CapturedCall> InFunction;
  bool ExpectsError = false;
  std::vector<CapturedCall> Found;
};
} // namespace

std::vector<CapturedCall>
scan::capturedCallsOfPython(StringRef Text, const CaptureMarks &Marks) {
  const std::string Code = withoutLiterals(Text);
  std::vector<CapturedCall> Result = PythonReader(Code, Marks).read();
  llvm::stable_sort(Result, [](const CapturedCall &A, const CapturedCall &B) {
    return A.Line < B.Line;
  });
  return Result;
}
