//===- HostFunctions.cpp - Functions that the driver runs -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Some API calls hand the driver a function, and what to pass to it. It runs
/// later, in a thread of the driver: on the objects that it is given, but under
/// none of the conditions, and in none of the captures, of the caller.
///
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

/// Host functions of one root, and states that each is run in. More are not
/// looked at.
static constexpr unsigned MaxHostFunctions = 32, MaxHostStates = 4;

void Interpreter::handOver(const ApiCall &Call, const State &S) {
  // One that a host function hands over is an error already.
  if (HandedOver || !Call.Row.takesCallback())
    return;
  auto Given = [&](Role R) {
    if (std::optional<Value> V = Call.arg(R))
      return *V;
    for (const FieldRole &Field : Call.Row.Fields) {
      if (Field.R != R || Field.Param >= Call.Args.size())
        continue;
      const Value &Pointer = Call.Args[Field.Param];
      std::optional<LocationId> Where;
      if (Pointer.K == Value::Reference)
        Where = LocationId(Pointer.Data);
      else if (Pointer.isSymbol())
        Where = U.pointee(Pointer.Data);
      if (!Where)
        continue;
      for (const std::string &Name : Field.Path)
        Where = U.field(*Where, Name);
      auto Held = S.Memory.find(*Where);
      if (Held != S.Memory.end())
        return Held->second;
    }
    return Value::unknown();
  };
  llvm::StringRef Name = U.functionName(S.resolve(Given(Role::Callback)));
  const ir::Function *F = Name.empty() ? nullptr : Find(Name);
  if (!F)
    return;
  auto It = HostFunctions.find({Call.At, F});
  if (It == HostFunctions.end()) {
    if (HostFunctions.size() == MaxHostFunctions)
      return;
    It = HostFunctions.try_emplace({Call.At, F}).first;
  }
  if (It->second.size() == MaxHostStates)
    return;
  State Entry;
  Entry.Memory = S.Memory;
  Entry.Facts = S.Facts;
  Entry.ThreadMode = Value::symbol(U.threadMode());
  Entry.Returned = Given(Role::UserData); // Until there is a frame for it.
  It->second.push_back(std::move(Entry));
}

void Interpreter::runHostFunctions() {
  auto Pending = std::move(HostFunctions);
  HostFunctions.clear();
  for (auto &[What, Entries] : Pending) {
    const auto &[At, F] = What;
    Context Ctx = Frames.size();
    Frames.push_back({Ctx, nullptr, F, 0});
    for (unsigned P = 0; P < F->Params.size(); ++P)
      U.markParameter(U.local(Ctx, P));
    for (State &Entry : Entries) {
      Value Data = std::exchange(Entry.Returned, Value::unknown());
      // The driver passes it last, whatever comes before.
      if (!F->Params.empty() && Data.K != Value::Unknown)
        store(U.local(Ctx, F->Params.size() - 1), Data, Entry);
    }
    Steps = 0;
    GaveUp = false;
    RootContext = Ctx;
    HandedOver = At;
    std::set<unsigned> Before = Certain;
    run(*F, Ctx, std::move(Entries));
    HandedOver.reset();
    if (GaveUp)
      Certain = std::move(Before);
  }
  RootExits.clear();
}
