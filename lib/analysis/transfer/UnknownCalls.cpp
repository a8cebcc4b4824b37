//===- UnknownCalls.cpp - Calls of unknown callees ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnknownCalls.h"
#include "../findings/CoverageLog.h"
#include "../findings/LeakedGraphs.h"
#include "../findings/RootEvidence.h"
#include "../graph/CaptureObserver.h"
#include "CapturingFunctions.h"
#include "EarlierCaptures.h"
#include "Evaluator.h"
#include "GraphMemory.h"
#include "HostCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Returns the object to which a call that is given \p Pointer can write. A
/// pointer to an element counts as a pointer to its array.
std::optional<LocationId> UnknownCalls::target(const Value &Pointer) {
  if (Pointer.isSymbol())
    return U.pointee(Pointer.Data);
  if (Pointer.K != Value::Reference)
    return std::nullopt;
  const LocationInfo &Target = U.location(Pointer.Data);
  return Target.K == LocationInfo::Element ? Target.Parent
                                           : LocationId(Pointer.Data);
}

/// Returns the objects to which a call can write if it is given \p Given: those
/// that these values point at, and those that pointers in reachable objects
/// point at.
llvm::SmallVector<LocationId, 8>
UnknownCalls::reachable(llvm::ArrayRef<Value> Given, const State &S) {
  llvm::SmallVector<LocationId, 8> Objects;
  auto Add = [&](const Value &Pointer) {
    std::optional<LocationId> Object = target(Pointer);
    if (Object && !llvm::is_contained(Objects, *Object))
      Objects.push_back(*Object);
  };
  for (const Value &V : Given)
    Add(V);
  for (size_t I = 0; I < Objects.size() && Objects.size() < 64; ++I)
    for (const auto &[Where, V] : S.Memory)
      if (V.K == Value::Reference && U.isPartOf(Where, Objects[I]))
        Add(V);
  return Objects;
}

void UnknownCalls::share(llvm::ArrayRef<Value> Read, const Universe &U,
                         State &S) {
  auto Share = [&](const Value &V) {
    if (V.isSymbol() && U.symbol(V.Data).Created)
      S.Shared.try_emplace(SymbolId(V.Data), true);
  };
  for (const Value &V : Read) {
    Share(V);
    if (auto It = V.isSymbol() ? S.Bound.find(V.Data) : S.Bound.end();
        It != S.Bound.end())
      Share(It->second.Stream);
  }
}

void UnknownCalls::joinShared(const Site &At, State &S) {
  for (Capture &C : S.Captures) {
    uint32_t Reached = 0;
    for (const Participant &P : C.Participants)
      if (S.isKnownElsewhere(U, P.Stream))
        Reached |= P.Sees;
    for (const auto &[Event, Record] : S.Events)
      if (Record.isOf(C.Begin) && S.isKnownElsewhere(U, Value::symbol(Event)))
        Reached |= Record.Sees;
    if (!Reached)
      continue;
    C.UnknownForks = true;
    for (Participant &P : C.Participants)
      if (S.isKnownElsewhere(U, P.Stream))
        P.Sees |= Reached;
    Evidence.InLoops.loses(C.Begin, At, Frames[At.Ctx].InLoop);
  }
}

void UnknownCalls::callSkipped(Context Ctx, const ir::Instruction &I,
                               const ir::Function &Callee, State &S) {
  if (Capturing.mayEndCapture(Callee))
    return callUnknown(Ctx, I, S);
  const CaptureList Before = S.Captures;
  const PossibleEnds EndsBefore = S.Ends;
  callUnknown(Ctx, I, S);
  S.Ends = EndsBefore;
  for (Capture &C : S.Captures)
    if (const Capture *Known = Before.find(C.Begin)) {
      C.S = Known->S;
      C.MayHaveEnded = Known->MayHaveEnded;
    }
}

/// Whether \p Number is what __LINE__ is in the statement of \p I. In a macro
/// whose arguments span several lines, it is the last one.
static bool isLineOf(const ir::Instruction &I, int64_t Number) {
  static constexpr int64_t MaxLines = 20;
  return Number >= I.At.Line && Number < I.At.Line + MaxLines;
}

/// Whether the call \p I of a function passes texts, numbers and results of API
/// calls, and nothing else. \p Args are the values of its arguments.
static bool getsOnlyNumbers(const ir::Instruction &I,
                            llvm::ArrayRef<Value> Args, const State &S) {
  if (I.K != ir::Instruction::UnknownCall || I.Args.empty() || I.object())
    return false;
  for (unsigned A = 0; A < I.Args.size(); ++A)
    if (I.Args[A].K != ir::Operand::Unknown && Args[A].K != Value::Int &&
        !(Args[A].isSymbol() && S.Results.count(Args[A].Data)))
      return false;
  return true;
}

/// Whether the call \p I checks the result of an API call: \p Args are the
/// values of its arguments. Such a function gets no handle, and no object that
/// could hold one.
UnknownCalls::StatusCheck UnknownCalls::statusCheck(const ir::Instruction &I,
                                                    llvm::ArrayRef<Value> Args,
                                                    const State &S) const {
  if (I.K != ir::Instruction::UnknownCall || I.Flags.Spawns)
    return StatusCheck::No;
  bool GetsResult = false, GetsText = false, GetsLine = false,
       GetsNumber = false;
  for (unsigned A = 0; A < I.Args.size(); ++A) {
    if (Args[A].isSymbol() && S.Results.count(Args[A].Data))
      GetsResult = true;
    else if (I.Args[A].K == ir::Operand::Unknown)
      GetsText = true;
    else if (Args[A].K == Value::Int)
      (isLineOf(I, Args[A].Data) ? GetsLine : GetsNumber) = true;
    else
      return StatusCheck::No;
  }
  if (!GetsResult)
    return StatusCheck::No;
  // A number may be the error that is expected. An answer may say that there
  // was an error.
  const bool OnlyChecks = !I.Dest && !I.Flags.System && !I.Flags.Defined;
  return (GetsText || GetsLine || OnlyChecks) && !GetsNumber
             ? StatusCheck::ReportsErrors
             : StatusCheck::MayExpectError;
}

/// Make what replaces numbers that changed.
static const char OfSystem = 0, OfProgram = 0;

bool UnknownCalls::isRenewedNumber(const Value &V) const {
  return V.isSymbol() && U.symbol(V.Data).K == SymbolInfo::Conjured &&
         U.symbol(V.Data).Maker == &OfProgram;
}

bool UnknownCalls::keepsNumber(LocationId Where, const Value &V) const {
  const LocationInfo &Info = U.location(Where);
  return Info.SetOnce ||
         (Info.K == LocationInfo::Global && V.K == Value::Int && !V.Stale &&
          Opts.MayChange && !ir::isHidden(Info.Name.ref()) &&
          !Opts.MayChange(Info.Name, V.Data));
}

void UnknownCalls::renewNumbers(bool System, State &S) {
  llvm::SmallVector<LocationId, 8> Numbers;
  for (const auto &[Where, V] : S.Memory)
    if (V.K == Value::Int && V.Stale)
      Numbers.push_back(Where);
  for (LocationId Where : Numbers)
    S.Memory[Where] = Value::symbol(
        S.make(U, 0, System ? &OfSystem : &OfProgram, Where, !System));
}

/// Applies a call of an unknown callee. The callee may change any memory that
/// it can reach, and may end any capture. System functions know nothing of
/// captures, and neither do functions that check a status.
void UnknownCalls::callUnknown(Context Ctx, const ir::Instruction &I,
                               State &S) {
  // A thread does not end a capture of another thread, unless the capture is
  // relaxed.
  const bool System = I.Flags.System || I.Flags.Spawns;
  if (!System && !I.Flags.Pure)
    Gaps.noteUnseen({Ctx, &I}, S);
  llvm::SmallVector<Value, 8> Args, Given;
  auto Pass = [&](const ir::Operand &A) {
    Args.push_back(Eval.evaluate(Ctx, A, S));
    Given.push_back(Args.back());
    if (Args.back().K == Value::Reference)
      Eval.noteEscaped(Args.back().Data);
    for (const auto &[Steps, V] : Eval.partsOf(Ctx, A, S))
      Given.push_back(V);
  };
  llvm::for_each(I.Args, Pass);
  if (const ir::Operand *Object = I.object())
    Pass(*Object);
  if (!System)
    for (Capture &C : S.Captures)
      if (C.running() && llvm::any_of(Args, [&](const Value &A) {
            return A.isSymbol() && C.participant(A);
          })) {
        C.StreamIsShared = true;
        // A function may be const and yet use the stream that it is handed.
        if (I.Flags.Pure)
          Gaps.noteUnseen({Ctx, &I}, S);
      }
  if (Opts.Observer && !System && !I.Flags.Pure)
    Opts.Observer->unseen(*this, {Ctx, &I}, Given, S);
  const StatusCheck Check = statusCheck(I, Args, S);
  // A callee that is given the result of a begin may want the begin to fail, as
  // an assertion that expects an error does. The end of the capture shows
  // whether it runs.
  for (const Value &A : Args) {
    Value Given = A.K == Value::Reference ? Eval.load(A.Data, S) : A;
    auto Result =
        Given.isSymbol() ? S.Results.find(Given.Data) : S.Results.end();
    if (!System)
      Earlier.noteUse(A);
    if (Result == S.Results.end() || Check == StatusCheck::ReportsErrors)
      continue;
    Earlier.noteExpectedError(Given, S);
    if (!Result->second.BeginsCapture)
      continue;
    if (Capture *C = S.capture(Result->second.At))
      S.doubt(*C);
  }
  share(Given, U, S);
  if (I.Flags.Pure) {
    Leaks.pass(Given, {}, [](LocationId) { return false; }, S);
    // The result also depends on what the object holds.
    llvm::SmallVector<Value, 8> Inputs = Args;
    for (const Value &A : Args)
      if (std::optional<LocationId> Object = Eval.objectOf(A)) {
        Eval.noteContentRead(*Object);
        Inputs.push_back(Eval.load(Eval.contentOf(*Object), S));
        // A part of a time is a time.
        if (A.K == Value::Reference)
          if (auto Held = S.Memory.find(LocationId(A.Data));
              Held != S.Memory.end() && Host.isDrawn(Held->second))
            Inputs.push_back(Held->second);
      }
    if (llvm::none_of(Inputs, [](const Value &V) {
          return V.K == Value::Unknown || V.Stale;
        })) {
      const SymbolId Answer = U.getter(I.Callee, Inputs, System);
      S.Prior.answer(Answer);
      Eval.assignResult(Ctx, I, Value::symbol(Answer), S);
      return;
    }
  }
  if (!I.Flags.Pure) {
    unsigned Which = 1;
    for (const Value &A : Args)
      if (std::optional<LocationId> Object = Eval.objectOf(A))
        if (Eval.isContentRead(*Object)) {
          const Value Now = Eval.conjure(Ctx, I, Which++, !System, S);
          S.Memory[Eval.contentOf(*Object)] = Now;
        }
    // A handle that is still in the place where it was found has no entry of
    // its own yet.
    auto Materialize = [&](const Value &Handle) {
      if (!Handle.isSymbol())
        return;
      const SymbolInfo &Info = U.symbol(Handle.Data);
      if (Info.K == SymbolInfo::Initial)
        S.Memory.try_emplace(Info.Where, Handle);
    };
    S.forEachComponent([&](const auto &Of) { Of.visitHandles(Materialize); });
    llvm::SmallVector<LocationId, 8> Objects = reachable(Given, S);
    llvm::SmallVector<Value, 8> Seen = Given;
    auto MayReach = [&](LocationId Where) {
      if (!System) {
        // Any code that changes a current object of the thread restores it.
        const LocationInfo &Root = U.location(U.root(Where));
        if (Root.K != LocationInfo::Local &&
            !(Root.K == LocationInfo::Global && ir::isHidden(Root.Name)))
          return true;
      }
      return llvm::any_of(Objects, [&](LocationId Object) {
        return U.isPartOf(Where, Object);
      });
    };
    // An earlier callee may have kept the address of a variable.
    if (!System)
      for (const auto &[Where, V] : S.Memory)
        if (V.isSymbol() && Eval.isEscaped(Where))
          Seen.push_back(V);
    S.Memory.updateIf(
        [&](const auto &Entry) {
          const auto &[Where, V] = Entry;
          if (!MayReach(Where))
            return false;
          Seen.push_back(V);
          return V.K != Value::Unknown && !keepsNumber(Where, V) &&
                 !llvm::StringRef(U.location(Where).Name)
                      .starts_with(ir::VirtualFields);
        },
        [](Value &V) { V.Stale = true; });
    renewNumbers(System, S);
    share(Seen, U, S);
    if (!System)
      for (const Value &V : Seen)
        Earlier.noteUse(V);
    // A variable in which nothing was stored may have got a value.
    for (LocationId Object : Objects)
      if (U.location(Object).K == LocationInfo::Local &&
          !S.Memory.count(Object))
        S.Memory[Object] =
            Eval.conjure(Ctx, I, Which++, /*FromUnknownCall=*/false, S);
    // The callee may use or destroy a graph that it can reach.
    S.NewGraphs.eraseIf([&](const auto &Entry) {
      auto IsGraph = [&](const Value &V) {
        return V.isSymbol() && V.Data == Entry.first;
      };
      return llvm::any_of(Given, IsGraph) ||
             llvm::any_of(S.Memory, [&](const auto &Held) {
               return IsGraph(Held.second) && MayReach(Held.first);
             });
    });
    Leaks.pass(Given, Objects, MayReach, S);
    if (!S.Borrowed.empty())
      MemoryOfGraphs.passReferences(I, Given, Objects, S);
    if (!System && Check == StatusCheck::No) {
      joinShared({Ctx, &I}, S);
      // The callee may begin a capture on a stream that it knows, or record an
      // event. It may know every handle that was not created here.
      auto MayKnow = [&](SymbolId Handle) {
        return !U.symbol(Handle).Created ||
               llvm::any_of(Seen, [&](const Value &V) {
                 return V.sameAs(Value::symbol(Handle));
               });
      };
      S.forEachComponent([&](auto &Of) { Of.escape(MayKnow); });
      for (Capture &C : S.Captures)
        S.doubt(C, Site{Ctx, &I});
      if (getsOnlyNumbers(I, Args, S))
        Evidence.GivenNumbers.insert({Ctx, &I});
      EarlierCaptures::mayBeginNow(S);
    }
  }
  // A call through a function pointer may change numbers and handles whose
  // address it is given.
  if (I.K == ir::Instruction::Invoke)
    for (unsigned A = 0; A < I.Args.size(); ++A) {
      if (Args[A].K != Value::Reference || !S.Memory.count(Args[A].Data))
        continue;
      LocationId Where = Args[A].Data;
      if (llvm::none_of(S.Memory, [&](const auto &Entry) {
            return Entry.first != Where && U.isPartOf(Entry.first, Where);
          }))
        Eval.store(Where,
                   Eval.conjure(Ctx, I, 1000 + A, /*FromUnknownCall=*/true, S),
                   S);
    }
  if (I.Dest)
    Eval.assignResult(Ctx, I, Host.resultOf(Ctx, I, S), S);
}
