//===- SliceUses.cpp - The variables that instructions use and set --------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceBody.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

unsigned Slice::name(llvm::StringRef Name) {
  auto [It, New] = NameIds.try_emplace(Name, NameIds.size());
  if (New)
    WantedNames.push_back(false);
  return It->second;
}

void Slice::uses(const ir::Place &P, Keys &Out) {
  if (P.Base == ir::Place::Local)
    Out.push_back({Key::Local, P.LocalId});
  else
    Out.push_back({Key::Name, name(P.GlobalName)});
  for (const ir::Step &S : P.Path) {
    if (S.K == ir::Step::Field && S.Name != ir::ItselfField)
      Out.push_back({Key::Name, name(S.Name)});
    if (S.K == ir::Step::Index)
      uses(*S.Which, Out);
  }
}

void Slice::uses(const ir::Operand &O, Keys &Out) {
  if (O.K == ir::Operand::Read || O.K == ir::Operand::Address)
    uses(O.Where, Out);
  for (const ir::Operand &Sub : O.Operands)
    uses(Sub, Out);
}

Slice::Store Slice::store(const ir::Place &P, Body &B) {
  Store Result;
  Keys Base, Any, Needs;
  if (P.Base == ir::Place::Local)
    Base.push_back({Key::Local, P.LocalId});
  else
    Base.push_back({Key::Name, name(P.GlobalName)});
  Result.Always =
      P.Base == ir::Place::Global && P.GlobalName == ir::ThreadModePlace;
  Any = Base;
  for (const ir::Step &S : P.Path)
    switch (S.K) {
    case ir::Step::Field:
      if (S.Name == ir::ItselfField)
        break;
      Base.push_back({Key::Name, name(S.Name)});
      // A part belongs to its variable, whatever the name of the part.
      if (Result.Field || Any.empty()) {
        Result.Field = true;
        Any.push_back(Base.back());
      }
      break;
    case ir::Step::Index:
      uses(*S.Which, Needs);
      break;
    case ir::Step::Deref:
      Needs.append(Base.begin(), Base.end());
      Result.Field = false;
      Any.clear();
      break;
    }
  Result.Always |= Any.empty();
  Result.Any = B.keep(Any);
  Result.Needs = B.keep(Needs);
  return Result;
}

Slice::Inst Slice::prepare(const ir::Instruction &I, bool DeadEnd, Body &B) {
  Inst Result;
  Keys Others;
  Result.I = &I;
  Result.Seed = I.Flags.mayThrow();
  if (I.Dest)
    Result.Dest = store(*I.Dest, B);
  llvm::SmallVector<const ir::Operand *, 8> Operands;
  for (const ir::Operand &A : I.Args)
    Operands.push_back(&A);
  SliceCriterion::ApiUse Use;
  switch (I.K) {
  case ir::Instruction::Assign:
  case ir::Instruction::Havoc:
  case ir::Instruction::End:
    break;
  case ir::Instruction::Api: {
    Use = Criterion.use(I);
    Result.Seed |= Use.Seed;
    Result.Begins = Use.Begins;
    B.ResultWanted |= Use.Yields;
    // The call stores a handle where a pointer points.
    for (unsigned A : Use.Stores.set_bits())
      Result.Seed |= I.Args[A].K != ir::Operand::Address ||
                     store(I.Args[A].Where, B).Always;
    Result.Resets = Use.Resets;
    for (unsigned A : Use.Makes.set_bits())
      Result.Makes.push_back(A);
    Result.Writes = true;
    break;
  }
  case ir::Instruction::Call:
    Result.Callee = body(I.Callee);
    Result.Seed |= !Result.Callee;
    if (Result.Callee)
      B.Callees.push_back(Result.Callee);
    break;
  case ir::Instruction::Invoke:
    Result.Seed = Result.Begins = true;
    uses(I.Indirect->Target, Others);
    Operands.push_back(&I.Indirect->Target);
    if (const ir::Operand *Object = I.object())
      uses(*Object, Others);
    for (const ir::Instruction &Other : I.alternatives()) {
      for (const ir::Operand &A : Other.Args)
        uses(A, Others);
      if (Other.Dest)
        uses(*Other.Dest, Others);
    }
    for (const ir::Name &Symbol : I.candidates())
      if (Body *Perhaps = body(Symbol))
        Result.Named.push_back(Perhaps);
    break;
  case ir::Instruction::Join:
  case ir::Instruction::Missing:
    Result.Seed = true;
    break;
  case ir::Instruction::UnknownCall:
    // The possible effects of the call on a capture do not show where the
    // program ends.
    Result.Seed |= !I.Flags.System && !I.Flags.Pure && !DeadEnd;
    Result.Writes = !I.Flags.Pure;
    Result.ReadsAnything = I.Flags.Pure && !I.Flags.System &&
                           llvm::any_of(I.Args, [](const ir::Operand &A) {
                             return A.K == ir::Operand::Read;
                           });
    break;
  }
  Result.Others = B.keep(Others);
  Result.FirstArg = B.AllArgs.size();
  Result.ArgCount = I.Args.size();
  bool SeesNumbers = I.K == ir::Instruction::UnknownCall && !I.Flags.Pure;
  for (unsigned A = 0; A < I.Args.size(); ++A) {
    Keys Used;
    const ir::Operand &O = I.Args[A];
    bool Number = SeesNumbers && O.K == ir::Operand::Read &&
                  O.Where.Base == ir::Place::Local && O.Where.Path.empty() &&
                  B.Numbers[O.Where.LocalId];
    const bool Matters = A >= Use.Matters.size() || Use.Matters[A];
    if (!Number && (Matters || O.K == ir::Operand::Address))
      uses(O, Used);
    B.AllArgs.push_back(B.keep(Used));
  }
  // Any code that gets the name of a function may call it.
  while (!Operands.empty()) {
    const ir::Operand *O = Operands.back();
    Operands.pop_back();
    if (O->K == ir::Operand::Function)
      if (Body *Named = body(O->Name))
        Result.Named.push_back(Named);
    for (const ir::Operand &Sub : O->Operands)
      Operands.push_back(&Sub);
  }
  return Result;
}

/// A local is a number if only numbers are stored in it.
void Slice::findNumbers(Body &B) const {
  B.Numbers.assign(B.F.Locals.size(), true);
  for (unsigned P = 0; P < B.F.Params.size(); ++P)
    B.Numbers[P] = B.F.Params[P] == ir::Type::Int;
  auto AddressTaken = [&](const ir::Operand &O) {
    if (O.K == ir::Operand::Address && O.Where.Base == ir::Place::Local)
      B.Numbers[O.Where.LocalId] = false;
  };
  for (bool Again = true; Again;) {
    Again = false;
    for (const ir::Block &Block : B.F.Blocks)
      for (const ir::Instruction &I : Block.Insts) {
        for (const ir::Operand &A : I.Args)
          AddressTaken(A);
        if (!I.Dest || I.Dest->Base != ir::Place::Local ||
            !B.Numbers[I.Dest->LocalId])
          continue;
        bool Number = I.K == ir::Instruction::Assign && I.Dest->Path.empty();
        if (Number) {
          const ir::Operand &O = I.Args[0];
          Number =
              O.K == ir::Operand::Int || O.K == ir::Operand::Not ||
              O.K == ir::Operand::Binary ||
              (O.K == ir::Operand::Read && O.Where.Path.empty() &&
               O.Where.Base == ir::Place::Local && B.Numbers[O.Where.LocalId]);
        }
        if (!Number)
          Again = true, B.Numbers[I.Dest->LocalId] = false;
      }
  }
}
