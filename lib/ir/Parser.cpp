//===- Parser.cpp - CaptureIR from text -----------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "Operators.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture::ir;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// A recursive-descent parser. The first error stops everything.
class Parser {
public:
  Parser(StringRef Text, StringRef Source, Module &M)
      : Text(Text), Source(Source), M(M) {}

  llvm::Error run() {
    module();
    if (Problem.empty())
      return llvm::Error::success();
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Problem);
  }

private:
  //===--- Characters and words -------------------------------------------===//

  bool failed() const { return !Problem.empty(); }

  void fail(const Twine &Why) {
    if (failed())
      return;
    StringRef Before = Text.take_front(Pos);
    size_t Line = Before.count('\n') + 1;
    size_t Column = Pos - (Before.rfind('\n') + 1) + 1;
    Problem =
        llvm::formatv("{0}:{1}:{2}: {3}", Source, Line, Column, Why.str());
  }

  char peek() const { return Pos < Text.size() ? Text[Pos] : '\0'; }

  void skip() {
    while (Pos < Text.size()) {
      if (peek() == ';')
        Pos = std::min(Text.find('\n', Pos), Text.size());
      else if (llvm::isSpace(peek()))
        ++Pos;
      else
        break;
    }
  }

  bool accept(StringRef Token) {
    skip();
    if (failed() || !Text.substr(Pos).starts_with(Token))
      return false;
    // A word ends where the identifier ends.
    if (isWord(Token.back()) && Pos + Token.size() < Text.size() &&
        isWord(Text[Pos + Token.size()]))
      return false;
    Pos += Token.size();
    return true;
  }

  void expect(StringRef Token) {
    if (!accept(Token))
      fail("expected '" + Token + "'");
  }

  static bool isWord(char C) {
    return llvm::isAlnum(C) || C == '_' || C == '$';
  }

  std::string quoted() {
    expect("\"");
    std::string Result;
    while (!failed()) {
      if (Pos >= Text.size() || peek() == '\n') {
        fail("string is not closed");
        break;
      }
      char C = Text[Pos++];
      if (C == '"')
        break;
      if (C != '\\') {
        Result += C;
        continue;
      }
      if (peek() == '\\') {
        Result += '\\';
        ++Pos;
      } else if (Pos + 1 < Text.size() && llvm::isHexDigit(Text[Pos]) &&
                 llvm::isHexDigit(Text[Pos + 1])) {
        Result += char(llvm::hexFromNibbles(Text[Pos], Text[Pos + 1]));
        Pos += 2;
      } else {
        fail("bad escape in string");
      }
    }
    return Result;
  }

  std::string word(StringRef Also = "") {
    size_t Begin = Pos;
    while (Pos < Text.size() && (isWord(peek()) || Also.contains(peek())))
      ++Pos;
    if (Pos == Begin)
      fail("expected a name");
    return Text.slice(Begin, Pos).str();
  }

  std::string name(StringRef Also = "") {
    return peek() == '"' ? quoted() : word(Also);
  }

  template <typename T> T number() {
    skip();
    size_t Begin = Pos;
    if (peek() == '-')
      ++Pos;
    while (llvm::isDigit(peek()))
      ++Pos;
    T Result = 0;
    if (Text.slice(Begin, Pos).getAsInteger(10, Result))
      fail("expected a number");
    return Result;
  }

  unsigned block() {
    skip();
    if (!acceptHere("b"))
      fail("expected a block");
    return number<unsigned>();
  }

  //===--- Grammar --------------------------------------------------------===//

  void module() {
    expect("module");
    skip();
    M.Name = quoted();
    M.PerThreadDefaultStream = accept("per-thread");
    for (skip(); !failed() && Pos < Text.size(); skip())
      function();
  }

  void function() {
    F = Function();
    LocalIds.clear();
    expect("func");
    expect("@");
    F.Name = name();
    expect("(");
    while (!failed() && !accept(")")) {
      if (!F.Params.empty())
        expect(",");
      expect("%");
      local();
      F.Params.push_back(accept(":") ? type() : Type::Other);
      if (F.Params.size() != F.Locals.size())
        fail("parameter appears twice");
    }
    if (accept("in")) {
      expect("@");
      F.Parent = name();
    }
    skip();
    F.Display = peek() == '"' ? quoted() : F.Name;
    F.At = loc();
    while (accept("primed")) {
      expect("@");
      F.PrimedIn.push_back(name());
    }
    while (accept("set"))
      F.SetElsewhere.push_back(quoted());
    if (accept("constructors"))
      F.Constructors = number<unsigned>();
    while (accept("keeps")) {
      Place Where = place();
      F.Streams.push_back({std::move(Where), quoted()});
    }
    if (accept("capturable"))
      captured();
    F.Cut = accept("cut");
    F.IsHandler = accept("handler");
    expect("{");
    while (!failed() && !accept("}")) {
      unsigned B = block();
      expect(":");
      if (B != F.Blocks.size())
        fail("blocks must be numbered in order");
      basicBlock();
    }
    if (failed())
      return;
    if (M.find(F.Name))
      return fail("function '" + F.Name + "' appears twice");
    if (std::string Why = verify(F); !Why.empty())
      return fail("function '" + F.Name + "': " + Why);
    M.add(std::move(F));
  }

  /// Parses a contract. If it lists no streams, they are those among the
  /// parameters.
  void captured() {
    Capturable C;
    C.Entry = Instruction::unknownCall("");
    if (accept("assumed"))
      C.Assumed = quoted();
    if (accept("overrides"))
      C.Overrides = quoted();
    if (!C.Overrides.empty() && accept("in"))
      C.Overriders = number<unsigned>();
    C.Exported = accept("exported");
    C.Beside = accept("beside");
    if (accept("relaxed"))
      C.Mode = 2;
    else if (accept("thread-local"))
      C.Mode = 1;
    else
      expect("global");
    if (accept("by"))
      C.Library = quoted();
    skip();
    if (peek() == '(')
      C.Entry.Args = arguments();
    else if (!C.Beside)
      for (unsigned P = 0; P < F.Params.size(); ++P)
        if (F.Params[P] == Type::Stream)
          C.Entry.Args.push_back(Operand::read(Place::local(P)));
    if (accept("told"))
      C.Statuses = arguments();
    skip();
    if (peek() == '"')
      C.Why = quoted();
    C.Entry.At = loc();
    F.Captured = std::move(C);
  }

  Type type() {
    if (accept("stream"))
      return Type::Stream;
    if (accept("event"))
      return Type::Event;
    if (accept("graph"))
      return Type::Graph;
    if (accept("exec"))
      return Type::Exec;
    if (accept("int"))
      return Type::Int;
    fail("expected a type: stream, event, graph, exec or int");
    return Type::Other;
  }

  Loc loc() {
    Loc L;
    if (!accept("!"))
      return L;
    L.File = M.fileIndex(name("./-+"));
    expect(":");
    L.Line = number<unsigned>();
    expect(":");
    L.Column = number<unsigned>();
    return L;
  }

  unsigned local() {
    std::string Name = name();
    auto [It, New] = LocalIds.try_emplace(Name, F.Locals.size());
    if (New)
      F.Locals.push_back(Name);
    return It->second;
  }

  bool startsPlace() {
    skip();
    return peek() == '%' || peek() == '@';
  }

  Place place() {
    Place P;
    if (accept("%"))
      P = Place::local(local());
    else {
      expect("@");
      P = Place::global(name());
    }
    // A path has no blanks, so that "(%a ^ %b)" stays an operator.
    while (!failed()) {
      if (acceptHere("->"))
        P = P.deref().field(name());
      else if (acceptHere("^"))
        P = P.deref();
      else if (acceptHere("."))
        P = P.field(name());
      else if (acceptHere("[")) {
        P = P.index(operand());
        expect("]");
      } else
        break;
    }
    return P;
  }

  Guard guard() {
    if (accept("guarded"))
      return Guard::Ends;
    if (accept("returning"))
      return Guard::Returns;
    return accept("joining") ? Guard::Joins : Guard::None;
  }

  bool acceptHere(StringRef Token) {
    if (!Text.substr(Pos).starts_with(Token))
      return false;
    Pos += Token.size();
    return true;
  }

  Operand operand() {
    if (++Nesting > MaxNesting)
      fail("expression nests too deeply");
    Operand O = failed() ? Operand() : operandUnguarded();
    --Nesting;
    return O;
  }

  Operand operandUnguarded() {
    skip();
    if (startsPlace())
      return Operand::read(place());
    if (accept("?"))
      return Operand::unknown();
    if (accept("fn")) {
      expect("@");
      return Operand::function(name());
    }
    if (accept("&"))
      return Operand::address(place());
    if (accept("!"))
      return Operand::negate(operand());
    if (accept("(")) {
      Operand L = operand();
      skip();
      static constexpr StringRef Operators[] = {
          "==", "!=", "<=", ">=", "<<", ">>", "<", ">",     "+",
          "-",  "*",  "/",  "%",  "&",  "|",  "^", Minimum, Maximum};
      for (StringRef Op : Operators)
        if (accept(Op)) {
          Operand R = operand();
          expect(")");
          return Operand::binary(Op, std::move(L), std::move(R));
        }
      fail("expected an operator");
      return L;
    }
    return Operand::constant(number<int64_t>());
  }

  std::vector<Operand> arguments() {
    std::vector<Operand> Args;
    expect("(");
    while (!failed() && !accept(")")) {
      if (!Args.empty())
        expect(",");
      Args.push_back(operand());
    }
    return Args;
  }

  void basicBlock() {
    Block B;
    while (!failed()) {
      if (terminator(B.Term))
        break;
      B.Insts.push_back(instruction());
    }
    F.Blocks.push_back(std::move(B));
  }

  Instruction instruction(bool IsAlternative = false) {
    Instruction I = instructionWithoutLoc(IsAlternative);
    // The location of an Invoke stands in front of its alternatives.
    if (I.K != Instruction::Invoke)
      I.At = loc();
    return I;
  }

  Instruction instructionWithoutLoc(bool IsAlternative) {
    if (accept("havoc"))
      return Instruction::havoc(place());
    if (accept("end"))
      return accept("content") ? Instruction::endContent(place())
                               : Instruction::end(place());
    if (accept("join"))
      return Instruction::join(operand());
    if (accept("missing"))
      return Instruction::missing();
    Box<Place> Dest;
    if (startsPlace()) {
      Dest = place();
      expect("=");
    }
    if (accept("api")) {
      skip();
      Name Callee = name();
      Instruction I =
          Instruction::api(std::move(Callee), arguments(), std::move(Dest));
      if (accept("of"))
        I.Launched = operand();
      I.Flags.Debug = accept("debug");
      return I;
    }
    if (accept("call")) {
      const CallFlags Flags = flagsOfCall();
      expect("@");
      Name Callee = name();
      Instruction I =
          Instruction::call(std::move(Callee), arguments(), std::move(Dest));
      I.Flags = Flags;
      I.Flags.Debug = accept("debug");
      return I;
    }
    if (accept("invoke"))
      return invoke(IsAlternative, std::move(Dest));
    if (accept("opaque")) {
      CallFlags Flags;
      Flags.System = accept("system");
      Flags.Pure = accept("pure");
      Flags.Defined = accept("defined");
      Flags.NeverWaits = accept("nowait");
      Flags.Throws = accept("throws");
      Flags.Interface = accept("interface");
      Flags.Guarded = guard();
      skip();
      Name Callee = quoted();
      Instruction I = Instruction::unknownCall(std::move(Callee), arguments(),
                                               std::move(Dest));
      I.Flags = Flags;
      return I;
    }
    if (Dest)
      return Instruction::assign(std::move(*Dest), operand());
    fail("expected an instruction or a terminator");
    return {};
  }

  CallFlags flagsOfCall() {
    CallFlags Flags;
    Flags.Spawns = accept("spawns");
    Flags.Throws = accept("throws");
    Flags.Guarded = guard();
    return Flags;
  }

  Instruction invoke(bool IsAlternative, Box<Place> Dest) {
    if (IsAlternative)
      fail("an alternative is no invoke");
    const CallFlags Flags = flagsOfCall();
    IndirectCall Callee;
    Callee.Target = operand();
    if (accept("on"))
      Callee.Object = operand();
    List<Operand> Args = arguments();
    if (accept("perhaps"))
      do {
        expect("@");
        Callee.Perhaps.push_back(name());
      } while (accept(","));
    const bool HasAlternatives = accept("else");
    const Loc At = loc();
    if (HasAlternatives) {
      expect("{");
      while (!failed() && !accept("}"))
        Callee.Otherwise.push_back(instruction(/*IsAlternative=*/true));
    }
    Instruction I = Instruction::invoke(std::move(Callee), std::move(Args),
                                        std::move(Dest), At);
    I.Flags = Flags;
    return I;
  }

  bool terminator(Terminator &T) {
    if (accept("goto")) {
      T.K = Terminator::Goto;
      T.Targets = {block()};
    } else if (accept("br")) {
      T.K = Terminator::Branch;
      T.Value = operand();
      expect(",");
      T.Targets.push_back(block());
      expect(",");
      T.Targets.push_back(block());
    } else if (accept("switch")) {
      T.K = Terminator::Switch;
      T.Value = operand();
      expect(",");
      while (!failed() && !accept("default")) {
        T.Cases.push_back(number<int64_t>());
        expect(":");
        T.Targets.push_back(block());
        expect(",");
      }
      expect(":");
      T.Targets.push_back(block());
    } else if (accept("ret")) {
      T.K = Terminator::Return;
      skip();
      if (StringRef("%@?&!(-0123456789f").contains(peek()) && peek() != '\0' &&
          !startsLoc())
        T.Value = operand();
    } else if (accept("unreachable")) {
      T.K = Terminator::Unreachable;
    } else if (accept("throw")) {
      T.K = Terminator::Unreachable;
      T.Throws = true;
      T.Guarded = guard();
    } else {
      return false;
    }
    skip();
    if (peek() == '"')
      T.Text = quoted();
    T.At = loc();
    return true;
  }

  /// Whether a location starts here. "!" opens a location but also negates. A
  /// location is a name followed by a colon.
  bool startsLoc() {
    if (peek() != '!')
      return false;
    // "!fn:1:1" is a location in a file of that name.
    StringRef After = Text.substr(Pos + 1);
    if (After.consume_front("fn") && !After.empty() &&
        (llvm::isSpace(After.front()) || After.front() == '@'))
      return false;
    char Next = Pos + 1 < Text.size() ? Text[Pos + 1] : '\0';
    return Next != '%' && Next != '@' && Next != '(' && Next != '!' &&
           Next != '?';
  }

  StringRef Text, Source;
  Module &M;
  Function F;
  llvm::StringMap<unsigned> LocalIds;
  size_t Pos = 0;
  unsigned Nesting = 0;
  std::string Problem;
};

} // namespace

llvm::Expected<std::unique_ptr<Module>>
cuda_capture::ir::parse(StringRef Text, StringRef Source) {
  auto M = std::make_unique<Module>();
  if (llvm::Error E = Parser(Text, Source, *M).run())
    return E;
  return M;
}
