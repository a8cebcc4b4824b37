//===- Transfer.cpp - Effects of API calls --------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace cuda_capture::analysis {
/// Decides how certain a rule's report is and keeps it.
class CallReporter : public Reporter {
public:
  CallReporter(Interpreter &Interp, const ApiCall &Call, State &S,
               bool Concerns)
      : Interp(Interp), Call(Call), S(S), Concerns(Concerns) {}

  void report(Rule R, DiagnosticKind Sh, unsigned Error, const Capture *Running,
              Details More) override {
    bool Exact = !Interp.Guessing && Concerns && !More.OnlyPossible &&
                 Interp.isExact(S, Running) &&
                 (!More.Destroyed || Interp.isExactUse(S, *More.Destroyed)) &&
                 (!More.UnlessGuarded || !isGuarded(S)) &&
                 // What is missing may set the mode of the thread.
                 (!S.MissesStatement || R != Rule::UnsafeCall ||
                  Sh == DiagnosticKind::DeclaredNotCapturable);
    if (More.Destroyed)
      More.Related.emplace_back(Relation::Destroyed, More.Destroyed->At);
    std::optional<Context> Awaited;
    Exact = Exact && Interp.isOrdered(S, Call.Thread, Running, More, Awaited);
    if (!Exact && !Interp.Opts.ReportPossible)
      return;
    Site Other = Running                ? Running->Begin
                 : More.Related.empty() ? Site()
                                        : More.Related.front().second;
    auto [It, New] =
        Interp.RawIds.try_emplace({R, Sh, Call.At, Other}, Interp.Raw.size());
    if (New) {
      RawFinding F;
      F.R = R;
      F.S = Sh;
      F.At = Call.At;
      F.Row = &Call.Row;
      F.Fam = Call.Fam;
      F.Callee = Call.Callee;
      F.Error = Error;
      F.Related = std::move(More.Related);
      F.HandleArg = More.HandleArg;
      F.IsNull = More.IsNull;
      F.UnlessInLoop = More.UnlessInLoop;
      F.UnlessJoined = More.UnlessJoined;
      if (Sh == DiagnosticKind::NeverCreated)
        F.Variables = Interp.variablesOf(Call, *More.HandleArg, S);
      if (Sh == DiagnosticKind::Escapes || Sh == DiagnosticKind::HandleEscapes)
        F.UnlessWaitedFor = Call.stream();
      if (More.UnlessForkedElsewhere)
        F.UnlessElsewhere.emplace_back(
            InterproceduralUse::Forks,
            Interp.nameOfHandle(*More.UnlessForkedElsewhere));
      F.ControlDependences = S.ControlDependences;
      if (Running) {
        F.Begin = Running->Begin;
        F.Mode = knownMode(S, Running->Mode);
        F.StreamNames = Interp.namesOf(Call.At.Ctx, Running->Origin, S);
      }
      Interp.Raw.push_back(std::move(F));
    }
    Interp.Touched.push_back(It->second);
    RawFinding &F = Interp.Raw[It->second];
    F.OnlyCapture &= llvm::count_if(S.Captures, [](const Capture &C) {
                       return C.running();
                     }) == 1;
    F.OnlyOrigin &= Running && Running->Participants.size() == 1;
    if (!Exact)
      return;
    // Who ends the capture there is wrong whenever the others run.
    if (Awaited && Sh != DiagnosticKind::WrongThread)
      Interp.awaitJoin(*Awaited, Running->Begin, It->second, S);
    else if (Running && Running->S == Capture::MayBeActive &&
             Running->Begin != Call.At)
      S.Pending.insert({Running->Begin, It->second});
    else
      Interp.Certain.insert(It->second);
  }

private:
  static bool isGuarded(const State &S) {
    return llvm::any_of(S.ControlDependences, [](const ControlDependence &C) {
      return C.FromUnknownCall || C.Configuration;
    });
  }

  Interpreter &Interp;
  const ApiCall &Call;
  State &S;
  /// It is certain that the call does what its row says.
  const bool Concerns;
};
} // namespace cuda_capture::analysis

void Interpreter::api(Context Ctx, const ir::Instruction &I,
                      llvm::StringRef Callee, State &S) {
  Lookup Found = KB.lookup(Callee);
  const ApiRow *Row = Found ? Found.Row : KB.construct(Callee);
  if (!Row)
    return callUnknown(Ctx, I, S);
  if (Row->Class == ApiClass::Unknown)
    noteUnseen({Ctx, &I}, S);

  ApiCall Call{*Row,
               Found.Fam,
               PerThread || Found.PerThreadDefaultStream,
               {Ctx, &I},
               threadOf(Ctx),
               Callee,
               {},
               {},
               {},
               Frames[threadOf(Ctx)].Call != nullptr};
  for (const ir::Operand &A : I.Args) {
    Value V = S.resolve(evaluate(Ctx, A, S));
    Call.Args.push_back(V);
    Call.Pointees.emplace_back();
    if (V.K == Value::Reference)
      if (auto Held = S.Memory.find(V.Data); Held != S.Memory.end())
        Call.Pointees.back() = Held->second;
  }

  for (const FieldRole &Field : Row->Fields)
    if (Field.R == Role::Stream && Field.Param < Call.Args.size())
      Call.InStructure = held(Call.Args[Field.Param], Field, S);
  Call.Bound = bindingOf(Call, S);
  const ApiRow &Actual = actualRow(Call, S);
  api(std::move(Call).in(Actual), I, S);
}

void Interpreter::api(const ApiCall &Call, const ir::Instruction &I, State &S) {
  const ApiRow *Row = &Call.Row;
  const Context Ctx = Call.At.Ctx;
  if (Row->Waits == WaitScope::Stream && S.anyRunning())
    if (std::optional<Value> Stream = Call.stream();
        Stream && !S.captureOf(*Stream))
      WaitedFor.insert(*Stream);
  const std::optional<bool> Concerns = concernsDevice(Call);
  if (Concerns == false)
    return assignResult(Ctx, I,
                        conjure(Ctx, I, 0, /*FromUnknownCall=*/false, S), S);
  CallReporter R(*this, Call, S, Concerns.has_value());
  // What is forbidden to a host function anyway breaks no other rule.
  if (HandedOver) {
    checkHostCallback(Call, *HandedOver, R);
  } else {
    noteBeside(Call, S);
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
    checkHostEffect(Call, S, U, Drawn, R);
    noteGraphUse(Call);
    handOver(Call, S);
  }

  // The call's result: 0 until a branch says otherwise.
  SymbolId Result = S.make(U, Ctx, &I, 0, /*FromUnknownCall=*/false);

  outParameters(Call, S);
  if (Opts.Recorder)
    Opts.Recorder->calling(S);
  switch (Row->Eff) {
  case Effect::BeginCapture:
    beginCapture(Call, S);
    break;
  case Effect::EndCapture:
    endCapture(Call, S);
    break;
  case Effect::ExchangeMode:
    exchangeMode(Call, S);
    break;
  case Effect::RecordEvent:
    recordEvent(Call, S);
    break;
  case Effect::WaitEvent:
    waitEvent(Call, S);
    break;
  case Effect::BindStream:
  case Effect::GetStream:
  case Effect::SetPointerMode:
    bind(Call, S);
    break;
  case Effect::SetDevice:
    S.Device = Call.arg(Role::Device).value_or(Value::unknown());
    break;
  case Effect::Instantiate:
  case Effect::LaunchGraph:
  case Effect::UpdateGraph:
  case Effect::LastError:
  case Effect::UpdateDependencies:
  case Effect::LookUp: // An assignment follows, if the name is known.
    break;
  case Effect::None:
    if (Row->Class == ApiClass::Captured)
      work(Call, S);
    break;
  }
  // Whoever edits dependencies by hand is not followed.
  if (Row->Class == ApiClass::Control &&
      (Row->Eff == Effect::None || Row->Eff == Effect::UpdateDependencies))
    loseDependencies(Call.At, S);
  if (Opts.Recorder)
    Opts.Recorder->called(*this, Call, S);
  references(Call, S);
  destroy(Call, S);

  S.Results[Result] = {Call.At, Row->Eff == Effect::BeginCapture};
  assignResult(Ctx, I, Value::symbol(Result), S);
}

void Interpreter::beginCapture(const ApiCall &Call, State &S) {
  std::optional<Value> Stream = Call.stream();
  if (!Stream || Call.onLegacyStream())
    return;
  BegunOnOther.insert(Call.At);
  Capture C;
  llvm::erase_if(S.Captures, [&](const Capture &Old) {
    // The stream's earlier captures are over, or this call fails.
    bool Replaced = Old.Begin == Call.At || Old.Origin.sameAs(*Stream);
    if (Replaced && Old.S == Capture::Ended && Old.Begin != Call.At)
      FollowedBy.insert({Old.Begin, Call.At});
    if (Replaced && Old.S != Capture::Ended) {
      C.MayHaveEnded |= Old.running();
      C.OneOfSeveral |= Old.OneOfSeveral || !Old.Origin.sameAs(*Stream);
      // What was recorded in an earlier round is not of this capture, and how
      // that of the earlier round went is not known.
      if (!C.OneOfSeveral)
        S.Events.eraseIf(
            [&](const auto &E) { return E.second.isOf(Old.Begin); });
    }
    return Replaced;
  });
  S.Borrowed.Captured.erase(Call.At);
  S.Awaiting.eraseIf(
      [&](const auto &Entry) { return std::get<Site>(Entry) == Call.At; });
  S.Pending.eraseIf([&](const auto &Entry) { return Entry.first == Call.At; });
  C.Begin = Call.At;
  C.Thread = Call.Thread;
  C.IntoGraph = Call.arg(Role::Graph).has_value();
  C.Origin = *Stream;
  C.Origin.Stale = false;
  // CUDA 10.0 had no mode argument; its captures are Global.
  C.Mode = Call.arg(Role::Mode)
               .value_or(Value::constant(int64_t(CaptureMode::Global)));
  C.Participants.push_back({C.Origin, 1, std::nullopt, std::nullopt});
  for (const auto &[Sym, Known] : S.Facts)
    C.UnderConfiguration |= U.symbol(Sym).Configuration;
  // An early return in front of it does not decide whether it ends.
  C.UnderCondition = S.underCondition();
  // A path that ends it, or does not, may be of another way to here.
  if (llvm::any_of(S.ControlDependences, [](const ControlDependence &Cond) {
        return Cond.OneOfSeveral && !Cond.EarlyReturn;
      }))
    C.doubt();
  if (Frames[Call.At.Ctx].InLoop) {
    InLoops.forks(U, C.Begin, C.Origin);
    BegunInLoop.insert(C.Begin);
  }
  for (ControlDependence &Cond : S.ControlDependences)
    Cond.Encloses = C.Begin;
  S.Captures.push_back(std::move(C));
  if (Stream->isSymbol())
    S.Idle.erase(SymbolId(Stream->Data));
}

void Interpreter::endCapture(const ApiCall &Call, State &S) {
  std::optional<Value> Stream = Call.stream();
  if (!Stream)
    return;
  Capture *Ending = nullptr;
  unsigned Running = 0;
  for (Capture &C : S.Captures) {
    if (C.Origin.sameAs(*Stream) && C.S != Capture::Ended)
      Ending = &C;
    Running += C.running();
  }
  // A stream of unknown identity can only be the one that captures.
  if (!Ending && Running == 1 && !isPerThreadStream(*Stream))
    for (Capture &C : S.Captures)
      if (C.running()) {
        if (!U.areDistinct(C.Origin, *Stream))
          Ending = &C;
        else if (C.OneOfSeveral)
          C.S = Capture::Lost;
        else if (!C.WrongEnd)
          C.WrongEnd = Call.At;
        if (!Ending)
          return;
      }
  if (!Ending) {
    for (Capture &C : S.Captures)
      if (C.running())
        C.S = Capture::Lost;
    return;
  }
  S.Pending.eraseIf([&](const auto &Entry) {
    if (Entry.first != Ending->Begin)
      return false;
    if (Ending->running())
      Certain.insert(Entry.second);
    return true;
  });
  settleAwaiting(*Ending, Call.Thread, S);
  if (Ending->Thread != Call.Thread &&
      knownMode(S, Ending->Mode) != CaptureMode::Relaxed) {
    // It fails, or may, and whether the capture goes on is not documented.
    Ending->S = Capture::Lost;
    return;
  }
  if (Frames[Call.At.Ctx].InLoop)
    EndsInLoop.insert(Ending->Begin);
  if (S.underCondition())
    EndsUnderCondition.insert(Ending->Begin);
  if (Ending->running())
    endReferences(Call, Ending->Begin, S);
  if (!Ending->MayHaveEnded)
    for (const Participant &P : Ending->Participants)
      if (P.Stream.isSymbol() && !P.Stream.Stale)
        S.Idle[P.Stream.Data] = {Call.At, S.underCondition()};
  auto IsOfIt = [&](const auto &E) { return E.second.isOf(Ending->Begin); };
  if (!Ending->running())
    S.Events.eraseIf(IsOfIt); // Perhaps none of them was captured.
  S.Events.updateIf(IsOfIt, [&](EventRecord &Record) {
    Record.CaptureEnded = Call.At;
    Record.Sees = 0;
  });
  Ending->end();
}

void Interpreter::exchangeMode(const ApiCall &Call, State &S) {
  if (Opts.IgnoreGuards)
    return;
  std::optional<Value> Pointer = Call.arg(Role::Mode, Access::InOut);
  if (!Pointer || Pointer->K != Value::Reference) {
    S.ThreadMode = Value::unknown();
    return;
  }
  LocationId Where = Pointer->Data;
  Value Old = S.ThreadMode;
  setThreadMode(load(Where, S), S);
  store(Where, Old, S);
  const Value AtEntry = Value::symbol(U.threadMode());
  if (S.ThreadMode == AtEntry ||
      S.ThreadMode.isInt(int64_t(CaptureMode::Global))) {
    S.ModeRestored = S.Exchanged.has_value();
  } else if (Old == AtEntry && knownMode(S, S.ThreadMode)) {
    // Both halves may stand under conditions that belong together.
    if (S.underCondition())
      return;
    S.Exchanged = Call.At;
    S.ModeRestored = false;
  }
}

void Interpreter::outParameters(const ApiCall &Call, State &S) {
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
          conjure(Call.At.Ctx, *Call.At.I, 100 + P, IsQuestion, S);
  }
  for (unsigned P = 0; P < Call.Row.Params.size() && P < Call.Args.size();
       ++P) {
    const Param &Formal = Call.Row.Params[P];
    const Value &Pointer = Call.Args[P];
    if (Formal.Acc != Access::Out ||
        (Formal.R == Role::Stream && Call.Row.Eff == Effect::GetStream))
      continue;
    Value Made = conjure(Call.At.Ctx, *Call.At.I, P + 1, false, S);
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
      WritesAnywhere.insert(RootContext);
      // What was null may not be any more: the loop over a list of addresses
      // may have got to this one.
      S.Memory.updateIf(
          [&](const auto &Entry) {
            return Entry.second.isInt(0) && Escaped.count(Entry.first);
          },
          [](Value &V) { V = Value::unknown(); });
    }
    switch (Formal.R) {
    case Role::Memory:
      if (S.anyRunning())
        GraphAllocated.insert(Made.Data);
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
      if (S.Device.K == Value::Int)
        S.DeviceOf[Made.Data] = S.Device.Data;
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
      store(*Where, Made, S);
  }
}

void Interpreter::destroy(const ApiCall &Call, State &S) {
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
        release(Handle, Call.At, S);
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

/// \p C, a capture of \p S, to be changed.
static Capture *mutableCapture(State &S, const Capture *C) {
  return C ? S.capture(C->Begin) : nullptr;
}

void Interpreter::recordEvent(const ApiCall &Call, State &S) {
  std::optional<Value> Event = Call.arg(Role::Event);
  std::optional<Value> Stream = Call.stream();
  if (!Event || !Stream)
    return;
  noteInterproceduralUse(InterproceduralUse::Records, *Stream);
  if (!Event->isSymbol()) {
    // Perhaps it was any of them.
    S.Events.clear();
    return;
  }
  std::optional<Value> Flags = Call.arg(Role::EventFlags);
  // A stream that may be in a capture: so may the event.
  bool IsClear = S.captureOf(*Stream) || S.isOutside(U, *Stream);
  if (!IsClear || (Flags && !Flags->isInt(0))) {
    S.Events.erase(SymbolId(Event->Data));
    return;
  }
  EventRecord Record;
  Record.At = Call.At;
  Record.Stream = *Stream;
  if (!S.captureOf(*Stream) && S.anyRunning())
    WaitedFor.insert(*Stream);
  if (const Capture *C = S.captureOf(*Stream)) {
    const Participant *P = C->participant(*Stream);
    Record.Captured = C->Begin;
    Record.Sees = P->Sees;
  }
  S.Events[Event->Data] = Record;
}

void Interpreter::loseDependencies(const Site &At, State &S) {
  for (const Capture &C : S.Captures)
    InLoops.loses(C.Begin, At, Frames[At.Ctx].InLoop);
  S.loseDependencies();
}

void Interpreter::waitEvent(const ApiCall &Call, State &S) {
  std::optional<Value> Event = Call.arg(Role::Event);
  std::optional<Value> Stream = Call.stream();
  std::optional<Value> Flags = Call.arg(Role::EventFlags);
  if (!Event || !Stream || (Flags && !Flags->isInt(0)))
    return;
  noteInterproceduralUse(InterproceduralUse::Forks, *Stream);
  noteInterproceduralUse(InterproceduralUse::Waits, *Event);
  auto It = Event->isSymbol() ? S.Events.find(Event->Data) : S.Events.end();
  // An event that cannot be followed may bring any stream into a capture, or
  // join any.
  if (It == S.Events.end() || Event->Stale || Stream->K == Value::Unknown) {
    loseDependencies(Call.At, S);
    return;
  }
  if (!It->second.Captured)
    return;
  // What comes of waiting for an event of a capture that has ended is not
  // documented.
  if (It->second.CaptureEnded) {
    loseDependencies(Call.At, S);
    return;
  }
  Capture *Joined = mutableCapture(S, S.captureOf(It->second));
  if (!Joined || !Joined->running())
    return;
  if (Capture *Own = mutableCapture(S, S.captureOf(*Stream))) {
    if (Own != Joined)
      return;
    Own->participant(*Stream)->Sees |= It->second.Sees;
    InLoops.joins(U, *Own, *Stream, It->second, Frames[Call.At.Ctx].InLoop);
    return;
  }
  if (Frames[Call.At.Ctx].InLoop)
    InLoops.forks(U, Joined->Begin, *Stream);
  // Waiting for a captured event takes the stream into that capture.
  if (Joined->Participants.size() == 32) {
    loseDependencies(Call.At, S);
    return;
  }
  // It has no work yet that anything could fail to see.
  const uint32_t Bit = 1U << Joined->Participants.size();
  for (Participant &P : Joined->Participants)
    P.Sees |= Bit;
  S.Events.updateIf([&](const auto &E) { return E.second.isOf(Joined->Begin); },
                    [&](EventRecord &Record) { Record.Sees |= Bit; });
  Joined->Participants.push_back({*Stream, S.Events[Event->Data].Sees | Bit,
                                  Call.At, std::nullopt,
                                  Frames[Call.At.Ctx].InLoop});
  if (Stream->isSymbol())
    S.Idle.erase(SymbolId(Stream->Data));
}

/// A call that enqueues work: a node of the graph if its stream captures.
void Interpreter::work(const ApiCall &Call, State &S) {
  std::optional<Value> Stream = Call.stream();
  Capture *C = Stream ? mutableCapture(S, S.captureOf(*Stream)) : nullptr;
  if (!C)
    return;
  Participant &P = *C->participant(*Stream);
  C->work(P, Call.At);
  const uint32_t Bit = 1U << (&P - C->Participants.data());
  S.Events.updateIf(
      [&](const auto &E) {
        return E.second.isOf(C->Begin) && (E.second.Sees & Bit);
      },
      [&](EventRecord &Record) { Record.Sees &= ~Bit; });
}
