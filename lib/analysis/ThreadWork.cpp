//===- ThreadWork.cpp - Finds what the threads of a program do ------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadWork.h"
#include "CalleesOf.h"
#include "ResolvedCalls.h"
#include "Rules.h"
#include "engine/FlowGraph.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace cuda_capture;
using namespace cuda_capture::analysis;

bool analysis::takesLock(const ir::Function &F, const KnowledgeBase &KB) {
  return llvm::any_of(F.Blocks, [&](const ir::Block &B) {
    return llvm::any_of(B.Insts, [&](const ir::Instruction &I) {
      return I.K == ir::Instruction::UnknownCall &&
             KB.hostWait(I.Callee) == HostWait::Lock;
    });
  });
}

bool analysis::mayWait(
    const ir::Instruction &I, const KnowledgeBase &KB,
    llvm::function_ref<bool(const ir::Name &Callee)> CalleeMayWait) {
  switch (I.K) {
  case ir::Instruction::UnknownCall:
    switch (KB.hostWait(I.Callee)) {
    case HostWait::Never:
      return false;
    case HostWait::Perhaps:
    case HostWait::Lock:
      return true;
    case HostWait::Unknown:
      return !I.Flags.NeverWaits &&
             (!I.Flags.System || !I.Flags.Pure || !I.Dest);
    }
    return true;
  case ir::Instruction::Call:
    return !I.Flags.Spawns && CalleeMayWait(I.Callee);
  case ir::Instruction::Invoke:
    return !I.Flags.Spawns;
  case ir::Instruction::Join:
  case ir::Instruction::Missing:
    return true;
  case ir::Instruction::Assign:
  case ir::Instruction::Api:
  case ir::Instruction::Havoc:
  case ir::Instruction::End:
    return false;
  }
  return true;
}

/// Whether the join at \p At in \p B waits for a thread: it does not if the
/// object has just been moved from, as where it is returned.
static bool waits(const ir::Block &B, size_t At) {
  const ir::Operand &Joined = B.Insts[At].Args[0];
  if (Joined.K != ir::Operand::Read)
    return true;
  while (At-- > 0) {
    const ir::Instruction &I = B.Insts[At];
    if (I.Dest && *I.Dest == Joined.Where)
      return I.K != ir::Instruction::Assign ||
             !(I.Args[0] == ir::Operand::constant(0));
  }
  return true;
}

bool analysis::joinsThreads(const ir::Function &F) {
  return llvm::any_of(F.Blocks, [](const ir::Block &B) {
    for (size_t I = 0; I < B.Insts.size(); ++I)
      if (B.Insts[I].K == ir::Instruction::Join && waits(B, I))
        return true;
    return false;
  });
}

/// Returns the function that \p I calls, or null if it is not certain or not
/// available.
static const ir::Function *calleeOf(const ir::Instruction &I,
                                    FunctionLookup Find) {
  const ir::Name *Callee = certainCallee(I);
  return Callee ? Find(*Callee) : nullptr;
}

namespace {
/// Looks at all that one thread may run.
class ThreadScan {
public:
  ThreadScan(FunctionLookup Find, const ResolvedCalls &Calls)
      : Find(Find), Calls(Calls) {}

  /// Returns what a thread that runs \p F does, or nullopt if nothing of it
  /// matters to captures of other threads.
  std::optional<ir::ThreadWork> run(const ir::Function &F) {
    const bool IsWorker = llvm::is_contained(FlowGraph(F).InLoop, true);
    visit(F, /*Locks=*/false);
    if (ChangesMode || (Callee.empty() && !(IsWorker && RunsHanded)))
      return std::nullopt;
    ir::ThreadWork Work;
    Work.Symbol = F.Name;
    Work.Name = nameOf(F);
    Work.Callee = Callee;
    Work.Locks = CallLocks;
    return Work;
  }

  /// Whether a thread that runs \p F may do something that matters, from the
  /// beginning of \p F or from behind \p From, before it waits for others.
  bool worksBeforeWait(const ir::Function &F, const ir::Instruction *From) {
    std::vector<unsigned> Todo{0};
    auto Walk = [&](unsigned B, size_t First) {
      for (const ir::Instruction &I :
           llvm::drop_begin(F.Blocks[B].Insts, First)) {
        if (isWait(I))
          return;
        visitAll(I, /*Locks=*/false);
      }
      llvm::append_range(Todo, F.successors(B));
    };
    for (unsigned B = 0; B < F.Blocks.size(); ++B)
      for (size_t I = 0; I < F.Blocks[B].Insts.size(); ++I)
        if (contains(F.Blocks[B].Insts[I], From))
          Walk(B, I + 1);
    std::vector<bool> Walked(F.Blocks.size());
    while (!Todo.empty()) {
      const unsigned B = Todo.back();
      Todo.pop_back();
      if (!Walked[B])
        Walk(B, 0);
      Walked[B] = true;
    }
    return !Callee.empty() || RunsHanded;
  }

private:
  /// Whether \p I waits for what another thread does.
  bool isWait(const ir::Instruction &I) const {
    return I.K == ir::Instruction::UnknownCall &&
           Calls.knowledge().hostWait(I.Callee) == HostWait::Perhaps;
  }

  static bool contains(const ir::Instruction &I, const ir::Instruction *Which) {
    return &I == Which ||
           llvm::any_of(I.alternatives(),
                        [&](const auto &Other) { return &Other == Which; });
  }

  void visit(const ir::Function &F, bool Locks) {
    if (!Seen.insert(&F).second)
      return;
    Locks |= takesLock(F, Calls.knowledge());
    for (const ir::Block &B : F.Blocks)
      for (const ir::Instruction &I : B.Insts)
        visitAll(I, Locks);
  }

  void visitAll(const ir::Instruction &I, bool Locks) {
    if (I.Flags.Spawns)
      return;
    visit(I, Locks);
    for (const ir::Instruction &Other : I.alternatives())
      visit(Other, Locks);
  }

  void visit(const ir::Instruction &I, bool Locks) {
    if (I.K == ir::Instruction::Api) {
      if (const Lookup &Found = Calls[I.Callee])
        api(Found, Locks);
      return;
    }
    if (const ir::Function *F = calleeOf(I, Find))
      return visit(*F, Locks);
    // A function in a table, as C programs have them, was not handed over.
    RunsHanded |= I.K == ir::Instruction::Invoke && I.object() &&
                  I.candidates().empty() &&
                  I.calledOperand()->K != ir::Operand::Function;
  }

  void api(const Lookup &Found, bool Locks) {
    ChangesMode |= Found.Row->Eff == Effect::ExchangeMode;
    if (Callee.empty() && Found.isFunction() &&
        mayBeUnsafeBesideGlobal(*Found.Row)) {
      Callee = Found.Spelling.str();
      CallLocks = Locks;
    }
  }

  /// A lambda is named after the function that contains it.
  std::string nameOf(const ir::Function &F) const {
    if (F.Display != "lambda")
      return "'" + F.Display + "'";
    const ir::Function *In = F.Parent.empty() ? nullptr : Find(F.Parent);
    return In ? "a lambda in '" + In->Display + "'" : "a lambda";
  }

  FunctionLookup Find;
  const ResolvedCalls &Calls;
  llvm::DenseSet<const ir::Function *> Seen;
  std::string Callee;
  bool CallLocks = false, ChangesMode = false, RunsHanded = false;
};
} // namespace

std::vector<ir::ThreadWork> analysis::findThreadWork(const ir::Module &M,
                                                     const KnowledgeBase &KB) {
  auto Find = [&](llvm::StringRef Symbol) { return M.find(Symbol); };
  struct Start {
    bool InLoop = false, Joined = true;
  };
  std::map<const ir::Function *, Start> Started;
  for (const ir::Function &F : M.Functions)
    for (unsigned B = 0; B < F.Blocks.size(); ++B)
      for (const ir::Instruction &I : F.Blocks[B].Insts)
        if (I.Flags.Spawns)
          if (const ir::Function *Runs = calleeOf(I, Find)) {
            Start &How = Started[Runs];
            How.InLoop |= FlowGraph(F).InLoop[B];
            How.Joined &= joinsThreads(F);
          }
  std::vector<ir::ThreadWork> Result;
  const ResolvedCalls Calls(KB);
  for (const auto &[F, How] : Started)
    if (std::optional<ir::ThreadWork> Work = ThreadScan(Find, Calls).run(*F)) {
      Work->Several = How.InLoop;
      Work->Joined = How.Joined;
      Result.push_back(std::move(*Work));
    }
  llvm::sort(Result);
  return Result;
}

bool analysis::worksBeforeWait(const ir::Function &F,
                               const ir::Instruction *From, FunctionLookup Find,
                               const ResolvedCalls &Calls) {
  return ThreadScan(Find, Calls).worksBeforeWait(F, From);
}
