//===- Printer.cpp - CaptureIR as text ------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Printer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace cuda_capture::ir;
using llvm::raw_ostream;
using llvm::StringRef;

/// Returns the word for what an exception runs, with a space behind it.
static llvm::StringRef guardText(Guard G) {
  switch (G) {
  case Guard::None:
    return "";
  case Guard::Returns:
    return "returning ";
  case Guard::Joins:
    return "joining ";
  case Guard::Ends:
    return "guarded ";
  }
  return "";
}

namespace {

bool isPlain(StringRef Name, StringRef Also) {
  return !Name.empty() && llvm::all_of(Name, [&](char C) {
    return llvm::isAlnum(C) || C == '_' || C == '$' || Also.contains(C);
  });
}

class Printer {
public:
  Printer(raw_ostream &OS, const Module &M, const Function &F)
      : OS(OS), M(M), F(F) {}

  void function() {
    OS << "func @";
    name(F.Name);
    OS << '(';
    for (unsigned I = 0; I < F.Params.size(); ++I) {
      OS << (I ? ", %" : "%");
      name(F.Locals[I]);
      if (const char *T = typeName(F.Params[I]))
        OS << ": " << T;
    }
    OS << ')';
    if (!F.Parent.empty()) {
      OS << " in @";
      name(F.Parent);
    }
    if (!F.Display.empty() && F.Display != F.Name) {
      OS << ' ';
      quoted(F.Display);
    }
    loc(F.At);
    for (const std::string &By : F.PrimedIn) {
      OS << " primed @";
      name(By);
    }
    for (const std::string &Variable : F.SetElsewhere) {
      OS << " set ";
      quoted(Variable);
    }
    if (!F.Streams.empty())
      OS << " constructors " << F.Constructors;
    for (const KeptStream &Kept : F.Streams) {
      OS << " keeps ";
      place(Kept.Where);
      OS << ' ';
      quoted(Kept.Field);
    }
    if (F.Captured)
      captured(*F.Captured);
    OS << (F.Cut ? " cut" : "") << (F.IsHandler ? " handler" : "") << " {\n";
    for (unsigned B = 0; B < F.Blocks.size(); ++B) {
      OS << 'b' << B << ":\n";
      for (const Instruction &I : F.Blocks[B].Insts)
        instruction(I);
      terminator(F.Blocks[B].Term);
    }
    OS << "}\n";
  }

private:
  static const char *typeName(Type T) {
    switch (T) {
    case Type::Other:
      return nullptr;
    case Type::Int:
      return "int";
    case Type::Stream:
      return "stream";
    case Type::Event:
      return "event";
    case Type::Graph:
      return "graph";
    case Type::Exec:
      return "exec";
    }
    return nullptr;
  }

  void captured(const Capturable &C) {
    static constexpr const char *Modes[] = {"global", "thread-local",
                                            "relaxed"};
    OS << " capturable ";
    if (!C.Assumed.empty()) {
      OS << "assumed ";
      quoted(C.Assumed);
      OS << ' ';
    }
    if (!C.Overrides.empty()) {
      OS << "overrides ";
      quoted(C.Overrides);
      OS << ' ';
      if (C.Overriders)
        OS << "in " << C.Overriders << ' ';
    }
    OS << (C.Exported ? "exported " : "") << (C.Beside ? "beside " : "")
       << Modes[C.Mode];
    if (!C.Library.empty()) {
      OS << " by ";
      quoted(C.Library);
    }
    OS << ' ';
    arguments(C.Entry);
    if (!C.Statuses.empty()) {
      OS << " told ";
      arguments(C.Statuses);
    }
    if (!C.Why.empty()) {
      OS << ' ';
      quoted(C.Why);
    }
    loc(C.Entry.At);
  }

  void quoted(StringRef S) {
    OS << '"';
    llvm::printEscapedString(S, OS);
    OS << '"';
  }

  void name(StringRef Name) {
    if (isPlain(Name, ""))
      OS << Name;
    else
      quoted(Name);
  }

  void loc(const Loc &L) {
    if (!L.isValid())
      return;
    OS << " !";
    StringRef File = L.File < M.Files.size() ? StringRef(M.Files[L.File]) : "";
    if (isPlain(File, "./-+"))
      OS << File;
    else
      quoted(File);
    OS << ':' << L.Line << ':' << L.Column;
  }

  void place(const Place &P) {
    if (P.Base == Place::Local) {
      OS << '%';
      name(F.Locals[P.LocalId]);
    } else {
      OS << '@';
      name(P.GlobalName);
    }
    for (unsigned I = 0; I < P.Path.size(); ++I) {
      const Step &S = P.Path[I];
      switch (S.K) {
      case Step::Field:
        OS << '.';
        name(S.Name);
        break;
      case Step::Index:
        OS << '[';
        operand(*S.Which);
        OS << ']';
        break;
      case Step::Deref:
        if (I + 1 < P.Path.size() && P.Path[I + 1].K == Step::Field) {
          OS << "->";
          name(P.Path[++I].Name);
        } else {
          OS << '^';
        }
        break;
      }
    }
  }

  void operand(const Operand &O) {
    switch (O.K) {
    case Operand::Unknown:
      OS << '?';
      break;
    case Operand::Int:
      OS << O.Value;
      break;
    case Operand::Function:
      OS << "fn @";
      name(O.Name);
      break;
    case Operand::Address:
      OS << '&';
      [[fallthrough]];
    case Operand::Read:
      place(O.Where);
      break;
    case Operand::Not:
      OS << '!';
      operand(O.Operands[0]);
      break;
    case Operand::Binary:
      OS << '(';
      operand(O.Operands[0]);
      OS << ' ' << O.Name << ' ';
      operand(O.Operands[1]);
      OS << ')';
      break;
    }
  }

  void arguments(const Instruction &I) { arguments(I.Args); }

  void arguments(llvm::ArrayRef<Operand> Args) {
    OS << '(';
    for (unsigned A = 0; A < Args.size(); ++A) {
      if (A)
        OS << ", ";
      operand(Args[A]);
    }
    OS << ')';
  }

  void instruction(const Instruction &I) {
    OS << "  ";
    bool PlaceOnly = I.K == Instruction::Havoc || I.K == Instruction::End;
    if (PlaceOnly)
      OS << (I.K == Instruction::Havoc ? "havoc "
             : I.Content               ? "end content "
                                       : "end ");
    if (I.Dest) {
      place(*I.Dest);
      if (!PlaceOnly)
        OS << " = ";
    }
    switch (I.K) {
    case Instruction::Assign:
      operand(I.Args[0]);
      break;
    case Instruction::Api:
      OS << "api ";
      name(I.Callee);
      arguments(I);
      if (I.Launched) {
        OS << " of ";
        operand(*I.Launched);
      }
      OS << (I.Flags.Debug ? " debug" : "");
      break;
    case Instruction::Call:
      OS << "call " << (I.Flags.Spawns ? "spawns " : "")
         << (I.Flags.Throws ? "throws " : "") << guardText(I.Flags.Guarded)
         << '@';
      name(I.Callee);
      arguments(I);
      OS << (I.Flags.Debug ? " debug" : "");
      break;
    case Instruction::Invoke:
      OS << "invoke " << (I.Flags.Spawns ? "spawns " : "")
         << (I.Flags.Throws ? "throws " : "") << guardText(I.Flags.Guarded);
      operand(I.Indirect->Target);
      if (const Operand *Object = I.object()) {
        OS << " on ";
        operand(*Object);
      }
      arguments(I);
      for (unsigned N = 0; N < I.candidates().size(); ++N) {
        OS << (N ? ", @" : " perhaps @");
        name(I.candidates()[N]);
      }
      if (!I.alternatives().empty()) {
        OS << " else";
        loc(I.At);
        OS << " {\n";
        for (const Instruction &Other : I.alternatives()) {
          OS << "  ";
          instruction(Other);
        }
        OS << "  }\n";
        return;
      }
      break;
    case Instruction::UnknownCall:
      OS << "opaque " << (I.Flags.System ? "system " : "")
         << (I.Flags.Pure ? "pure " : "") << (I.Flags.Defined ? "defined " : "")
         << (I.Flags.NeverWaits ? "nowait " : "")
         << (I.Flags.Throws ? "throws " : "")
         << (I.Flags.Interface ? "interface " : "")
         << guardText(I.Flags.Guarded);
      quoted(I.Callee);
      arguments(I);
      break;
    case Instruction::Havoc:
    case Instruction::End:
      break;
    case Instruction::Join:
      OS << "join ";
      operand(I.Args[0]);
      break;
    case Instruction::Missing:
      OS << "missing";
      break;
    }
    loc(I.At);
    OS << '\n';
  }

  void terminator(const Terminator &T) {
    switch (T.K) {
    case Terminator::Goto:
      OS << "  goto b" << T.Targets[0];
      break;
    case Terminator::Branch:
      OS << "  br ";
      operand(*T.Value);
      OS << ", b" << T.Targets[0] << ", b" << T.Targets[1];
      break;
    case Terminator::Switch:
      OS << "  switch ";
      operand(*T.Value);
      for (unsigned I = 0; I < T.Cases.size(); ++I)
        OS << ", " << T.Cases[I] << ": b" << T.Targets[I];
      OS << ", default: b" << T.Targets.back();
      break;
    case Terminator::Return:
      OS << "  ret";
      if (T.Value) {
        OS << ' ';
        operand(*T.Value);
      }
      break;
    case Terminator::Unreachable:
      OS << (T.Throws ? "  throw" : "  unreachable");
      if (T.Guarded != Guard::None)
        OS << ' ' << guardText(T.Guarded).rtrim();
      break;
    }
    if (!T.Text.empty()) {
      OS << ' ';
      quoted(T.Text);
    }
    loc(T.At);
    OS << '\n';
  }

  raw_ostream &OS;
  const Module &M;
  const Function &F;
};

} // namespace

void cuda_capture::ir::print(raw_ostream &OS, const Module &M,
                             const Function &F) {
  Printer(OS, M, F).function();
}

void cuda_capture::ir::print(raw_ostream &OS, const Module &M) {
  OS << "module \"";
  llvm::printEscapedString(M.Name, OS);
  OS << '"' << (M.PerThreadDefaultStream ? " per-thread" : "") << '\n';
  for (const Function &F : M.Functions) {
    OS << '\n';
    print(OS, M, F);
  }
}
