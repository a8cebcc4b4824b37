//===- SliceGraphs.cpp - The variables that may hold new graphs -----------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A slice leaves out a copy that no rule reads. For a graph that the program
/// has to destroy, the copy itself matters: whoever holds it can destroy the
/// graph later. This file follows new graphs through variables, parameters and
/// results, and marks the instructions that read such a variable. Fields and
/// globals are told apart by their names.
///
//===----------------------------------------------------------------------===//

#include "SliceBody.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Returns the last field on the way to \p P, or null.
static const ir::Step *lastField(const ir::Place &P) {
  auto Fields = llvm::reverse(P.Path);
  auto It = llvm::find_if(Fields, [](const ir::Step &S) {
    return S.K == ir::Step::Field && S.Name != ir::ItselfField;
  });
  return It == Fields.end() ? nullptr : &*It;
}

static bool isBehindPointer(const ir::Place &P) {
  return llvm::any_of(P.Path,
                      [](const ir::Step &S) { return S.K == ir::Step::Deref; });
}

bool Slice::holdsGraph(const Body &B, const ir::Place &P) const {
  auto IsNamed = [&](llvm::StringRef Name) {
    auto It = NameIds.find(Name);
    return It != NameIds.end() && It->second < GraphNames.size() &&
           GraphNames[It->second];
  };
  const ir::Step *Field = lastField(P);
  return (Field && IsNamed(Field->Name)) ||
         (P.Base == ir::Place::Local ? bool(B.Graphs[P.LocalId])
                                     : IsNamed(P.GlobalName));
}

bool Slice::holdsGraph(const Body &B, const ir::Operand &O) const {
  return (O.K == ir::Operand::Read || O.K == ir::Operand::Address) &&
         holdsGraph(B, O.Where);
}

bool Slice::putGraph(Body &B, const ir::Place &P) {
  auto PutName = [&](llvm::StringRef Name) {
    const unsigned Id = name(Name);
    if (Id >= GraphNames.size())
      GraphNames.resize(Id + 1);
    const bool WasThere = GraphNames[Id];
    GraphNames[Id] = true;
    return !WasThere;
  };
  bool IsNew = false;
  if (const ir::Step *Field = lastField(P)) {
    IsNew = PutName(Field->Name);
    // The object may be copied as a whole.
    if (isBehindPointer(P))
      return IsNew;
  }
  if (P.Base == ir::Place::Global)
    return PutName(P.GlobalName) || IsNew;
  if (B.Graphs[P.LocalId])
    return IsNew;
  return B.Graphs[P.LocalId] = true;
}

bool Slice::putGraph(Body &B, const ir::Operand &O) {
  return (O.K == ir::Operand::Read || O.K == ir::Operand::Address) &&
         putGraph(B, O.Where);
}

bool Slice::passGraphs(Body &B, Inst &I) {
  const ir::Instruction &Of = *I.I;
  bool IsNew = false;
  for (unsigned A : I.Makes)
    IsNew |= putGraph(B, Of.Args[A]);
  auto Holds = [&](const ir::Operand &O) { return holdsGraph(B, O); };
  if (Of.K == ir::Instruction::Assign) {
    if (Holds(Of.Args[0])) {
      I.Seed = true;
      IsNew |= putGraph(B, *Of.Dest);
    } else if (Of.Args[0].K == ir::Operand::Address &&
               holdsGraph(B, *Of.Dest)) {
      IsNew |= putGraph(B, Of.Args[0]);
    }
  } else if (I.Callee) {
    for (unsigned P = 0; P < I.Callee->F.Params.size() && P < Of.Args.size();
         ++P) {
      if (I.Callee->Graphs[P])
        IsNew |= putGraph(B, Of.Args[P]);
      else if (Holds(Of.Args[P]))
        IsNew = I.Callee->Graphs[P] = true;
    }
    if (Of.Dest && I.Callee->ReturnsGraph)
      IsNew |= putGraph(B, *Of.Dest);
  } else if (I.Resets || llvm::any_of(Of.Args, Holds) ||
             (Of.K == ir::Instruction::Havoc && holdsGraph(B, *Of.Dest))) {
    I.Seed = true;
  }
  return IsNew;
}

void Slice::findGraphs() {
  const bool AnyMade = llvm::any_of(Bodies, [](const Body &B) {
    return llvm::any_of(B.Insts, [](const std::vector<Inst> &Block) {
      return llvm::any_of(Block,
                          [](const Inst &I) { return !I.Makes.empty(); });
    });
  });
  if (!AnyMade)
    return;
  for (Body &B : Bodies) {
    B.Graphs.assign(B.F.Locals.size(), false);
    for (unsigned P = 0; P < B.F.Params.size(); ++P)
      B.Graphs[P] =
          B.F.Params[P] == ir::Type::Graph || B.F.Params[P] == ir::Type::Exec;
  }
  for (bool Again = true; Again;) {
    Again = false;
    for (Body &B : Bodies) {
      for (std::vector<Inst> &Block : B.Insts)
        for (Inst &I : Block)
          Again |= passGraphs(B, I);
      if (!B.ReturnsGraph)
        Again |= B.ReturnsGraph =
            llvm::any_of(B.F.Blocks, [&](const ir::Block &Block) {
              return Block.Term.K == ir::Terminator::Return &&
                     Block.Term.Value && holdsGraph(B, *Block.Term.Value);
            });
    }
  }
}
