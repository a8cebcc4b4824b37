//===- ApiTransfer.cpp - Effects of API calls -----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApiTransfer.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../findings/CoverageLog.h"
#include "../findings/FindingSet.h"
#include "../findings/Naming.h"
#include "../findings/Races.h"
#include "../findings/RootEvidence.h"
#include "../graph/CaptureObserver.h"
#include "Evaluator.h"
#include "GraphMemory.h"
#include "HostCode.h"
#include "ThreadRuns.h"
#include "UnknownCalls.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {
/// Decides how certain a rule's report of one call is, and keeps it.
class CallReporter : public Reporter, AnalysisParts {
public:
  CallReporter(const AnalysisParts &Parts, const ApiCall &Call, State &S,
               bool Concerns)
      : AnalysisParts(Parts), Call(Call), S(S), Concerns(Concerns) {}

  void report(Rule R, DiagnosticKind Kind, unsigned Error,
              const Capture *Running, Details More) override {
    bool Exact = !Run.Guessing && Concerns && !More.OnlyPossible &&
                 Reports.isExact(S, Running) &&
                 (!More.Destroyed || Reports.isExactUse(S, *More.Destroyed)) &&
                 (!More.UnlessGuarded || !isGuarded(S)) &&
                 // What is missing may set the mode of the thread.
                 (!S.Missing.Any || R != Rule::UnsafeCall ||
                  Kind == DiagnosticKind::DeclaredNotCapturable);
    if (More.Destroyed)
      More.Related.emplace_back(Relation::Destroyed, More.Destroyed->At);
    std::optional<Context> Awaited;
    Exact = Exact && Spawned.isOrdered(S, Call.Thread, Running, More, Awaited);
    if (!Exact && !Opts.ReportPossible)
      return;
    Site Other = Running                ? Running->Begin
                 : More.Related.empty() ? Site()
                                        : More.Related.front().second;
    const unsigned Id = Reports.add({R, Kind, Call.At, Other}, [&] {
      return make(R, Kind, Error, Running, std::move(More));
    });
    Reports.touch(Id);
    RawFinding &F = Reports[Id];
    F.OnlyCapture &= llvm::count_if(S.Captures, [](const Capture &C) {
                       return C.running();
                     }) == 1;
    F.OnlyOrigin &= Running && Running->Participants.size() == 1;
    if (!Exact)
      return;
    // Who ends the capture there is wrong whenever the others run.
    if (Awaited && Kind != DiagnosticKind::WrongThread)
      Spawned.awaitJoin(*Awaited, Running->Begin, Id, S);
    else if (Running && Running->S == Capture::MayBeActive &&
             Running->Begin != Call.At)
      S.Pending.insert({Running->Begin, Id});
    else
      Reports.confirm(Id);
  }

private:
  static bool isGuarded(const State &S) {
    return llvm::any_of(S.ControlDependences, [](const ControlDependence &C) {
      return C.FromUnknownCall || C.Configuration;
    });
  }

  RawFinding make(Rule R, DiagnosticKind Kind, unsigned Error,
                  const Capture *Running, Details More) {
    RawFinding F;
    F.R = R;
    F.Kind = Kind;
    F.At = Call.At;
    F.Row = &Call.Row;
    F.Fam = Call.Fam;
    F.Callee = Call.Callee;
    F.Error = Error;
    F.Related = std::move(More.Related);
    F.HandleArg = More.HandleArg;
    F.IsNull = More.IsNull;
    F.Unless.InLoop = More.UnlessInLoop;
    F.Unless.Joined = More.UnlessJoined;
    if (Kind == DiagnosticKind::NeverCreated)
      F.Variables = Reports.variablesOf(Call, *More.HandleArg, S);
    if (Kind == DiagnosticKind::Escapes ||
        Kind == DiagnosticKind::HandleEscapes)
      F.Unless.WaitedFor = Call.stream();
    if (More.UnlessForkedElsewhere)
      F.Unless.ByOtherRoot.emplace_back(
          InterproceduralUse::Forks,
          Names.nameOfHandle(*More.UnlessForkedElsewhere));
    F.ControlDependences = S.ControlDependences;
    if (Running) {
      F.Begin = Running->Begin;
      F.Mode = knownMode(S, Running->Mode);
      F.StreamNames = Names.namesOf(Call.At.Ctx, Running->Origin, S);
    }
    return F;
  }

  const ApiCall &Call;
  State &S;
  /// It is certain that the call does what its row says.
  const bool Concerns;
};
} // namespace

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

const ApiTransfer::Effector ApiTransfer::Effects[] = {
    &ApiTransfer::applyNone,
#define EFFECT(NAME, TEXT, WORDS) &ApiTransfer::apply##NAME,
#include "../../kb/Vocabulary.def"
};

void ApiTransfer::applyNone(const ApiCall &Call, State &S) {
  if (Call.Row.Class == ApiClass::Captured)
    work(Call, S);
  else if (Call.Row.Class == ApiClass::Control)
    // What it does to the dependencies is not described.
    loseDependencies(Call.At, S);
}

void ApiTransfer::applySetDevice(const ApiCall &Call, State &S) {
  S.Device.Id = Call.arg(Role::Device).value_or(Value::unknown());
}

/// Whoever edits dependencies by hand is not followed.
void ApiTransfer::applyUpdateDependencies(const ApiCall &Call, State &S) {
  if (Call.Row.Class == ApiClass::Control)
    loseDependencies(Call.At, S);
}

// GraphMemory follows graphs.
void ApiTransfer::applyInstantiate(const ApiCall &, State &) {}
void ApiTransfer::applyLaunchGraph(const ApiCall &, State &) {}
void ApiTransfer::applyUpdateGraph(const ApiCall &, State &) {}
/// An assignment follows, if the name is known.
void ApiTransfer::applyLookUp(const ApiCall &, State &) {}
void ApiTransfer::applyLastError(const ApiCall &, State &) {}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// What one path gives no handle to may be given one by a path through a loop,
/// or under a condition that means the same as another one.
void ApiTransfer::noteHandles(const ApiCall &Call) {
  for (unsigned I = 0; I < Call.Row.Params.size() && I < Call.Args.size(); ++I)
    if (const Param &P = Call.Row.Params[I];
        isHandle(P.R) && P.Acc == Access::In &&
        !isNeverCreated(U, Call.Args[I], P.R))
      Evidence.GivenHandle.insert({Call.At, I});
}

void ApiTransfer::api(Context Ctx, const ir::Instruction &I,
                      llvm::StringRef Callee, State &S) {
  Lookup Found = KB.lookup(Callee);
  const ApiRow *Row = Found ? Found.Row : KB.construct(Callee);
  if (!Row)
    return Unknowns.callUnknown(Ctx, I, S);
  if (Row->Class == ApiClass::Unknown)
    Gaps.noteUnseen({Ctx, &I}, S);

  ApiCall Call{*Row,
               Found.Fam,
               PerThread || Found.PerThreadDefaultStream,
               {Ctx, &I},
               Frames.threadOf(Ctx),
               Callee,
               {},
               {},
               {},
               Frames[Frames.threadOf(Ctx)].Call != nullptr};
  for (const ir::Operand &A : I.Args) {
    Value V = S.resolve(Eval.evaluate(Ctx, A, S));
    Call.Args.push_back(V);
    Call.Pointees.emplace_back();
    if (V.K == Value::Reference)
      if (auto Held = S.Memory.find(V.Data); Held != S.Memory.end())
        Call.Pointees.back() = Held->second;
  }

  for (const FieldRole &Field : Row->Fields)
    if (Field.R == Role::Stream && Field.Param < Call.Args.size())
      Call.InStructure = Host.held(Call.Args[Field.Param], Field, S);
  Call.Bound = bindingOf(Call, S);
  const ApiRow &Actual = actualRow(Call, S);
  api(std::move(Call).in(Actual), I, S);
}

void ApiTransfer::api(const ApiCall &Call, const ir::Instruction &I, State &S) {
  const ApiRow *Row = &Call.Row;
  const Context Ctx = Call.At.Ctx;
  if (Row->Waits == WaitScope::Stream && S.anyRunning())
    if (std::optional<Value> Stream = Call.stream();
        Stream && !S.captureOf(*Stream))
      Evidence.WaitedFor.insert(*Stream);
  const std::optional<bool> Concerns = concernsDevice(Call);
  if (Concerns == false)
    return Eval.assignResult(
        Ctx, I, Eval.conjure(Ctx, I, 0, /*FromUnknownCall=*/false, S), S);
  CallReporter R(*this, Call, S, Concerns.has_value());
  // What is forbidden to a host function anyway breaks no other rule.
  if (Run.HandedOver) {
    checkHostCallback(Call, *Run.HandedOver, R);
  } else {
    Meetings.noteBeside(Call, S);
    checkUnsafeCall(Call, S, U, R);
    checkSynchronization(Call, S, R);
    checkLegacyStream(Call, S, R);
    checkUnsupportedOperation(Call, S, R);
    checkEscapedWork(Call, S, U, R);
    checkUnbalanced(Call, S, U, R);
    checkUnjoinedStream(Call, S, U, R);
    checkIsolation(Call, S, U, R);
    checkUseAfterDestroy(Call, S, R);
    checkInvalidHandle(Call, S, U, R);
    noteHandles(Call);
    checkUncheckedResult(Call, S, R);
    checkHostEffect(Call, S, U, Host.drawn(), R);
    Host.noteGraphUse(Call);
    Host.handOver(Call, S);
  }

  // The call's result: 0 until a branch says otherwise.
  SymbolId Result = S.make(U, Ctx, &I, 0, /*FromUnknownCall=*/false);

  outParameters(Call, S);
  if (Opts.Observer)
    Opts.Observer->calling(S);
  (this->*Effects[unsigned(Row->Eff)])(Call, S);
  if (Opts.Observer)
    Opts.Observer->called(*this, Call, S);
  Borrowing.references(Call, S);
  destroy(Call, S);

  S.Results[Result] = {Call.At, Row->Eff == Effect::BeginCapture};
  Eval.assignResult(Ctx, I, Value::symbol(Result), S);
}

void ApiTransfer::outParameters(const ApiCall &Call, State &S) {
  // What an argument is for whose role nobody wrote down is not known. What
  // else a question about a capture answers, such as its number, may stand for
  // the status.
  const bool IsLaunch = &Call.Row == KB.construct(Call.Callee);
  const bool IsQuestion =
      Call.Row.paramIndex(Role::CaptureStatus, Access::Out).has_value();
  for (unsigned P = 0; P < Call.Args.size() && !IsLaunch; ++P) {
    if (Call.Args[P].K != Value::Reference ||
        (P < Call.Row.Params.size() && Call.Row.Params[P].R != Role::None &&
         Call.Row.Params[P].R != Role::UserData))
      continue;
    // What is read there is described.
    if (llvm::any_of(Call.Row.Fields,
                     [P](const FieldRole &F) { return F.Param == P; }))
      continue;
    LocationId Where = Call.Args[P].Data;
    S.Memory.updateIf(
        [&](const auto &Entry) {
          return Entry.second.K != Value::Unknown &&
                 U.isPartOf(Entry.first, Where);
        },
        [](Value &V) { V.Stale = true; });
    const auto Held = S.Memory.find(Where);
    const bool IsNumber =
        Held != S.Memory.end() && Held->second.K == Value::Int;
    if (IsNumber || (Held == S.Memory.end() &&
                     U.location(U.root(Where)).K == LocationInfo::Local))
      S.Memory[Where] =
          Eval.conjure(Call.At.Ctx, *Call.At.I, 100 + P, IsQuestion, S);
  }
  for (unsigned P = 0; P < Call.Row.Params.size() && P < Call.Args.size();
       ++P) {
    const Param &Formal = Call.Row.Params[P];
    const Value &Pointer = Call.Args[P];
    if (Formal.Acc != Access::Out ||
        (Formal.R == Role::Stream && Call.Row.Eff == Effect::GetStream))
      continue;
    Value Made = Eval.conjure(Call.At.Ctx, *Call.At.I, P + 1, false, S);
    std::optional<LocationId> Where;
    if (Pointer.K == Value::Reference)
      Where = LocationId(Pointer.Data);
    else if (Pointer.isSymbol())
      Where = U.pointee(Pointer.Data);
    // A pointer that is not what the caller gave may point at any variable.
    bool Anywhere = !Where;
    if (Where)
      if (const LocationInfo &Root = U.location(U.root(*Where));
          Root.K == LocationInfo::Pointee)
        Anywhere = !U.isFromOutside(Root.Pointer);
    if (Anywhere) {
      Evidence.WritesAnywhere.insert(Run.RootContext);
      // What was null may not be any more: the loop over a list of addresses
      // may have got to this one.
      S.Memory.updateIf(
          [&](const auto &Entry) {
            return Entry.second.isInt(0) && Eval.isEscaped(Entry.first);
          },
          [](Value &V) { V = Value::unknown(); });
    }
    switch (Formal.R) {
    case Role::Memory:
      if (S.anyRunning())
        Borrowing.noteGraphAllocated(Made.Data);
      break;
    case Role::Stream: {
      // Without flags a stream is blocking (cudaStreamCreate); bit 0 of the
      // flags is cudaStreamNonBlocking.
      std::optional<Value> Flags = Call.arg(Role::StreamFlags);
      if (!Flags)
        S.Blocking[Made.Data] = !Call.Row.paramIndex(Role::StreamFlags);
      else if (Flags->K == Value::Int)
        S.Blocking[Made.Data] = !(Flags->Data & 1);
      if (Call.Row.MakesNonBlocking)
        S.Blocking[Made.Data] = false;
      break;
    }
    case Role::CaptureStatus: {
      std::optional<Value> Stream = Call.stream();
      const Capture *C = Stream ? S.captureOf(*Stream) : nullptr;
      // cudaStreamCaptureStatusActive is 1.
      if (Opts.IgnoreGuards)
        break;
      if (C && C->S == Capture::Active)
        Made = Value::constant(1);
      else if (Stream && Stream->isSymbol() && !Stream->Stale &&
               S.Idle.count(Stream->Data))
        Made = Value::constant(0);
      else if (Stream)
        S.StatusOf[Made.Data] = *Stream;
      break;
    }
    default:
      break;
    }
    // What a successful call creates is not null.
    if (Made.isSymbol() && Formal.R != Role::CaptureStatus)
      S.Facts[Made.Data].exclude(0);
    if (isHandle(Formal.R)) {
      U.markCreated(Made.Data);
      if (Formal.R == Role::Graph && Call.Row.Eff == Effect::None)
        S.NewGraphs[Made.Data] = true;
      if (S.Device.Id.K == Value::Int)
        S.DeviceOf[Made.Data] = S.Device.Id.Data;
      // One that is created when it is first needed may long have been.
      if (Formal.R == Role::Stream && !S.underCondition())
        S.Idle[Made.Data] = {};
    }
    if (Formal.R == Role::Library) {
      U.markCreated(Made.Data);
      const Value Zero = Value::constant(0);
      S.Bound[Made.Data] = {Zero, Zero, Call.At, /*Fresh=*/true, false};
    }
    if (Where)
      Eval.store(*Where, Made, S);
  }
}

void ApiTransfer::destroy(const ApiCall &Call, State &S) {
  for (unsigned P = 0; P < Call.Row.Params.size() && P < Call.Args.size();
       ++P) {
    const Param &Role = Call.Row.Params[P];
    const Value &Handle = Call.Args[P];
    if (Role.R == cuda_capture::Role::Library)
      continue;
    if (Role.Acc != Access::Destroy || !Handle.isSymbol() || Handle.Stale)
      continue;
    if (Role.R == cuda_capture::Role::Memory) {
      // While something is captured, it is rejected, or work of the graph.
      if (!S.anyRunning())
        Borrowing.release(Handle, Call.At, S);
      continue;
    }
    S.Destroyed.try_emplace(Handle.Data,
                            Destruction{Call.At, S.ControlDependences});
    if (Role.R == Role::Stream)
      for (Capture &C : S.Captures) {
        if (!C.running())
          continue;
        if (C.Origin.sameAs(Handle)) {
          C.S = Capture::Lost;
        } else if (!U.areDistinct(C.Origin, Handle)) {
          // Perhaps it is the origin; of those that a loop destroys, one is.
          C.doubt();
          if (Frames[Call.At.Ctx].InLoop) {
            C.S = Capture::Lost;
            C.OriginMayBeGone = true;
          }
        }
      }
  }
}

void ApiTransfer::noteInterproceduralUse(InterproceduralUse What,
                                         const Value &Handle) {
  std::string Name = Names.nameOfHandle(Handle);
  if (!Name.empty())
    Evidence.DoneIn.insert({What, std::move(Name), Frames[Run.RootContext].F});
}
