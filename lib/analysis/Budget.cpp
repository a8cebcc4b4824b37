//===- Budget.cpp - How closely a root is looked at -----------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What an analysis costs is known before: it grows with the instructions that
/// a root and its callees, each inlined where it is called, are made of. From
/// that follows how many states are kept apart, and how deep calls are
/// followed.
///
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether a capture is begun, a handle destroyed, or a function handed to the
/// driver, in \p F or what it calls.
bool Interpreter::needsPrecision(const ir::Function &F) {
  auto [It, New] = Precise.try_emplace(&F, false);
  if (!New)
    return It->second;
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts) {
      // A virtual call is one of a function that is named where the object is
      // made, or cannot be seen.
      bool Needs = I.K == ir::Instruction::Invoke && I.Otherwise.empty();
      for (const ir::Operand &A : I.Args)
        if (A.K == ir::Operand::Function)
          if (const ir::Function *Named = Find(A.Name))
            Needs = Needs || needsPrecision(*Named);
      if (I.K == ir::Instruction::Api) {
        if (const ApiRow *Row = KB.lookup(I.Callee).Row)
          Needs = Row->Eff == Effect::BeginCapture || Row->takesCallback() ||
                  llvm::any_of(Row->Params, [](const Param &P) {
                    return P.Acc == Access::Destroy && isHandle(P.R);
                  });
      } else if (I.K == ir::Instruction::Call) {
        const ir::Function *Callee = Find(I.Callee);
        Needs = Needs || (Callee && needsPrecision(*Callee));
      }
      if (Needs)
        return Precise[&F] = true;
    }
  return false;
}

/// Counts the instructions of \p F, and lists the calls in it.
void Interpreter::estimateOwnCost(const ir::Function &F) {
  Plan &P = plan(F);
  Cost Own;
  for (unsigned B = 0; B < F.Blocks.size(); ++B) {
    const unsigned Rounds = P.Flow.InLoop[B] ? 2 : 1;
    auto Add = [&](llvm::StringRef Symbol) {
      if (const ir::Function *Callee = Find(Symbol))
        P.Callees.push_back({Callee, Rounds});
    };
    for (unsigned J = 0; J < F.Blocks[B].Insts.size(); ++J) {
      if (!P.Flow.Of.keeps(B, J))
        continue;
      const ir::Instruction &I = F.Blocks[B].Insts[J];
      ++Own.Size;
      Own.Rounds += Rounds;
      if (I.K == ir::Instruction::Call)
        Add(I.Callee);
      // It is handed to what may call it.
      for (const ir::Operand &A : I.Args)
        if (A.K == ir::Operand::Function)
          Add(A.Name);
    }
  }
  Own.SizeOnce = Own.Size;
  Own.RoundsOnce = Own.Rounds;
  P.Own = Own;
}

Interpreter::Cost Interpreter::estimateCost(const ir::Function &F,
                                            unsigned Depth) {
  auto [It, New] = Costs.try_emplace({&F, Depth}, Cost{1, 1, 1, 1});
  if (!New)
    return It->second;
  constexpr unsigned MaxCost = 1000000, MuchMore = 4;
  const Plan &P = plan(F);
  if (!P.Own)
    estimateOwnCost(F);
  Cost Sum = *P.Own;
  BeingEstimated.insert(&F);
  llvm::SmallPtrSet<const ir::Function *, 8> Called;
  for (unsigned I = 0; Depth && I < P.Callees.size(); ++I) {
    const auto [Callee, Rounds] = P.Callees[I];
    // A function that calls itself is not run.
    if (BeingEstimated.count(Callee))
      continue;
    const Cost Inner = estimateCost(*Callee, Depth - 1);
    if (Sum.Rounds < MaxCost) {
      Sum.Size += Inner.Size;
      Sum.Rounds += Rounds * Inner.Rounds;
    }
    if (Called.insert(Callee).second && Sum.RoundsOnce < MaxCost) {
      Sum.SizeOnce += Inner.SizeOnce;
      Sum.RoundsOnce += Rounds * Inner.RoundsOnce;
    }
  }
  BeingEstimated.erase(&F);
  // Where calls branch so much, what a call led to is taken again. Elsewhere
  // the state has often changed in between.
  if (Sum.Size / MuchMore > Sum.SizeOnce) {
    Sum.Size = Sum.SizeOnce;
    Sum.Rounds = Sum.RoundsOnce;
  }
  return Costs[{&F, Depth}] = Sum;
}

void Interpreter::runRoot(const ir::Function &F) {
  runRoot(F, /*InCapture=*/false);
  if (F.Captured)
    runRoot(F, /*InCapture=*/true);
}

void Interpreter::runRoot(const ir::Function &F, bool InCapture) {
  RunsInCapture = false;
  // Where only handles are used, few paths tell all.
  if (!InCapture && !needsPrecision(F)) {
    Limits = {std::min(Opts.MaxCallDepth, 3U), std::min(Opts.MaxDisjuncts, 6U),
              std::min(Opts.MaxAlike, 2U), Opts.MaxSteps / 10};
    if (!tryRoot(F, InCapture) && Opts.ReportPossible)
      noteGap(F, GapReason::GivenUp, InCapture);
    return;
  }
  Limits = {Opts.MaxCallDepth, Opts.MaxDisjuncts, Opts.MaxAlike, Opts.MaxSteps};
  auto IsSmall = [&] {
    // An instruction is run some twenty times.
    return estimateCost(F, Limits.CallDepth).Size <= Limits.Steps / 40;
  };
  if (IsSmall() && tryRoot(F, InCapture))
    return noteCuts(F, InCapture);
  if (Opts.BudgetFactor > 1 && (InCapture || F.Captured || beginsCapture(F))) {
    Limits.Steps *= Opts.BudgetFactor;
    if (IsSmall() && tryRoot(F, InCapture))
      return noteCuts(F, InCapture);
  }
  // With one state for each protocol it is ten to thirty times for each round
  // that it counts for.
  const unsigned Most = Limits.Steps, Coarse = Most / 32;
  Limits.Alike = 1;
  if (estimateCost(F, Limits.CallDepth).Rounds <= Coarse &&
      tryRoot(F, InCapture))
    return noteGap(F, GapReason::Coarse, InCapture);
  Limits.Disjuncts = std::min(Opts.MaxDisjuncts, 6U);
  Limits.CallDepth = std::min(Opts.MaxCallDepth, 3U);
  while (Limits.CallDepth > 0 &&
         estimateCost(F, Limits.CallDepth).Rounds > Coarse)
    --Limits.CallDepth;
  Limits.Steps = std::max(Most, 40 * estimateCost(F, 0).Rounds);
  if (tryRoot(F, InCapture))
    return noteGap(F, GapReason::Coarse, InCapture);
  Limits.CallDepth = std::min(Opts.MaxCallDepth, 1U);
  Limits.Disjuncts = std::min(Opts.MaxDisjuncts, 2U);
  noteGap(F, tryRoot(F, InCapture) ? GapReason::Coarse : GapReason::GivenUp,
          InCapture);
}

/// Whether \p I begins or ends a capture, or names a function that does.
bool Interpreter::bounds(const ir::Instruction &I) const {
  auto Bounds = [&](llvm::StringRef Callee) {
    const Lookup Found = KB.lookup(Callee);
    return Found && (Found.Row->Eff == Effect::BeginCapture ||
                     Found.Row->Eff == Effect::EndCapture);
  };
  auto Names = [&](const ir::Operand &O) {
    return O.K == ir::Operand::Function && Bounds(O.Name);
  };
  return (I.K == ir::Instruction::Api && Bounds(I.Callee)) ||
         (I.Target && Names(*I.Target)) || llvm::any_of(I.Args, Names) ||
         llvm::any_of(I.Otherwise,
                      [&](const auto &Other) { return bounds(Other); });
}

/// Whether \p F, or what it calls, begins or ends a capture.
bool Interpreter::beginsCapture(const ir::Function &F) const {
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
    for (const ir::Block &B : Next.Blocks)
      for (const ir::Instruction &I : B.Insts) {
        if (bounds(I))
          return true;
        if (I.K == ir::Instruction::Call)
          Follow(I.Callee);
        if (I.Target && I.Target->K == ir::Operand::Function)
          Follow(I.Target->Name);
      }
  }
  return false;
}

/// A root that is run twice, once for itself and once in a capture of its
/// caller, has the worse of two reasons. What a caller of functions that
/// capture is too large for, those show that are roots, too.
void Interpreter::noteGap(const ir::Function &F, GapReason Why, bool InCapture,
                          unsigned Count) {
  auto HasBounds = [&](const ir::Block &B) {
    return llvm::any_of(B.Insts, [&](const auto &I) { return bounds(I); });
  };
  const bool Captures =
      InCapture || F.Captured ||
      (Why == GapReason::GivenUp
           ? beginsCapture(F)
           : RunsInCapture || llvm::any_of(F.Blocks, HasBounds));
  if (!Captures && Why != GapReason::GivenUp && !Opts.ReportPossible)
    return;
  for (CoverageGap &Known : Gaps)
    if (Known.Root == &F) {
      Known.Captures |= Captures;
      if (Why < Known.Why) {
        Known.Why = Why;
        Known.Count = Count;
      } else if (Why == Known.Why) {
        Known.Count = std::max(Known.Count, Count);
      }
      return;
    }
  Gaps.push_back({&F, Why, Captures, Count});
}

/// What a close analysis of \p F had to leave out.
void Interpreter::noteCuts(const ir::Function &F, bool InCapture) {
  if (!NotFollowed.empty())
    noteGap(F, GapReason::CallsNotFollowed, InCapture, NotFollowed.size());
  else if (!JoinedAt.empty())
    noteGap(F, GapReason::PathsJoined, InCapture, JoinedAt.size());
  else if (!CutFunctions.empty())
    noteGap(F, GapReason::Cut, InCapture);
}

/// \returns false if it took more than Options::MaxSteps.
bool Interpreter::tryRoot(const ir::Function &F, bool InCapture) {
  Steps = 0;
  GaveUp = false;
  std::set<unsigned> Before = Certain;
  Context Ctx = Frames.size();
  Frames.push_back({Ctx, nullptr, &F, 0});
  CurrentRoot = RootOfFrame[Ctx] = &F;
  State Entry;
  Entry.ThreadMode = Value::symbol(U.threadMode());
  for (unsigned P = 0; P < F.Params.size(); ++P)
    U.markParameter(U.local(Ctx, P));
  U.forgetMakers();
  RootExits.clear();
  HostFunctions.clear();
  Calls.clear();
  Touched.clear();
  NotFollowed.clear();
  JoinedAt.clear();
  CutFunctions.clear();
  RootContext = Ctx;
  if (InCapture)
    enterCallersCapture(F, Ctx, Entry);
  if (Opts.Recorder)
    Opts.Recorder->enterRoot(*this, Entry);
  run(F, Ctx, {Entry});
  if (Opts.Recorder)
    Opts.Recorder->leaveRoot(*this, /*Finished=*/!GaveUp);
  // An analysis that was cut short has not seen all paths; what it found may
  // have been taken back later.
  if (GaveUp) {
    Certain = std::move(Before);
    forgetThreads();
    return false;
  }
  checkExits();
  checkRaces();
  runHostFunctions();
  return true;
}
