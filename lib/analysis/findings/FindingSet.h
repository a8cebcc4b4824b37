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

/// Collects raw findings, and turns them into findings when the roots have been
/// run.
class FindingSet : AnalysisParts {
public:
  explicit FindingSet(const AnalysisParts &Parts) : AnalysisParts(Parts) {}

  /// The identity of a finding: \p Other is the begin of the capture, or
  /// another place that the finding is about.
  using Key = std::tuple<Rule, DiagnosticKind, Site, Site>;
  /// Adds the finding that \p Make returns, unless there is one with that key,
  /// or there are many that differ only in how control gets from one call in
  /// the function that captures to the same place. Functions that call each
  /// other have very many such ways. \returns the number of the finding.
  unsigned add(const Key &K, llvm::function_ref<RawFinding()> Make);
  RawFinding &operator[](unsigned Id) { return Raw[Id]; }
  /// Notes that a path comes to the place of the finding \p Id, or calls again
  /// what ran in the frame \p Within and came there: the conditions of this
  /// finding that the path lacks are not shown.
  void reachedBy(unsigned Id, const State &S,
                 std::optional<Context> Within = std::nullopt);
  /// Notes that the finding holds, unless the run rests on an assumption. Until
  /// then the finding is only possible.
  void confirm(unsigned Id);
  bool isConfirmed(const Key &K) const {
    auto It = Ids.find(K);
    return It != Ids.end() && Certain.count(It->second);
  }
  /// Returns the findings that hold, to be restored if the following analysis
  /// is cut short.
  std::set<unsigned> confirmed() const { return Certain; }
  void restore(std::set<unsigned> Confirmed) { Certain = std::move(Confirmed); }

  /// Notes that a call, or a call within it, came upon these findings.
  void touch(llvm::ArrayRef<unsigned> Found) {
    Touched.insert(Touched.end(), Found.begin(), Found.end());
  }
  /// Returns a point in time, for touchedSince().
  size_t touched() const { return Touched.size(); }
  /// Returns the findings that calls came upon since \p First, each once.
  llvm::ArrayRef<unsigned> touchedSince(size_t First);
  void forgetTouched() { Touched.clear(); }

  /// Adds a finding about a function's exit, or one that is put together from
  /// several places. \returns its number.
  unsigned addExitFinding(RawFinding F);
  /// Whether it is proved that the call happens while \p C runs.
  bool isExact(const State &S, const Capture *C) const;
  /// Whether the caller of the root decides if the current instruction runs, by
  /// a number or a truth value that it hands over.
  bool isChosenByCaller(const State &S) const;
  /// Whether the program's own record of captures decided, since \p C was
  /// begun, that control comes here.
  bool isToldByRecord(const State &S, const Capture &C) const;
  /// Whether control comes here only where the program makes something when it
  /// is first needed, and the path has made it before.
  bool isMadeBefore(const State &S, const Capture &C) const;
  /// Whether the conditions that cast doubt on the finding \p Id hold at this
  /// place, too, and have not been decided anew.
  bool standsUnderDoubtsOf(unsigned Id, const State &S) const;
  /// Whether a use runs under no condition, decided after the destruction, that
  /// may exclude it.
  bool isExactUse(const State &S, const Destruction &D) const;
  /// Returns the findings of all roots. If \p Root is set, returns all findings
  /// that were made when it was run, including those that were made at the same
  /// places when other roots were run.
  std::vector<Finding> takeFindings(const ir::Function *Root = nullptr);
  /// Returns the locations that an argument that is a handle comes from.
  std::vector<LocationId> variablesOf(const ApiCall &Call, unsigned Arg,
                                      State &S);

private:
  /// The ways to a call that were told apart so far, and the finding of the
  /// last one.
  struct Ways {
    unsigned Count = 0, Last = 0;
  };
  /// Returns whether the finding \p Id is certain; nullopt if it is not to be
  /// reported.
  std::optional<bool> certainty(unsigned Id) const;
  /// Returns the begins of the captures that a finding says are not ended on
  /// every path, each with whether that is certain. The function that begins
  /// the capture may be another root than those that call it.
  std::map<const ir::Instruction *, bool> leaks(const ir::Function *Root) const;
  Finding resolve(const RawFinding &Raw) const;
  /// Notes in \p Step that it calls \p Callee.
  void name(PathStep &Step, const ir::Name &Callee) const;
  /// Returns the calls from the root to \p At, with the rows of their callees.
  std::vector<PathStep> resolvedPath(const Site &At) const;
  std::vector<RawFinding> Raw;
  /// The indices into Raw of the findings that were reported. The others are
  /// pending.
  std::set<unsigned> Certain;
  std::map<Key, unsigned> Ids;
  /// The ways by the rule, the kind, the violating call, the begin of the
  /// capture, and the frame in which the ways to the two part.
  std::map<
      std::tuple<Rule, DiagnosticKind, const ir::Instruction *, Site, Context>,
      Ways>
      WaysTo;
  /// The indices of the findings that calls came upon, in order.
  std::vector<unsigned> Touched;
};

} // namespace cuda_capture::analysis

#endif // CUDA_CAPTURE_ANALYSIS_FINDINGS_FINDINGSET_H
