//===- CapturingFunctions.cpp - Functions that capture --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CapturingFunctions.h"
#include "../../kb/ApiTraits.h"
#include "../CalleesOf.h"
#include "../Rules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether \p F or a function that it calls begins a capture, destroys a
/// handle, or hands a function to the driver.
bool CapturingFunctions::needsPrecision(const ir::Function &F) {
  auto [It, New] = Precise.try_emplace(&F, false);
  if (!New)
    return It->second;
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      // A virtual call either calls a function that is named where the object
      // is made, or its callee is unknown.
      bool Needs = I.K == ir::Instruction::Invoke && I.alternatives().empty();
      for (const ir::Operand &A : I.Args)
        if (A.K == ir::Operand::Function)
          if (const ir::Function *Named = Find(A.Name))
            Needs = Needs || needsPrecision(*Named);
      if (I.K == ir::Instruction::Api) {
        if (const Lookup &Found = Calls[I.Callee]; Found.isFunction()) {
          const ApiRow *Row = Found.Row;
          Needs = Row->Eff == Effect::BeginCapture || Row->takesCallback() ||
                  llvm::any_of(Row->Params, [](const Param &P) {
                    return P.Acc == Access::Destroy && isHandle(P.R);
                  });
        }
      } else if (I.K == ir::Instruction::Call) {
        const ir::Function *Callee = Find(I.Callee);
        Needs = Needs || (Callee && needsPrecision(*Callee));
      }
      if (Needs)
        return Precise[&F] = true;
    }
  return false;
}

/// Whether \p I calls, or names, a function of the API that \p Is holds for.
bool CapturingFunctions::mentions(
    const ir::Instruction &I,
    llvm::function_ref<bool(const ApiRow &)> Is) const {
  auto Holds = [&](const ir::Name &Callee) {
    const Lookup &Found = Calls[Callee];
    return Found && Is(*Found.Row);
  };
  auto Names = [&](const ir::Operand &O) {
    return O.K == ir::Operand::Function && Holds(O.Name);
  };
  const ir::Operand *Called = I.calledOperand();
  return (I.K == ir::Instruction::Api && Holds(I.Callee)) ||
         (Called && Names(*Called)) || llvm::any_of(I.Args, Names) ||
         llvm::any_of(I.alternatives(),
                      [&](const auto &Other) { return mentions(Other, Is); });
}

/// Whether \p I begins or ends a capture, or names a function that does.
bool CapturingFunctions::bounds(const ir::Instruction &I) const {
  return mentions(I, boundsCapture);
}

bool CapturingFunctions::mayEndCaptureItself(const ir::Instruction &I) const {
  switch (I.K) {
  case ir::Instruction::Invoke:
  case ir::Instruction::Missing:
    return true;
  case ir::Instruction::UnknownCall:
    return !I.Flags.System && !I.Flags.Pure;
  case ir::Instruction::Call:
    return !Find(I.Callee);
  default:
    return bounds(I);
  }
}

bool CapturingFunctions::mayEndCapture(const ir::Function &F) {
  if (auto Known = MayEnd.find(&F); Known != MayEnd.end())
    return Known->second;
  std::vector<const ir::Function *> Todo{&F};
  llvm::SmallPtrSet<const ir::Function *, 32> Seen{&F};
  auto Follow = [&](llvm::StringRef Symbol) {
    if (const ir::Function *Callee = Find(Symbol))
      if (Seen.insert(Callee).second)
        Todo.push_back(Callee);
  };
  while (!Todo.empty()) {
    const ir::Function &Next = *Todo.back();
    Todo.pop_back();
    if (Next.Cut)
      return MayEnd[&F] = true;
    for (const ir::Block &B : Next.Blocks)
      for (const ir::Instruction &I : B.Insts) {
        if (mayEndCaptureItself(I))
          return MayEnd[&F] = true;
        if (I.K == ir::Instruction::Call)
          Follow(I.Callee);
        for (const ir::Operand &A : I.Args)
          if (A.K == ir::Operand::Function)
            Follow(A.Name);
      }
  }
  // What holds for a function holds for those that it calls.
  for (const ir::Function *Of : Seen)
    MayEnd[Of] = false;
  return false;
}

/// Calls \p Visit with each instruction of \p F and of the functions that it
/// calls, until \p Visit returns true. \returns whether it has.
bool CapturingFunctions::anyReached(
    const ir::Function &F,
    llvm::function_ref<bool(const ir::Instruction &)> Visit) const {
  return anyCalledFrom(F, Find, [&](const ir::Function &Reached) {
    return anyInstruction(Reached, Visit);
  });
}

bool CapturingFunctions::beginsCapture(const ir::Function &F) const {
  return anyReached(F, [&](const ir::Instruction &I) { return bounds(I); });
}

/// Whether \p F, with the functions that it calls, begins captures, and whether
/// it ends some.
std::pair<bool, bool>
CapturingFunctions::beginsAndEnds(const ir::Function &F) const {
  bool Begins = false, Ends = false;
  anyReached(F, [&](const ir::Instruction &I) {
    Begins |= mentions(
        I, [](const ApiRow &Row) { return Row.Eff == Effect::BeginCapture; });
    Ends |= mentions(
        I, [](const ApiRow &Row) { return Row.Eff == Effect::EndCapture; });
    return Begins && Ends;
  });
  return {Begins, Ends};
}

bool CapturingFunctions::isOneSided(const ir::Function &F) const {
  const auto [Begins, Ends] = beginsAndEnds(F);
  return Begins != Ends;
}

bool CapturingFunctions::capturesItself(const ir::Function &F) {
  auto [It, New] = BothSided.try_emplace(&F);
  if (New) {
    const auto [Begins, Ends] = beginsAndEnds(F);
    It->second = Begins && Ends;
  }
  return It->second;
}

const CapturingFunctions::OneSided &
CapturingFunctions::oneSidedCandidates(const ir::Instruction &I) {
  auto [It, New] = Candidates.try_emplace(&I);
  if (!New)
    return It->second;
  OneSided Found;
  for (const ir::Name &Symbol : I.candidates())
    if (const ir::Function *F = Find(Symbol); F && isOneSided(*F))
      if (!Found.Count++)
        Found.First = F;
  return Candidates[&I] = Found;
}
