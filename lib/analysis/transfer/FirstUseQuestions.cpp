//===- FirstUseQuestions.cpp - What a first use asks for ------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstUseQuestions.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// How deep calls are followed to find out whether they write a variable.
static constexpr unsigned MaxDepth = 2;

static bool isParameter(const ir::Function &F, const ir::Place &P) {
  return P.Base == ir::Place::Local && P.LocalId < F.Params.size();
}

/// Whether \p P outlives the function: it is a global, or a part of what a
/// parameter points at.
static bool isKept(const ir::Function &F, const ir::Place &P) {
  return P.Base == ir::Place::Global || (isParameter(F, P) && !P.Path.empty());
}

/// Whether \p Part is \p Whole, or a part of it.
static bool isPartOf(const ir::Place &Part, const ir::Place &Whole) {
  return Part.Base == Whole.Base && Part.LocalId == Whole.LocalId &&
         Part.GlobalName == Whole.GlobalName &&
         Part.Path.size() >= Whole.Path.size() &&
         std::equal(Whole.Path.begin(), Whole.Path.end(), Part.Path.begin());
}

/// Whether \p O reads \p P.
static bool reads(const ir::Operand &O, const ir::Place &P) {
  return (O.K == ir::Operand::Read && O.Where == P) ||
         llvm::any_of(O.Operands,
                      [&](const ir::Operand &Part) { return reads(Part, P); });
}

/// Whether \p I, which writes \p P, computes the new value from the old one.
static bool counts(const ir::Instruction &I, const ir::Place &P) {
  return llvm::any_of(I.Args,
                      [&](const ir::Operand &A) { return reads(A, P); });
}

/// Whether \p I calls a function of the program.
static bool isProgramCall(const ir::Instruction &I) {
  return I.K == ir::Instruction::Call || I.K == ir::Instruction::Invoke;
}

/// Whether \p I calls a library function that may change its arguments.
static bool isLibraryCall(const ir::Instruction &I) {
  return I.K == ir::Instruction::UnknownCall && I.Flags.System;
}

FirstUses::Body::Body(const ir::Function &F, FunctionLookup Find) : F(F) {
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (I.Dest && I.Dest->Base == ir::Place::Local &&
          I.K != ir::Instruction::End)
        Definitions[I.Dest->LocalId].push_back(&I);
  for (unsigned B = 0; B < F.Blocks.size(); ++B)
    for (const ir::Instruction &I : F.Blocks[B].Insts)
      if (mayChange(I, Find))
        Changes.emplace_back(B, &I);
}

/// Notes what \p I may change that outlives the function. Returns whether there
/// is anything.
bool FirstUses::Body::mayChange(const ir::Instruction &I, FunctionLookup Find) {
  bool MayChange = false;
  const bool Writes =
      I.Dest && I.K != ir::Instruction::End && I.K != ir::Instruction::Havoc;
  if (Writes && isKept(F, *I.Dest)) {
    Written.push_back(&*I.Dest);
    MayChange = true;
  }
  if (Writes)
    if (ir::Place To = resolve(*I.Dest); isKept(F, To)) {
      Touched.push_back(std::move(To));
      MayChange = true;
    }
  for (const ir::Operand &A : I.Args) {
    if (A.K != ir::Operand::Address)
      continue;
    if (I.K == ir::Instruction::Api && isKept(F, A.Where))
      Written.push_back(&A.Where);
    if (ir::Place To = resolve(A.Where); isKept(F, To)) {
      if (isLibraryCall(I))
        LibraryCalls.emplace_back(&I, std::move(To));
      else
        Touched.push_back(std::move(To));
      MayChange = true;
    }
  }
  if (const ir::Function *Callee =
          I.K == ir::Instruction::Call ? Find(I.Callee) : nullptr) {
    Callees.push_back(Callee);
    MayChange = true;
  }
  return MayChange;
}

ir::Place FirstUses::Body::resolve(ir::Place P) const {
  for (unsigned Round = 0; Round < MaxTraced; ++Round) {
    if (P.Base != ir::Place::Local || isParameter(F, P) || P.Path.empty() ||
        P.Path.front().K != ir::Step::Deref)
      return P;
    auto Found = Definitions.find(P.LocalId);
    if (Found == Definitions.end() || Found->second.size() != 1)
      return P;
    const ir::Instruction &I = *Found->second.front();
    if (I.K != ir::Instruction::Assign || !I.Dest->Path.empty() ||
        I.Args.size() != 1 || I.Args[0].K != ir::Operand::Address)
      return P;
    ir::Place Target = I.Args[0].Where;
    for (const ir::Step &S : llvm::drop_begin(P.Path))
      Target.Path.push_back(S);
    P = std::move(Target);
  }
  return P;
}

void FirstUses::Question::trace(const ir::Operand &O) {
  for (const ir::Operand &Part : O.Operands)
    trace(Part);
  if (O.K != ir::Operand::Read && O.K != ir::Operand::Address)
    return;
  for (const ir::Step &S : O.Where.Path)
    if (S.Which)
      trace(*S.Which);
  if (O.K == ir::Operand::Read && isKept(In.F, O.Where))
    Variables.push_back(O.Where);
  if (isParameter(In.F, O.Where)) {
    if (!llvm::is_contained(Params, O.Where.LocalId))
      Params.push_back(O.Where.LocalId);
  } else if (O.Where.Base == ir::Place::Local) {
    traceLocal(O.Where.LocalId);
  }
}

void FirstUses::Question::traceLocal(unsigned Local) {
  if (Traced.size() > MaxTraced || !Traced.insert(Local).second)
    return;
  auto Found = In.Definitions.find(Local);
  if (Found == In.Definitions.end())
    return;
  for (const ir::Instruction *I : Found->second)
    for (const ir::Operand &A : I->Args) {
      trace(A);
      // A question without a key, such as whether a queue is empty, may have
      // the same answer again.
      if (!isLibraryCall(*I) || I->Args.size() < 2 ||
          A.K != ir::Operand::Address)
        continue;
      ir::Place Container = In.resolve(A.Where);
      if (!isKept(In.F, Container))
        continue;
      Searched.push_back(std::move(Container));
      Searches.push_back(I);
    }
}

/// Finds out whether \p Condition asks a library function that searches a
/// container whether it has inserted the key: insert() and try_emplace() of the
/// standard library say so in the part "second" of their result.
void FirstUses::Question::findInsertion(const ir::Operand &Condition) {
  bool IsTrue = true;
  const ir::Operand *Asked = &Condition;
  for (; Asked->K == ir::Operand::Not; Asked = &Asked->Operands.front())
    IsTrue = !IsTrue;
  if (Asked->K != ir::Operand::Read)
    return;
  ir::Place P = In.resolve(Asked->Where);
  for (unsigned Round = 0; Round < MaxTraced; ++Round) {
    if (P.Base != ir::Place::Local || isParameter(In.F, P))
      return;
    auto Found = In.Definitions.find(P.LocalId);
    if (Found == In.Definitions.end() || Found->second.size() != 1)
      return;
    const ir::Instruction &I = *Found->second.front();
    if (!I.Dest->Path.empty())
      return;
    if (I.K != ir::Instruction::Assign) {
      if (isLibraryCall(I) && !I.Flags.Pure && P.Path.size() == 1 &&
          P.Path.front().K == ir::Step::Field &&
          P.Path.front().Name == "second" && llvm::is_contained(Searches, &I))
        Inserted = IsTrue;
      return;
    }
    if (I.Args.size() != 1 || I.Args[0].K != ir::Operand::Read)
      return;
    ir::Place Copied = I.Args[0].Where;
    for (const ir::Step &S : P.Path)
      Copied.Path.push_back(S);
    P = In.resolve(std::move(Copied));
  }
}

bool FirstUses::Question::isCountedBy(const ir::Instruction &I) const {
  return llvm::any_of(Variables, [&](const ir::Place &P) {
    return I.Dest && *I.Dest == P && counts(I, P);
  });
}

/// Whether \p F, or a function that it calls, writes \p P, which is a global,
/// or a member of an object of the caller.
bool FirstUses::writes(const ir::Function &F, const ir::Place &P,
                       unsigned Depth) {
  const Body &In = bodyOf(F);
  auto IsWritten = [&](const ir::Place *Dest) {
    if (P.Base == ir::Place::Global)
      return isPartOf(*Dest, P);
    return isParameter(F, *Dest) && Dest->Path.back().K == ir::Step::Field &&
           P.Path.back().K == ir::Step::Field &&
           Dest->Path.back().Name == P.Path.back().Name;
  };
  return llvm::any_of(In.Written, IsWritten) ||
         (Depth && llvm::any_of(In.Callees, [&](const ir::Function *Callee) {
            return writes(*Callee, P, Depth - 1);
          }));
}

/// Whether \p F, or a function that it calls, puts something into the container
/// \p P, which is a global, or a member of an object of the caller, or takes
/// something out of it. A library function that the question calls, too, only
/// searches it.
bool FirstUses::fills(const ir::Function &F, const ir::Place &P,
                      const Question &Asked, unsigned Depth) {
  const Body &In = bodyOf(F);
  // Returns how many steps lead from the container to a part of it.
  auto StepsBehind = [&](const ir::Place &Part) -> std::optional<size_t> {
    if (P.Base == ir::Place::Global) {
      if (isPartOf(Part, P))
        return Part.Path.size() - P.Path.size();
      return std::nullopt;
    }
    if (isParameter(F, Part) && P.Path.back().K == ir::Step::Field)
      for (size_t I = 0; I < Part.Path.size(); ++I)
        if (Part.Path[I].K == ir::Step::Field &&
            Part.Path[I].Name == P.Path.back().Name)
          return Part.Path.size() - I - 1;
    return std::nullopt;
  };
  auto IsElement = [&](const ir::Place &Part) {
    return StepsBehind(Part).value_or(0) > 0;
  };
  auto Changes = [&](const std::pair<const ir::Instruction *, ir::Place> &Use) {
    return !Use.first->Flags.Pure && Use.first->Args.size() > 1 &&
           StepsBehind(Use.second) == 0 &&
           llvm::none_of(Asked.Searches, [&](const ir::Instruction *Search) {
             return Search->Callee == Use.first->Callee;
           });
  };
  return llvm::any_of(In.Touched, IsElement) ||
         llvm::any_of(In.LibraryCalls, Changes) ||
         (Depth && llvm::any_of(In.Callees, [&](const ir::Function *Callee) {
            return fills(*Callee, P, Asked, Depth - 1);
          }));
}

/// Whether \p I, an instruction of \p In, gives \p Asked another answer.
bool FirstUses::settles(const Body &In, const ir::Instruction &I,
                        const Question &Asked) {
  auto IsGiven = [&](const ir::Place &P) {
    return llvm::any_of(I.Args, [&](const ir::Operand &A) {
      return A.K == ir::Operand::Address && A.Where == P;
    });
  };
  auto IsHanded = [&](const ir::Place &P) {
    return llvm::any_of(I.Args, [&](const ir::Operand &A) {
      return A.K == ir::Operand::Address && In.resolve(A.Where) == P;
    });
  };
  for (const ir::Place &P : Asked.Searched) {
    if ((I.Dest && isPartOf(In.resolve(*I.Dest), P)) ||
        (isLibraryCall(I) && !I.Flags.Pure && IsHanded(P)))
      return true;
    if (I.K == ir::Instruction::Call)
      if (const ir::Function *Callee = Find(I.Callee))
        if (fills(*Callee, P, Asked, MaxDepth))
          return true;
  }
  for (const ir::Place &P : Asked.Variables) {
    if (I.Dest && *I.Dest == P && !counts(I, P))
      return true;
    if ((I.K == ir::Instruction::Api || isProgramCall(I)) && IsGiven(P))
      return true;
    if (I.K == ir::Instruction::Call)
      if (const ir::Function *Callee = Find(I.Callee))
        if (writes(*Callee, P, MaxDepth))
          return true;
  }
  return false;
}
