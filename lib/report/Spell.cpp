//===- Spell.cpp - Places and values as in the source ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spell.h"
#include "llvm/Support/FormatVariadic.h"

using namespace cuda_capture;
using namespace cuda_capture::report;
using llvm::formatv;
using llvm::StringRef;

/// Returns a call of an unknown callee in the form "object.getter()".
static std::string spellCall(const ir::Instruction &I, const ir::Function &F) {
  if (I.K != ir::Instruction::UnknownCall || I.Args.size() > 1)
    return "";
  StringRef Name = I.Callee;
  size_t Colons = Name.rfind("::");
  if (Colons != StringRef::npos)
    Name = Name.substr(Colons + 2);
  std::string Object;
  if (I.Args.size() == 1 && I.Args[0].K == ir::Operand::Address)
    Object = spell(I.Args[0].Where, F);
  return Object.empty() ? formatv("{0}()", Name).str()
                        : formatv("{0}.{1}()", Object, Name).str();
}

/// Returns the call whose result the temporary \p Local holds.
static std::string spellCall(unsigned Local, const ir::Function &F) {
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      if (!I.Dest || !(*I.Dest == ir::Place::local(Local)))
        continue;
      if (I.K == ir::Instruction::Assign)
        return spell(I.Args[0], F);
      // A virtual call has a form for an unknown callee.
      return spellCall(I.alternatives().empty() ? I : I.alternatives().front(),
                       F);
    }
  return "";
}

std::string report::spell(const ir::Place &P, const ir::Function &F) {
  std::string Text;
  if (P.Base == ir::Place::Global) {
    if (ir::isHidden(P.GlobalName))
      return "";
    StringRef Name = P.GlobalName.ref().split('#').first;
    Name.consume_back(ir::SetOnceSuffix);
    // The name of a static local begins with the symbol of its function.
    Text = Name.starts_with("_Z") ? Name.substr(Name.rfind(':') + 1) : Name;
  } else {
    StringRef Name = F.Locals[P.LocalId];
    Text = isTemporary(Name) ? spellCall(P.LocalId, F)
                             : Name.split('$').first.str();
  }
  if (Text.empty())
    return "";
  for (size_t I = 0; I < P.Path.size(); ++I) {
    const ir::Step &S = P.Path[I];
    switch (S.K) {
    case ir::Step::Field:
      if (!ir::isHidden(S.Name))
        Text += "." + S.Name.str();
      break;
    case ir::Step::Index: {
      std::string Index = spell(*S.Which, F);
      Text += "[" + (Index.empty() ? "..." : Index) + "]";
      break;
    }
    case ir::Step::Deref:
      // A reference is spelled like the object that it refers to, and "this" is
      // left out.
      if (I + 1 < P.Path.size() && P.Path[I + 1].K == ir::Step::Field &&
          !ir::isHidden(P.Path[I + 1].Name)) {
        ++I;
        const std::string Field = P.Path[I].Name.str();
        Text = Text == "this" ? Field : Text + "->" + Field;
      }
      break;
    }
  }
  return Text;
}

std::string report::spell(const ir::Operand &O, const ir::Function &F) {
  switch (O.K) {
  case ir::Operand::Int:
    return std::to_string(O.Value);
  case ir::Operand::Read:
    return spell(O.Where, F);
  default:
    return "";
  }
}
