//===- Audit.cpp - Finds the functions that can be captured ---------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Audit.h"
#include "../kb/ApiTraits.h"
#include "CalleesOf.h"
#include "Interpreter.h"
#include "transfer/CaptureCriterion.h"
#include "llvm/ADT/STLExtras.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool analysis::concernsCapture(const ir::Function &F, FunctionLookup Find,
                               const ResolvedCalls &Calls) {
  // A member function need not use the streams that it finds in its object.
  if (F.Captured && llvm::any_of(F.Captured->Entry.Args, [&](const auto &A) {
        return A.Where.LocalId != 0 || F.Locals.front() != "this";
      }))
    return true;
  std::vector<const ir::Function *> Todo{&F};
  llvm::DenseSet<const ir::Function *> Seen{&F};
  bool Matters = false;
  auto Call = [&](const ir::Name &Name, const ir::Instruction &) {
    if (const Lookup &Found = Calls[Name])
      Matters |= mattersToCapture(*Found.Row);
    else if (const ir::Function *Callee = Find(Name))
      if (Seen.insert(Callee).second)
        Todo.push_back(Callee);
  };
  while (!Todo.empty() && !Matters) {
    const ir::Function &Next = *Todo.back();
    Todo.pop_back();
    forEachCallee(Next, Call);
  }
  return Matters;
}

/// Returns those of \p Found that concern a capture of the caller.
static std::vector<Finding> ofContract(std::vector<Finding> Found) {
  llvm::erase_if(Found, [](const Finding &F) { return !F.contract(); });
  return Found;
}

/// Returns the calls in \p F that begin a capture.
static std::vector<PathStep> beginsIn(const ir::Function &F,
                                      const ResolvedCalls &Calls) {
  std::vector<PathStep> Result;
  for (const ir::Block &B : F.Blocks)
    for (const ir::Instruction &I : B.Insts)
      if (I.K == ir::Instruction::Api)
        if (const Lookup &Found = Calls[I.Callee];
            Found && Found.Row->Eff == Effect::BeginCapture)
          Result.push_back({&F, &I, {}, I.Callee.str()});
  return Result;
}

namespace {
/// The three analyses of a unit's functions: the one that check runs, one that
/// also lists possible findings, and one that ignores guards.
class Auditor {
public:
  Auditor(llvm::ArrayRef<const ir::Function *> Roots, FunctionLookup Find,
          bool PerThread, const KnowledgeBase &KB, const Options &Opts)
      : Roots(Roots), Find(Find), Calls(KB), What(Roots, Find, Criterion),
        Records(Roots, Opts.RecordedElsewhere, Find, Calls),
        OfExact(exactly(Opts)), OfPossible(loosely(Opts, false)),
        OfUnguarded(loosely(Opts, true)),
        Exact(Find, What, Records, PerThread, Calls, OfExact),
        Possible(Find, What, Records, PerThread, Calls, OfPossible),
        Unguarded(Find, What, Records, PerThread, Calls, OfUnguarded) {}

  std::vector<Audited> run() {
    Exact.runRoots(Roots);
    Possible.useActionsOf(Exact);
    Unguarded.useActionsOf(Exact);
    Possible.runConstructors(Roots);
    Unguarded.runConstructors(Roots);
    std::vector<Audited> Result;
    for (const ir::Function *F : Roots)
      if (F->Captured && concernsCapture(*F, Find, Calls))
        Result.push_back(judge(*F));
    return Result;
  }

private:
  static Options exactly(Options Opts) {
    Opts.ReportPossible = false;
    Opts.IgnoreGuards = false;
    return Opts;
  }
  static Options loosely(Options Opts, bool IgnoreGuards) {
    Opts.ReportPossible = !IgnoreGuards;
    Opts.IgnoreGuards = IgnoreGuards;
    return Opts;
  }

  /// Statements that are missing are listed one by one (\c Audited::Unseen).
  static std::optional<CoverageGap> gapOf(const ir::Function &F,
                                          const Coverage &All) {
    auto It = llvm::find_if(All, [&](const CoverageGap &G) {
      return G.Root == &F && G.Why != GapReason::StatementsMissing;
    });
    return It == All.end() ? std::nullopt : std::optional(*It);
  }

  Audited judge(const ir::Function &F) {
    Audited A;
    A.F = &F;
    A.Findings = ofContract(Exact.takeFindings(&F));
    if (!A.Findings.empty()) {
      rejected(A);
      return A;
    }
    Possible.runInCapture(F);
    A.Gap = gapOf(F, Possible.coverage());
    A.Unseen = Possible.unseen(F);
    A.Findings = ofContract(Possible.takeFindings(&F));
    // A coarse analysis finds more to be possible, and that is among the
    // findings.
    if ((A.Gap && (isLost(A.Gap->Why) || A.Gap->Why == GapReason::Cut)) ||
        !A.Unseen.empty() || !A.Findings.empty())
      return A;
    Unguarded.runInCapture(F);
    A.Findings = ofContract(Unguarded.takeFindings(&F));
    A.Verdict = A.Findings.empty() ? Capturability::Capturable
                                   : Capturability::UnderGuard;
    return A;
  }

  /// Judges a function that has findings. A function that captures by itself is
  /// not at fault for what it does around its capture.
  void rejected(Audited &A) {
    std::vector<Finding> Nested;
    llvm::copy_if(A.Findings, std::back_inserter(Nested), [](const Finding &F) {
      return F.Kind == DiagnosticKind::NestedBegin;
    });
    A.Begins = beginsIn(*A.F, Calls);
    if (Nested.empty() && A.Begins.empty()) {
      A.Verdict = Capturability::NotCapturable;
      return;
    }
    A.Verdict = Capturability::BeginsCapture;
    A.Findings = std::move(Nested);
  }

  llvm::ArrayRef<const ir::Function *> Roots;
  FunctionLookup Find;
  const ResolvedCalls Calls;
  const CaptureCriterion Criterion{Calls};
  const Slice What;
  const CaptureRecords Records;
  const Options OfExact, OfPossible, OfUnguarded;
  Interpreter Exact, Possible, Unguarded;
};
} // namespace

std::vector<Audited> analysis::audit(llvm::ArrayRef<const ir::Function *> Roots,
                                     FunctionLookup Find,
                                     bool PerThreadDefaultStream,
                                     const KnowledgeBase &KB,
                                     const Options &Opts) {
  return Auditor(Roots, Find, PerThreadDefaultStream, KB, Opts).run();
}
