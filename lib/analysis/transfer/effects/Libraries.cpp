//===- Libraries.cpp - Handles and plans of libraries ---------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A handle or plan carries the stream to which its work goes, and the place
/// for scalar results. Until the program sets others, these are the null stream
/// and the host (cuBLAS, cublasSetStream and cublasSetPointerMode; its sister
/// libraries say the same).
///
//===----------------------------------------------------------------------===//

#include "../ApiTransfer.h"
#include "../Evaluator.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Returns the handle that \p Call is given, if it is one value.
static std::optional<SymbolId> handleOf(const ApiCall &Call) {
  std::optional<Value> Handle = Call.arg(Role::Library);
  if (!Handle || !Handle->isSymbol() || Handle->Stale)
    return std::nullopt;
  return SymbolId(Handle->Data);
}

/// Whether \p Handle was in memory before, also in an object behind an unknown
/// pointer. No call of this function made or returned it.
static bool wasInMemory(const Universe &U, SymbolId Handle) {
  const SymbolInfo &S = U.symbol(Handle);
  if (S.K != SymbolInfo::Initial)
    return false;
  const LocationInfo &Root = U.location(U.root(S.Where));
  return Root.K != LocationInfo::Local || Root.IsParameter;
}

std::optional<Binding> ApiTransfer::bindingOf(const ApiCall &Call,
                                              const State &S) const {
  std::optional<SymbolId> Handle = handleOf(Call);
  auto It = Handle ? S.Bound.find(*Handle) : S.Bound.end();
  if (It != S.Bound.end())
    return It->second;
  // A handle from elsewhere uses the default stream if nothing in the program
  // binds any.
  if (!Handle || !Opts.ReportPossible || !wasInMemory(U, *Handle) ||
      !llvm::is_contained(Opts.UnboundLibraries, Call.Row.Header))
    return std::nullopt;
  Binding Assumed;
  Assumed.Stream = Value::constant(NullStream);
  Assumed.PointerMode = Value::unknown();
  Assumed.Assumed = true;
  return Assumed;
}

/// Returns the binding of the handle that \p Call is given, to be changed, or
/// null if it may be any handle.
Binding *ApiTransfer::bindingToChange(const ApiCall &Call, State &S) {
  std::optional<SymbolId> Handle = handleOf(Call);
  if (!Handle) {
    S.Bound.updateIf(
        [](const auto &) { return true; },
        [](Binding &To) { To.Stream = To.PointerMode = Value::unknown(); });
    return nullptr;
  }
  const bool Known = S.Bound.count(*Handle);
  Binding &To = S.Bound[*Handle];
  if (!Known)
    To.Stream = To.PointerMode = Value::unknown();
  // Other code that knows the handle may bind it.
  To.Shared |= !U.symbol(*Handle).Created;
  return &To;
}

void ApiTransfer::applyBindStream(const ApiCall &Call, State &S) {
  Binding *To = bindingToChange(Call, S);
  if (!To)
    return;
  To->Stream = Call.arg(Role::Stream).value_or(Value::unknown());
  To->At = Call.At;
  To->Fresh = false;
}

void ApiTransfer::applySetPointerMode(const ApiCall &Call, State &S) {
  if (Binding *To = bindingToChange(Call, S))
    To->PointerMode = Call.arg(Role::PointerMode).value_or(Value::unknown());
}

void ApiTransfer::applyGetStream(const ApiCall &Call, State &S) {
  std::optional<Value> Pointer = Call.arg(Role::Stream, Access::Out);
  if (!Pointer || Pointer->K != Value::Reference)
    return;
  Eval.store(Pointer->Data,
             Call.Bound ? Call.Bound->Stream
                        : Eval.conjure(Call.At.Ctx, *Call.At.I, 1, false, S),
             S);
}

/// Whether the result of \p Call goes to the host; nullopt if that is not
/// known.
std::optional<bool> ApiTransfer::goesToHost(const ApiCall &Call) const {
  if (Call.Bound && !Call.Bound->PointerMode.Stale &&
      Call.Bound->PointerMode.K == Value::Int)
    return Call.Bound->PointerMode.Data == 0;
  // The device writes to no variable of the host.
  std::optional<Value> Where = Call.arg(Role::Result);
  if (Where && Where->K == Value::Reference && !Where->Stale &&
      U.location(Where->Data).K == LocationInfo::Local)
    return true;
  return std::nullopt;
}

const ApiRow &ApiTransfer::actualRow(const ApiCall &Call,
                                     const State &S) const {
  auto Holds = [&](const RowCase &Case) -> bool {
    switch (Case.When) {
    case RowCase::IsNull:
    case RowCase::IsNotNull: {
      // The first arguments are implicit: a program does not write them.
      const size_t Index = size_t(Call.Row.Implicit) + Case.Argument;
      if (Index >= Call.Args.size())
        return false;
      const Value &V = Call.Args[Index];
      const bool Null = Case.When == RowCase::IsNull;
      if (V.Stale)
        return false;
      if (V.K == Value::Int)
        return (V.Data == 0) == Null;
      if (V.K == Value::Reference)
        return !Null;
      auto Known = V.isSymbol() ? S.Facts.find(V.Data) : S.Facts.end();
      return !Null && Known != S.Facts.end() && Known->second.excludes(0);
    }
    case RowCase::HostResult:
      return goesToHost(Call) == true;
    case RowCase::DeviceResult:
      return goesToHost(Call) == false;
    case RowCase::Unbound:
      return Call.Bound && Call.Bound->Fresh &&
             Call.Bound->Stream == Value::constant(0);
    case RowCase::DriverSince:
      return Opts.Driver.isSince(Case.Driver) == true;
    }
    return false;
  };
  for (const RowCase &Case : Call.Row.Cases)
    if (Holds(Case))
      return *Case.Row;
  return Call.Row;
}
