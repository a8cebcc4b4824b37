//===- ApiTransfer.cpp - Effects of API calls -----------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ApiTransfer.h"
#include "../../kb/ApiTraits.h"
#include "../ResolvedCalls.h"
#include "../engine/CallTree.h"
#include "../engine/RootRun.h"
#include "../findings/CoverageLog.h"
#include "../findings/FindingSet.h"
#include "../findings/HostCounters.h"
#include "../findings/HostReads.h"
#include "../findings/KeptEvents.h"
#include "../findings/LeakedGraphs.h"
#include "../findings/Naming.h"
#include "../findings/RaceChecks.h"
#include "../findings/RootEvidence.h"
#include "../graph/CaptureObserver.h"
#include "EarlierCaptures.h"
#include "Evaluator.h"
#include "GraphMemory.h"
#include "HostCode.h"
#include "SoleStream.h"
#include "ThreadRuns.h"
#include "UnknownCalls.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Whether a capture forbids the call, or the host waits in it.
static bool isForbidden(const ApiRow &Row) {
  return Row.Class == ApiClass::Conflicts || Row.Class == ApiClass::Unsafe;
}

/// Whether \p Condition is computed from \p Tested.
static bool asksAbout(const Value &Condition, SymbolId Tested,
                      const Universe &U) {
  if (!Condition.isSymbol() || SymbolId(Condition.Data) == Tested)
    return Condition.isSymbol();
  const SymbolInfo &Info = U.symbol(Condition.Data);
  return Info.K == SymbolInfo::Operation &&
         llvm::any_of(Info.inputs(), [&](const Value &In) {
           return asksAbout(In, Tested, U);
         });
}

namespace {
/// Decides how certain a rule's report of one call is, and keeps the report.
class CallReporter : public Reporter, AnalysisParts {
public:
  CallReporter(const AnalysisParts &Parts, const ApiCall &Call, State &S,
               bool Concerns)
      : AnalysisParts(Parts), Call(Call), S(S), Concerns(Concerns) {}

  void report(Rule R, DiagnosticKind Kind, unsigned Error,
              const Capture *Running, Details More) override {
    if (More.Destroyed &&
        isNamedAgain(More.Destroyed->At, More.Destroyed->Under))
      return;
    if (Running && boundsCapture(Call.Row) && isNamedAgain(Running->Begin, {}))
      return;
    if (Running && Running->PartlyRefuted) {
      // The answer for one stream says nothing about what is done to another
      // stream, but it may be a guard against calls that concern no stream.
      if ((R != Rule::Synchronization && R != Rule::UnsupportedOperation) ||
          Call.Row.Waits == WaitScope::Device)
        return;
      More.OnlyPossible = true;
    }
    // A record shows whether to begin or end a capture, too. An end under the
    // same condition shows what the record means.
    const bool ToldByRecord = Running && !boundsCapture(Call.Row) &&
                              Reports.isToldByRecord(S, *Running);
    if (ToldByRecord && Running->IsCallers)
      return;
    if (Running && Reports.isMadeBefore(S, *Running))
      return;
    More.OnlyPossible |= (Call.Bound && Call.Bound->Assumed) ||
                         Call.DriverUnknown ||
                         (Call.StreamTestedNull &&
                          (R == Rule::LegacyStream || R == Rule::EscapedWork));
    bool Exact = !Run.Guessing && Concerns && !More.OnlyPossible &&
                 (!More.Destroyed || Reports.isExactUse(S, *More.Destroyed)) &&
                 (!More.UnlessGuarded || !isGuarded(S)) &&
                 // Whoever captures does not ask for a call that a capture
                 // forbids.
                 !(Running && Running->IsCallers && isForbidden(Call.Row) &&
                   Reports.isChosenByCaller(S)) &&
                 // A missing statement may set the mode of the thread.
                 (!S.Missing.Any || R != Rule::UnsafeCall ||
                  Kind == DiagnosticKind::DeclaredNotCapturable);
    // A condition that casts doubt on the finding casts none if the end of the
    // capture stands under it, too.
    bool EndsUnderIt = false;
    if (!Reports.isExact(S, Running)) {
      EndsUnderIt = Exact && Running && Running->running() &&
                    !Running->IsCallers && !Running->ShownByEnd;
      Exact = false;
    } else if (ToldByRecord) {
      EndsUnderIt = Exact && Running->running();
      Exact = false;
    }
    if (More.Destroyed)
      More.Related.emplace_back(Relation::Destroyed, More.Destroyed->At);
    std::optional<Context> Awaited;
    Exact = Exact && Threads.isOrdered(S, Call.Thread, Running, More, Awaited);
    // What may not hold is not said about a capture that is only inferred. Its
    // mode is unknown.
    if (Running && Running->ShownByEnd &&
        ((!Exact && !EndsUnderIt) || Running->Begin == Call.At ||
         dependsOnMode(Call.Row)))
      return;
    if (!Exact && !EndsUnderIt && (!Opts.ReportPossible || ToldByRecord))
      return;
    Site Other = Running                ? Running->Begin
                 : More.Related.empty() ? Site()
                                        : More.Related.front().second;
    const unsigned Id = Reports.add({R, Kind, Call.At, Other}, [&] {
      return make(R, Kind, Error, Running, std::move(More));
    });
    Reports.touch(Id);
    Reports.reachedBy(Id, S);
    RawFinding &F = Reports[Id];
    F.IsToldByRecord &= ToldByRecord;
    F.OnlyCapture &= llvm::count_if(S.Captures, [](const Capture &C) {
                       return C.running();
                     }) == 1;
    F.OnlyOrigin &= Running && Running->Participants.size() == 1;
    if (EndsUnderIt && !Awaited)
      S.Doubted.insert({Running->Begin, Id});
    if (!Exact)
      return;
    // An end of the capture in this thread is wrong whenever the other threads
    // run.
    if (Awaited && Kind != DiagnosticKind::WrongThread)
      Threads.awaitJoin(*Awaited, Running->Begin, Id, S);
    else if (Running && Running->S == Capture::MayBeActive &&
             Running->Begin != Call.At)
      S.Pending.insert({Running->Begin, Id});
    else
      Reports.confirm(Id);
  }

private:
  /// Whether \p First is the same argument of a macro as this call, and this
  /// call runs under a condition that is not one of \p Under. The message that
  /// a check writes about a failure often names the call again, which then runs
  /// again only if it has failed.
  bool isNamedAgain(const Site &First,
                    llvm::ArrayRef<ControlDependence> Under) const {
    return First.Ctx == Call.At.Ctx && First.I != Call.At.I &&
           First.I->At == Call.At.I->At &&
           llvm::any_of(S.ControlDependences, [&](const ControlDependence &C) {
             return !llvm::is_contained(Under, C);
           });
  }

  static bool isGuarded(const State &S) {
    return llvm::any_of(S.ControlDependences, [](const ControlDependence &C) {
      return C.FromUnknownCall || C.Configuration;
    });
  }

  static bool dependsOnMode(const ApiRow &Row) {
    return llvm::any_of(Row.ModeOverride, [](const auto &Verdict) {
      return Verdict && *Verdict != cuda_capture::Verdict::Error;
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
    F.Unless.EndsCapture = More.UnlessEndsCapture;
    F.Unless.Unused = More.UnlessUnused;
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
    F.IsToldByRecord = true; // Until a path shows that it is not.
    if (Running) {
      F.Begin = Running->Begin;
      F.ShownByEnd = Running->ShownByEnd;
      F.Mode = knownMode(S, Running->Mode);
      // Of the streams that a caller captures, the one that the call names.
      const std::optional<Value> Stream = Call.stream();
      const Participant *Named = Stream && Running->IsCallers
                                     ? Running->participant(*Stream)
                                     : nullptr;
      F.StreamNames = Names.namesOf(Call.At.Ctx,
                                    Named ? Named->Stream : Running->Origin, S);
      F.ContractArg = (Named ? *Named : Running->Participants.front()).Arg;
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
    // The row does not describe what the call does to the dependencies.
    loseDependencies(Call.At, S);
}

void ApiTransfer::applySetDevice(const ApiCall &Call, State &S) {
  // No rule uses a device whose number is not known, and two paths that set
  // different ones would stay apart.
  const std::optional<Value> Set = Call.arg(Role::Device);
  const Value Known = Set ? S.resolve(*Set) : Value::unknown();
  S.Device.Id = Known.K == Value::Int ? Known : Value::unknown();
}

/// The analysis does not follow dependencies that are edited by hand.
void ApiTransfer::applyUpdateDependencies(const ApiCall &Call, State &S) {
  if (Call.Row.Class == ApiClass::Control)
    loseDependencies(Call.At, S);
}

// GraphMemory follows graphs.
void ApiTransfer::applyInstantiate(const ApiCall &, State &) {}
void ApiTransfer::applyLaunchGraph(const ApiCall &, State &) {}
void ApiTransfer::applyUpdateGraph(const ApiCall &, State &) {}
/// If the name is known, an assignment follows the call.
void ApiTransfer::applyLookUp(const ApiCall &, State &) {}
void ApiTransfer::applyLastError(const ApiCall &, State &) {}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Notes the arguments of the call that are created handles. A variable that
/// gets no handle on one path may get one on a path through a loop, or under a
/// condition that means the same as another one.
void ApiTransfer::noteHandles(const ApiCall &Call) {
  for (unsigned I = 0; I < Call.Row.Params.size() && I < Call.Args.size(); ++I)
    if (const Param &P = Call.Row.Params[I];
        isHandle(P.R) && P.Acc == Access::In &&
        !isNeverCreated(U, Call.Args[I], P.R))
      Evidence.GivenHandle.insert({Call.At, I});
}

void ApiTransfer::api(Context Ctx, const ir::Instruction &I,
                      const ir::Name &Callee, State &S) {
  const Lookup &Found = Calls[Callee];
  const ApiRow *Row = Found.Row;
  if (!Row)
    return Unknowns.callUnknown(Ctx, I, S);
  if (S.Failures.isRepeatedBy({Ctx, &I})) {
    const Value Error =
        Value::symbol(S.make(U, Ctx, &I, 0, /*FromUnknownCall=*/false));
    Eval.assignResult(Ctx, I, Error, S);
    S.assume(U, Error, true);
    return;
  }
  if (S.Failures.Last && S.Failures.Last->I == &I)
    S.Failures.Last.reset();
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

  if (const std::optional<unsigned> P = Row->paramIndex(Role::Stream);
      P && *P < I.Args.size() && Call.Args[*P].isInt(NullStream)) {
    const Value Tested = Eval.evaluate(Ctx, I.Args[*P], S);
    Call.StreamTestedNull =
        Tested.isSymbol() &&
        llvm::none_of(S.ControlDependences, [&](const ControlDependence &C) {
          return asksAbout(C.Condition, Tested.Data, U);
        });
  }
  for (const FieldRole &Field : Row->Fields)
    if (Field.R == Role::Stream && Field.Param < Call.Args.size())
      Call.InStructure = Host.held(Call.Args[Field.Param], Field, S);
  Call.Bound = bindingOf(Call, S);
  const ApiRow &Actual = actualRow(Call, S);
  if (std::optional<CudaVersion> Since = Actual.decidingDriver())
    Call.DriverUnknown = !Opts.Driver.isSince(*Since);
  api(std::move(Call).in(Actual), I, S);
}

void ApiTransfer::api(const ApiCall &Call, const ir::Instruction &I, State &S) {
  const ApiRow *Row = &Call.Row;
  const Context Ctx = Call.At.Ctx;
  if (Row->Waits == WaitScope::Stream && S.anyRunning())
    if (std::optional<Value> Stream = Call.stream();
        Stream && !S.captureOf(*Stream))
      Evidence.WaitedFor.insert(*Stream);
  if (Row->Construct && Call.Callee == HostRead) {
    // A function that the driver runs reads what the graph has written.
    CallReporter Reads(*this, Call, S, /*Concerns=*/true);
    if (!Host.handedOver())
      HostReads(*this).check(Call, S, Reads);
    return;
  }
  const std::optional<bool> Concerns = concernsDevice(Call);
  if (Concerns == false)
    return Eval.assignResult(
        Ctx, I, Eval.conjure(Ctx, I, 0, /*FromUnknownCall=*/false, S), S);
  CallReporter R(*this, Call, S, Concerns.has_value());
  // A call that a host function must not make anyway breaks no other rule.
  if (Host.handedOver()) {
    checkHostCallback(Call, *Host.handedOver(), R);
  } else {
    Races.noteBeside(Call, S);
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
    for (unsigned P = 0; P < Row->Params.size() && P < Call.Args.size(); ++P)
      if (Row->Params[P].R == Role::Graph &&
          Row->Params[P].Acc != Access::Destroy)
        Earlier.noteUse(Call.Args[P]);
    checkUncheckedResult(Call, S, U, R);
    checkHostEffect(Call, S, U, Host.drawn(), R);
    Counters.noteLaunch(Call, S);
    Kept.noteWait(Call, S);
    Sole.note(Call, S);
    Host.noteGraphUse(Call);
    Host.handOver(Call, S);
  }

  // The call's result counts as 0 until a branch decides otherwise.
  SymbolId Result = S.make(U, Ctx, &I, 0, /*FromUnknownCall=*/false);

  const LeakedGraphs::Makes Own = Leaks.made(Call, S);
  outParameters(Call, S);
  if (Opts.Observer)
    Opts.Observer->calling(S);
  (this->*Effects[unsigned(Row->Eff)])(Call, S);
  if (Opts.Observer)
    Opts.Observer->called(*this, Call, S);
  MemoryOfGraphs.references(Call, S);
  Leaks.apply(Call, Own, S);
  destroy(Call, S);

  S.Results[Result] = {Call.At, Row->Eff == Effect::BeginCapture};
  Eval.assignResult(Ctx, I, Value::symbol(Result), S);
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
      // During a capture, the call is rejected or becomes work of the graph.
      if (!S.anyRunning())
        MemoryOfGraphs.release(Handle, Call.At, S);
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
          // The handle may be the origin stream. If a loop destroys several
          // handles, one of them is.
          S.doubt(C);
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
