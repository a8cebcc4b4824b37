//===- StreamParameters.cpp - Parameters that are streams -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamParameters.h"
#include "ResolvedCalls.h"
#include "engine/FlowGraph.h"
#include <set>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

namespace {
/// A local variable of a function.
using LocalOf = std::pair<const ir::Function *, unsigned>;
} // namespace

/// Returns \p Parameter and the local variables of \p F that may hold its
/// value.
static std::set<unsigned> copiesOf(const ir::Function &F, unsigned Parameter) {
  std::set<unsigned> Result = {Parameter};
  for (size_t Before = 0; Before != Result.size();) {
    Before = Result.size();
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts)
        if (I.K == ir::Instruction::Assign && I.Dest &&
            I.Dest->Base == ir::Place::Local && I.Dest->Path.empty())
          if (const std::optional<unsigned> From = readLocal(I.Args.front());
              From && Result.count(*From))
            Result.insert(I.Dest->LocalId);
  }
  return Result;
}

static bool readsOneOf(const ir::Operand &O, const std::set<unsigned> &Locals) {
  const std::optional<unsigned> Local = readLocal(O);
  return Local && Locals.count(*Local);
}

/// Whether \p I passes one of \p Locals to an API as a stream.
static bool usesAsStream(const ir::Instruction &I,
                         const std::set<unsigned> &Locals,
                         const ResolvedCalls &Calls) {
  const Lookup Api = I.K == ir::Instruction::Api ? Calls[I.Callee] : Lookup();
  const std::optional<unsigned> Stream =
      Api ? Api.Row->paramIndex(Role::Stream) : std::nullopt;
  return Stream && *Stream < I.Args.size() &&
         readsOneOf(I.Args[*Stream], Locals);
}

/// Adds the parameters that get one of \p Locals if \p I calls a function of
/// the program.
static void addReceivers(const ir::Instruction &I,
                         const std::set<unsigned> &Locals, FunctionLookup Find,
                         std::vector<LocalOf> &To) {
  const ir::Operand *Target = I.calledOperand();
  const ir::Function *Callee = I.K == ir::Instruction::Call ? Find(I.Callee)
                               : Target && Target->K == ir::Operand::Function
                                   ? Find(Target->Name)
                                   : nullptr;
  if (!Callee)
    return;
  const unsigned First = I.object() ? 1 : 0;
  for (unsigned A = 0; A < I.Args.size(); ++A)
    if (First + A < Callee->Params.size() && readsOneOf(I.Args[A], Locals))
      To.push_back({Callee, First + A});
}

static bool isStream(LocalOf Parameter, FunctionLookup Find,
                     const ResolvedCalls &Calls) {
  std::set<LocalOf> Seen;
  std::vector<LocalOf> Todo = {Parameter};
  while (!Todo.empty()) {
    const LocalOf Next = Todo.back();
    Todo.pop_back();
    if (!Seen.insert(Next).second)
      continue;
    const std::set<unsigned> Same = copiesOf(*Next.first, Next.second);
    for (const ir::Block &B : Next.first->Blocks)
      for (const ir::Instruction &I : B.Insts) {
        if (usesAsStream(I, Same, Calls))
          return true;
        addReceivers(I, Same, Find, Todo);
      }
  }
  return false;
}

std::vector<unsigned> cuda_capture::analysis::streamParameters(
    const ir::Function &F, FunctionLookup Find, const ResolvedCalls &Calls) {
  std::vector<unsigned> Result;
  for (unsigned P = 0; P < F.Params.size(); ++P)
    if (isStream({&F, P}, Find, Calls))
      Result.push_back(P);
  return Result;
}
