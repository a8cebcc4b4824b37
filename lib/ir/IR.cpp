//===- IR.cpp - CaptureIR -------------------------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR.h"
#include "llvm/ADT/Twine.h"
#include <cassert>

using namespace cuda_capture::ir;

bool Step::operator==(const Step &O) const {
  if (K != O.K)
    return false;
  if (K == Field)
    return Name == O.Name;
  return K == Deref || *Which == *O.Which;
}

Place Place::with(Step S) const {
  Place P;
  P.Base = Base;
  P.LocalId = LocalId;
  P.GlobalName = GlobalName;
  P.Path.reserve(Path.size() + 1);
  P.Path.append(Path.begin(), Path.end());
  P.Path.push_back(std::move(S));
  return P;
}

Place Place::field(Name N) const {
  return with({Step::Field, std::move(N), nullptr});
}

Place Place::index(Operand Which) const {
  return with({Step::Index, "", std::make_shared<Operand>(std::move(Which))});
}

Place Place::deref() const { return with({Step::Deref, "", nullptr}); }

bool Place::operator==(const Place &O) const {
  return Base == O.Base &&
         (Base == Local ? LocalId == O.LocalId : GlobalName == O.GlobalName) &&
         Path == O.Path;
}

bool Operand::operator==(const Operand &O) const {
  if (K != O.K)
    return false;
  switch (K) {
  case Unknown:
    return true;
  case Int:
    return Value == O.Value;
  case Function:
    return Name == O.Name;
  case Read:
  case Address:
    return Where == O.Where;
  case Not:
  case Binary:
    return Name == O.Name && Operands == O.Operands;
  }
  return false;
}

static Instruction make(Instruction::Kind K, Loc At) {
  Instruction I;
  I.K = K;
  I.At = At;
  return I;
}

static Instruction makeCall(Instruction::Kind K, Name Callee,
                            List<Operand> Args, Box<Place> Dest, Loc At) {
  Instruction I = make(K, At);
  I.Dest = std::move(Dest);
  I.Callee = std::move(Callee);
  I.Args = std::move(Args);
  return I;
}

Instruction Instruction::assign(Place Dest, Operand Value, Loc At) {
  Instruction I = make(Assign, At);
  I.Dest = std::move(Dest);
  I.Args.push_back(std::move(Value));
  return I;
}

Instruction Instruction::api(Name Callee, List<Operand> Args, Box<Place> Dest,
                             Loc At) {
  return makeCall(Api, std::move(Callee), std::move(Args), std::move(Dest), At);
}

Instruction Instruction::call(Name Callee, List<Operand> Args, Box<Place> Dest,
                              Loc At) {
  return makeCall(Call, std::move(Callee), std::move(Args), std::move(Dest),
                  At);
}

Instruction Instruction::invoke(IndirectCall Callee, List<Operand> Args,
                                Box<Place> Dest, Loc At) {
  Instruction I = makeCall(Invoke, {}, std::move(Args), std::move(Dest), At);
  I.Indirect = std::move(Callee);
  return I;
}

Instruction Instruction::unknownCall(Name Callee, List<Operand> Args,
                                     Box<Place> Dest, Loc At) {
  return makeCall(UnknownCall, std::move(Callee), std::move(Args),
                  std::move(Dest), At);
}

Instruction Instruction::havoc(Place Dest, Loc At) {
  Instruction I = make(Havoc, At);
  I.Dest = std::move(Dest);
  return I;
}

Instruction Instruction::end(Place Dest, Loc At) {
  Instruction I = make(End, At);
  I.Dest = std::move(Dest);
  return I;
}

Instruction Instruction::endContent(Place Owner, Loc At) {
  Instruction I = end(std::move(Owner), At);
  I.Content = true;
  return I;
}

Instruction Instruction::join(Operand Thread, Loc At) {
  Instruction I = make(Join, At);
  I.Args.push_back(std::move(Thread));
  return I;
}

Instruction Instruction::missing(Loc At) { return make(Missing, At); }

bool Instruction::operator==(const Instruction &O) const {
  return K == O.K && Dest == O.Dest && Callee == O.Callee && Args == O.Args &&
         Launched == O.Launched && Indirect == O.Indirect && Flags == O.Flags &&
         Content == O.Content && At == O.At;
}

bool Terminator::operator==(const Terminator &O) const {
  return K == O.K && Value == O.Value && Targets == O.Targets &&
         Cases == O.Cases && Throws == O.Throws && Guarded == O.Guarded &&
         Text == O.Text && At == O.At;
}

bool Function::operator==(const Function &O) const {
  return Name == O.Name && Display == O.Display && Params == O.Params &&
         Locals == O.Locals && Blocks == O.Blocks && Parent == O.Parent &&
         PrimedIn == O.PrimedIn && SetElsewhere == O.SetElsewhere &&
         Streams == O.Streams && Constructors == O.Constructors &&
         Captured == O.Captured && Cut == O.Cut && IsHandler == O.IsHandler &&
         At == O.At;
}

namespace {
/// Cuts operands that are nested deeper than MaxNesting.
class NestingBound {
public:
  explicit NestingBound(Function &F) : F(F) {}

  void run() {
    for (Block &B : F.Blocks) {
      for (Instruction &I : B.Insts)
        bound(I);
      if (B.Term.Value)
        bound(*B.Term.Value, 1);
    }
    if (F.Captured) {
      bound(F.Captured->Entry);
      for (Operand &Status : F.Captured->Statuses)
        bound(Status, 1);
    }
  }

private:
  /// Whether something in the operand is deeper than \p Left levels.
  static bool isDeeper(const Operand &O, unsigned Left) {
    if (!Left)
      return true;
    for (const Operand &Part : O.Operands)
      if (isDeeper(Part, Left - 1))
        return true;
    return isDeeper(O.Where, Left - 1);
  }
  static bool isDeeper(const Place &P, unsigned Left) {
    for (const Step &S : P.Path)
      if (S.Which && isDeeper(*S.Which, Left))
        return true;
    return false;
  }

  void bound(Instruction &I) {
    if (I.Dest)
      bound(*I.Dest, 1);
    for (Operand &A : I.Args)
      bound(A, 1);
    if (Operand *Called = I.calledOperand())
      bound(*Called, 1);
    if (I.Indirect && I.Indirect->Object)
      bound(*I.Indirect->Object, 1);
    for (Instruction &Other : I.alternatives())
      bound(Other);
  }

  void bound(Operand &O, unsigned Level) {
    if (!isDeeper(O, MaxNesting + 1 - Level))
      return;
    F.Cut = true;
    if (Level == MaxNesting) {
      O = Operand::unknown();
      return;
    }
    for (Operand &Part : O.Operands)
      bound(Part, Level + 1);
    bound(O.Where, Level + 1);
  }

  void bound(Place &P, unsigned Level) {
    if (!isDeeper(P, MaxNesting + 1 - Level))
      return;
    for (Step &S : P.Path)
      if (S.Which) {
        // Copies of the place share the index.
        S.Which = std::make_shared<Operand>(*S.Which);
        bound(*S.Which, Level);
      }
  }

  Function &F;
};
} // namespace

const Function *Module::find(llvm::StringRef Symbol) const {
  auto It = BySymbol.find(Symbol);
  return It == BySymbol.end() ? nullptr : It->second;
}

Function &Module::add(Function F) {
  assert(!find(F.Name) && "function defined twice");
  Functions.push_back(std::move(F));
  Function &Stored = Functions.back();
  NestingBound(Stored).run();
  BySymbol[Stored.Name] = &Stored;
  return Stored;
}

unsigned Module::fileIndex(llvm::StringRef File) {
  // Other code may have filled the list.
  for (unsigned I = FileIds.size(); I < Files.size(); ++I)
    FileIds.try_emplace(Files[I], I);
  auto [It, New] = FileIds.try_emplace(File, Files.size());
  if (New)
    Files.push_back(File.str());
  return It->second;
}

namespace {
/// Collects the first problem found in a function.
class Verifier {
public:
  explicit Verifier(const Function &F) : F(F) {}

  std::string run() {
    if (F.Blocks.empty())
      return "function has no blocks";
    if (F.Params.size() > F.Locals.size())
      return "more parameters than locals";
    if (F.Captured) {
      check(F.Captured->Entry);
      for (const Operand &Status : F.Captured->Statuses)
        if (Status.K == Operand::Read)
          check(Status);
        else
          fail("a status is no read");
      if (F.Captured->Mode < 0 || F.Captured->Mode > 2)
        fail("no mode of a capture");
      if (!Problem.empty())
        return "capturable: " + Problem;
    }
    for (unsigned B = 0; B < F.Blocks.size(); ++B) {
      for (const Instruction &I : F.Blocks[B].Insts)
        check(I);
      check(F.Blocks[B].Term);
      if (!Problem.empty())
        return "block b" + std::to_string(B) + ": " + Problem;
    }
    return "";
  }

private:
  void fail(const llvm::Twine &Why) {
    if (Problem.empty())
      Problem = Why.str();
  }

  void check(const Place &P) {
    if (P.Base == Place::Local && P.LocalId >= F.Locals.size())
      fail("local does not exist");
    for (const Step &S : P.Path)
      if (S.K == Step::Index)
        check(*S.Which);
  }

  void check(const Operand &O) {
    if (O.K == Operand::Function && O.Name.empty())
      fail("function has no name");
    if (O.K == Operand::Read || O.K == Operand::Address)
      check(O.Where);
    if (O.Operands.size() != (O.K == Operand::Binary ? 2u
                              : O.K == Operand::Not  ? 1u
                                                     : 0u))
      fail("wrong number of operands");
    for (const Operand &Sub : O.Operands)
      check(Sub);
  }

  void check(const Instruction &I) {
    if (I.Dest)
      check(*I.Dest);
    for (const Operand &A : I.Args)
      check(A);
    if (const Operand *Called = I.calledOperand())
      check(*Called);
    if (const Operand *Object = I.object())
      check(*Object);
    const bool IsInvoke = I.K == Instruction::Invoke;
    if (I.Indirect.has_value() != IsInvoke)
      fail("an invoke, and nothing else, has a target");
    if (I.Launched &&
        (I.K != Instruction::Api || I.Launched->K != Operand::Function))
      fail("only an api call launches, and only a constant function");
    for (const Instruction &Other : I.alternatives()) {
      check(Other);
      if (Other.K == Instruction::Invoke)
        fail("an alternative is no invoke");
    }
    if (I.K == Instruction::Assign && (!I.Dest || I.Args.size() != 1))
      fail("assignment needs a destination and one value");
    if ((I.K == Instruction::Havoc || I.K == Instruction::End) &&
        (!I.Dest || !I.Args.empty()))
      fail("havoc and end need a place only");
    if (I.Content && I.K != Instruction::End)
      fail("only an end is that of a content");
    if (I.K == Instruction::Join && (I.Dest || I.Args.size() != 1))
      fail("join needs one value only");
    if (I.K == Instruction::Missing && (I.Dest || !I.Args.empty()))
      fail("missing has no operands");
    const bool IsUnknown = I.K == Instruction::UnknownCall;
    const bool IsKnown = I.K == Instruction::Call || IsInvoke;
    if (I.Flags.Spawns && !IsKnown)
      fail("only a call or an invoke spawns");
    if ((I.Flags.System || I.Flags.Pure || I.Flags.Defined) && !IsUnknown)
      fail("only an unknown call is of the system, pure, or defined");
    if (I.Flags.NeverWaits && !IsUnknown)
      fail("only an unknown call is marked as one that never waits");
    if (I.Flags.Interface && !IsUnknown)
      fail("only an unknown call is of an interface");
    const bool IsApi = I.K == Instruction::Api;
    if (I.Flags.Debug && !IsApi && I.K != Instruction::Call)
      fail("only a call by name is one of debug builds");
    CallFlags OfCallee = I.Flags;
    OfCallee.Debug = false;
    if (OfCallee.any() && !IsKnown && !IsUnknown)
      fail("only a call throws, or is guarded");
  }

  void check(const Terminator &T) {
    if (T.Value)
      check(*T.Value);
    for (unsigned B : T.Targets)
      if (B >= F.Blocks.size())
        fail("target b" + llvm::Twine(B) + " does not exist");
    size_t Wanted = 0;
    switch (T.K) {
    case Terminator::Goto:
      Wanted = 1;
      break;
    case Terminator::Branch:
      Wanted = 2;
      break;
    case Terminator::Switch:
      Wanted = T.Cases.size() + 1;
      break;
    case Terminator::Return:
    case Terminator::Unreachable:
      break;
    }
    if (T.Targets.size() != Wanted)
      fail("terminator has the wrong number of targets");
    if ((T.K == Terminator::Branch || T.K == Terminator::Switch) && !T.Value)
      fail("terminator has no condition");
  }

  const Function &F;
  std::string Problem;
};
} // namespace

std::string cuda_capture::ir::verify(const Function &F) {
  return Verifier(F).run();
}
