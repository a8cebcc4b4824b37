//===- OpenMP.cpp - Regions that other threads run ------------------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code that a team, or another thread of it, runs becomes a function of its
/// own, which receives the addresses of the variables that it shares with the
/// function around it. The thread that reaches the code calls this function;
/// other threads are started with it and joined at a barrier. The analysis
/// follows two threads of a team: the one that begins the team, and another
/// one.
///
//===----------------------------------------------------------------------===//

#include "ExprLowering.h"
#include "FunctionLowering.h"
#include "OpenMPRegions.h"
#include "Outlining.h"
#include "clang/AST/ExprOpenMP.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/OpenMPKinds.h"

using namespace cuda_capture;
using namespace cuda_capture::lower;
using namespace clang;

namespace {
enum class Team {
  /// Only the thread that reaches the code runs it.
  None,
  /// All threads of the team run the code, and one goes on after the end.
  All,
  /// Any threads of the team run the code, once for each round of a loop.
  Any,
  /// One thread of the team runs each part.
  Parts,
  /// One thread runs the code, or the threads run it one after the other.
  One,
  /// The thread that begins the team runs the code.
  Master,
  /// One thread runs the code, now or later.
  Later,
};
} // namespace

static Team teamOf(const OMPExecutableDirective &D) {
  const OpenMPDirectiveKind Kind = D.getDirectiveKind();
  if (D.isStandaloneDirective() || !D.hasAssociatedStmt() ||
      isOpenMPTargetExecutionDirective(Kind))
    return Team::None;
  switch (Kind) {
  case llvm::omp::OMPD_sections:
  case llvm::omp::OMPD_parallel_sections:
    return Team::Parts;
  case llvm::omp::OMPD_single:
    return Team::One;
  case llvm::omp::OMPD_master:
  case llvm::omp::OMPD_masked:
  case llvm::omp::OMPD_critical:
  case llvm::omp::OMPD_ordered:
  case llvm::omp::OMPD_parallel_master:
  case llvm::omp::OMPD_parallel_masked:
    return Team::Master;
  case llvm::omp::OMPD_task:
    return Team::Later;
  case llvm::omp::OMPD_taskloop:
    return Team::Any;
  default:
    break;
  }
  if (!isOpenMPParallelDirective(Kind))
    return Team::None;
  // The threads for the rounds of a loop are chosen in advance, unless a clause
  // says otherwise.
  if (const auto *Schedule = D.getSingleClause<OMPScheduleClause>())
    if (Schedule->getScheduleKind() != OMPC_SCHEDULE_static)
      return Team::Any;
  return Team::All;
}

/// Returns the statements that are run one by one.
static std::vector<const Stmt *> partsOf(const OMPExecutableDirective &D) {
  const Stmt *Body = D.getRawStmt();
  if (teamOf(D) != Team::Parts)
    return {Body};
  std::vector<const Stmt *> Parts;
  if (const auto *Block = dyn_cast<CompoundStmt>(Body))
    for (const Stmt *Part : Block->body()) {
      const auto *Section = dyn_cast<OMPSectionDirective>(Part);
      Parts.push_back(Section ? Section->getRawStmt() : Part);
    }
  return Parts;
}

/// Finds the regions that become functions of their own.
void OpenMPRegions::findRegions(const Stmt *S) {
  if (!Ctx.getLangOpts().OpenMP || !S)
    return;
  const auto *D = dyn_cast<OMPExecutableDirective>(S);
  if (D && teamOf(*D) != Team::None)
    return visitStatements(D->getRawStmt(), [&](const Stmt *In) {
      Outlined.insert(In);
      if (const auto *Declares = dyn_cast<DeclStmt>(In))
        for (const Decl *One : Declares->decls())
          if (const auto *V = dyn_cast<VarDecl>(One))
            OutlinedVariables.insert(V);
    });
  if (D)
    return D->hasAssociatedStmt() ? findRegions(D->getRawStmt()) : void();
  for (const Stmt *Child : S->children())
    findRegions(Child);
}

/// Returns the variables that each thread has its own copy of.
static llvm::DenseSet<const VarDecl *>
privatesOf(const OMPExecutableDirective &D) {
  llvm::DenseSet<const VarDecl *> Found;
  for (const OMPClause *C : D.clauses())
    switch (C->getClauseKind()) {
    case llvm::omp::OMPC_private:
    case llvm::omp::OMPC_firstprivate:
    case llvm::omp::OMPC_lastprivate:
    case llvm::omp::OMPC_reduction:
    case llvm::omp::OMPC_linear:
      for (const Stmt *S : C->children())
        if (const auto *E = dyn_cast_or_null<Expr>(S))
          if (const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()))
            if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
              Found.insert(V);
      break;
    default:
      break;
    }
  return Found;
}

/// Returns a call of the function that a region becomes.
ir::Instruction OpenMPRegions::region(const Stmt *Body,
                                      const OMPExecutableDirective &D) {
  Region Part;
  Part.Body = Body;
  Part.Own = privatesOf(D);
  Part.Shared = sharedVariables(FD, Body, Part.Own);
  ir::Function Result;
  Result.Name = IR.F.Name + ".omp" + std::to_string(++NumRegions);
  Result.Display =
      ("omp " + llvm::omp::getOpenMPDirectiveName(D.getDirectiveKind())).str();
  if (teamOf(D) == Team::Parts)
    Result.Display = "omp section";
  Result.Parent = IR.F.Name;
  Result.At = L.location(Body->getBeginLoc(), nullptr);
  FunctionLowering One(L, FD, Result, &Part);
  const bool Ok = One.run();

  const ir::Loc At = L.location(D.getBeginLoc(), &D);
  ir::List<ir::Operand> Args;
  if (IR.ThisLocal)
    Args.push_back(ir::Operand::read(ir::Place::local(*IR.ThisLocal)));
  for (const VarDecl *V : Part.Shared) {
    std::optional<ir::Place> P = Exprs.declPlace(V, /*Captured=*/true);
    Args.push_back(P ? ir::Operand::address(*P) : ir::Operand::unknown());
  }
  IR.Matters |= One.matters();
  IR.MayCallUnknown |= One.mayCallUnknown() || !Ok;
  IR.HasSideEffects |= One.hasSideEffects();
  IR.Defers |= One.defers();
  if (!Ok || !(One.matters() || One.defers()) || L.module().find(Result.Name)) {
    ir::Instruction I =
        ir::Instruction::unknownCall(Result.Display, std::move(Args), {}, At);
    I.Flags.System = Ok && !One.mayCallUnknown();
    return I;
  }
  ir::Instruction I =
      ir::Instruction::call(Result.Name, std::move(Args), {}, At);
  L.addRegion(std::move(Result), One.takeVariables());
  return I;
}

/// Emits the point where threads of a team wait for others.
void OpenMPRegions::waitForTeam(const Stmt *At) {
  ir::Instruction &I = IR.emit(ir::Instruction::unknownCall("omp barrier"), At,
                               At->getBeginLoc());
  I.Flags.System = true;
}

void OpenMPRegions::directive(const OMPExecutableDirective *D) {
  const Team Who = teamOf(*D);
  const bool Waits = !D->getSingleClause<OMPNowaitClause>() &&
                     isOpenMPWorksharingDirective(D->getDirectiveKind()) &&
                     !isOpenMPParallelDirective(D->getDirectiveKind());
  if (Who == Team::None) {
    if (D->isStandaloneDirective() || Waits ||
        D->getDirectiveKind() == llvm::omp::OMPD_taskgroup)
      waitForTeam(D);
    return;
  }
  // The thread that comes second waits.
  if (Who == Team::Master || Who == Team::One)
    waitForTeam(D);
  std::vector<ir::Place> Started;
  auto Start = [&](ir::Instruction I) {
    const bool Spawns = I.K == ir::Instruction::Call;
    if (Spawns) {
      Started.push_back(IR.freshTemporary());
      I.Flags.Spawns = true;
      I.Dest = Started.back();
    }
    IR.current().Insts.push_back(std::move(I));
  };
  auto HasClause = [&](OpenMPClauseKind Kind) {
    return llvm::any_of(D->clauses(), [&](const OMPClause *C) {
      return C->getClauseKind() == Kind;
    });
  };
  const bool MayBeAlone =
      HasClause(llvm::omp::OMPC_if) || HasClause(llvm::omp::OMPC_num_threads) ||
      HasClause(llvm::omp::OMPC_depend) || HasClause(llvm::omp::OMPC_final);
  if (MayBeAlone)
    waitForTeam(D);
  // A team within a team has one thread, unless the program asks for more.
  bool Alone = HasClause(llvm::omp::OMPC_if) || Part;
  if (const auto *Threads = D->getSingleClause<OMPNumThreadsClause>()) {
    Expr::EvalResult N;
    const Expr *E = Threads->getNumThreads();
    Alone |= E && !E->isValueDependent() && E->EvaluateAsInt(N, Ctx) &&
             N.Val.getInt() == 1;
  }
  std::vector<ir::Instruction> Parts;
  for (const Stmt *Body : partsOf(*D))
    Parts.push_back(region(Body, *D));
  for (ir::Instruction &Call : Parts)
    switch (Who) {
    case Team::All:
      if (!Alone)
        Start(Call);
      IR.current().Insts.push_back(std::move(Call));
      break;
    case Team::Any:
      Start(Call);
      Start(std::move(Call));
      break;
    case Team::Master:
      IR.current().Insts.push_back(std::move(Call));
      break;
    default:
      Start(std::move(Call));
      break;
    }
  if (Who == Team::Later)
    return;
  for (const ir::Place &Thread : Started)
    IR.join(Thread, nullptr);
  if (Waits)
    waitForTeam(D);
}
