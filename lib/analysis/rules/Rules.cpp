//===- Rules.cpp - What the rules share -----------------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Rules.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

llvm::StringRef analysis::ruleName(Rule R) {
  switch (R) {
  case Rule::UnsafeCall:
    return "unsafe-call";
  case Rule::Synchronization:
    return "synchronization";
  case Rule::LegacyStream:
    return "legacy-stream";
  case Rule::UnsupportedOperation:
    return "unsupported-operation";
  case Rule::UseAfterDestroy:
    return "use-after-destroy";
  }
  return "";
}

std::optional<Value> ApiCall::arg(Role R, Access A) const {
  std::optional<unsigned> I = Row.paramIndex(R, A);
  if (!I || *I >= Args.size())
    return std::nullopt;
  return Args[*I];
}

Value ApiCall::normalizedStream(Value V) const {
  if (V.isInt(NullStream))
    V.Data = PerThread ? PerThreadStream : LegacyStream;
  return V;
}

std::optional<Value> ApiCall::stream(Access A) const {
  std::optional<Value> V = arg(Role::Stream, A);
  if (V)
    V = normalizedStream(*V);
  return V;
}

bool ApiCall::onLegacyStream() const {
  std::optional<Value> V = stream();
  return V && V->isInt(LegacyStream);
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
  for (const Value &P : C.Participants) {
    // The per-thread default stream is a blocking stream (CUDA Runtime API,
    // "Stream synchronization behavior").
    if (P.isInt(PerThreadStream))
      return Verdict::Error;
    auto It = P.isSymbol() ? S.Blocking.find(P.Data) : S.Blocking.end();
    if (It == S.Blocking.end())
      Result = Verdict::Unknown;
    else if (It->second)
      return Verdict::Error;
  }
  return Result;
}
