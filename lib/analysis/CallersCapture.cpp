//===- CallersCapture.cpp - Functions whose caller captures ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function that is declared capturable lets its caller capture
/// the streams that it receives. It is run once more, as a root in which such
/// a capture runs from the entry to every exit. What its callers ask before
/// they call it is not known; what it asks itself counts, as anywhere else.
///
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

void Interpreter::enterCallersCapture(const ir::Function &F, Context Ctx,
                                      State &S) {
  const ir::Capturable &Contract = *F.Captured;
  Capture C;
  C.IsCallers = true;
  C.Begin = {Ctx, &Contract.Entry};
  C.Thread = Contract.Beside ? NoThread : Ctx;
  C.Mode = Value::constant(Contract.Mode);
  // The caller may have asked the same setting before it began.
  C.UnderConfiguration = true;
  auto Add = [&](const Value &V) {
    if (!V.isSymbol() || C.participant(V) || C.Participants.size() == 30)
      return;
    // Neither the null stream nor the legacy one is ever captured.
    S.Facts[V.Data].exclude(NullStream);
    S.Facts[V.Data].exclude(LegacyStream);
    C.Participants.push_back({V, 0, std::nullopt, std::nullopt});
  };
  for (const ir::Operand &Stream : Contract.Entry.Args)
    Add(evaluate(Ctx, Stream, S));
  // If it receives none, it obtains one: which, is not known. Nor is it what
  // another thread captures.
  if (C.Participants.empty())
    C.Participants.push_back({Value::unknown(), 0, std::nullopt, std::nullopt});
  if (!F.Params.empty() && F.Locals.front() == "this")
    C.Self = load(U.local(Ctx, 0), S);
  C.IsHandedOver = llvm::any_of(Contract.Entry.Args, [&](const auto &A) {
    return A.Where.LocalId != 0 || F.Locals.front() != "this";
  });
  C.Origin = C.Participants.front().Stream;
  if (!Contract.Beside)
    Add(load(U.global(ir::CurrentStreamPlace), S));
  // They have no work of this function yet that another could fail to see.
  for (Participant &P : C.Participants)
    P.Sees = (1U << C.Participants.size()) - 1;
  S.Captures.push_back(std::move(C));
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

std::string Interpreter::nameOfHandle(const Value &Handle) const {
  if (!Handle.isSymbol() || U.symbol(Handle.Data).K != SymbolInfo::Initial)
    return "";
  return nameOf(U.symbol(Handle.Data).Where);
}

void Interpreter::noteInterproceduralUse(InterproceduralUse What,
                                         const Value &Handle) {
  std::string Name = nameOfHandle(Handle);
  if (!Name.empty())
    DoneIn.insert({What, std::move(Name), Frames[RootContext].F});
}

bool Interpreter::hasInterproceduralUse(const RawFinding &F) const {
  Context Root = F.At.Ctx;
  while (Frames[Root].Call)
    Root = Frames[Root].Parent;
  return llvm::any_of(F.UnlessElsewhere, [&](const auto &Unless) {
    return llvm::any_of(DoneIn, [&](const auto &Done) {
      return std::get<InterproceduralUse>(Done) == Unless.first &&
             std::get<std::string>(Done) == Unless.second &&
             std::get<const ir::Function *>(Done) != Frames[Root].F;
    });
  });
}

std::vector<RawFinding> Interpreter::unjoinedAtExit(const Capture &C,
                                                    const State &S) {
  std::vector<RawFinding> Result;
  if (!C.running() || !C.DependenciesKnown)
    return Result;
  for (unsigned I = 0; I < C.Participants.size(); ++I) {
    const Participant &P = C.Participants[I];
    const uint32_t Bit = 1U << I;
    if (!P.Joined || !P.Work || P.Stream.K == Value::Unknown ||
        llvm::any_of(C.Participants, [&](const Participant &Other) {
          return !Other.Joined && (Other.Sees & Bit);
        }))
      continue;
    RawFinding F;
    F.UnlessElsewhere.emplace_back(InterproceduralUse::Records,
                                   nameOfHandle(P.Stream));
    bool IsHandedBack = false;
    for (const auto &[Event, Record] : S.Events) {
      if (!Record.isOf(C.Begin) || !(Record.Sees & Bit))
        continue;
      // The caller gave the event, to wait for it.
      IsHandedBack |= U.isFromOutside(Event) &&
                      U.location(U.symbol(Event).Where).IsParameter;
      F.UnlessElsewhere.emplace_back(InterproceduralUse::Waits,
                                     nameOfHandle(Value::symbol(Event)));
    }
    if (IsHandedBack)
      continue;
    F.R = Rule::UnjoinedStream;
    F.S = DiagnosticKind::UnjoinedAtExit;
    F.Error = ErrorStreamCaptureUnjoined;
    F.At = *P.Joined;
    F.Begin = C.Begin;
    F.Mode = knownMode(S, C.Mode);
    F.Related.emplace_back(Relation::Worked, *P.Work);
    F.UnlessInLoop = P.Stream;
    Result.push_back(std::move(F));
  }
  return Result;
}

/// Whether the function that makes a decision also writes what it asked for:
/// something is made once, when it is first needed.
bool Interpreter::isFirstUse(const ControlDependence &C) const {
  if (!C.Configuration || !C.Branch->Value)
    return false;
  std::vector<llvm::StringRef> Asked;
  std::vector<const ir::Operand *> Parts{&*C.Branch->Value};
  while (!Parts.empty()) {
    const ir::Operand *O = Parts.back();
    Parts.pop_back();
    if (O->K == ir::Operand::Read && O->Where.Base == ir::Place::Global)
      Asked.push_back(O->Where.GlobalName);
    for (const ir::Operand &Part : O->Operands)
      Parts.push_back(&Part);
  }
  auto IsAsked = [&](const ir::Place &P) {
    return P.Base == ir::Place::Global &&
           llvm::is_contained(Asked, P.GlobalName);
  };
  for (const ir::Block &B : Frames[C.Ctx].F->Blocks)
    for (const ir::Instruction &I : B.Insts) {
      if (I.Dest && IsAsked(*I.Dest))
        return true;
      for (const ir::Operand &A : I.Args)
        if (A.K == ir::Operand::Address && IsAsked(A.Where))
          return true;
    }
  return false;
}
