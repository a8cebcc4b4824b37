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
  CallReporter(Interpreter &Interp, const ApiCall &Call, State &S)
      : Interp(Interp), Call(Call), S(S) {}

  void report(Rule R, Shape Sh, unsigned Error, const Capture *Running,
              const Destruction *Destroyed,
              std::optional<unsigned> HandleArg) override {
    if (!Interp.isExact(S, Running) ||
        (Destroyed && !Interp.isExactUse(S, *Destroyed)))
      return;
    Site Other = Running ? Running->Begin : Destroyed ? Destroyed->At : Site();
    auto [It, New] =
        Interp.RawIds.try_emplace({R, Sh, Call.At, Other}, Interp.Raw.size());
    if (New) {
      RawFinding F;
      F.R = R;
      F.S = Sh;
      F.At = Call.At;
      F.Row = &Call.Row;
      F.Fam = Call.Fam;
      F.Error = Error;
      if (Destroyed)
        F.Destroyed = Destroyed->At;
      F.HandleArg = HandleArg;
      F.Controls = S.Controls;
      if (Running) {
        F.Begin = Running->Begin;
        F.Mode = knownMode(S, Running->Mode);
        F.StreamNames = Interp.namesOf(Call.At.Ctx, Running->Origin, S);
      }
      Interp.Raw.push_back(std::move(F));
    }
    if (Running && Running->S == Capture::Presumed)
      S.Pending.insert({Running->Begin, It->second});
    else
      Interp.Certain.insert(It->second);
  }

private:
  Interpreter &Interp;
  const ApiCall &Call;
  State &S;
};
} // namespace cuda_capture::analysis

void Interpreter::api(Context Ctx, const ir::Instruction &I, State &S) {
  Lookup Found = KB.lookup(I.Callee);
  const ApiRow *Row = Found ? Found.Row : KB.construct(I.Callee);
  if (!Row)
    return opaque(Ctx, I, S);

  ApiCall Call{*Row,
               Found.Fam,
               PerThread || Found.PerThreadDefaultStream,
               {Ctx, &I},
               {}};
  for (const ir::Operand &A : I.Args)
    Call.Args.push_back(S.resolve(evaluate(Ctx, A, S)));

  CallReporter R(*this, Call, S);
  checkUnsafeCall(Call, S, R);
  checkSynchronization(Call, S, R);
  checkLegacyStream(Call, S, R);
  checkUnsupportedOperation(Call, S, R);
  checkUseAfterDestroy(Call, S, R);

  // The call's result: 0 until a branch says otherwise.
  SymbolId Result = U.conjure(Ctx, &I, 0, /*Opaque=*/false);
  S.forget(U, Result);

  outParameters(Call, S);
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
  case Effect::WaitEvent:
    eventEffects(Call, S);
    break;
  case Effect::None:
    break;
  }
  destroy(Call, S);

  S.Results[Result] = {Call.At, Row->Eff == Effect::BeginCapture};
  assignResult(Ctx, I, Value::symbol(Result), S);
}

void Interpreter::beginCapture(const ApiCall &Call, State &S) {
  std::optional<Value> Stream = Call.stream();
  if (!Stream || Call.onLegacyStream())
    return;
  llvm::erase_if(S.Captures, [&](const Capture &C) {
    // The stream's earlier captures are over, or this call fails.
    return C.Begin == Call.At || C.Origin.sameAs(*Stream);
  });
  for (auto It = S.Pending.begin(); It != S.Pending.end();)
    It = It->first == Call.At ? S.Pending.erase(It) : std::next(It);
  Capture C;
  C.Begin = Call.At;
  C.Origin = *Stream;
  C.Origin.Stale = false;
  // CUDA 10.0 had no mode argument; its captures are Global.
  C.Mode = Call.arg(Role::Mode)
               .value_or(Value::constant(int64_t(CaptureMode::Global)));
  C.Participants = {C.Origin};
  for (const auto &[Sym, Known] : S.Facts)
    C.UnderConfiguration |= U.symbol(Sym).Configuration;
  S.Captures.push_back(std::move(C));
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
  if (!Ending && Running == 1 && !Stream->isInt(PerThreadStream))
    for (Capture &C : S.Captures)
      if (C.running())
        Ending = &C;
  if (!Ending) {
    for (Capture &C : S.Captures)
      if (C.running())
        C.S = Capture::Lost;
    return;
  }
  for (auto It = S.Pending.begin(); It != S.Pending.end();) {
    if (It->first != Ending->Begin) {
      ++It;
      continue;
    }
    if (Ending->running())
      Certain.insert(It->second);
    It = S.Pending.erase(It);
  }
  Ending->S = Capture::Ended;
  Ending->Participants = {Ending->Origin};
}

void Interpreter::exchangeMode(const ApiCall &Call, State &S) {
  std::optional<Value> Pointer = Call.arg(Role::Mode, Access::InOut);
  if (!Pointer || Pointer->K != Value::Reference) {
    S.ThreadMode = Value::unknown();
    return;
  }
  LocationId Where = Pointer->Data;
  Value Old = S.ThreadMode;
  setThreadMode(load(Where, S), S);
  store(Where, Old, S);
}

void Interpreter::outParameters(const ApiCall &Call, State &S) {
  for (unsigned P = 0; P < Call.Row.Params.size() && P < Call.Args.size();
       ++P) {
    const Param &Formal = Call.Row.Params[P];
    const Value &Pointer = Call.Args[P];
    if (Formal.Acc != Access::Out)
      continue;
    Value Made = conjure(Call.At.Ctx, *Call.At.I, P + 1, false, S);
    std::optional<LocationId> Where;
    if (Pointer.K == Value::Reference)
      Where = LocationId(Pointer.Data);
    else if (Pointer.isSymbol())
      Where = U.pointee(Pointer.Data);
    switch (Formal.R) {
    case Role::Stream: {
      // Without flags a stream is blocking (cudaStreamCreate); bit 0 of the
      // flags is cudaStreamNonBlocking.
      std::optional<Value> Flags = Call.arg(Role::StreamFlags);
      if (!Flags)
        S.Blocking[Made.Data] = !Call.Row.paramIndex(Role::StreamFlags);
      else if (Flags->K == Value::Int)
        S.Blocking[Made.Data] = !(Flags->Data & 1);
      break;
    }
    case Role::CaptureStatus: {
      std::optional<Value> Stream = Call.stream();
      const Capture *C = Stream ? S.captureOf(*Stream) : nullptr;
      // cudaStreamCaptureStatusActive is 1.
      if (C && C->S == Capture::Active)
        Made = Value::constant(1);
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
    if (Where)
      store(*Where, Made, S);
  }
}

void Interpreter::destroy(const ApiCall &Call, State &S) {
  for (unsigned P = 0; P < Call.Row.Params.size() && P < Call.Args.size();
       ++P) {
    const Param &Role = Call.Row.Params[P];
    const Value &Handle = Call.Args[P];
    if (Role.Acc != Access::Destroy || !Handle.isSymbol() || Handle.Stale)
      continue;
    S.Destroyed.try_emplace(Handle.Data, Destruction{Call.At, S.Controls});
    if (Role.R == Role::Stream)
      for (Capture &C : S.Captures)
        if (C.Origin.sameAs(Handle) && C.running())
          C.S = Capture::Lost;
  }
}

void Interpreter::eventEffects(const ApiCall &Call, State &S) {
  std::optional<Value> Event = Call.arg(Role::Event);
  std::optional<Value> Stream = Call.stream();
  if (!Event || !Stream)
    return;
  const Capture *C = S.captureOf(*Stream);
  if (Call.Row.Eff == Effect::RecordEvent) {
    if (!Event->isSymbol())
      return;
    EventRecord Record;
    std::optional<Value> Flags = Call.arg(Role::EventFlags);
    if (Flags && !Flags->isInt(0)) {
      S.Events.erase(Event->Data);
      return;
    }
    if (C)
      Record.Captured = C->Begin;
    S.Events[Event->Data] = Record;
    return;
  }
  // Waiting for a captured event takes the stream into that capture.
  auto It = Event->isSymbol() ? S.Events.find(Event->Data) : S.Events.end();
  if (It == S.Events.end() || !It->second.Captured)
    return;
  Capture *Joined = S.capture(*It->second.Captured);
  if (Joined && Joined->running() && !S.captureOf(*Stream))
    Joined->Participants.push_back(*Stream);
}
