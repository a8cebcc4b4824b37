//===- Audit.cpp - Which functions can be captured ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Audit.h"
#include "Interpreter.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool analysis::concernsStreams(const ir::Function &F, FunctionLookup Find,
                               const KnowledgeBase &KB) {
  // What a member function finds in its object it need not use.
  if (F.Captured && llvm::any_of(F.Captured->Entry.Args, [&](const auto &A) {
        return A.Where.LocalId != 0 || F.Locals.front() != "this";
      }))
    return true;
  std::vector<const ir::Function *> Todo{&F};
  llvm::DenseSet<const ir::Function *> Seen{&F};
  while (!Todo.empty()) {
    const ir::Function &Next = *Todo.back();
    Todo.pop_back();
    for (const ir::Block &B : Next.Blocks)
      for (const ir::Instruction &I : B.Insts) {
        if (I.K == ir::Instruction::Api) {
          Lookup Found = KB.lookup(I.Callee);
          const ApiRow *Row = Found ? Found.Row : KB.construct(I.Callee);
          if (Row && Row->paramIndex(Role::Stream, Access::In))
            return true;
        }
        if (I.K == ir::Instruction::Call)
          if (const ir::Function *Callee = Find(I.Callee))
            if (Seen.insert(Callee).second)
              Todo.push_back(Callee);
      }
  }
  return false;
}

/// What is found where the caller captures.
static std::vector<Finding> ofPromise(std::vector<Finding> Found) {
  llvm::erase_if(Found, [](const Finding &F) { return !F.promise(); });
  return Found;
}

std::vector<Audited>
analysis::audit(llvm::ArrayRef<const ir::Function *> Functions,
                FunctionLookup Find, bool PerThreadDefaultStream,
                const KnowledgeBase &KB) {
  std::vector<Audited> Result;
  const Slice What(Functions, Find, KB);
  for (const ir::Function *F : Functions) {
    Audited &A = Result.emplace_back();
    A.F = F;
    auto Run = [&](bool IgnoreGuards) {
      Options Opts;
      // Nobody waits for an answer while typing.
      Opts.MaxSteps *= 10;
      Opts.ReportPossible = !IgnoreGuards;
      Opts.IgnoreGuards = IgnoreGuards;
      Interpreter Interp(Find, What, PerThreadDefaultStream, KB, Opts);
      Interp.runInCapture(*F);
      if (!IgnoreGuards) {
        A.Unseen = Interp.unseen();
        for (const CoverageGap &Gap : Interp.coverage()) {
          A.GivenUp |= Gap.Why == GapReason::GivenUp;
          A.Coarse |= Gap.Why == GapReason::Coarse;
        }
      }
      return ofPromise(Interp.takeFindings());
    };
    std::vector<Finding> Found = Run(/*IgnoreGuards=*/false);
    A.Findings = Found;
    llvm::erase_if(A.Findings, [](const Finding &One) { return One.Possible; });
    if (!A.Findings.empty()) {
      A.Verdict = Capturability::NotCapturable;
      continue;
    }
    A.Findings = std::move(Found);
    if (A.GivenUp || !A.Unseen.empty() || !A.Findings.empty())
      continue;
    A.Findings = Run(/*IgnoreGuards=*/true);
    A.Verdict = A.Findings.empty() ? Capturability::Capturable
                                   : Capturability::UnderGuard;
  }
  return Result;
}
