//===- CheckSupport.cpp - Functions that several checks use ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

llvm::StringRef analysis::ruleName(Rule R) {
  switch (R) {
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY)                   \
  case Rule::RULE:                                                             \
    return NAME;
#include "Checks.def"
  }
  return "";
}

bool analysis::looksAt(Rule R, Point Points) {
  auto AnyOf = [Points](Point Own) {
    return (unsigned(Own) & unsigned(Points)) != 0;
  };
  switch (R) {
#define CHECK(RULE, NAME, POINTS, SEVERITY, ERRORS, SUMMARY)                   \
  case Rule::RULE:                                                             \
    return AnyOf(POINTS);
#include "Checks.def"
  }
  return false;
}

llvm::StringRef analysis::kindName(DiagnosticKind K) {
  switch (K) {
#define DIAGNOSTIC_KIND(KIND, NAME)                                            \
  case DiagnosticKind::KIND:                                                   \
    return NAME;
#include "DiagnosticKinds.def"
  }
  return "";
}

bool analysis::isHandle(Role R) {
  return R == Role::Stream || R == Role::Event || R == Role::Graph ||
         R == Role::Exec || R == Role::Semaphore;
}

bool analysis::mayResetDevice(const ApiRow &Row) {
  return Row.Class == ApiClass::Unknown && Row.Params.empty() &&
         Row.Eff == Effect::None;
}

bool analysis::isMadeGraph(const Param &P) {
  return P.Acc == Access::Out && (P.R == Role::Graph || P.R == Role::Exec);
}

std::optional<Value> ApiCall::arg(Role R, Access A) const {
  std::optional<unsigned> I = Row.paramIndex(R, A);
  if (!I || *I >= Args.size())
    return std::nullopt;
  return Args[*I];
}

/// The first number for the per-thread streams of started threads. It is
/// distinct from all handles that are constants of the API.
static constexpr int64_t SpawnedStreams = int64_t(1) << 32;

std::optional<LocationId> analysis::arrayBehind(const Value &Elements,
                                                const Universe &U) {
  if (Elements.K != Value::Reference)
    return std::nullopt;
  // For an array, the argument is a pointer to its first element.
  const LocationInfo &At = U.location(Elements.Data);
  return At.K == LocationInfo::Element ? At.Parent : LocationId(Elements.Data);
}

void analysis::forEachKernelArgument(const Value &Arguments, const State &S,
                                     const Universe &U,
                                     llvm::function_ref<void(LocationId)> Use) {
  const std::optional<LocationId> Array = arrayBehind(Arguments, U);
  if (!Array)
    return;
  for (const auto &[Where, Pointer] : S.Memory)
    if (Pointer.K == Value::Reference && U.isPartOf(Where, *Array))
      Use(Pointer.Data);
}

bool analysis::isPerThreadStream(const Value &Stream) {
  return Stream.isInt(PerThreadStream) ||
         (Stream.K == Value::Int && Stream.Data >= SpawnedStreams);
}

Value ApiCall::normalizedStream(Value V) const {
  if (V.isInt(NullStream))
    V.Data = PerThread ? PerThreadStream : LegacyStream;
  // One handle stands for a stream of its own in each thread (CUDA Runtime API,
  // "Stream synchronization behavior").
  if (V.isInt(PerThreadStream) && Spawned)
    V.Data = SpawnedStreams + int64_t(Thread);
  return V;
}

std::optional<Value> ApiCall::stream(Access A) const {
  std::optional<Value> V = arg(Role::Stream, A);
  if (!V && A == Access::In)
    V = InStructure;
  if (A == Access::In && throughHandle()) {
    if (!Bound || Bound->Stream.K == Value::Unknown || Bound->Stream.Stale)
      return std::nullopt;
    // A library resolves the null stream in its own way, because it was
    // compiled before.
    if (PerThread && Bound->Stream.isInt(NullStream))
      return std::nullopt;
    V = Bound->Stream;
  }
  if (V)
    V = normalizedStream(*V);
  return V;
}

bool ApiCall::throughHandle() const {
  return !Row.paramIndex(Role::Stream) && Row.paramIndex(Role::Library);
}

bool ApiCall::onLegacyStream() const {
  std::optional<Value> V = stream();
  return V && V->isInt(LegacyStream);
}

Reporter::Details analysis::boundHere(const ApiCall &Call) {
  Reporter::Details More;
  if (!Call.throughHandle())
    return More;
  More.HandleArg = Call.Row.paramIndex(Role::Library);
  if (Call.Bound && !Call.Bound->Assumed)
    More.Related.emplace_back(Call.Bound->Fresh ? Relation::Created
                                                : Relation::Bound,
                              Call.Bound->At);
  return More;
}

std::optional<bool> analysis::concernsDevice(const ApiCall &Call) {
  const Value Device = Value::constant(int64_t(MemorySpace::Device));
  const Value Host = Value::constant(int64_t(MemorySpace::Host));
  std::vector<Value> Places;
  for (unsigned I = 0; I < Call.Row.Params.size() && I < Call.Args.size(); ++I)
    if (Call.Row.Params[I].R == Role::MemorySpace &&
        Call.Row.Params[I].Acc == Access::In)
      Places.push_back(Call.Args[I]);
  // A library's handle belongs to a device.
  if (Places.empty() || Call.Bound)
    return true;
  std::optional<Value> NonBlocking = Call.arg(Role::NonBlocking);
  if (!NonBlocking) {
    if (llvm::is_contained(Places, Device))
      return true;
    if (llvm::all_of(Places, [](const Value &V) {
          return V.K == Value::Int && !V.Stale;
        }))
      return false;
    return std::nullopt;
  }
  // A copy for which nobody waits needs pinned memory, and may have it.
  if (NonBlocking->K == Value::Int && !NonBlocking->isInt(0))
    return false;
  if (Places.size() < 2 || Places[0] == Places[1])
    return false;
  if (!NonBlocking->isInt(0) || Places[0].K != Value::Int ||
      Places[1].K != Value::Int)
    return std::nullopt;
  return llvm::is_contained(Places, Device) && llvm::is_contained(Places, Host);
}

Verdict analysis::unsafeVerdict(const ApiRow &Row, CaptureMode Mode) {
  if (std::optional<Verdict> V = Row.ModeOverride[unsigned(Mode)])
    if (Row.Class == ApiClass::Unsafe)
      return *V;
  return Mode == CaptureMode::Relaxed ? Verdict::Ok : Verdict::Error;
}

std::optional<CaptureMode> analysis::knownMode(const State &S,
                                               const Value &Mode) {
  Value V = S.resolve(Mode);
  if (V.K != Value::Int || V.Stale || V.Data < 0 || V.Data > 2)
    return std::nullopt;
  return CaptureMode(V.Data);
}

Verdict analysis::capturesBlockingStream(const State &S, const Capture &C) {
  Verdict Result = Verdict::Ok;
  for (const Participant &Part : C.Participants) {
    const Value &P = Part.Stream;
    // The per-thread default stream is a blocking stream (CUDA Runtime API,
    // "Stream synchronization behavior").
    if (isPerThreadStream(P))
      return Verdict::Error;
    auto It = P.isSymbol() ? S.Blocking.find(P.Data) : S.Blocking.end();
    if (It == S.Blocking.end())
      Result = Verdict::Unknown;
    else if (It->second)
      return Verdict::Error;
  }
  return Result;
}

bool analysis::isKeptApart(const Universe &U, const Capture &C,
                           const Value &Stream) {
  if (!C.IsCallers || !C.IsHandedOver || !Stream.isSymbol() || Stream.Stale ||
      C.participant(Stream))
    return false;
  const SymbolInfo &Info = U.symbol(Stream.Data);
  if (Info.K != SymbolInfo::Initial)
    return false;
  const LocationInfo &Where = U.location(Info.Where);
  if (Where.K != LocationInfo::Global && Where.K != LocationInfo::Field)
    return false;
  const LocationInfo &Root = U.location(U.root(Info.Where));
  return Root.K == LocationInfo::Global ||
         (Root.K == LocationInfo::Pointee && C.Self.isSymbol() &&
          Root.Pointer == SymbolId(C.Self.Data));
}
