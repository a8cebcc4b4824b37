//===- EarlierCaptures.cpp - Captures begun before the root ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EarlierCaptures.h"
#include "../ResolvedCalls.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../findings/FindingSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether \p Stream may be one that was captured before the root was called.
/// The root has not created it, and it is none of the special streams.
bool EarlierCaptures::mayExistAtEntry(const Value &Stream) const {
  switch (Stream.K) {
  case Value::Unknown:
    return true;
  case Value::Symbol:
    return !U.symbol(Stream.Data).Created && !U.isUninitialized(Stream);
  default:
    return false;
  }
}

void EarlierCaptures::noteEnd(const ApiCall &Call, const State &S) {
  // A guess shows neither that the end is reached nor what has been begun.
  if (Run.Guessing || Run.AssumesOneSided)
    return;
  const std::optional<Value> Stream = Call.stream();
  // A capture of another round of a loop, or one that another path has begun,
  // may be the one that ends.
  if (!S.Captures.empty() || S.Missing.Any || Frames[Call.At.Ctx].InLoop ||
      Call.Spawned || !Stream || !mayExistAtEntry(*Stream)) {
    Begun.insert(Call.At.I);
    if (!S.Captures.empty())
      BegunForSure.insert(Call.At.I);
    else if (S.Missing.Any && !Run.CurrentRoot->IsHandler)
      Hidden.insert({Call.At.I, Run.CurrentRoot});
    return;
  }
  Unbegun.try_emplace(Call.At, Shown{Run.CurrentRoot, *Stream});
  const std::optional<Value> Graph = Call.arg(Role::Graph, Access::Out);
  // A handler abandons the capture in which the exception was thrown.
  if (!Graph || Graph->K != Value::Reference ||
      U.location(U.root(Graph->Data)).K != LocationInfo::Local ||
      Run.CurrentRoot->IsHandler)
    Used.insert(Call.At);
}

std::vector<const ir::Function *>
EarlierCaptures::rootsWithHiddenBegins() const {
  std::vector<const ir::Function *> Roots;
  for (const auto &[End, Root] : Hidden)
    if (!BegunForSure.count(End))
      Roots.push_back(Root);
  return Roots;
}

void EarlierCaptures::noteUse(const Value &V) {
  if (!V.isSymbol())
    return;
  const SymbolInfo &Info = U.symbol(V.Data);
  if (Info.K == SymbolInfo::Conjured)
    Used.insert({Info.Ctx, static_cast<const ir::Instruction *>(Info.Maker)});
}

void EarlierCaptures::noteExpectedError(const Value &Result, const State &S) {
  if (!Result.isSymbol())
    return;
  // Where the call is known to have failed, its error is handled.
  if (const auto Known = S.Facts.find(Result.Data);
      Known != S.Facts.end() && Known->second.rulesOut(0))
    return;
  if (auto Of = S.Results.find(Result.Data); Of != S.Results.end())
    ExpectedToFail.insert(Of->second.At);
}

void EarlierCaptures::leaveRoot() {
  Finished.insert(Run.RootContext);
  for (const RootRun::Exit &Leaving : Run.RootExits) {
    for (const auto &[Where, V] : Leaving.S.Memory)
      if (U.location(U.root(Where)).K != LocationInfo::Local)
        noteUse(V);
    noteUse(Leaving.S.Returned.Whole);
    for (const auto &[Steps, V] : Leaving.S.Returned.Members)
      noteUse(V);
  }
}

/// Whether \p O compares what one of \p Places holds with something other than
/// success, which is 0.
static bool comparesWithError(const ir::Operand &O,
                              llvm::ArrayRef<ir::Place> Places) {
  if (O.K != ir::Operand::Not && O.K != ir::Operand::Binary)
    return false;
  auto IsResult = [&](const ir::Operand &Of) {
    return Of.K == ir::Operand::Read && llvm::is_contained(Places, Of.Where);
  };
  auto IsSuccess = [](const ir::Operand &Of) {
    return Of.K == ir::Operand::Int && Of.Value == 0;
  };
  if (O.K == ir::Operand::Binary)
    for (unsigned Side : {0, 1})
      if (IsResult(O.Operands[Side]) && !IsSuccess(O.Operands[1 - Side]))
        return true;
  return llvm::any_of(O.Operands, [&](const ir::Operand &Part) {
    return comparesWithError(Part, Places);
  });
}

/// Whether \p F compares the result of its call \p End with an error.
static bool mayExpectError(const ir::Function &F, const ir::Instruction &End) {
  if (!End.Dest)
    return false;
  std::vector<ir::Place> Places{*End.Dest};
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (I.K == ir::Instruction::Assign && I.Args[0].K == ir::Operand::Read &&
          llvm::is_contained(Places, I.Args[0].Where))
        Places.push_back(*I.Dest);
  auto Compares = [&](const ir::Operand &O) {
    return comparesWithError(O, Places);
  };
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    return (B.Term.Value && Compares(*B.Term.Value)) ||
           llvm::any_of(B.Insts, [&](const ir::Instruction &I) {
             return llvm::any_of(I.Args, Compares);
           });
  });
}

std::vector<EarlierCaptures::End> EarlierCaptures::ends() const {
  std::vector<End> Result;
  for (const auto &[At, Known] : Unbegun)
    if (Finished.count(Frames.outermost(At.Ctx)) && !Begun.count(At.I) &&
        Used.count(At) && !ExpectedToFail.count(At) &&
        (Known.Root->IsHandler || !mayExpectError(*Frames[At.Ctx].F, *At.I)))
      Result.push_back({Known.Root, At, Known.Stream});
  return Result;
}

/// Returns the mode of the capture in which the handler \p F runs, if the
/// function around it begins captures in one mode only.
std::optional<Value> EarlierCaptures::modeAround(const ir::Function &F) const {
  const ir::Function *Around = F.IsHandler ? Find(F.Parent) : nullptr;
  std::optional<Value> Mode;
  if (!Around)
    return Mode;
  for (const ir::Block &B : Around->Blocks)
    for (const ir::Instruction &I : B.Insts) {
      if (I.K != ir::Instruction::Api)
        continue;
      const Lookup &Found = Calls[I.Callee];
      if (!Found || Found.Row->Eff != Effect::BeginCapture)
        continue;
      const std::optional<unsigned> Arg =
          Found.Row->paramIndex(Role::Mode, Access::In);
      if (!Arg || *Arg >= I.Args.size() || I.Args[*Arg].K != ir::Operand::Int)
        return std::nullopt;
      const Value Known = Value::constant(I.Args[*Arg].Value);
      if (Mode && *Mode != Known)
        return std::nullopt;
      Mode = Known;
    }
  return Mode;
}

void EarlierCaptures::enter(const End &Shown, State &S) const {
  Capture C;
  C.ShownByEnd = true;
  C.Begin = Shown.At;
  C.Thread = Frames.outermost(Shown.At.Ctx);
  if (std::optional<Value> Mode = modeAround(*Shown.Root))
    C.Mode = *Mode;
  C.S = Capture::MayBeActive;
  // Another stream is known only where the root reaches the end.
  if (U.isNamedOutside(Shown.Stream))
    C.Origin = Shown.Stream;
  C.Participants.push_back({C.Origin, 1, std::nullopt, std::nullopt});
  // The caller may have forked other streams, and may have checked the same
  // setting before it began the capture.
  C.DependenciesKnown = false;
  C.UnderConfiguration = true;
  S.Captures.push_back(std::move(C));
}

void EarlierCaptures::forgetIfReplaced(const ApiCall &Call, State &S) const {
  const std::optional<Value> Stream = Call.stream();
  llvm::erase_if(S.Captures, [&](const Capture &C) {
    return C.ShownByEnd && C.Begin != Call.At &&
           (!Stream || !U.areDistinct(C.Origin, *Stream));
  });
}

void EarlierCaptures::mayBeginNow(State &S) {
  for (const Capture &C : S.Captures)
    if (C.ShownByEnd)
      S.Pending.eraseIf(
          [&](const auto &Entry) { return Entry.first == C.Begin; });
}

bool EarlierCaptures::isOnEveryPath(unsigned Id, const State &S) const {
  return llvm::all_of(Reports[Id].ControlDependences,
                      [&](const ControlDependence &C) {
                        return llvm::is_contained(S.ControlDependences, C);
                      });
}
