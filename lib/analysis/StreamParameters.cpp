//===- StreamParameters.cpp - Parameters that are streams -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamParameters.h"
#include "ResolvedCalls.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {
/// Follows parameters from caller to callee.
class ParameterWalk {
public:
  ParameterWalk(FunctionLookup Find, const ResolvedCalls &Calls)
      : Find(Find), Calls(Calls) {}

  bool isStream(const ir::Function &F, unsigned Parameter);

private:
  bool isStreamIn(const ir::Instruction &I, const std::set<unsigned> &Same);

  FunctionLookup Find;
  const ResolvedCalls &Calls;
  /// What was asked already. A question within its own answer adds nothing.
  std::set<std::pair<const ir::Function *, unsigned>> Asked;
};
} // namespace

/// Returns the local variable that \p O reads; nullopt if it is anything else.
static std::optional<unsigned> localOf(const ir::Operand &O) {
  if (O.K != ir::Operand::Read || O.Where.Base != ir::Place::Local ||
      !O.Where.Path.empty())
    return std::nullopt;
  return O.Where.LocalId;
}

/// Returns \p Parameter and the local variables of \p F that may hold its
/// value.
static std::set<unsigned> sameAs(const ir::Function &F, unsigned Parameter) {
  std::set<unsigned> Result = {Parameter};
  for (size_t Before = 0; Before != Result.size();) {
    Before = Result.size();
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (I.K == ir::Instruction::Assign && I.Dest &&
            I.Dest->Base == ir::Place::Local && I.Dest->Path.empty())
          if (const std::optional<unsigned> From = localOf(I.Args.front());
              From && Result.count(*From))
            Result.insert(I.Dest->LocalId);
  }
  return Result;
}

bool ParameterWalk::isStreamIn(const ir::Instruction &I,
                               const std::set<unsigned> &Same) {
  auto IsSame = [&](const ir::Operand &O) {
    const std::optional<unsigned> Local = localOf(O);
    return Local && Same.count(*Local);
  };
  if (I.K == ir::Instruction::Api) {
    const Lookup &Api = Calls[I.Callee];
    const std::optional<unsigned> Stream =
        Api ? Api.Row->paramIndex(Role::Stream) : std::nullopt;
    return Stream && *Stream < I.Args.size() && IsSame(I.Args[*Stream]);
  }
  const ir::Operand *Target = I.calledOperand();
  const ir::Function *Callee = I.K == ir::Instruction::Call ? Find(I.Callee)
                               : Target && Target->K == ir::Operand::Function
                                   ? Find(Target->Name)
                                   : nullptr;
  if (!Callee)
    return false;
  const unsigned First = I.object() ? 1 : 0;
  for (unsigned A = 0; A < I.Args.size(); ++A)
    if (First + A < Callee->Params.size() && IsSame(I.Args[A]) &&
        isStream(*Callee, First + A))
      return true;
  return false;
}

bool ParameterWalk::isStream(const ir::Function &F, unsigned Parameter) {
  if (!Asked.insert({&F, Parameter}).second)
    return false;
  const std::set<unsigned> Same = sameAs(F, Parameter);
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (isStreamIn(I, Same))
        return true;
  return false;
}

std::vector<unsigned> cuda_capture::analysis::streamParameters(
    const ir::Function &F, FunctionLookup Find, const ResolvedCalls &Calls) {
  std::vector<unsigned> Result;
  for (unsigned P = 0; P < F.Params.size(); ++P)
    if (ParameterWalk(Find, Calls).isStream(F, P))
      Result.push_back(P);
  return Result;
}
