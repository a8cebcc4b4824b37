//===- OutParameters.cpp - Values that calls store through pointers -------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../engine/RootRun.h"
#include "../findings/RootEvidence.h"
#include "ApiTransfer.h"
#include "EarlierCaptures.h"
#include "Evaluator.h"
#include "GraphMemory.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void ApiTransfer::outParameters(const ApiCall &Call, State &S) {
  // A kernel receives values, and the driver stores nothing for it.
  const bool IsLaunch = Call.Row.passesToKernel();
  if (!IsLaunch)
    for (unsigned P = 0; P < Call.Args.size(); ++P)
      undescribedParameter(Call, P, S);
  for (unsigned P = 0; P < Call.Row.Params.size() && P < Call.Args.size();
       ++P) {
    const Param &Formal = Call.Row.Params[P];
    // applyGetStream stores the bound stream.
    const bool IsBoundStream =
        Formal.R == Role::Stream && Call.Row.Eff == Effect::GetStream;
    if (Formal.Acc == Access::Out && !IsBoundStream)
      outParameter(Call, P, S);
  }
}

/// Applies the effect of an argument without a role, or the destination of a
/// copy. The call may store anything where it points.
void ApiTransfer::undescribedParameter(const ApiCall &Call, unsigned P,
                                       State &S) {
  if (Call.Args[P].K != Value::Reference ||
      (P < Call.Row.Params.size() && Call.Row.Params[P].R != Role::None &&
       Call.Row.Params[P].R != Role::UserData &&
       Call.Row.Params[P].R != Role::CopyDestination))
    return;
  // The row describes the fields that the call reads there.
  if (llvm::any_of(Call.Row.Fields,
                   [P](const FieldRole &F) { return F.Param == P; }))
    return;
  LocationId Where = Call.Args[P].Data;
  const auto Before = S.Memory.find(Where);
  const bool IsNumber =
      Before != S.Memory.end() && Before->second.K == Value::Int;
  S.Memory.updateIf(
      [&](const auto &Entry) {
        return Entry.second.K != Value::Unknown &&
               U.isPartOf(Entry.first, Where);
      },
      [](Value &V) { V.doubt(); });
  const auto Held = S.Memory.find(Where);
  // Programs compare other answers to a question about a capture, such as its
  // number, as they compare its status.
  const bool IsQuestion =
      Call.Row.paramIndex(Role::CaptureStatus, Access::Out).has_value();
  if (IsNumber || (Held == S.Memory.end() &&
                   U.location(U.root(Where)).K == LocationInfo::Local))
    S.Memory[Where] =
        Eval.conjure(Call.At.Ctx, *Call.At.I, 100 + P, IsQuestion, S);
}

/// Stores the value that the call makes or answers where the argument points.
void ApiTransfer::outParameter(const ApiCall &Call, unsigned P, State &S) {
  const Role R = Call.Row.Params[P].R;
  Value Made = Eval.conjure(Call.At.Ctx, *Call.At.I, P + 1, false, S);
  const std::optional<LocationId> Where = outLocation(Call.Args[P], S);
  if (R == Role::CaptureStatus) {
    Made = captureStatus(Call, Made, S);
  } else {
    // A successful call creates nothing that is null.
    if (Made.isSymbol())
      S.Facts[Made.Data].exclude(0);
    if (R == Role::Memory && S.anyRunning())
      MemoryOfGraphs.noteGraphAllocated(Made.Data);
    if (R == Role::Stream)
      noteBlocking(Call, Made, S);
    if (isHandle(R)) {
      createHandle(Call, R, Made, S);
      if (Where)
        Evidence.CreatedIn.insert(U.root(*Where));
    }
    if (R == Role::Library)
      createLibraryHandle(Call, Made, S);
  }
  if (Where)
    Eval.store(*Where, Made, S);
}

/// Returns the location to which an argument points, or nullopt if it is
/// unknown.
std::optional<LocationId> ApiTransfer::outLocation(const Value &Pointer,
                                                   State &S) {
  std::optional<LocationId> Where;
  if (Pointer.K == Value::Reference)
    Where = LocationId(Pointer.Data);
  else if (Pointer.isSymbol())
    Where = U.pointee(Pointer.Data);
  // A pointer that does not come from the caller may point at any variable.
  bool Anywhere = !Where;
  if (Where)
    if (const LocationInfo &Root = U.location(U.root(*Where));
        Root.K == LocationInfo::Pointee)
      Anywhere = !U.isFromOutside(Root.Pointer);
  if (Anywhere) {
    Evidence.WritesAnywhere.insert(Run.RootContext);
    // A null variable may not be null any more, because a loop over a list of
    // addresses may have reached it.
    S.Memory.updateIf(
        [&](const auto &Entry) {
          return Entry.second.isInt(0) && Eval.isEscaped(Entry.first);
        },
        [](Value &V) { V = Value::unknown(); });
  }
  return Where;
}

/// Notes whether the legacy stream waits for a stream that the call makes. It
/// does so without flags (cudaStreamCreate). Bit 0 of the flags is
/// cudaStreamNonBlocking.
void ApiTransfer::noteBlocking(const ApiCall &Call, const Value &Made,
                               State &S) {
  std::optional<Value> Flags = Call.arg(Role::StreamFlags);
  if (!Flags)
    S.Blocking[Made.Data] = !Call.Row.paramIndex(Role::StreamFlags);
  else if (Flags->K == Value::Int)
    S.Blocking[Made.Data] = !(Flags->Data & 1);
  if (Call.Row.MakesNonBlocking)
    S.Blocking[Made.Data] = false;
}

void ApiTransfer::createHandle(const ApiCall &Call, Role R, const Value &Made,
                               State &S) {
  U.markCreated(Made.Data);
  if (R == Role::Graph && Call.Row.Eff == Effect::None)
    S.NewGraphs[Made.Data] = true;
  if (S.Device.Id.K == Value::Int)
    S.DeviceOf[Made.Data] = S.Device.Id.Data;
  // An event that is created when it is first needed may have existed for long.
  if (R == Role::Event && !S.underCondition())
    S.Unrecorded[Made.Data] = true;
  // A stream that is created when it is first needed may have existed for long.
  if (R == Role::Stream && !S.underCondition())
    S.Idle[Made.Data] = {};
}

void ApiTransfer::createLibraryHandle(const ApiCall &Call, const Value &Made,
                                      State &S) {
  U.markCreated(Made.Data);
  const Value Zero = Value::constant(0);
  S.Bound[Made.Data] = {Zero, Zero, Call.At, /*Fresh=*/true, false};
}

/// Returns the result of a query for the status of a stream: a number if the
/// result is certain, or \p Made otherwise.
Value ApiTransfer::captureStatus(const ApiCall &Call, const Value &Made,
                                 State &S) {
  std::optional<Value> Stream = Call.stream();
  if (Opts.IgnoreGuards || !Stream)
    return Made;
  EarlierCaptures::mayBeginNow(S);
  const Capture *C = S.captureOf(*Stream);
  // A caller that hands over several streams need not capture this one.
  if (C && C->S == Capture::Active && !C->isOneOfSeveral(*Stream))
    return Value::constant(StatusActive);
  if (Stream->isSymbol() && !Stream->Stale && S.Idle.count(Stream->Data))
    return Value::constant(StatusNone);
  S.StatusOf[Made.Data] = *Stream;
  return Made;
}
