//===- CaptureTransfer.cpp - Instructions and captures --------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaptureTransfer.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../findings/CoverageLog.h"
#include "../findings/ExitChecks.h"
#include "../findings/HostReads.h"
#include "../findings/LeakedGraphs.h"
#include "../findings/RootEvidence.h"
#include "../graph/CaptureObserver.h"
#include "ApiTransfer.h"
#include "CaptureRecords.h"
#include "CapturingFunctions.h"
#include "Evaluator.h"
#include "FirstUses.h"
#include "GraphMemory.h"
#include "ThreadRuns.h"
#include "UnknownCalls.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

Value CaptureTransfer::evaluate(Context Ctx, const ir::Operand &O, State &S) {
  return Eval.evaluate(Ctx, O, S);
}

Parts CaptureTransfer::partsOf(Context Ctx, const ir::Operand &O, State &S) {
  return Eval.partsOf(Ctx, O, S);
}

Value CaptureTransfer::condition(Context Ctx, const ir::Operand &O, State &S) {
  Eval.nameUnknown(Ctx, O, S);
  return Eval.evaluate(Ctx, O, S);
}

Value CaptureTransfer::isEqual(const Value &V, int64_t Number) {
  return Eval.evaluateBinary("==", V, Value::constant(Number));
}

Value CaptureTransfer::isGreater(const Value &A, const Value &B) {
  return Eval.evaluateBinary(">", A, B);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void CaptureTransfer::assign(Context Ctx, const ir::Instruction &I, State &S) {
  std::optional<LocationId> To = Eval.locate(Ctx, *I.Dest, S);
  Value V = Eval.evaluate(Ctx, I.Args[0], S);
  if (!To)
    return Leaks.copied(To, V, {}, S);
  Parts Copied = Eval.partsOf(Ctx, I.Args[0], S);
  if (!S.Borrowed.empty() && I.Args[0].K == ir::Operand::Read)
    if (std::optional<LocationId> From = Eval.locate(Ctx, I.Args[0].Where, S))
      MemoryOfGraphs.moveReferences(*From, S);
  if (S.Borrowed.HasCopies)
    HostReads::written(*To, U, S);
  if (!S.Decided.empty())
    Firsts.written(Ctx, *To, V, S);
  Leaks.copied(To, V, Copied, S);
  Eval.store(*To, V, S);
  Eval.storeParts(*To, Copied, S);
}

/// Forgets that handles were destroyed which lie in the object \p Gone, which
/// ends: where the object is made again, in the next round of a loop, it holds
/// other handles. A handle of which a copy is elsewhere is still known.
static void forgetDestroyedIn(LocationId Gone, const Universe &U, State &S) {
  S.Destroyed.eraseIf([&](const auto &Entry) {
    const Value Handle = Value::symbol(Entry.first);
    const SymbolInfo &Info = U.symbol(Entry.first);
    return Info.K == SymbolInfo::Initial && U.isPartOf(Info.Where, Gone) &&
           llvm::none_of(S.Memory, [&](const auto &Held) {
             return Held.second.sameAs(Handle) && !U.isPartOf(Held.first, Gone);
           });
  });
}

void CaptureTransfer::apply(Context Ctx, const ir::Instruction &I, State &S) {
  switch (I.K) {
  case ir::Instruction::Assign:
    return assign(Ctx, I, S);
  case ir::Instruction::Api:
    return Apis.api(Ctx, I, I.Callee, S);
  case ir::Instruction::UnknownCall:
    return Unknowns.callUnknown(Ctx, I, S);
  case ir::Instruction::Havoc:
    if (std::optional<LocationId> To = Eval.locate(Ctx, *I.Dest, S)) {
      if (S.Borrowed.HasCopies)
        HostReads::written(*To, U, S);
      Leaks.replaced(*To, S);
    }
    return Eval.assignResult(
        Ctx, I, Eval.conjure(Ctx, I, 0, /*FromUnknownCall=*/true, S), S);
  case ir::Instruction::End:
    if (!S.Destroyed.empty())
      if (std::optional<LocationId> Gone = Eval.locate(Ctx, *I.Dest, S))
        forgetDestroyedIn(*Gone, U, S);
    return MemoryOfGraphs.end(Ctx, I, S);
  case ir::Instruction::Join:
    return Threads.join(Ctx, Eval.evaluate(Ctx, I.Args[0], S), S);
  case ir::Instruction::Missing:
    Gaps.noteMissing({Ctx, &I}, S);
    S.missStatement();
    // It may have put new handles into the variables.
    S.Destroyed.clear();
    Unknowns.renewNumbers(/*System=*/false, S);
    Evidence.MissesStatement.insert(Run.RootContext);
    return;
  case ir::Instruction::Call:
  case ir::Instruction::Invoke:
    return; // The engine runs what they call.
  }
}

void CaptureTransfer::thrown(Context Ctx, const ir::Instruction &I, State &S) {
  Exits.checkThrow(Ctx, I, S);
}

void CaptureTransfer::thrown(Context Ctx, const ir::Terminator &T,
                             const State &S) {
  Exits.checkThrow(Ctx, T, S);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool CaptureTransfer::isApi(const ir::Name &Name) const {
  return Calls[Name].isFunction();
}

void CaptureTransfer::apiCall(Context Ctx, const ir::Instruction &I,
                              const ir::Name &Name, State &S) {
  Apis.api(Ctx, I, Name, S);
}

void CaptureTransfer::unknownCall(Context Ctx, const ir::Instruction &I,
                                  State &S) {
  Unknowns.callUnknown(Ctx, I, S);
}

bool CaptureTransfer::isWatched(llvm::ArrayRef<State> Current,
                                const ir::Function *Callee) const {
  return llvm::any_of(Current, [](const State &S) { return S.anyRunning(); }) ||
         (Callee && Capturing.beginsCapture(*Callee));
}

/// A function that begins and ends captures by itself makes graphs. No program
/// calls it in another capture.
bool CaptureTransfer::isPlausible(const ir::Function &Callee,
                                  llvm::ArrayRef<State> Current) {
  return !Capturing.capturesItself(Callee) || !isWatched(Current, nullptr);
}

void CaptureTransfer::skippedCall(Context Ctx, const ir::Instruction &I,
                                  const ir::Function &Callee, State &S) {
  Unknowns.callSkipped(Ctx, I, Callee, S);
}

void CaptureTransfer::spawn(Context Ctx, const ir::Instruction &I,
                            const ir::Function *Callee, States &Current) {
  Threads.spawn(Ctx, I, Callee, Current);
}

void CaptureTransfer::passArguments(Context Ctx, const ir::Instruction &I,
                                    const ir::Function &Callee, Context Inner,
                                    State &S) {
  llvm::SmallVector<Value, 8> Args;
  llvm::SmallVector<Parts, 8> Objects;
  for (const ir::Operand *A : argumentsOf(I, Callee)) {
    Args.push_back(Eval.evaluate(Ctx, *A, S));
    Objects.push_back(Eval.partsOf(Ctx, *A, S));
  }
  S.enterFrame(U, Inner);
  // An argument may point at what an earlier call in the same frame has left.
  for (Value &Arg : Args)
    if (pointsAtLocal(U, Inner, Arg))
      Arg = Value::unknown();
  for (unsigned P = 0; P < Callee.Params.size(); ++P) {
    LocationId Param = U.local(Inner, P);
    if (P < Args.size() && Args[P].K != Value::Unknown)
      Eval.store(Param, Args[P], S);
    else
      Eval.store(Param, Eval.conjure(Inner, I, P + 1, false, S), S);
    if (P < Objects.size())
      Eval.storeParts(Param, Objects[P], S);
  }
}

void CaptureTransfer::returned(Context Ctx, const ir::Instruction &I,
                               State &S) {
  Value V = S.Returned.Whole;
  S.Returned.Whole = Value::unknown();
  // An unknown result is still one value, so it gets a symbol.
  if (I.Dest && V.K == Value::Unknown)
    V = Eval.conjure(Ctx, I, 0, /*FromUnknownCall=*/false, S);
  Eval.assignResult(Ctx, I, V, S);
  if (I.Dest)
    if (std::optional<LocationId> To = Eval.locate(Ctx, *I.Dest, S))
      Eval.storeParts(*To, S.Returned.Members, S);
  S.Returned.Members.clear();
}

void CaptureTransfer::notFollowed(const ir::Instruction &I,
                                  const ir::Function &Callee,
                                  llvm::ArrayRef<State> Current) {
  if (isWatched(Current, &Callee))
    Gaps.noteNotFollowed(I);
}

const ir::Function *CaptureTransfer::assumedCallee(const ir::Instruction &I) {
  if (Run.Guessing || I.candidates().empty())
    return nullptr;
  const CapturingFunctions::OneSided &Found = Capturing.oneSidedCandidates(I);
  Run.OneSidedCallees = std::max(Run.OneSidedCallees, Found.Count);
  return Run.AssumesOneSided && Found.Count == 1 ? Found.First : nullptr;
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

void CaptureTransfer::entered(const ir::Function &F) {
  if (F.Cut)
    Gaps.noteCutFunction(F);
}

void CaptureTransfer::reached(llvm::ArrayRef<State> Current) {
  Gaps.noteRunning(Current);
}

void CaptureTransfer::roundEnds(Context Ctx, unsigned Head, State &S) {
  if (Opts.Observer)
    Opts.Observer->endRound(*this, Ctx, Head, S);
  for (const Capture &C : S.Captures)
    if (C.running())
      Evidence.OutlivesRound.insert(C.Begin);
}

bool CaptureTransfer::isOutcome(SymbolId Symbol, const State &S) const {
  return S.Results.count(Symbol);
}

/// An early exit from the function that began the capture gives up. An early
/// exit from a function that is called in the region may be a guard.
bool CaptureTransfer::ignoresEarlyExit(Context Ctx, const State &S) const {
  return llvm::any_of(S.Captures, [&](const Capture &C) {
    return C.running() && !C.IsCallers && Frames.beganIn(Ctx, C.Begin);
  });
}

bool CaptureTransfer::asksRecord(const ir::Function &F,
                                 const ir::Terminator &Branch,
                                 bool IsKnown) const {
  return Records.isAskedBy(F, Branch, IsKnown);
}

FirstUse CaptureTransfer::decideFirstUse(Context Ctx, const ir::Function &F,
                                         unsigned Block, unsigned Until,
                                         bool Taken, bool InLoop, State &S) {
  return Firsts.decide(Ctx, F, Block, Until, Taken, InLoop, S);
}

void CaptureTransfer::decided(const ControlDependence &C, unsigned Block,
                              const Value &Asked, State &S) {
  if (Opts.Observer)
    Opts.Observer->decided(*this, C, Block, Asked, S);
  // The program notes that no capture runs: what it called has ended it, or its
  // caller has begun none.
  if (C.AsksRecord && !Opts.IgnoreGuards &&
      Records.saysNone(*Frames[C.Ctx].F, *C.Branch, C.Taken))
    for (Capture &Known : S.Captures) {
      const bool IsDoubted = Known.S == Capture::MayBeActive &&
                             Known.MayHaveEnded && !Known.ShownByEnd;
      if (IsDoubted || (Known.IsCallers && Known.running()))
        Known.S = Capture::Lost;
    }
}

bool CaptureTransfer::merge(State &Into, const State &From, bool Join) {
  // A path on which a call failed adds no graphs to those of a path without
  // failures.
  if (!Join && Into.Failures.OnAllPaths != From.Failures.OnAllPaths) {
    if (Into.Failures.OnAllPaths)
      Into.Recorded = From.Recorded;
    return false;
  }
  return Opts.Observer && Opts.Observer->merge(Into, From, Join);
}

void CaptureTransfer::joining(const void *Where, const State &A,
                              const State &B) {
  if (A.anyRunning() || B.anyRunning())
    Gaps.noteJoined(Where);
}
