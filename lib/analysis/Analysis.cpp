//===- Analysis.cpp - The analysis of a module or program -----------------===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis.h"
#include "Interpreter.h"
#include "ThreadWork.h"
#include "engine/Slice.h"
#include "transfer/CaptureCriterion.h"

using namespace cuda_capture;
using namespace cuda_capture::analysis;

std::vector<Finding>
analysis::analyze(llvm::ArrayRef<const ir::Function *> Roots,
                  FunctionLookup Find, bool PerThreadDefaultStream,
                  const KnowledgeBase &KB, const Options &Opts,
                  Coverage *Covered) {
  const ResolvedCalls Calls(KB);
  const CaptureCriterion Criterion(Calls);
  const Slice What(Roots, Find, Criterion);
  const CaptureRecords Records(Roots, Opts.RecordedElsewhere, Find, Calls);
  Interpreter Interp(Find, What, Records, PerThreadDefaultStream, Calls, Opts);
  Interp.runRoots(Roots);
  if (!Opts.Observer)
    Interp.runInEarlierCaptures();
  Interp.checkKept();
  if (Covered)
    *Covered = Interp.coverage();
  return Interp.takeFindings();
}

RecordChanges analysis::findRecordChanges(llvm::ArrayRef<std::string> Capturing,
                                          FunctionLookup Find,
                                          const KnowledgeBase &KB) {
  std::vector<const ir::Function *> Functions;
  for (const std::string &Symbol : Capturing)
    if (const ir::Function *F = Find(Symbol))
      Functions.push_back(F);
  return CaptureRecords::changesOf(Functions, Find, ResolvedCalls(KB));
}

std::vector<Finding> analysis::analyze(const ir::Module &M,
                                       const KnowledgeBase &KB,
                                       const Options &Opts, Coverage *Covered) {
  std::vector<const ir::Function *> Roots;
  for (const ir::Function &F : M.Functions)
    Roots.push_back(&F);
  Options How = Opts;
  std::vector<ir::ThreadWork> Threads;
  if (Opts.ReportPossible)
    Threads = findThreadWork(M, KB);
  How.Threads = Threads;
  return analyze(
      Roots, [&](llvm::StringRef Symbol) { return M.find(Symbol); },
      M.PerThreadDefaultStream, KB, How, Covered);
}
