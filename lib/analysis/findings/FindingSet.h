//===- FindingSet.h - Findings of the roots ---------------------*- C++ -*-===//
//
// Part of cuda-capture-tidy, licensed under Apache-2.0 WITH LLVM-exception.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_CAPTURE_ANALYSIS_FINDINGS_FINDINGSET_H
#define CUDA_CAPTURE_ANALYSIS_FINDINGS_FINDINGSET_H

#include "../AnalysisParts.h"
#include "RawFinding.h"
#include <map>
#include <set>

namespace cuda_capture::analysis {

/// Keeps what was found, and turns it into findings when the roots have been
/// run.
class FindingSet : AnalysisParts {
public:
  explicit FindingSet(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// What identifies a finding: \p Other is the begin of the capture, or
  /// another place that it is about.
  using Key = std::tuple<Rule, DiagnosticKind, Site, Site>;
  /// Adds what \p Make returns, unless there is a finding of that key.
  /// \returns its number.
  unsigned add(const Key &K, llvm::function_ref<RawFinding()> Make);
  RawFinding &operator[](unsigned Id) { return Raw[Id]; }
  /// The finding holds; until then it is only possible.
  void confirm(unsigned Id) { Certain.insert(Id); }
  bool isConfirmed(const Key &K) const {
    auto It = Ids.find(K);
    return It != Ids.end() && Certain.count(It->second);
  }
  /// The findings that hold; to be restored if what follows is cut short.
  std::set<unsigned> confirmed() const { return Certain; }
  void restore(std::set<unsigned> Confirmed) { Certain = std::move(Confirmed); }

  /// Notes that a call, or a call within it, came upon these findings.
  void touch(llvm::ArrayRef<unsigned> Found) {
    Touched.insert(Touched.end(), Found.begin(), Found.end());
  }
  /// A point in time, for touchedSince().
  size_t touched() const { return Touched.size(); }
  /// The findings that were come upon since, each once.
  llvm::ArrayRef<unsigned> touchedSince(size_t First);
  void forgetTouched() { Touched.clear(); }

  /// Adds a finding of a function's exit, or of one that is put together from
  /// several places. \returns its number.
  unsigned addExitFinding(RawFinding F);
  /// Whether it is proved that the call happens while \p C runs.
  bool isExact(const State &S, const Capture *C) const;
  /// Whether a use runs under no condition, decided after the destruction, that
  /// may exclude it.
  bool isExactUse(const State &S, const Destruction &D) const;
  /// The findings of all roots; with \p Root, all that was found when it was
  /// run, also what was found at the same places when others were.
  std::vector<Finding> takeFindings(const ir::Function *Root = nullptr);
  /// Where an argument that is a handle comes from.
  std::vector<LocationId> variablesOf(const ApiCall &Call, unsigned Arg,
                                      State &S);

private:
  bool isFirstUse(const ControlDependence &C) const;
  Finding resolve(const RawFinding &Raw) const;
  /// Says of \p Step that it calls \p Callee.
  void name(PathStep &Step, const ir::Name &Callee) const;
  /// The calls from the root to \p At, with the rows of what they call.
  std::vector<PathStep> resolvedPath(const Site &At) const;
  std::vector<RawFinding> Raw;
  /// Indices into Raw that were reported; the others are pending.
  std::set<unsigned> Certain;
  std::map<Key, unsigned> Ids;
  /// Indices of the findings that were come upon, in order.
  std::vector<unsigned> Touched;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_FINDINGSET_H
