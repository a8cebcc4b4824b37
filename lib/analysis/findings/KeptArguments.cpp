//===- KeptArguments.cpp - Graphs with arguments of one call --------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptArguments.h"
#include "../../ir/Walk.h"
#include "../CalleesOf.h"
#include "../FunctionKinds.h"
#include "../State.h"
#include "../engine/CallTree.h"
#include "../engine/FunctionPlans.h"
#include "../engine/RootRun.h"
#include "DanglingMemory.h"
#include "FindingSet.h"
#include "Naming.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void KeptArguments::noteLaunch(SymbolId Graph, const Site &At) {
  if (!Opts.ReportPossible || Run.Guessing || Run.OnAssumption)
    return;
  if (std::string Name = nameOf(U.symbol(Graph).Where); !Name.empty())
    Launches.try_emplace({std::move(Name), Run.CurrentRoot}, At);
}

void KeptArguments::leaveRoot() {
  if (!Opts.ReportPossible || Run.OnAssumption)
    return;
  Roots.insert(Run.CurrentRoot);
  for (const RootRun::Exit &Leaving : Run.RootExits) {
    const State &S = Leaving.S;
    if (S.Missing.Any || S.Failures.OnAllPaths)
      continue;
    forEachKept(S, [&](const std::string &Name, LocationId Keeper,
                       const GraphContent &Content) {
      if (llvm::any_of(Uses, [&](const Use &Known) {
            return Known.Root == Run.CurrentRoot && Known.Graph == Name;
          }))
        return;
      for (const Borrow &B : Content.Refs.all())
        if (B.Begin && !B.Gone && !B.Guessed && !B.Allocates &&
            B.Memory.isSymbol())
          if (const auto Parameter = parameterIn(B.Memory)) {
            Uses.push_back({Run.CurrentRoot, Name, Names.nameOf(Keeper),
                            *Parameter, B, Content.Made});
            return;
          }
    });
  }
}

/// Returns the blocks of \p F that decide whether \p Block is run, each with
/// those of the blocks behind it that lead there.
static std::map<unsigned, std::vector<unsigned>>
decidersOf(const ir::Function &F, const FlowGraph &Flow, unsigned Block) {
  std::map<unsigned, std::vector<unsigned>> Result;
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    const unsigned Meet = Flow.PostDominator[B];
    if (Block == Meet || F.successors(B).size() < 2)
      continue;
    for (unsigned To : F.successors(B))
      if (To != Meet && Flow.reaches(To, Block, /*Avoiding=*/Meet))
        Result[B].push_back(To);
  }
  return Result;
}

namespace {
/// Adds the fields and globals that a condition reads.
class AskedBy {
public:
  AskedBy(const ir::Function &F, FunctionLookup Find, llvm::StringSet<> &Asked)
      : F(F), Find(Find), Asked(Asked) {}

  /// \returns false if the condition depends on anything else than the object
  /// and globals.
  bool add(const ir::Operand &O, unsigned Depth = 4) {
    if (O.K == ir::Operand::Int)
      return true;
    if (O.K == ir::Operand::Not || O.K == ir::Operand::Binary)
      return llvm::all_of(O.Operands, [&](const ir::Operand &Part) {
        return add(Part, Depth);
      });
    if (O.K != ir::Operand::Read)
      return false;
    const ir::Place &P = O.Where;
    const llvm::StringRef Name = ir::lastName(P);
    if (Name.empty())
      return P.Path.empty() && Depth && addLocal(P.LocalId, Depth - 1);
    Asked.insert(Name);
    return isOfObject(P);
  }

private:
  bool isOfObject(const ir::Place &P) const {
    return P.Base == ir::Place::Global ||
           (P.LocalId == 0 && !F.Params.empty() && F.Locals.front() == "this");
  }

  bool addLocal(unsigned Local, unsigned Depth) {
    if (Local < F.Params.size())
      return false;
    const ir::Instruction *Only = nullptr;
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (I.Dest && I.Dest->Base == ir::Place::Local &&
            I.Dest->LocalId == Local && I.K != ir::Instruction::End) {
          if (Only)
            return false;
          Only = &I;
        }
    if (!Only || !Only->Dest->Path.empty())
      return false;
    if (Only->K == ir::Instruction::Assign)
      return add(Only->Args.front(), Depth);
    // A getter of the object.
    const ir::Function *Getter =
        Only->K == ir::Instruction::Call ? Find(Only->Callee) : nullptr;
    if (!Getter || Only->Args.size() != 1 || Getter->Params.size() != 1 ||
        !isOfObject(Only->Args.front().Where))
      return false;
    AskedBy Inner(*Getter, Find, Asked);
    return llvm::all_of(Getter->Blocks, [&](const ir::Block &B) {
      return B.Term.K != ir::Terminator::Return || !B.Term.Value ||
             Inner.add(*B.Term.Value, Depth);
    });
  }

  const ir::Function &F;
  FunctionLookup Find;
  llvm::StringSet<> &Asked;
};
} // namespace

/// Whether the condition \p O compares with, or asks, an argument of \p F.
static bool asksArgument(const ir::Operand &O, const ir::Function &F) {
  bool Asks = false;
  ir::forEachRead(O, [&](const ir::Operand &Read) {
    const ir::Place &P = Read.Where;
    Asks |= P.Base == ir::Place::Local && P.LocalId < F.Params.size() &&
            (P.LocalId || F.Locals.front() != "this");
  });
  return Asks;
}

/// Whether what decides about the capture of \p Of, and not about \p Launch, is
/// kept in the object or in globals. Adds what it is to \p Asked.
bool KeptArguments::decidesByObject(const Use &Of, const Site &Launch,
                                    llvm::StringSet<> &Asked) const {
  // The calls that lead to the launch, by their frames.
  std::map<Context, const ir::Instruction *> ToLaunch;
  auto ForEachFrame = [&](const Site &At, auto Use) {
    const ir::Instruction *I = At.I;
    for (Context C = At.Ctx;; C = Frames[C].Parent) {
      Use(C, I);
      if (!(I = Frames[C].Call))
        break;
    }
  };
  ForEachFrame(Launch,
               [&](Context C, const ir::Instruction *I) { ToLaunch[C] = I; });
  bool IsDecided = true;
  ForEachFrame(*Of.By.Begin, [&](Context C, const ir::Instruction *I) {
    const ir::Function &F = *Frames[C].F;
    const FlowGraph &Flow = Plans.plan(F).Flow;
    auto Deciders = decidersOf(F, Flow, blockOf(F, I));
    // What decides about both in the same way tells nothing. The launch may
    // stand in the other branch of what decides about the capture.
    if (auto Same = ToLaunch.find(C); Same != ToLaunch.end())
      for (const auto &[B, Ways] :
           decidersOf(F, Flow, blockOf(F, Same->second))) {
        auto Known = Deciders.find(B);
        if (Known != Deciders.end() && Known->second == Ways)
          Deciders.erase(Known);
        else if (F.Blocks[B].Term.Value &&
                 asksArgument(*F.Blocks[B].Term.Value, F))
          IsDecided = false;
      }
    AskedBy Condition(F, Find, Asked);
    for (const auto &[B, Ways] : Deciders)
      IsDecided &=
          F.Blocks[B].Term.Value && Condition.add(*F.Blocks[B].Term.Value);
  });
  return IsDecided && !Asked.empty();
}

std::vector<KeptArguments::Caller>
KeptArguments::callersOf(const ir::Function &F) const {
  std::vector<Caller> Result;
  std::set<const ir::Function *> Seen;
  for (const ir::Function *Root : Roots)
    anyCalledFrom(*Root, Find, [&](const ir::Function &Of) {
      if (Seen.insert(&Of).second)
        for (const ir::Block &B : Of.Blocks)
          for (const ir::Instruction &I : B.Insts)
            if (const ir::Name *Name = certainCallee(I);
                Name && Find(*Name) == &F)
              Result.push_back({&Of, &I});
      return false;
    });
  return Result;
}

/// Whether two calls of the root may differ in what chooses the memory: nobody
/// here calls it, or the calls show it.
bool KeptArguments::mayDiffer(const Use &Of) const {
  const ir::Operand *First = nullptr;
  const ir::Function *In = nullptr;
  for (const Caller &C : callersOf(*Of.Root)) {
    const unsigned Index = Of.Parameter - (C.Call->object() ? 1 : 0);
    if (Index >= C.Call->Args.size())
      return false;
    const ir::Operand &Given = C.Call->Args[Index];
    if (First)
      return In != C.F || !(Given == *First);
    First = &Given;
    In = C.F;
    if (Given.K != ir::Operand::Read || Given.Where.Base == ir::Place::Global)
      continue;
    const unsigned Local = Given.Where.LocalId;
    const bool IsOfObject = Local == 0 && C.F->Locals.front() == "this" &&
                            !Given.Where.Path.empty();
    if (IsOfObject)
      continue;
    if (Local < C.F->Params.size())
      return true;
    // A variable that each round of a loop sets.
    const FlowGraph &Flow = Plans.plan(*C.F).Flow;
    for (unsigned B = 0; B < C.F->Blocks.size(); ++B)
      for (const ir::Instruction &I : C.F->Blocks[B].Insts)
        if (I.K == ir::Instruction::Assign && Flow.InLoop[B] &&
            I.Dest->Base == ir::Place::Local && I.Dest->LocalId == Local)
          return true;
  }
  return !First;
}

void KeptArguments::check() {
  for (const Use &Of : Uses) {
    const auto Later = Launches.find({Of.Graph, Of.Root});
    llvm::StringSet<> Asked;
    if (Later == Launches.end() || isConstructorOrDestructor(*Of.Root) ||
        !decidesByObject(Of, Later->second, Asked) || !mayDiffer(Of) ||
        llvm::any_of(
            Of.Root->SetElsewhere,
            [&](const std::string &Name) { return Asked.contains(Name); }) ||
        llvm::any_of(Uses, [&](const Use &Other) {
          return Other.Root != Of.Root && Other.Graph == Of.Graph;
        }))
      continue;
    RawFinding F;
    DanglingMemory::describe(F, Of.By);
    F.Kind = DiagnosticKind::ArgumentWhileKept;
    F.ExitCtx = Later->second.Ctx;
    F.Related = {{Relation::Launched, Later->second},
                 {Relation::Kept, Of.Made}};
    F.Unless.Updated = Of.Keeper;
    Reports.addExitFinding(std::move(F));
  }
}
