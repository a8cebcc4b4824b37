//===- Walk.cpp - Names that CaptureIR mentions ---------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::ir;

bool ir::isDeferred(const Instruction &I) {
  return I.Indirect && I.Indirect->Target.K == Operand::Function &&
         !I.Indirect->Otherwise.empty();
}

namespace {
class NameWalk {
public:
  explicit NameWalk(llvm::function_ref<void(Name &, Mention)> OnName)
      : OnName(OnName) {}

  void instruction(Instruction &I) {
    if (I.Dest)
      place(*I.Dest);
    if (I.K == Instruction::Api)
      OnName(I.Callee, Mention::Api);
    else if (I.K == Instruction::Call)
      OnName(I.Callee, Mention::Calls);
    for (Operand &A : I.Args)
      operand(A);
    if (isDeferred(I))
      OnName(I.Indirect->Target.Name, Mention::Defers);
    else if (Operand *Called = I.calledOperand())
      operand(*Called);
    if (!I.Indirect)
      return;
    if (I.Indirect->Object)
      operand(*I.Indirect->Object);
    for (Name &N : I.Indirect->Perhaps)
      OnName(N, Mention::Names);
    for (Instruction &Other : I.Indirect->Otherwise)
      instruction(Other);
  }

  void operand(Operand &O) {
    if (O.K == Operand::Function)
      OnName(O.Name, Mention::Names);
    else if (O.K == Operand::Read || O.K == Operand::Address)
      place(O.Where);
    for (Operand &Part : O.Operands)
      operand(Part);
  }

private:
  void place(Place &P) {
    if (P.Base == Place::Global && !isHidden(P.GlobalName))
      OnName(P.GlobalName, Mention::Global);
    for (Step &S : P.Path)
      if (S.Which) {
        // Steps share their operands with copies of the place.
        S.Which = std::make_shared<Operand>(*S.Which);
        operand(*S.Which);
      }
  }

  llvm::function_ref<void(Name &, Mention)> OnName;
};

void locsIn(Instruction &I, llvm::function_ref<void(Loc &)> OnLoc) {
  OnLoc(I.At);
  for (Instruction &Other : I.alternatives())
    locsIn(Other, OnLoc);
}
} // namespace

void ir::forEachName(Function &F,
                     llvm::function_ref<void(Name &, Mention)> OnName) {
  NameWalk W(OnName);
  for (Block &B : F.Blocks) {
    for (Instruction &I : B.Insts)
      W.instruction(I);
    if (B.Term.Value)
      W.operand(*B.Term.Value);
  }
  if (F.Captured) {
    W.instruction(F.Captured->Entry);
    for (Operand &Status : F.Captured->Statuses)
      W.operand(Status);
  }
}

void ir::forEachLoc(Function &F, llvm::function_ref<void(Loc &)> OnLoc) {
  OnLoc(F.At);
  for (Block &B : F.Blocks) {
    for (Instruction &I : B.Insts)
      locsIn(I, OnLoc);
    OnLoc(B.Term.At);
  }
  if (F.Captured)
    locsIn(F.Captured->Entry, OnLoc);
}

void ir::forEachRead(const Operand &O,
                     llvm::function_ref<void(const Operand &)> Use) {
  if (O.K == Operand::Read)
    Use(O);
  for (const Operand &Part : O.Operands)
    forEachRead(Part, Use);
}

llvm::StringRef ir::lastName(const Place &P) {
  for (const Step &S : llvm::reverse(P.Path))
    if (S.K == Step::Field)
      return S.Name.ref();
  return P.Base == Place::Global ? P.GlobalName.ref() : llvm::StringRef();
}
