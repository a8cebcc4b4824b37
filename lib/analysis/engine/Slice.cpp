//===- Slice.cpp - The code that matters to the rules ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceBody.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

Slice::~Slice() = default;

/// Marks the calls that are given the result of a begin. The callee may want
/// the begin to fail, as an assertion does, so these calls are kept.
void Slice::findBegins() {
  auto Begins = [](const Inst &I) {
    return I.Begins || (I.Callee && I.Callee->Begins);
  };
  for (bool Again = true; Again;) {
    Again = false;
    for (Body &B : Bodies)
      for (const std::vector<Inst> &Block : B.Insts)
        if (!B.Begins && llvm::any_of(Block, Begins))
          Again = B.Begins = true;
  }
  for (Body &B : Bodies) {
    if (!B.Begins)
      continue;
    std::vector<bool> Results(B.F.Locals.size());
    auto Holds = [&](const ir::Operand &O) {
      return (O.K == ir::Operand::Read || O.K == ir::Operand::Address) &&
             O.Where.Base == ir::Place::Local && Results[O.Where.LocalId];
    };
    for (bool Again = true; Again;) {
      Again = false;
      for (std::vector<Inst> &Block : B.Insts)
        for (Inst &I : Block) {
          const ir::Instruction &Of = *I.I;
          I.Seed |= Of.K == ir::Instruction::UnknownCall &&
                    llvm::any_of(Of.Args, Holds);
          if (Of.Dest && Of.Dest->Base == ir::Place::Local &&
              !Results[Of.Dest->LocalId] &&
              (Begins(I) ||
               (Of.K == ir::Instruction::Assign && Holds(Of.Args[0]))))
            Again = Results[Of.Dest->LocalId] = true;
        }
    }
  }
}

//===----------------------------------------------------------------------===//
// Control dependences of blocks
//===----------------------------------------------------------------------===//

/// Finds the dead ends: the blocks from which the program can only end. A block
/// from which it runs on for ever is not a dead end.
void Slice::findDeadEnds(Body &B) const {
  const unsigned N = B.F.Blocks.size();
  B.DeadEnds.assign(N, false);
  // A block is a dead end if all blocks that follow it are, so blocks are taken
  // in post-order.
  std::vector<unsigned> Blocks;
  for (unsigned I = 0; I < N; ++I)
    if (B.Flow.Order[I] < N)
      Blocks.push_back(I);
  llvm::sort(Blocks, [&](unsigned X, unsigned Y) {
    return B.Flow.Order[X] > B.Flow.Order[Y];
  });
  for (unsigned I : Blocks)
    B.DeadEnds[I] = B.F.Blocks[I].Term.K != ir::Terminator::Return &&
                    llvm::all_of(B.F.successors(I), [&](unsigned S) {
                      return B.Flow.Order[S] > B.Flow.Order[I] && B.DeadEnds[S];
                    });
  for (unsigned I : Blocks)
    B.Endless |= !B.DeadEnds[I] && !B.Flow.Returns[I];
}

void Slice::findControllers(Body &B) const {
  const unsigned N = B.F.Blocks.size();
  B.Controllers.resize(N);
  for (unsigned Branch = 0; Branch < N; ++Branch) {
    if (B.F.successors(Branch).size() < 2)
      continue;
    const unsigned Meet = B.Flow.PostDominator[Branch];
    std::vector<bool> Seen(N);
    auto Add = [&](unsigned X) {
      if (!Seen[X])
        B.Controllers[X].push_back(Branch);
      bool New = !Seen[X];
      Seen[X] = true;
      return New;
    };
    for (unsigned S : B.F.successors(Branch)) {
      // After Ferrante, Ottenstein and Warren, a branch controls the blocks
      // that lie, in the tree of post-dominators, between an outcome and the
      // block where all outcomes meet.
      for (unsigned X = S; X != Meet && X != FlowGraph::None;
           X = B.Flow.PostDominator[X])
        if (!Add(X))
          break;
      if (!B.DeadEnds[S])
        continue;
      // Blocks that end the program are not in the tree.
      std::vector<unsigned> Stack(B.F.successors(S));
      while (!Stack.empty()) {
        unsigned X = Stack.back();
        Stack.pop_back();
        if (Add(X))
          llvm::append_range(Stack, B.F.successors(X));
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Dependences of what matters
//===----------------------------------------------------------------------===//

Slice::Body &Slice::add(const ir::Function &F) {
  auto [It, New] = ByFunction.try_emplace(&F, nullptr);
  if (New)
    It->second = &Bodies.emplace_back(F);
  return *ByFunction[&F];
}

Slice::Body *Slice::body(llvm::StringRef Symbol) {
  const ir::Function *F = Find(Symbol);
  return F ? &add(*F) : nullptr;
}

void Slice::prepare(Body &B) {
  const unsigned N = B.F.Blocks.size();
  B.WantedLocals.assign(B.F.Locals.size(), false);
  B.KeptBlocks.assign(N, false);
  B.KeptBranches.assign(N, false);
  B.Ended.assign(B.F.Locals.size(), false);
  for (const ir::Block &Block : B.F.Blocks)
    for (const ir::Instruction &I : Block.Insts)
      if (I.K == ir::Instruction::End && I.Dest->Base == ir::Place::Local)
        B.Ended[I.Dest->LocalId] = true;
  findNumbers(B);
  findDeadEnds(B);
  findControllers(B);
  for (unsigned I = 0; I < N; ++I) {
    const ir::Block &Block = B.F.Blocks[I];
    B.Insts.emplace_back();
    B.Insts.back().reserve(Block.Insts.size());
    for (const ir::Instruction &Inst : Block.Insts)
      B.Insts.back().push_back(prepare(Inst, B.DeadEnds[I] && !B.Endless, B));
    Keys Condition;
    if (Block.Term.Value)
      uses(*Block.Term.Value, Condition);
    B.Conditions.push_back(B.keep(Condition));
  }
}

Slice::Slice(llvm::ArrayRef<const ir::Function *> Roots, FunctionLookup Find,
             const SliceCriterion &Criterion)
    : Find(Find), Criterion(Criterion) {
  for (const ir::Function *F : Roots)
    add(*F);
  for (size_t I = 0; I < Bodies.size(); ++I)
    prepare(Bodies[I]);
  findBegins();
  findGraphs();
  for (bool Again = true; Again;) {
    Again = false;
    for (Body &B : Bodies)
      if (isToVisit(B)) {
        B.Visited = ++Changes;
        visit(B);
        Again = true;
      }
  }
  for (Body &B : Bodies) {
    keepExitsOfProgram(B);
    Results[&B.F] = std::make_unique<const FlowGraph>(result(B));
  }
  Bodies.clear();
  ByFunction.clear();
}

void Slice::changed(Body &B) { B.LastChange = ++Changes; }

/// Whether anything on which the visit of \p B depends has changed since that
/// visit.
bool Slice::isToVisit(const Body &B) const {
  return NameChange > B.Visited || B.LastChange > B.Visited ||
         llvm::any_of(B.Callees, [&](const Body *Callee) {
           return Callee->LastChange > B.Visited;
         });
}

bool Slice::isWanted(const Body &B, Key K) const {
  return K.K == Key::Local ? B.WantedLocals[K.Id] : WantedNames[K.Id];
}

bool Slice::anyWanted(const Body &B, KeyRange K) const {
  return llvm::any_of(B.keys(K), [&](Key One) { return isWanted(B, One); });
}

bool Slice::allWanted(const Body &B, KeyRange K) const {
  return llvm::all_of(B.keys(K), [&](Key One) { return isWanted(B, One); });
}

void Slice::want(Body &B, KeyRange K) {
  for (Key One : B.keys(K))
    want(B, One);
}

void Slice::want(Body &B, Key One) {
  std::vector<bool> &In = One.K == Key::Local ? B.WantedLocals : WantedNames;
  if (In[One.Id])
    return;
  In[One.Id] = true;
  changed(B);
  if (One.K == Key::Name)
    NameChange = Changes;
}

bool Slice::isNeeded(const Body &B, const Inst &I) const {
  if (I.Seed || (I.Callee && I.Callee->AnyKept))
    return true;
  if (I.Dest && (I.Dest->Always || (I.Dest->Field && AnyField) ||
                 anyWanted(B, I.Dest->Any)))
    return true;
  if (I.Writes)
    return llvm::any_of(B.args(I), [&](KeyRange K) { return anyWanted(B, K); });
  if (I.I->K != ir::Instruction::Assign)
    return false;
  // The assignment makes another name for something that matters. A closure
  // keeps the addresses of what it refers to.
  const ir::Place &To = *I.I->Dest;
  const ir::Operand::Kind From = I.I->Args[0].K;
  auto IsField = [](const ir::Step &S) { return S.K == ir::Step::Field; };
  const bool MakesName =
      From == ir::Operand::Address
          ? To.Path.empty() ||
                (To.Base == ir::Place::Local && llvm::all_of(To.Path, IsField))
          : From == ir::Operand::Read && To.Path.empty();
  // Memory that an object hands over does not end with it.
  const ir::Place &Source = I.I->Args[0].Where;
  const bool Moves =
      From == ir::Operand::Read && Source.Base == ir::Place::Local &&
      B.Ended[Source.LocalId] &&
      (Source.Path.empty() ||
       (Source.Path.size() == 1 && Source.Path.front().K == ir::Step::Deref));
  return (MakesName || Moves) && allWanted(B, B.args(I)[0]);
}

void Slice::keepBranch(Body &B, unsigned Block) {
  if (B.KeptBranches[Block])
    return;
  B.KeptBranches[Block] = true;
  changed(B);
  want(B, B.Conditions[Block]);
  keepBlock(B, Block);
}

void Slice::keepBlock(Body &B, unsigned Block) {
  if (B.KeptBlocks[Block])
    return;
  B.KeptBlocks[Block] = true;
  changed(B);
  for (unsigned Branch : B.Controllers[Block])
    keepBranch(B, Branch);
}

void Slice::keep(Body &B, unsigned Block, unsigned Index) {
  Inst &I = B.Insts[Block][Index];
  if (!I.Kept) {
    I.Kept = B.AnyKept = true;
    changed(B);
    if (I.ReadsAnything && !AnyField) {
      AnyField = true;
      NameChange = Changes;
    }
    keepBlock(B, Block);
    want(B, I.Others);
    if (I.Dest)
      want(B, I.Dest->Needs);
    // A copy leads to further names, and to the value that is returned.
    if (I.Dest && I.I->K == ir::Instruction::Assign)
      want(B, I.Dest->Any);
    if (!I.Callee)
      for (KeyRange K : B.args(I))
        want(B, K);
    for (Body *Named : I.Named)
      if (!Named->ResultWanted) {
        Named->ResultWanted = true;
        changed(*Named);
      }
  }
  if (!I.Callee)
    return;
  for (unsigned P = 0; P < I.Callee->F.Params.size() && P < I.ArgCount; ++P)
    if (I.Callee->WantedLocals[P])
      want(B, B.args(I)[P]);
  if (I.Dest && !I.Callee->ResultWanted &&
      (I.Dest->Always || anyWanted(B, I.Dest->Any))) {
    I.Callee->ResultWanted = true;
    changed(*I.Callee);
  }
}

void Slice::visit(Body &B) {
  for (unsigned Block = 0; Block < B.Insts.size(); ++Block) {
    if (B.Flow.Order[Block] >= B.Insts.size())
      continue; // The block cannot be reached.
    for (unsigned I = 0; I < B.Insts[Block].size(); ++I)
      if (B.Insts[Block][I].Kept || isNeeded(B, B.Insts[Block][I]))
        keep(B, Block, I);
    const ir::Terminator &T = B.F.Blocks[Block].Term;
    if (T.Throws || (B.Endless && B.F.successors(Block).size() > 1)) {
      if (!B.AnyKept)
        changed(B);
      B.AnyKept = true;
      B.Endless ? keepBranch(B, Block) : keepBlock(B, Block);
    }
    if (T.K == ir::Terminator::Return && B.ResultWanted) {
      want(B, B.Conditions[Block]);
      keepBlock(B, Block);
    }
    // Outcomes that do not meet again decide how control leaves the function.
    if (B.AnyKept && B.F.successors(Block).size() > 1 && !B.DeadEnds[Block] &&
        B.Flow.PostDominator[Block] == FlowGraph::None)
      keepBranch(B, Block);
  }
  // What stands behind a call of a function that never returns does not run.
  if (!B.AnyKept && !B.Flow.Returns[0]) {
    changed(B);
    B.AnyKept = true;
  }
  if (!B.AnyKept)
    return;
  // Notes and fix-its name streams by the handles that a function is given.
  for (unsigned P = 0; P < B.F.Params.size(); ++P)
    if (B.F.Params[P] != ir::Type::Other && B.F.Params[P] != ir::Type::Int)
      want(B, Key{Key::Local, P});
}

/// Keeps branches that may end the program, if their variables matter. Where
/// the program continues, such a branch tells something about its variables.
void Slice::keepExitsOfProgram(Body &B) {
  for (unsigned Block = 0; Block < B.F.Blocks.size(); ++Block)
    if (B.F.successors(Block).size() > 1 && !B.DeadEnds[Block] &&
        llvm::any_of(B.F.successors(Block),
                     [&](unsigned S) { return B.DeadEnds[S]; }) &&
        !B.Conditions[Block].empty() && allWanted(B, B.Conditions[Block]))
      B.KeptBranches[Block] = true;
}

const FlowGraph &Slice::of(const ir::Function &F) const {
  std::unique_ptr<const FlowGraph> &Known = Results[&F];
  if (!Known)
    Known = std::make_unique<const FlowGraph>(F);
  return *Known;
}

FlowGraph Slice::result(Body &B) {
  Kept Result(B.F);
  for (unsigned Block = 0; Block < B.F.Blocks.size(); ++Block) {
    for (unsigned I = 0; I < B.Insts[Block].size(); ++I)
      if (!B.Insts[Block][I].Kept)
        Result.leaveOut(Block, I);
    const unsigned Meet = B.Flow.PostDominator[Block];
    if (B.F.successors(Block).size() > 1 && !B.KeptBranches[Block] &&
        Meet != FlowGraph::None)
      Result.skip(Block, Meet);
  }
  if (Result.skipsAny())
    return FlowGraph(std::move(Result));
  return FlowGraph(std::move(B.Flow), std::move(Result));
}
