//===- CallersCapture.cpp - Functions whose caller captures ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that is declared capturable lets its caller capture the streams
/// that it receives. It is run once more, as a root in which such a capture
/// runs from the entry to every exit. The conditions that its callers check
/// before the call are unknown; those that it checks itself count, as anywhere
/// else. If they hand over the status of a capture, it says that theirs runs.
///
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "StreamParameters.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Excludes that the objects through which \p Stream is found are missing:
/// 'owner ? owner->stream : nullptr' is the captured stream.
static void excludeMissingOwners(SymbolId Stream, const Universe &U,
                                 FactMap &Facts) {
  while (U.symbol(Stream).K == SymbolInfo::Initial) {
    const LocationInfo &Owner = U.location(U.root(U.symbol(Stream).Where));
    if (Owner.K != LocationInfo::Pointee)
      return;
    Stream = Owner.Pointer;
    Facts[Stream].exclude(0);
  }
}

void Interpreter::enterCallersCapture(const ir::Function &F, Context Ctx,
                                      const std::optional<Value> &Assumed,
                                      State &S) {
  const ir::Capturable &Contract = *F.Captured;
  Capture C;
  C.IsCallers = true;
  C.Begin = {Ctx, &Contract.Entry};
  C.Thread = Contract.Beside ? CallTree::NoThread : Ctx;
  C.Mode = Value::constant(Contract.Mode);
  // The caller may have checked the same setting before it began the capture.
  C.UnderConfiguration = true;
  auto Add = [&](const Value &V, unsigned Arg, bool IsCurrent) {
    if (!V.isSymbol() || C.participant(V) || C.Participants.size() == 30)
      return;
    // Neither the null stream nor the legacy one is ever captured.
    S.Facts[V.Data].exclude(NullStream);
    S.Facts[V.Data].exclude(LegacyStream);
    excludeMissingOwners(V.Data, U, S.Facts);
    Participant &New = C.Participants.emplace_back();
    New.Stream = V;
    New.Arg = Arg;
    New.IsCurrent = IsCurrent;
  };
  for (unsigned I = 0; I < Contract.Entry.Args.size(); ++I)
    Add(Eval.evaluate(Ctx, Contract.Entry.Args[I], S), I, /*IsCurrent=*/false);
  // The types of the function may not say which parameter is a stream.
  if (Contract.Entry.Args.empty() && !Contract.Beside)
    for (const unsigned P : streamParameters(F, Find, Calls))
      Add(Eval.load(U.local(Ctx, P), S), 0, /*IsCurrent=*/false);
  C.OriginIsAssumed = Assumed.has_value();
  if (Assumed)
    Add(*Assumed, 0, /*IsCurrent=*/false);
  // A function that receives no stream obtains one, but it is unknown which.
  // Nor is it a stream that another thread captures.
  if (C.Participants.empty())
    C.Participants.push_back({Value::unknown(), 0, std::nullopt, std::nullopt});
  if (!F.Params.empty() && F.Locals.front() == "this")
    C.Self = Eval.load(U.local(Ctx, 0), S);
  C.IsHandedOver =
      Contract.Entry.Args.empty()
          ? !Assumed && C.Participants.front().Stream.isSymbol()
          : llvm::any_of(Contract.Entry.Args, [&](const auto &A) {
              return A.Where.LocalId != 0 || F.Locals.front() != "this";
            });
  C.Origin = C.Participants.front().Stream;
  if (!Contract.Beside)
    Add(Eval.load(U.global(ir::CurrentStreamPlace), S), 0, /*IsCurrent=*/true);
  // The participants have no work of this function yet that another one could
  // fail to see.
  for (Participant &P : C.Participants)
    P.Sees = (1U << C.Participants.size()) - 1;
  S.Captures.push_back(std::move(C));
  // A caller that passes on whether it captures says that it does.
  if (!Opts.IgnoreGuards)
    for (const ir::Operand &Told : Contract.Statuses)
      if (const std::optional<LocationId> Where =
              Eval.locate(Ctx, Told.Where, S))
        S.Memory[*Where] = Value::constant(StatusActive);
  Constructed.enter(F, S);
}

void Interpreter::enterWithStatuses(const ir::Function &F, Context Ctx,
                                    State &S) {
  for (const ir::Operand &Told : F.Captured->Statuses)
    if (const Value V = Eval.evaluate(Ctx, Told, S); V.isSymbol())
      S.StatusOf[V.Data] = Value::unknown();
}
