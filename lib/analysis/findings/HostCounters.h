//===- HostCounters.h - Counters that a capture freezes ---------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A function may number its calls, or change between two buffers, by a
/// variable that outlives it, and hand a kernel the value: "send<<<...>>>(data,
/// sequence++)". In a capture the kernel gets the value of the capture at every
/// launch of the graph.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_HOSTCOUNTERS_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_HOSTCOUNTERS_H

#include "../AnalysisParts.h"
#include "../Rules.h"
#include "RawFinding.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <set>

namespace cuda_capture::analysis {

class HostCounters : AnalysisParts {
public:
  explicit HostCounters(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// Notes the variables whose values \p Call, a captured launch, hands to a
  /// kernel.
  void noteLaunch(const ApiCall &Call, State &S);
  /// Reports the noted variables that the root has counted up, or toggled,
  /// where it returns.
  void checkExits();
  void forgetRoot() { Passed.clear(); }

private:
  struct Launch {
    RawFinding IfCounted;
    /// The other variables that the kernel's argument is computed from.
    std::set<LocationId> Others;
    bool IsExact = false;
  };
  /// What a root does to a counter in all: a counter that it counts up and down
  /// again is as it was.
  struct Difference {
    int Steps = 0;
    bool Toggled = false;
    /// Steps other than one, whose lengths are not followed.
    int Others = 0;
    /// Whether one of them may be of length zero.
    bool MayStay = false;
    /// How certain it is that the next call gets another value.
    bool isCertain() const { return Steps || Toggled || (Others && !MayStay); }
    bool isPossible() const { return isCertain() || Others; }
  };
  std::vector<Value> kernelArguments(const ApiCall &Call, State &S);
  bool addSources(const Value &V, std::set<LocationId> &Sources) const;
  bool isStep(LocationId Where) const;
  bool addStep(llvm::StringRef Op, llvm::ArrayRef<Value> &In,
               Difference &Sum) const;
  bool isCountedUp(const Value &V, SymbolId From, Difference &Sum) const;
  std::optional<Site>
  changeBelow(const ir::Function &F, Context Ctx, ir::Name Name,
              llvm::SmallPtrSetImpl<const ir::Function *> &Seen);
  std::optional<Site> changeOf(LocationId Where, const Site &At);

  std::map<std::pair<LocationId, Site>, Launch> Passed;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_HOSTCOUNTERS_H
