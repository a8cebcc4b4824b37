//===- RaceChecks.h - Races between threads ---------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_RACECHECKS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_RACECHECKS_H

#include "../AnalysisParts.h"
#include "RawFinding.h"
#include <map>
#include <set>

namespace cuda_capture::analysis {

/// Finds calls in one thread that a capture of another thread prohibits.
class RaceChecks : AnalysisParts {
public:
  explicit RaceChecks(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Notes that \p Thread is started at \p At.
  void noteSpawned(const Site &At, Context Thread, const State &S);
  /// Notes a call that may run at the same time as a call of another thread.
  void noteBeside(const ApiCall &Call, const State &S);
  void checkRaces();
  void forgetThreads();

private:
  /// The call that begins a capture, and the functions that threads run then.
  struct Begun {
    const ApiRow *Row = nullptr;
    Family Fam = Family::Runtime;
    ir::Name Callee;
    std::set<const ir::Function *> Running;
  };
  bool mayRunBeside(const ir::ThreadWork &Work, const Site &Begin,
                    const Begun &Found) const;
  bool isLocked(const Site &At) const;
  std::optional<Context> chooserOfMode(const Site &Begin,
                                       const ApiRow &Row) const;
  bool isInFileOfMain(const Site &At) const;
  RawFinding aboutBegin(const Site &Begin, const Begun &Found) const;
  void checkBlockingBegin(const ApiCall &Call, const State &S);
  void checkBesideThreads(const Site &Begin, const Begun &Found);
  bool mayWait(const ir::Function &F);
  bool mayWait(const ir::Instruction &I);
  bool runsOn(const ir::Function &F, const ir::Instruction *From,
              const ir::Instruction *To);
  bool runsUpTo(Context Thread, const Site &At);
  bool runsBetween(const Site &From, const Site &To);
  bool isUnconditional(const State &S, Context Thread) const;
  static bool isOwnDecision(const ir::Function &F, const ir::Operand &O);
  static bool mayBeEndedByOthers(const ir::Function &F, unsigned B);
  static bool readsShared(const ir::Function &F, const ir::Operand &O);
  bool isBeside(Context Thread, const Site &At);
  /// The places where threads are started, the Global captures that begin, and
  /// the calls that such a capture prohibits to other threads.
  std::map<Context, Site> SpawnedAt;
  std::set<Site> GlobalBegins;
  std::map<Site, Begun> BegunBeside;
  /// The begins that some path reaches with another mode than Global.
  std::set<Site> BegunInOtherMode;
  /// The functions that the root starts threads with.
  std::set<const ir::Function *> Started;
  std::map<Site, RawFinding> UnsafeCalls;
  /// Pairs of one of these begins or calls and a thread that may run at that
  /// time; and pairs of threads.
  std::set<std::pair<Site, Context>> Beside;
  std::set<std::pair<Context, Context>> Siblings;
  std::map<const ir::Function *, bool> Waiting;
  std::map<std::pair<Site, Site>, bool> Between;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_RACECHECKS_H
